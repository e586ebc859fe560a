// A structure and its run, as the doubts about them see it.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/examined.hpp"

#include <algorithm>
#include <cmath>

namespace jounce::record {

linalg::Vector first_row_of(const Examined& of, const Contact& contact) {
    const SparseRow& row = of.system.rows[static_cast<std::size_t>(contact.first_row)];
    linalg::Vector b = linalg::Vector::Zero(of.system.size());
    for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
    return b;
}

std::string place(const Origin& origin) { return origin.known() ? " (" + origin.text() + ")" : ""; }

std::vector<double> instants_of(const Examined& of) {
    constexpr int samples = 64;
    std::vector<double> out;
    for (int i = 0; i <= samples; ++i) out.push_back(of.begin + of.duration * i / samples);
    for (const Load& load : of.system.loads) {
        double before = of.begin;
        for (const double jump : load.signal->breaks(of.begin, of.begin + of.duration)) {
            out.insert(out.end(), {(before + jump) / 2, jump});
            before = jump;
        }
    }
    std::ranges::sort(out);
    return out;
}

double acting_value(const Load& load, double t) {
    if (load.derivative == 0) return load.signal->value(t);
    const SignalSample s = load.signal->sample(t);
    return load.derivative == 1 ? s.first : s.second;
}

double largest_value(const Examined& of, const Load& load) {
    double out = 0;
    for (const double t : instants_of(of)) out = std::max(out, std::abs(acting_value(load, t)));
    return out;
}

}  // namespace jounce::record
