// All families of kinds and all functions with named fields, independent of the types they build: for constructors, `jounce
// kinds`, the reference and the editor's types.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/fields/kind.hpp"

namespace jounce::lua {

/// One family ("law"); the script's constructors are jounce.<name>.<kind>.
struct AnyFamily {
    std::string name;
    std::string title;  ///< "Contact laws"
    std::string about;  ///< a sentence or two for the reference
    std::string call;   ///< prefix of the constructor in a script: "jounce.law." or "model:"
    std::vector<const KindDescription*> kinds;
    bool takes_number = false;    ///< a number is accepted in place of a kind
    bool takes_function = false;  ///< a function is accepted in place of a kind
    /// Checks a table of fields for the kind of this index and builds its product. \returns the script's value if it is not a
    /// table (a number), or nothing. \throws Error
    std::function<Value(std::size_t kind, const Table& table)> make;

    [[nodiscard]] std::vector<std::string> names() const;
    /// Index of a kind, or -1.
    [[nodiscard]] int find(const std::string& kind) const;
};

/// In the order of the reference.
[[nodiscard]] const std::vector<AnyFamily>& families();
[[nodiscard]] const AnyFamily* find_family(const std::string& name);

/// A function with named fields that is not a kind: jounce.run, jounce.modes, ...
struct AnyFunction {
    std::string name;  ///< "run"
    std::string call;  ///< "jounce.run(model, { ... })"
    std::string about;
    const FieldList* fields = nullptr;                             ///< null if the script chooses the names
    std::vector<std::pair<std::string, const FieldList*>> nested;  ///< tables among the fields: "record", ...
    std::string arguments{}, results{};  ///< for functions of the module, in the format of `parameters_of`; "" for methods
};
[[nodiscard]] const std::vector<AnyFunction>& functions();

}  // namespace jounce::lua
