// The user's model: entries with their origins, and one namespace of names.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/model/model.hpp"

#include <atomic>
#include <utility>

#include "base/messages/text.hpp"

namespace jounce {

namespace {

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

std::string at_place(const Origin& origin) { return origin.known() ? " at " + origin.text() : std::string(); }

}  // namespace

Model::Model(std::string name, Origin origin) : name_(std::move(name)), origin_(std::move(origin)), id_(next_id()) {}

Handle Model::add(const std::string& kind, const Table& table, const Origin& origin) {
    const std::size_t names_before = names_.size();
    const std::size_t nodes_before = nodes_.size();
    try {
        const EntryKind* entry_kind = entry_family.find(kind);
        if (entry_kind == nullptr) {
            const std::vector<std::string> known = entry_family.names();
            std::string message = "model: unknown entry '" + kind + "'" + did_you_mean(kind, known);
            if (!message.ends_with("?")) message += "; known are " + join(known);
            throw bad_case(message);
        }
        EntryPointer entry = entry_kind->make(table);
        current_ = origin;
        current_kind_ = kind;
        Handle handle = entry->declare(*this);
        entries_.push_back({std::move(entry), kind, origin, table, handle});
        return handle;
    } catch (const Error& error) {
        // A script may catch the error and continue: the refused entry is removed completely.
        for (std::size_t i = names_before; i < names_.size(); ++i) name_index_.erase(names_[i].name);
        names_.resize(names_before);
        nodes_.resize(nodes_before);
        throw error.at(origin);
    }
}

void Model::declare_name(const std::string& name, const std::string& type, int node) {
    const std::string subject = "model." + current_kind_;
    if (!is_usable_name(name) || name == "energy") {
        throw bad_field(subject, "name", "a word or words without " + std::string(not_in_names) + ", other than 'energy'",
                        Value(name));
    }
    const auto [at, added] = name_index_.try_emplace(name, static_cast<int>(names_.size()));
    if (!added) {
        const NameDeclaration& first = names_[static_cast<std::size_t>(at->second)];
        throw bad_case(subject + ": 'name' must be unique in its model, got '" + name + "', already the name of a " + first.type +
                       at_place(first.origin));
    }
    names_.push_back({name, type, current_, node});
}

int Model::declare_node(const std::string& name, const std::array<double, 3>& position, const std::string& type) {
    const int index = static_cast<int>(nodes_.size());
    declare_name(name, type, index);
    nodes_.push_back({name, position, current_});
    return index;
}

std::string Model::automatic_name(const std::string& type) const {
    int number = 1;
    for (const NameDeclaration& name : names_) number += name.type == type ? 1 : 0;
    for (;; ++number) {
        std::string name = type + " " + std::to_string(number);
        if (find_name(name) == nullptr) return name;
    }
}

std::vector<std::string> Model::frictions() const {
    std::vector<std::string> out;
    for (const Written& written : entries_) {
        if (written.table.find("friction") != nullptr) out.push_back(written.handle.self.name);
    }
    return out;
}

bool Model::has_bodies() const {
    return std::ranges::any_of(names_,
                               [](const NameDeclaration& name) { return name.type == "body" || name.type == "flexible body"; });
}

const NameDeclaration* Model::find_name(const std::string& name) const {
    const auto at = name_index_.find(name);
    return at != name_index_.end() ? &names_[at->second] : nullptr;
}

void Model::refuse_other_model(const Reference& reference, const std::string& type, const std::string& subject,
                               const std::string& field) const {
    if (reference.model == 0 || reference.model == id_) return;
    throw bad_case(subject + ": '" + field + "' must be a " + type + " of the model '" + name_ + "', got the " + reference.type +
                   " '" + reference.name + "' of another model");
}

int Model::resolve_node(const Reference& reference, const std::string& subject, const std::string& field) const {
    refuse_other_model(reference, "node", subject, field);
    const NameDeclaration* found = find_name(reference.name);
    if (found != nullptr && found->node >= 0) return found->node;
    std::string message = subject + ": '" + field + "' must be a node of the model, got ";
    if (found != nullptr) {
        message += "the " + found->type + " '" + found->name + "'";
        if (found->type == "beam" || found->type == "shell")
            message += "; its nodes are '" + found->name + "[1]', '" + found->name + "[2]', ...";
        throw bad_case(message);
    }
    std::vector<std::string> known;
    for (const NameDeclaration& name : names_) {
        if (name.node >= 0) known.push_back(name.name);
    }
    message += "'" + reference.name + "'";
    const std::string numbered = reference.name.substr(0, reference.name.find('[') + 1);
    const auto last = std::ranges::find_if(
        known.rbegin(), known.rend(), [&](const std::string& name) { return !numbered.empty() && name.starts_with(numbered); });
    if (last != known.rend()) {
        message += "; the last node of its name is '" + *last + "'";
    } else {
        message += did_you_mean(reference.name, known);
    }
    if (known.empty()) message += "; the model has no nodes yet";
    throw bad_case(message);
}

const NameDeclaration& Model::resolve(const Reference& reference, const std::string& type, const std::string& subject,
                                      const std::string& field) const {
    refuse_other_model(reference, type, subject, field);
    const NameDeclaration* found = find_name(reference.name);
    if (found != nullptr && found->type == type) return *found;
    const std::string must = subject + ": '" + field + "' must be a " + type + " of the model, got ";
    if (found != nullptr) throw bad_case(must + "the " + found->type + " '" + found->name + "'");
    std::vector<std::string> known;
    for (const NameDeclaration& name : names_) {
        if (name.type == type) known.push_back(name.name);
    }
    throw bad_case(must + "'" + reference.name + "'" + did_you_mean(reference.name, known));
}

}  // namespace jounce
