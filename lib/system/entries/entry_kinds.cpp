// The table of the entries model:<name>{...}.
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "system/entries/entry_kinds.hpp"

namespace jounce {

const Family<EntryPointer> entry_family{
    .name = "model",
    .kinds =
        [] {
            static const std::array<const EntryKind*, 34> table{
                &entries::node_kind(),                     //
                &entries::point_kind(),                    //
                &entries::beam_kind(),                     //
                &entries::shell_kind(),                    //
                &entries::spring_kind(),                   //
                &entries::damper_kind(),                   //
                &entries::gap_kind(),                      //
                &entries::circular_gap_kind(),             //
                &entries::friction_kind(),                 //
                &entries::fix_kind(),                      //
                &entries::prescribe_kind(),                //
                &entries::tie_kind(),                      //
                &entries::rigid_kind(),                    //
                &entries::coupling_kind(),                 //
                &entries::load_kind(),                     //
                &entries::distributed_load_kind(),         //
                &entries::pressure_kind(),                 //
                &entries::gravity_kind(),                  //
                &entries::base_motion_kind(),              //
                &entries::initial_kind(),                  //
                &entries::damping_kind(),                  //
                &entries::body_kind(),                     //
                &entries::flexible_body_kind(),            //
                &entries::revolute_kind(),                 //
                &entries::translational_kind(),            //
                &entries::fixed_kind(),                    //
                &entries::point_on_curve_kind(),           //
                &entries::revolute_clearance_kind(),       //
                &entries::translational_clearance_kind(),  //
                &entries::slot_kind(),                     //
                &entries::link_spring_kind(),              //
                &entries::torsion_spring_kind(),           //
                &entries::drive_kind(),                    //
                &entries::assemble_kind(),                 //
            };
            return std::span<const EntryKind* const>(table);
        },
};

}  // namespace jounce
