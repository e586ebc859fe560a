// Notes on values that are probably mistakes, mostly of units.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "base/messages/text.hpp"

namespace jounce {

namespace {

class Doubts {
  public:
    Doubts(const std::string& entry, const Origin& origin, const std::vector<std::string>& accepted,
           std::vector<std::string>& notes)
        : entry_(entry), place_(origin.known() ? " (" + origin.text() + ")" : ""), accepted_(accepted), notes_(notes) {}

    void look(const Table& table) {
        const Value* family = table.find("family");
        const std::string kind = family != nullptr && family->text() != nullptr ? *family->text() : "";
        if (kind == "material") look_at_material(table);
        if (kind == "damping") look_at_ratios(table.find("ratio"));
        if (kind == "friction") look_at_friction(table);
        if (entry_ == "assemble") look_at_angles(table.find("angles"));
        if (entry_ == "body") look_at_points(table);
        if (entry_ == "body" || entry_ == "point") look_at_inertia(table);
        if (entry_ == "revolute_clearance") look_at_pin(table);
        if (entry_ == "drive") look_at_speed(table.find("speed"));
        if (entry_ == "drive") look_at_turning(table.find("angle"));
        if (entry_ == "prescribe" && turns(table.find("dof"))) look_at_turning(table.find("motion"));
        if (entry_ == "torsion_spring") look_at_angle(table.find("free_angle"), "a free angle");
        if (entry_ == "initial") {
            look_at_angle(table.find("angle"), "an angle");
            look_at_components(table.find("rotation"), [this](const Value* v) { look_at_angle(v, "a rotation"); });
            look_at_components(table.find("angular_velocity"), [this](const Value* v) { look_at_speed(v); });
            look_at_velocity(table.find("velocity"));
            look_at_speed(table.find("vangle"));
        }
        if (entry_ == "gravity") look_at_gravity(table.find("acceleration"));
        if (entry_ == "beam") look_at_beam(table);
        if (entry_ == "flexible_body" && number(table, "length") != nullptr)
            look_at_section(table.find("section"), *number(table, "length"));
        for (const auto& [key, value] : table) {
            if (value.table() != nullptr) look(*value.table());
        }
    }

  private:
    void add(const std::string& word, const std::string& text) {
        if (std::ranges::find(accepted_, word) != accepted_.end()) return;
        std::string note = doubt(word, "model." + entry_ + place_ + ": " + text);
        if (std::ranges::find(notes_, note) == notes_.end()) notes_.push_back(std::move(note));
    }

    void look_at_material(const Table& table) {
        const double* density = number(table, "density");
        const bool sound = density != nullptr && *density >= 10 && *density <= 30000;
        if (density != nullptr && *density > 0 && !sound) look_at_density(*density);
        if (const double* E = number(table, "E"); E != nullptr && *E > 0) look_at_modulus(*E, sound ? *density : 0);
    }

    /// Below 10 kg/m3 or above 30 000.
    void look_at_density(double density) {
        const std::string given = "a density of " + in_message(density) + " kg/m3 ";
        if (density > 30000) return add("density", given + "is above that of every solid (osmium: 22 590)");
        struct Unit {
            const char* name;
            double factor;
        };
        for (const Unit unit : {Unit{"kg/mm3", 1e9}, Unit{"t/mm3", 1e12}}) {
            const double meant = density * unit.factor;
            if (meant < 300 || meant > 30000) continue;
            return add("density", given + "is no material's; " + in_message(density) + " " + unit.name + " is " +
                                      fmt::format("{:.6g}", meant) + " kg/m3");
        }
        add("density",
            density < 0.03 ? given + "is no material's" : given + "is that of a gas; " + in_message(density) + "*si.g_per_cm3?");
    }

