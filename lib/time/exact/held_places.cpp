// Closed rigid stops at the end of an exact step: the motion is put back onto them.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/held_places.hpp"

#include "linalg/dense/small_lu.hpp"

namespace jounce::time {

HeldPlaces::HeldPlaces(const System& system) : system_(system) {
    const std::size_t k = system.rows.size();
    sides_.reserve(static_cast<std::size_t>(system.sides));
    rows_.resize(k);
    pivots_.resize(k);
    off_.resize(k);
    gram_.resize(k * k);
}

void HeldPlaces::put_back(const ExactMotion& motion, ContactKernel& contacts, const State& from, State& to) {
    sides_.clear();
    std::size_t m = 0;
    motion.local(to.q, to.v, contacts.x_free(), contacts.v_free());
    contacts.add_prescribed(to.time, contacts.x_free(), contacts.v_free());
    for (const Contact& contact : system_.contacts) {
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const int side = contact.first_side + s;
            if (!contacts.constrained(from, static_cast<std::size_t>(side))) continue;
            sides_.push_back(side);
            // Two sides of one gap without play share a row.
            if (m > 0 && rows_[m - 1].holds(contact)) continue;
            const double* x = contacts.x_free() + contact.first_row;
            rows_[m] = normal_rows(contact, x, contacts.v_free() + contact.first_row);
            const contact::SideMotion place = contact::side_motion(contact.gap, s, x, contacts.v_free() + contact.first_row);
            off_[m++] = contact.gap.sign(s) * place.motion.indentation;
        }
    }
    if (m == 0) return;
    const linalg::Matrix& rows = motion.transposed();
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < m; ++j) {
            gram_[i + j * m] =
                rows_[i].along([&](int a) { return rows_[j].along([&](int b) { return rows.col(a).dot(rows.col(b)); }); });
        }
    }
    // Stops that constrain one motion twice make the system singular; the kernel has already reported it.
    if (!linalg::solve_small_system(static_cast<int>(m), gram_.data(), pivots_.data(), off_.data())) return;
    for (std::size_t i = 0; i < m; ++i) {
        for (int a = 0; a < rows_[i].count; ++a)
            to.q.noalias() -= off_[i] * rows_[i].share[static_cast<std::size_t>(a)] * rows.col(rows_[i].row + a);
    }
}

}  // namespace jounce::time
