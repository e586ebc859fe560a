// The report of a reduction as lines of text.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "modal/reduction.hpp"

namespace jounce::modal {

namespace {

constexpr double noticeable = 1e-6;  // loss of an initial value that is reported

double largest(const std::vector<Compared>& list) {
    double out = 0;
    for (const Compared& entry : list) out = std::max(out, entry.error());
    return out;
}

std::string counted(int number, const std::string& noun) { return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s"); }

void add_frequencies(std::string& out, const ReductionReport& report) {
    if (report.frequencies.empty()) return;
    const auto worst = std::ranges::max_element(report.frequencies, {}, &Compared::error);
    out += fmt::format("\n  frequencies of {}: largest relative error {:.1e} (mode {}, {:.6g} Hz)",
                       counted(static_cast<int>(report.frequencies.size()), "elastic mode"), worst->error(), worst->name,
                       worst->full);
    for (const double bound : {1e-2, 1e-3, 1e-4}) {
        const auto above = std::ranges::find_if(report.frequencies, [&](const Compared& f) { return f.error() > bound; });
        if (above == report.frequencies.end() || above == report.frequencies.begin()) continue;
        out += fmt::format("\n    within {:g} up to mode {}, {:.6g} Hz", bound, (above - 1)->name, (above - 1)->full);
    }
}

void add_list(std::string& out, const std::vector<Compared>& list, const std::string& what, const std::string& unit) {
    constexpr std::size_t most = 12;
    for (std::size_t i = 0; i < std::min(most, list.size()); ++i) {
        out += fmt::format("\n  {} {}: {:.9g}{}, relative error {:.1e}", what, list[i].name, list[i].full, unit, list[i].error());
    }
    if (list.size() > most)
        out += fmt::format("\n  and {} more, largest relative error {:.1e}", list.size() - most, largest(list));
}

}  // namespace

double Compared::error() const {
    if (full == 0) return reduced == 0 ? 0 : 1;
    return std::abs(reduced - full) / std::abs(full);
}

double ReductionReport::largest_frequency_error() const { return largest(frequencies); }
double ReductionReport::largest_compliance_error() const { return largest(compliances); }

std::string report_text(const ReductionReport& report) {
    std::string out = fmt::format("reduction of '{}' by {}: {} coordinates instead of {}", report.model, report.method,
                                  report.size, report.full_size);
    out += fmt::format("\n  {} and {}", counted(report.rigid, "rigid-body mode"), counted(report.modes, "elastic mode"));
    if (report.modes > 0) out += fmt::format(" up to {:.6g} Hz", report.highest);
    out += fmt::format(", {}", counted(report.static_vectors, "static vector"));
    if (report.dropped > 0) out += fmt::format("; {} dropped as linearly dependent", counted(report.dropped, "vector"));
    add_frequencies(out, report);
    add_list(out, report.compliances, report.rigid > 0 ? "inertia-relief compliance of" : "static compliance of", "");
    add_list(out, report.loads, "static energy of", " J");
    std::string mass;
    for (const Compared& entry : report.mass) {
        if (entry.name[0] != 'u') continue;
        const double moved = entry.reduced > 1e-12 * entry.full ? entry.reduced : 0;  // below is round-off
        mass += fmt::format("{}{} {:.7g} of {:.7g} kg", mass.empty() ? "" : ", ", entry.name, moved, entry.full);
    }
    if (!mass.empty()) out += "\n  mass that moves: " + mass;
    if (report.displacement_lost > noticeable)
        out += fmt::format("\n  initial displacements: {:.1e} of them is lost, the basis cannot represent it",
                           report.displacement_lost);
    if (report.velocity_lost > noticeable)
        out += fmt::format("\n  initial velocities: {:.1e} of them is lost, the basis cannot represent it", report.velocity_lost);
    if (!report.complete) out += "\n  NOT complete: the inertia count shows that a mode is missing";
    for (const std::string& note : report.notes) out += "\n  " + note;
    return out;
}

}  // namespace jounce::modal
