// Sample settings of every friction law, each with what its source makes of them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contact/friction/friction.hpp"
#include "support/table.hpp"

namespace jounce::test {

/// What the formula of a law's source gives for steady slip along x: 17 digits, computed with 40 and with nothing of the library.
struct FrictionWitness {
    double speed, normal_force;  // [m/s], [N]
    contact::BristleStep begin;
    double force, bristle;  // at the end [N], [m]
};

struct FrictionSample : Table {
    std::vector<FrictionWitness> witnesses;
    std::optional<contact::FrictionCone> cone;  // of a set-valued law: what holds at rest
};
inline FrictionSample friction_sample(Table settings, std::vector<FrictionWitness> witnesses,
                                      std::optional<contact::FrictionCone> cone = {}) {
    return {std::move(settings), std::move(witnesses), cone};
}

/// One line here enters a new law into the common tests and into the matrix of friction.
inline const std::map<std::string, std::vector<FrictionSample>>& friction_samples() {
    static const std::map<std::string, std::vector<FrictionSample>> out{
        {"coulomb",
         {friction_sample(table({{"coefficient", 0.3}}),
                          {{0.02, 7, {}, 2.0999999999999999, 0}, {3, 7, {}, 2.0999999999999999, 0}},
                          contact::FrictionCone{0.3, 0.3, 0}),
          friction_sample(table({{"coefficient", 0.3}, {"static_coefficient", 0.4}}),
                          {{0.02, 7, {}, 2.0999999999999999, 0}, {3, 7, {}, 2.0999999999999999, 0}},
                          contact::FrictionCone{0.3, 0.4, 0})}},
        {"karnopp",
         {friction_sample(table({{"coefficient", 0.2}, {"static_coefficient", 0.25}, {"dead_band", 1e-3}}),
                          {{0.02, 7, {}, 1.4000000000000001, 0}, {3, 7, {}, 1.4000000000000001, 0}},
                          contact::FrictionCone{0.2, 0.25, 1e-3})}},
        {"coulomb_regularised",
         {friction_sample(table({{"coefficient", 0.1}, {"transition_speed", 1e-3}}), {{0.0002, 7, {}, 0.13728129459672883, 0},
                                                                                      {0.001, 7, {}, 0.49497474683058329, 0},
                                                                                      {0.3, 7, {}, 0.69999611114351826, 0}})}},
        {"adams",
         {friction_sample(table({{"coefficient", 0.1}, {"static_coefficient", 0.3}, {"static_speed", 0.1}, {"dynamic_speed", 1}}),
                          {{0.01, 7, {}, 0.31394999999999998, 0},
                           {0.07, 7, {}, 1.84485, 0},
                           {0.3, 7, {}, 1.9233196159122085, 0},
                           {0.8, 7, {}, 0.87668038408779145, 0},
                           {4, 7, {}, 0.70000000000000004, 0}}),
          friction_sample(
              table({{"coefficient", 0.2}, {"static_coefficient", 0.2}, {"static_speed", 1e-3}, {"dynamic_speed", 2e-3}}),
              {{0.0002, 7, {}, 0.41440000000000003, 0},
               {0.0015, 7, {}, 1.4000000000000001, 0},
               {0.3, 7, {}, 1.4000000000000001, 0}})}},
        {"threshold",
         {friction_sample(table({{"coefficient", 0.4}, {"lower_speed", 0.02}, {"upper_speed", 0.5}}),
                          {{0.01, 7, {}, 0, 0},
                           {0.1, 7, {}, 0.46666666666666672, 0},
                           {0.4, 7, {}, 2.2166666666666669, 0},
                           {2, 7, {}, 2.8000000000000002, 0}}),
          friction_sample(table({{"coefficient", 0.4}, {"lower_speed", 0}, {"upper_speed", 1e-2}}),
                          {{0.0001, 7, {}, 0.028000000000000002, 0},
                           {0.007, 7, {}, 1.9600000000000001, 0},
                           {2, 7, {}, 2.8000000000000002, 0}})}},
        {"lugre",
         {friction_sample(
              table({{"coefficient", 0.3}, {"static_coefficient", 0.5}, {"stribeck_speed", 0.05}, {"bristle_stiffness", 1e4}}),
              {{0.001, 7, {{0, 0}, {0.001, 0}, 0.0001}, 6.9930035458713535e-3, 9.990005065530505e-8},
               {0.04, 7, {{1e-05, 0}, {0.04, 0}, 0.0001}, 0.90087113989469111, 1.2869587712781302e-5},
               {0.04, 7, {{-2e-05, 0}, {0.04, 0}, 0.0}, -1.4000000000000001, -2.0000000000000002e-5},
               {0.6, 7, {{3e-06, 0}, {0.6, 0}, 2e-05}, 0.83309511299264174, 1.1901358757037739e-5}}),
          friction_sample(table({{"coefficient", 0.3},
                                 {"static_coefficient", 0.5},
                                 {"stribeck_speed", 0.05},
                                 {"bristle_stiffness", 1e4},
                                 {"bristle_damping", 40},
                                 {"viscous", 0.1}}),
                          {{0.001, 7, {{0, 0}, {0.001, 0}, 0.0001}, 0.28713347375533773, 9.990005065530505e-8},
                           {0.04, 7, {{1e-05, 0}, {0.04, 0}, 0.0001}, 8.5738984908159748, 1.2869587712781302e-5},
                           {0.04, 7, {{-2e-05, 0}, {0.04, 0}, 0.0}, 15.352610000595639, -2.0000000000000002e-5},
                           {0.6, 7, {{3e-06, 0}, {0.6, 0}, 2e-05}, 6.3207146610220745, 1.1901358757037739e-5}}),
          friction_sample(table({{"coefficient", 0.3},
                                 {"bristle_stiffness", 1e3},
                                 {"bristle_damping", 30},
                                 {"damping_bound", "exponential"},
                                 {"damping_speed", 0.08}}),
                          {{0.001, 7, {{0, 0}, {0.001, 0}, 0.0001}, 0.21059709600983173, 9.9983335185030881e-8},
                           {0.04, 7, {{1e-05, 0}, {0.04, 0}, 0.0001}, 6.3369908463787749, 1.3841003075913243e-5},
                           {0.04, 7, {{-2e-05, 0}, {0.04, 0}, 0.0}, 6.8380550163197878, -2.0000000000000002e-5},
                           {0.6, 7, {{3e-06, 0}, {0.6, 0}, 2e-05}, 0.10251875600232005, 1.4645536571760007e-5}}),
          friction_sample(
              table({{"coefficient", 0.3}, {"bristle_stiffness", 1e3}, {"bristle_damping", 30}, {"damping_bound", "none"}}),
              {{0.001, 7, {{0, 0}, {0.001, 0}, 0.0001}, 0.2106298950116657, 9.9983335185030881e-8},
               {0.04, 7, {{1e-05, 0}, {0.04, 0}, 0.0001}, 8.109338935405822, 1.3841003075913243e-5},
               {0.04, 7, {{-2e-05, 0}, {0.04, 0}, 0.0}, 8.8200000000000002, -2.0000000000000002e-5},
               {0.6, 7, {{3e-06, 0}, {0.6, 0}, 2e-05}, 119.95139339586311, 1.4645536571760007e-5}})}},
    };
    return out;
}

}  // namespace jounce::test