    /// By the speed c = (E/density)^(1/2) of axial waves in a bar. Metals, ceramics, glass and stone have 1200 (lead) to 18 000
    /// m/s (diamond), so that in kPa they have 38 to 570 m/s: above 2500 kg/m3 only plastics filled with metal have less than 200
    /// m/s. Solids denser than foam have 15 m/s (soft silicone) or more, but all of them less than 10 m/s in MPa.
    void look_at_modulus(double E, double density) {
        const std::string given = "E = " + in_message(E) + " Pa ";
        if (E > 1.5e12) return add("modulus", given + "is stiffer than diamond (1.2e12 Pa)");
        if (E < 1e5)
            return add("modulus", given + "is softer than foam; " + in_message(E) + (E < 2000 ? "*si.GPa?" : "*si.MPa?"));
        if (!(density > 0)) return;
        const double speed = std::sqrt(E / density);
        const bool megapascals = density > 1300 && speed < 10;
        if (!megapascals && !(density > 2500 && speed < 200)) return;
        add("modulus", given + "and " + in_message(density) +
                           fmt::format(" kg/m3 give waves of {:.2g} m/s, slower than in ", speed) +
                           "almost every solid of this density; " + in_message(E) + (megapascals ? "*si.MPa?" : "*si.kPa?"));
    }

    void look_at_ratios(const Value* ratio) {
        if (ratio == nullptr) return;
        double largest = ratio->number() != nullptr ? *ratio->number() : 0;
        if (const List* list = ratio->list()) {
            for (const Value& value : *list) largest = std::max(largest, value.number() != nullptr ? *value.number() : 0.0);
        }
        if (largest > 1) {
            add("damping", "a damping ratio of " + in_message(largest) + " suppresses every vibration (1 is critical); " +
                               in_message(largest) + " % are " + in_message(largest / 100));
        }
    }

    void look_at_gravity(const Value* acceleration) {
        const double size = norm(acceleration);
        if (size > 978 && size < 983.5)
            add("gravity", "gravity of " + in_message(size) +
                               " m/s2 is a hundred times that of the earth; in cm/s2 it would be " + in_message(size / 100) +
                               " m/s2");
        if (size > 1000)
            add("gravity", "gravity of " + in_message(size) + " m/s2 is " + fmt::format("{:.0f}", size / 9.81) +
                               " times that of the earth; in mm/s2 it would be " + in_message(size / 1000) + " m/s2");
    }

    void look_at_velocity(const Value* velocity) {
        const double size = norm(velocity);
        if (size >= 1000)
            add("speed", "an initial velocity of " + in_message(size) + " m/s is faster than sound; in mm/s it would be " +
                             in_message(size / 1000) + " m/s");
    }

    void look_at_beam(const Table& table) {
        const Value *from = table.find("from"), *to = table.find("to");
        if (from == nullptr || to == nullptr) return;
        const List *a = from->list(), *b = to->list();
        if (a == nullptr || b == nullptr || a->size() != 3 || b->size() != 3) return;
        double squares = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            if ((*a)[k].number() == nullptr || (*b)[k].number() == nullptr) return;
            squares += std::pow(*(*b)[k].number() - *(*a)[k].number(), 2);
        }
        look_at_section(table.find("section"), std::sqrt(squares));
    }

    /// Of a beam or a flexible body.
    void look_at_section(const Value* section, double length) {
        if (section == nullptr || section->table() == nullptr) return;
        look_at_length(*section->table(), length);
        for (const char* key : {"width", "height", "diameter", "outer_diameter"}) {
            const double* size = number(*section->table(), key);
            if (size == nullptr || !(*size > 2 * length)) continue;
            add("section", "'" + std::string(key) + "' of the section, " + in_message(*size) +
                               " m, is more than twice the length of the beam, " + in_message(length) + " m; " +
                               in_message(*size) + "*si.mm?");
            return;
        }
    }

