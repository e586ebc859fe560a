// Flexible bodies among the parts of a mechanism: their coordinates, and frames of their points.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "system/joining/parts.hpp"
#include "system/reduction/reduced_row.hpp"

namespace jounce {

namespace {

Error not_free(const BodyDraft& body) {
    return bad_case("model.flexible_body: '" + body.name +
                        "' cannot be fixed, prescribed or tied as a whole: attach one of its points with a joint",
                    body.origin);
}

/// The free coordinate of a dof. \throws Error when the dof is constrained
int own_coordinate(const AffineMap& map, const BodyDraft& body, int dof) {
    const SparseRow row = reduced_row(map, {{dof, 1}});
    if (row.index.size() != 1 || row.coefficient.front() != 1 || !row.prescribed.empty()) throw not_free(body);
    return row.index.front();
}

/// A flexible body has only its own inertia: no other entry may contribute to its columns of M.
void check_inertia(const System& system, const BodyDraft& body, int at, double own) {
    for (SparseMatrix::InnerIterator it(system.linear.M, at); it; ++it) {
        const double share = it.row() == at ? it.value() - own : it.value();
        if (std::abs(share) <= 1e-12 * own) continue;
        throw bad_case("model.flexible_body: '" + body.name +
                           "' cannot carry the inertia of another entry; join a body to one of its points instead",
                       body.origin);
    }
}

/// Springs and gaps between nodes need material points; the mean axes are not one.
void check_forces(const System& system, const BodyDraft& body, const FlexibleLink& link) {
    const auto refuse = [&] {
        throw bad_case(
            "model.flexible_body: '" + body.name +
                "' cannot be an end of model:spring or model:gap; use link_spring or a joint with clearance at one of its points",
            body.origin);
    };
    for (const int at : link.axes) {
        for (SparseMatrix::InnerIterator it(system.linear.K, at); it; ++it)
            if (it.value() != 0) refuse();
        for (SparseMatrix::InnerIterator it(system.linear.C, at); it; ++it)
            if (it.row() != at && it.value() != 0) refuse();
        for (const SparseRow& row : system.rows)
            if (std::ranges::find(row.index, at) != row.index.end()) refuse();
    }
}

}  // namespace

void add_link(const System& system, const AffineMap& map, const BodyDraft& body, Mechanism& out) {
    FlexibleLink link;
    link.name = body.name;
    link.body = body.flexible;
    link.frame = static_cast<int>(out.frames.size()) - 1;
    link.node = body.node;
    link.modal_dofs = body.modal_dofs;
    const int dofs[] = {0, 1, 5};
    for (std::size_t k = 0; k < 3; ++k) link.axes[k] = own_coordinate(map, body, 6 * body.node + dofs[k]);
    for (std::size_t k = 0; k < 3; ++k) check_inertia(system, body, link.axes[k], k < 2 ? body.mass : body.inertia);
    for (std::size_t j = 0; j < body.modal_dofs.size(); ++j) {
        link.modes.push_back(own_coordinate(map, body, body.modal_dofs[j]));
        check_inertia(system, body, link.modes.back(), body.flexible->modal_mass[static_cast<Eigen::Index>(j)]);
    }
    for (std::size_t i = 0; i < body.points.size(); ++i) link.points.emplace_back(body.points[i].first, body.markers[i]);
    check_forces(system, body, link);
    out.links.push_back(std::move(link));
}

int marker_frame(const BodyDraft& body, int marker, Mechanism& out) {
    const auto link = std::ranges::find(out.links, body.name, &FlexibleLink::name);
    const int number = static_cast<int>(link - out.links.begin());
    for (std::size_t f = 0; f < out.frames.size(); ++f)
        if (out.frames[f].link == number && out.frames[f].marker == marker) return static_cast<int>(f);
    const bodies::FlexibleMarker& at = link->body->markers[static_cast<std::size_t>(marker)];
    PlanarFrame frame;
    const auto point = std::ranges::find(body.markers, marker) - body.markers.begin();
    frame.name = body.name + "." + body.points[static_cast<std::size_t>(point)].first;
    frame.origin = body.origin;
    frame.link = number;
    frame.marker = marker;
    const auto add = [](SparseRow& row, int index, double coefficient) {
        row.index.push_back(index);
        row.coefficient.push_back(coefficient);
    };
    add(frame.rows[0], link->axes[0], 1);
    add(frame.rows[1], link->axes[1], 1);
    for (std::size_t k = 0; k < 3; ++k) add(frame.rows[k], link->axes[2], k == 0 ? 0 : k == 1 ? at.at : 1);
    const Vector* shapes[] = {&at.along, &at.across, &at.turn};
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t j = 0; j < link->modes.size(); ++j)
            add(frame.rows[k], link->modes[j], (*shapes[k])[static_cast<Eigen::Index>(j)]);
    out.frames.push_back(std::move(frame));
    return static_cast<int>(out.frames.size()) - 1;
}

void place_links(Mechanism& out) {
    const auto place = [&out](int coordinate) {
        return static_cast<int>(std::ranges::lower_bound(out.coordinates, coordinate) - out.coordinates.begin());
    };
    for (FlexibleLink& link : out.links) {
        link.places = {place(link.axes[2])};
        for (const int mode : link.modes) link.places.push_back(place(mode));
    }
}

}  // namespace jounce
