// Factors to SI units for scripts: 190*si.mm.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numbers>
#include <span>
#include <string_view>

namespace jounce {

/// value [SI] = number * factor
struct UnitFactor {
    std::string_view name;
    double factor;
    std::string_view unit;  ///< the SI unit that results
};

inline constexpr UnitFactor unit_factors[] = {
    {"m", 1, "m"},
    {"km", 1e3, "m"},
    {"cm", 1e-2, "m"},
    {"mm", 1e-3, "m"},
    {"um", 1e-6, "m"},
    {"nm", 1e-9, "m"},
    {"s", 1, "s"},
    {"ms", 1e-3, "s"},
    {"us", 1e-6, "s"},
    {"minute", 60, "s"},
    {"kg", 1, "kg"},
    {"g", 1e-3, "kg"},
    {"t", 1e3, "kg"},
    {"N", 1, "N"},
    {"kN", 1e3, "N"},
    {"MN", 1e6, "N"},
    {"Pa", 1, "Pa"},
    {"kPa", 1e3, "Pa"},
    {"MPa", 1e6, "Pa"},
    {"GPa", 1e9, "Pa"},
    {"Hz", 1, "1/s"},
    {"kHz", 1e3, "1/s"},
    {"rad", 1, "rad"},
    {"deg", std::numbers::pi / 180, "rad"},
    {"rpm", std::numbers::pi / 30, "rad/s"},
    {"g_per_cm3", 1e3, "kg/m3"},
    {"N_per_mm", 1e3, "N/m"},
    {"standard_gravity", 9.80665, "m/s2"},
};

}  // namespace jounce
