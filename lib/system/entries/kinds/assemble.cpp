// Entry "assemble": starting guesses for the positions of a mechanism.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct Assemble {
    std::vector<std::pair<std::string, double>> angles;
    std::vector<NamedPoint> positions;

    Handle declare(Model& model) const { return nameless(model, "assemble"); }
    void assemble(Builder& builder) const {
        if (builder.mechanism().assemble) throw bad_case("model.assemble: the guesses are already given");
        builder.mechanism().assemble = AssembleDraft{angles, positions, builder.origin()};
    }
};

}  // namespace

const EntryKind& assemble_kind() {
    static const EntryKind kind = entry_kind<Assemble>(
        "assemble",
        "Initial guesses of the bodies' angles and positions, from which the joints are closed. A driven body starts at its "
        "guess; the guess of a fixed or prescribed coordinate must be its value at the start.",
        with_fields(Fields<Assemble>(),
                    {custom_field("angles", "table of numbers", "rad", "Angles of bodies by name; default 0.", false,
                                  &Assemble::angles, read_named_numbers),
                     custom_field("positions", "table of {x, y}", "m", "Positions of centres of mass by name; default {0, 0}.",
                                  false, &Assemble::positions, read_named_points)}));
    return kind;
}

}  // namespace jounce::entries
