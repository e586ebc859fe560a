// The kinds of entries, one file each in kinds/; entry_kinds.cpp lists them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/model/model.hpp"

namespace jounce::entries {

const EntryKind& assemble_kind();
const EntryKind& base_motion_kind();
const EntryKind& beam_kind();
const EntryKind& body_kind();
const EntryKind& circular_gap_kind();
const EntryKind& coupling_kind();
const EntryKind& damper_kind();
const EntryKind& damping_kind();
const EntryKind& distributed_load_kind();
const EntryKind& drive_kind();
const EntryKind& fix_kind();
const EntryKind& fixed_kind();
const EntryKind& flexible_body_kind();
const EntryKind& friction_kind();
const EntryKind& gap_kind();
const EntryKind& gravity_kind();
const EntryKind& initial_kind();
const EntryKind& link_spring_kind();
const EntryKind& torsion_spring_kind();
const EntryKind& load_kind();
const EntryKind& node_kind();
const EntryKind& point_kind();
const EntryKind& point_on_curve_kind();
const EntryKind& prescribe_kind();
const EntryKind& pressure_kind();
const EntryKind& revolute_kind();
const EntryKind& revolute_clearance_kind();
const EntryKind& rigid_kind();
const EntryKind& shell_kind();
const EntryKind& slot_kind();
const EntryKind& spring_kind();
const EntryKind& tie_kind();
const EntryKind& translational_kind();
const EntryKind& translational_clearance_kind();

}  // namespace jounce::entries