    /// Of a beam; its section [m] is given by one of the largest sizes.
    void look_at_length(const Table& section, double length) {
        double largest = 0;
        for (const char* key : {"width", "height", "diameter", "outer_diameter"}) {
            if (const double* size = number(section, key)) largest = std::max(largest, *size);
        }
        if (!(largest > 0) || !(length > 100) || !(length > 1000 * largest || largest > 12)) return;
        if (largest > 12)
            return add("length", fmt::format("a beam of {} m has a section of {} m; {}*si.mm and {}*si.mm?", in_message(length),
                                             in_message(largest), in_message(length), in_message(largest)));
        add("length", fmt::format("a beam of {} m is {:.2g} times as long as its section is wide; {}*si.mm?", in_message(length),
                                  length / largest, in_message(length)));
    }

    /// A number, or a signal whose values are given: constant, a ramp, a step, a table.
    void look_at_speed(const Value* speed) {
        if (speed == nullptr) return;
        if (speed->number() != nullptr) return look_at_speed_of(*speed->number());
        if (speed->table() == nullptr) return;
        for (const char* key : {"value", "from_value", "to_value", "before", "after"}) {
            if (const double* given = number(*speed->table(), key); given != nullptr) look_at_speed_of(*given);
        }
        const Value* values = speed->table()->find("values");
        if (values == nullptr || values->list() == nullptr) return;
        double fastest = 0;
        for (const Value& value : *values->list()) {
            if (value.number() != nullptr && std::abs(*value.number()) > std::abs(fastest)) fastest = *value.number();
        }
        look_at_speed_of(fastest);
    }

    void look_at_speed_of(double speed) {
        const double size = std::abs(speed);
        if (size < 300 || size != 10 * std::floor(size / 10)) return;
        add("speed", fmt::format("a speed of {} rad/s is {:.0f} revolutions per minute; {}*si.rpm?", in_message(speed),
                                 size * 30 / std::numbers::pi, in_message(speed)));
    }

    static bool turns(const Value* dof) { return dof != nullptr && dof->text() != nullptr && dof->text()->starts_with('r'); }

    /// The motion of an angle.
    void look_at_turning(const Value* motion) {
        look_at_rate(motion);
        const double* amplitude =
            motion != nullptr && motion->table() != nullptr ? number(*motion->table(), "amplitude") : nullptr;
        if (amplitude != nullptr && std::abs(*amplitude) > 2 * std::numbers::pi) add_turns(*amplitude, "an amplitude");
    }

    /// A ramp of an angle, whose slope is a speed.
    void look_at_rate(const Value* motion) {
        if (motion == nullptr || motion->table() == nullptr) return;
        const Table& ramp = *motion->table();
        const double *from = number(ramp, "from_time"), *to = number(ramp, "to_time"), *end = number(ramp, "to_value");
        if (from == nullptr || to == nullptr || end == nullptr || !(*to > *from)) return;
        const double* begin = number(ramp, "from_value");
        look_at_speed_of(rounded((*end - (begin != nullptr ? *begin : 0)) / (*to - *from)));
    }

    /// To nine digits: 3000*0.3/0.3 is 3000.
    static double rounded(double value) { return std::strtod(fmt::format("{:.9g}", value).c_str(), nullptr); }

    void look_at_friction(const Table& table) {
        for (const char* key : {"coefficient", "static_coefficient"}) {
            const double* given = number(table, key);
            if (given == nullptr || !(*given > 3)) continue;
            add("friction", "a friction coefficient of " + in_message(*given) +
                                " is above that of every dry pair of materials (rubber: 1 to 2); in per cent it would be " +
                                in_message(*given / 100));
        }
    }

    void look_at_angles(const Value* angles) {
        if (angles == nullptr || angles->table() == nullptr) return;
        for (const auto& [body, angle] : *angles->table()) look_at_angle(&angle, "an angle", " of '" + body + "'");
    }

    /// An integer above 2 pi. \param of the body, if the entry has several
    void look_at_angle(const Value* angle, const std::string& words, const std::string& of = {}) {
        const double* given = angle != nullptr ? angle->number() : nullptr;
        if (given == nullptr || !(std::abs(*given) > 2 * std::numbers::pi) || *given != std::floor(*given)) return;
        add_turns(*given, words, of);
    }
    void add_turns(double angle, const std::string& words, const std::string& of = {}) {
        add("angle", fmt::format("{} of {} rad{} is {:.3g} turns; {}*si.deg?", words, in_message(angle), of,
                                 std::abs(angle) / (2 * std::numbers::pi), in_message(angle)));
    }

