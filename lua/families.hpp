// All families of kinds and all functions that take named fields, free of what they build: for constructors, `jounce kinds`,
// the reference and the editor's types.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/kind.hpp"

namespace jounce::lua {

/// One family ("law"); the script's constructors are jounce.<name>.<kind>.
struct AnyFamily {
    std::string name;
    std::string title;  ///< "Contact laws"
    std::string about;  ///< a sentence or two for the reference
    std::string call;   ///< how a script makes one: "jounce.law." or "model:"
    std::vector<const KindDescription*> kinds;
    bool takes_number = false;    ///< a bare number stands for a kind
    bool takes_function = false;  ///< so does a function
    /// Checks a table of fields for the kind of this index and builds its product. \returns what the script gets in place of a
    /// table (a number), or nothing. \throws Error
    std::function<Value(std::size_t kind, const Table& table)> make;

    [[nodiscard]] std::vector<std::string> names() const;
    /// Index of a kind, or -1.
    [[nodiscard]] int find(const std::string& kind) const;
};

/// In the order of the reference.
[[nodiscard]] const std::vector<AnyFamily>& families();
[[nodiscard]] const AnyFamily* find_family(const std::string& name);

/// A function of the script's that takes named fields and is no kind: jounce.run's options, jounce.modes', ...
struct AnyFunction {
    std::string name;  ///< "run"
    std::string call;  ///< "jounce.run(model, { ... })"
    std::string about;
    const FieldList* fields = nullptr;                             ///< null when the names are the script's own
    std::vector<std::pair<std::string, const FieldList*>> nested;  ///< tables among the fields: "record", ...
    std::string arguments{}, results{};  ///< of a function of the module, as `parameters_of` reads them; "" for methods
};
[[nodiscard]] const std::vector<AnyFunction>& functions();

}  // namespace jounce::lua
