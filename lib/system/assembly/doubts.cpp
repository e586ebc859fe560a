// Notes on values that are probably mistakes, mostly of units.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.hpp"

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
        if (entry_ == "drive") look_at_speed(table.find("speed"));
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
        if (const double* density = number(table, "density"); density != nullptr && *density > 0) {
            const std::string given = "a density of " + shortest(*density) + " kg/m3 ";
            if (*density < 1e-6)
                add("density", given + "is no material's; " + shortest(*density) + " t/mm3 is " +
                                   fmt::format("{:.6g}", *density * 1e12) + " kg/m3");
            else if (*density < 10)
                add("density", given + "is that of a gas; " + shortest(*density) + "*si.g_per_cm3?");
            if (*density > 30000) add("density", given + "is above that of every solid (osmium: 22 590)");
        }
        if (const double* E = number(table, "E"); E != nullptr && *E > 0) {
            const std::string given = "E = " + shortest(*E) + " Pa ";
            if (*E < 1e5) add("modulus", given + "is softer than foam; " + shortest(*E) + (*E < 2000 ? "*si.GPa?" : "*si.MPa?"));
            if (*E > 1.5e12) add("modulus", given + "is stiffer than diamond (1.2e12 Pa)");
        }
    }

    void look_at_ratios(const Value* ratio) {
        if (ratio == nullptr) return;
        double largest = ratio->number() != nullptr ? *ratio->number() : 0;
        if (const List* list = ratio->list()) {
            for (const Value& value : *list) largest = std::max(largest, value.number() != nullptr ? *value.number() : 0.0);
        }
        if (largest > 1) {
            add("damping", "a damping ratio of " + shortest(largest) +
                               " suppresses every vibration (1 is critical); per cent are " + shortest(largest / 100));
        }
    }

    void look_at_speed(const Value* speed) {
        if (speed == nullptr || speed->number() == nullptr) return;
        const double given = std::abs(*speed->number());
        if (given < 100 || given != std::floor(given)) return;
        add("speed", fmt::format("a speed of {} rad/s is {:.0f} revolutions per minute; {}*si.rpm?", shortest(*speed->number()),
                                 given * 30 / std::numbers::pi, shortest(*speed->number())));
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

std::string doubt(const std::string& word, const std::string& text) {
    return text + " [accept = { \"" + word + "\" } in jounce.model silences this]";
}

void add_doubts(const std::string& entry, const Table& table, const Origin& origin, const std::vector<std::string>& accepted,
                std::vector<std::string>& notes) {
    Doubts(entry, origin, accepted, notes).look(table);
}

}  // namespace jounce