    template <class Look>
    static void look_at_components(const Value* vector, const Look& look) {
        if (vector == nullptr || vector->list() == nullptr) return;
        for (const Value& component : *vector->list()) look(&component);
    }

    /// A number, or three about the axes.
    void look_at_inertia(const Table& table) {
        const double* mass = number(table, "mass");
        const Value* inertia = table.find("inertia");
        if (mass == nullptr || !(*mass > 0) || !(*mass < 1000) || inertia == nullptr) return;
        double largest = inertia->number() != nullptr ? *inertia->number() : 0;
        look_at_components(inertia,
                           [&](const Value* v) { largest = std::max(largest, v->number() != nullptr ? *v->number() : 0); });
        const double gyration = std::sqrt(largest / *mass);
        if (entry_ == "body" && largest > 0 && *mass >= 1e-3 && gyration < 1e-5) {
            const double ball = std::sqrt(0.4) * std::cbrt(3 * *mass / (4 * std::numbers::pi * 7850));
            return add("inertia", fmt::format("an inertia of {} kg m2 gives {} kg a radius of gyration of {:.2g} m; a steel ball "
                                              "of this mass has {:.2g} m",
                                              in_message(largest), in_message(*mass), gyration, ball));
        }
        if (!(gyration > 10)) return;
        add("inertia",
            fmt::format("an inertia of {} kg m2 gives {} kg a radius of gyration of {:.3g} m; in kg mm2 it would be {} "
                        "kg m2",
                        in_message(largest), in_message(*mass), gyration, in_message(rounded(1e-6 * largest))));
    }

    void look_at_points(const Table& table) {
        const Value* points = table.find("points");
        const double *mass = number(table, "mass"), *inertia = number(table, "inertia");
        if (points == nullptr || points->table() == nullptr || mass == nullptr || inertia == nullptr || !(*mass > 0)) return;
        const double gyration = std::sqrt(std::max(*inertia, 0.0) / *mass);
        for (const auto& [name, point] : *points->table()) {
            const double distance = norm(&point);
            if (distance < 10 || !(distance > 100 * gyration)) continue;
            return add("length",
                       fmt::format("point '{}' is {:.3g} m from the centre of mass, {:.2g} times the radius of gyration "
                                   "of {:.2g} m; is it in mm?",
                                   name, distance, distance / gyration, gyration));
        }
    }

    void look_at_pin(const Table& table) {
        const double* radius = number(table, "bearing_radius");
        if (radius != nullptr && *radius >= 1)
            add("clearance", "'bearing_radius' of " + in_message(*radius) + " m; " + in_message(*radius) + "*si.mm?");
    }

    /// Of a list of numbers; 0 for anything else.
    static double norm(const Value* vector) {
        if (vector == nullptr || vector->list() == nullptr) return 0;
        double squares = 0;
        for (const Value& component : *vector->list()) {
            if (component.number() != nullptr) squares += *component.number() * *component.number();
        }
        return std::sqrt(squares);
    }

    static const double* number(const Table& table, const char* key) {
        const Value* value = table.find(key);
        return value != nullptr ? value->number() : nullptr;
    }

    const std::string& entry_;
    std::string place_;
    const std::vector<std::string>& accepted_;
    std::vector<std::string>& notes_;
};

}  // namespace

namespace {
constexpr const char* silenced = " [accept = { \"";
}

std::string doubt(const std::string& word, const std::string& text) {
    return text + silenced + word + "\" } in jounce.model silences this]";
}

bool is_doubt(const std::string& note) { return note.find(silenced) != std::string::npos; }

void add_doubts(const std::string& entry, const Table& table, const Origin& origin, const std::vector<std::string>& accepted,
                std::vector<std::string>& notes) {
    Doubts(entry, origin, accepted, notes).look(table);
}

}  // namespace jounce
