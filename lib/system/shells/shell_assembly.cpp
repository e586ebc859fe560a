// Element matrices of shells into columns of their sum.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/shells/shell_assembly.hpp"

#include <algorithm>
#include <string>

#include "base/threads/pieces.hpp"

namespace jounce {

ShellElements::ShellElements(const std::vector<Part>& parts, int nodes) {
    first_.assign(static_cast<std::size_t>(nodes) + 1, 0);
    for (const Part& part : parts) {
        for (const ShellPiece* piece : part.pieces) {
            elements_.push_back({piece, static_cast<int>(mass_.size())});
            for (int i = 0; i < piece->properties.corners(); ++i) ++first_[static_cast<std::size_t>(piece->nodes[i]) + 1];
        }
        mass_.push_back(part.mass);
        origin_.push_back(part.origin);
    }
    for (int n = 0; n < nodes; ++n) first_[n + 1] += first_[n];
    corner_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t e = 0; e < elements_.size(); ++e) {
        const ShellPiece& piece = *elements_[e].piece;
        for (int i = 0; i < piece.properties.corners(); ++i)
            corner_[next[piece.nodes[i]]++] = {static_cast<int>(e), static_cast<std::int8_t>(i)};
    }
    first_neighbour_.reserve(first_.size());
    first_neighbour_.push_back(0);
    std::vector<int> around;
    for (int n = 0; n < nodes; ++n) {
        around.clear();
        for (std::size_t k = first_[n]; k < first_[n + 1]; ++k) {
            const ShellPiece& piece = *elements_[corner_[k].element].piece;
            around.insert(around.end(), piece.nodes.begin(), piece.nodes.begin() + piece.properties.corners());
        }
        std::ranges::sort(around);
        neighbour_.insert(neighbour_.end(), around.begin(), std::unique(around.begin(), around.end()));
        first_neighbour_.push_back(neighbour_.size());
    }
}

void ShellColumns::compute(std::span<const int> nodes) {
    std::vector<int> wanted, missing;
    for (const int node : nodes) {
        for (std::size_t k = elements_.first_[node]; k < elements_.first_[node + 1]; ++k)
            wanted.push_back(elements_.corner_[k].element);
    }
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    kept_.clear();
    std::vector<std::size_t> place_of_kept;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (slot_[wanted[i]] < 0) {
            missing.push_back(static_cast<int>(i));
        } else {
            kept_.push_back(matrices_[slot_[wanted[i]]]);
            place_of_kept.push_back(i);
        }
    }
    for (const int element : computed_) slot_[element] = -1;
    matrices_.clear();  // growth would move them
    if (matrices_.capacity() < wanted.size()) {
        std::vector<elements::ShellMatrix>().swap(matrices_);
        matrices_.reserve(wanted.size() + wanted.size() / 4);  // room for the next blocks
    }
    matrices_.resize(wanted.size());
    for (std::size_t k = 0; k < kept_.size(); ++k) matrices_[place_of_kept[k]] = kept_[k];
    for (std::size_t i = 0; i < wanted.size(); ++i) slot_[wanted[i]] = static_cast<int>(i);
    computed_ = std::move(wanted);
    constexpr std::size_t pays = 512;  // elements, for threads to share them
    const auto matrix_of = [&](const ShellElements::Element& element) {
        try {
            return matrix_(element.piece->properties, elements_.mass_[element.part]);
        } catch (const Error& error) {
            throw error.at(elements_.origin_[element.part]);
        }
    };
    try {
        for_each_piece(std::ssize(missing), missing.size() >= pays,
                       [&](std::ptrdiff_t k) { matrices_[missing[k]] = matrix_of(elements_.elements_[computed_[missing[k]]]); });
    } catch (const std::exception&) {
        // Which element of which block fails first depends on the number of threads: the first one of the model is named.
        for (const ShellElements::Element& element : elements_.elements_) (void)matrix_of(element);
        throw;
    }
}

void ShellColumns::add_columns(int node, const SparseMatrix& out, int column, std::vector<double>& of_part, int* inner,
                               double* value) const {
    const std::span<const int> rows = elements_.neighbours(node);
    const std::size_t length = 6 * rows.size();
    const int* outer = out.outerIndexPtr() + column;
    inner += *outer;
    value += *outer;
    for (int d = 0; d < 6; ++d) {
        for (std::size_t r = 0; r < rows.size(); ++r)
            for (int i = 0; i < 6; ++i) *inner++ = 6 * rows[r] + i;
    }
    std::fill(value, value + 6 * length, 0.0);
    int part = -1;
    bool first = true;
    double* sum = value;
    const auto end_part = [&] {
        for (std::size_t i = 0; sum != value && i < 6 * length; ++i) value[i] += sum[i];
    };
    for (std::size_t k = elements_.first_[node]; k < elements_.first_[node + 1]; ++k) {
        const ShellElements::Corner& corner = elements_.corner_[k];
        const ShellElements::Element& element = elements_.elements_[corner.element];
        if (element.part != part) {
            if (!first) {
                end_part();
                of_part.assign(6 * length, 0.0);
                sum = of_part.data();
            }
            first = false;
            part = element.part;
        }
        const elements::ShellMatrix& m = matrices_[slot_[corner.element]];
        for (int c = 0; c < element.piece->properties.corners(); ++c) {
            double* to = sum + 6 * (std::ranges::lower_bound(rows, element.piece->nodes[c]) - rows.begin());
            for (int d = 0; d < 6; ++d, to += length)
                for (int i = 0; i < 6; ++i) to[i] += m(6 * c + i, 6 * corner.number + d);
        }
    }
    end_part();
}

void ShellColumns::take(std::span<const int> nodes, SparseMatrix& out) {
    compute(nodes);
    out.resize(6 * elements_.nodes(), 6 * static_cast<Eigen::Index>(nodes.size()));
    int* outer = out.outerIndexPtr();
    outer[0] = 0;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const int rows = 6 * static_cast<int>(elements_.neighbours(nodes[k]).size());
        for (std::size_t d = 6 * k; d < 6 * k + 6; ++d) outer[d + 1] = outer[d] + rows;
    }
    const Eigen::Index entries = outer[out.cols()];
    if (out.data().allocatedSize() < entries) {
        out.data().squeeze();
        out.data().reserve(entries + entries / 8);
    }
    out.resizeNonZeros(entries);
    int* inner = out.innerIndexPtr();
    double* value = out.valuePtr();
    constexpr std::ptrdiff_t together = 32, pays = 16;  // nodes, strips
    const std::ptrdiff_t count = std::ssize(nodes), strips = (count + together - 1) / together;
    for_each_piece(strips, strips >= pays, [&](std::ptrdiff_t strip) {
        std::vector<double> of_part;
        for (std::ptrdiff_t k = strip * together; k < std::min(count, (strip + 1) * together); ++k)
            add_columns(nodes[k], out, 6 * static_cast<int>(k), of_part, inner, value);
    });
}

}  // namespace jounce
