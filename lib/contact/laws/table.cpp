// The table of law kinds. A new law is one file of this folder, one line here and one in the header beside it.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/laws/table.hpp"

namespace jounce::contact {

namespace {
// Addresses only: nothing of another file has to be built before this table.
constexpr const LawKind* law_table[] = {
    &laws::hooke,                 //
    &laws::hertz,                 //
    &laws::kelvin_voigt,          //
    &laws::hunt_crossley,         //
    &laws::lankarani_nikravesh,   //
    &laws::gonthier,              //
    &laws::gonthier_approximate,  //
    &laws::flores,                //
    &laws::custom,                //
    &laws::rigid,                 //
    // with loss
    &laws::herbert_mcwhannell,             //
    &laws::lee_wang_first,                 //
    &laws::lee_wang_second,                //
    &laws::khulief_shabana,                //
    &laws::lankarani_nikravesh_1994,       //
    &laws::tsuji,                          //
    &laws::marhefka_orin,                  //
    &laws::marhefka_orin_simplified,       //
    &laws::gharib_hurmuzlu_first,          //
    &laws::gharib_hurmuzlu_second,         //
    &laws::hu_guo,                         //
    &laws::tan,                            //
    &laws::adams_impact,                   //
    &laws::dubowsky_freudenstein_dashpot,  //
    // cylinders
    &laws::lankarani_nikravesh_cylinder,  //
    &laws::radzimovsky,                   //
    &laws::goldsmith,                     //
    &laws::dubowsky_freudenstein,         //
    &laws::esdu_78035,                    //
    &laws::johnson,                       //
    &laws::pereira_2011,                  //
    &laws::pereira_2015,                  //
    &laws::koshy_combined,                //
};
}  // namespace

std::span<const LawKind* const> law_kinds() { return law_table; }

}  // namespace jounce::contact
