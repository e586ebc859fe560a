// The user's model: the entries in their order, each with its origin. `assemble` makes a System of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/fields/kind.hpp"
#include "base/messages/stage.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// A named subset of a handle's nodes: a ring of a tube, the edge of a plate.
struct HandleSet {
    std::string name;
    std::vector<int> nodes;  ///< indices into Handle::nodes
};

/// Returned to the script when an entry is added: a reference to it, and its nodes (a beam's nodes from end to end).
struct Handle {
    Reference self;
    std::vector<Reference> nodes;
    std::vector<HandleSet> sets{};
};

class Model;
class Builder;

/// Treatment of modal damping (jounce.damping.modal) in assembly.
enum class ModalDamping {
    as_matrix,  ///< C = M Phi diag(2 zeta omega) Phi^T M, a full matrix: for up to 2000 free coordinates
    left_out    ///< kept in System::modal_ratios; for analyses that need no damping or apply it to their own modes
};

/// One entry of a model. Immutable.
class Entry {
  public:
    virtual ~Entry() = default;
    /// Registers names and nodes; throws Error when a name is taken.
    virtual Handle declare(Model& model) const = 0;
    /// Adds matrices, rows, loads, constraints. Called in the order of the model, after all entries are declared.
    virtual void assemble(Builder& builder) const = 0;
};

using EntryPointer = std::shared_ptr<const Entry>;
using EntryKind = Kind<EntryPointer>;
/// model:beam{}, model:point{}, ...: the kinds of entries (entry_kinds.cpp).
extern const Family<EntryPointer> entry_family;

/// A node as declared.
struct NodeDeclaration {
    std::string name;
    std::array<double, 3> position{};
    Origin origin;
};

/// One name of a model and where it was given.
struct NameDeclaration {
    std::string name;
    std::string type;  ///< "node", "beam", "gap", "spring", ...
    Origin origin;
    int node = -1;  ///< the node that the name refers to: of a node, a point, a gap; -1: none
};

class Model {
  public:
    explicit Model(std::string name, Origin origin = {});

    /// Silences notes, by the words of doubts.hpp.
    void accept(std::vector<std::string> words) { accepted_ = std::move(words); }
    [[nodiscard]] const std::vector<std::string>& accepted() const { return accepted_; }

    /// Adds an entry of the named kind ("beam", "gap", ...). Errors carry `origin`.
    Handle add(const std::string& kind, const Table& table, const Origin& origin);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const Origin& origin() const { return origin_; }
    /// Unique in the process: distinguishes handles of another model.
    [[nodiscard]] std::uint64_t id() const { return id_; }
    [[nodiscard]] const std::vector<NodeDeclaration>& nodes() const { return nodes_; }
    [[nodiscard]] const std::vector<NameDeclaration>& names() const { return names_; }

    /// Names of the entries with friction, in their order.
    [[nodiscard]] std::vector<std::string> frictions() const;

    /// Whether it has rigid or flexible bodies.
    [[nodiscard]] bool has_bodies() const;

    // For entries only.
    /// `node` is the index of the node that the name refers to, if any.
    void declare_name(const std::string& name, const std::string& type, int node = -1);
    /// A new node; `type` is its type in messages ("node", "point").
    int declare_node(const std::string& name, const std::array<double, 3>& position, const std::string& type = "node");
    /// "beam 3" for the third beam, or the next unused name.
    [[nodiscard]] std::string automatic_name(const std::string& type) const;
    [[nodiscard]] const NameDeclaration* find_name(const std::string& name) const;
    /// Index of the node that a name or a handle refers to (a gap's name refers to its node).
    /// \throws Error naming the nearest known node, or the model that the handle belongs to.
    [[nodiscard]] int resolve_node(const Reference& reference, const std::string& subject, const std::string& field) const;
    /// The entry of the given type (such as "beam") that a name or a handle refers to.
    [[nodiscard]] const NameDeclaration& resolve(const Reference& reference, const std::string& type, const std::string& subject,
                                                 const std::string& field) const;

  private:
    friend System assemble(const Model& model, ModalDamping modal_damping, const linalg::Ranks* ranks,
                           const StageReport& proceed);
    friend std::string digest_of_entries(const Model& model);
    friend class AssemblyMemory;
    struct Written {
        EntryPointer entry;
        std::string kind;
        Origin origin;
        Table table;
        Handle handle;
    };
    void refuse_other_model(const Reference& reference, const std::string& type, const std::string& subject,
                            const std::string& field) const;
    std::string name_;
    Origin origin_;
    std::uint64_t id_;
    std::vector<std::string> accepted_;
    Origin current_;  // of the entry being declared
    std::string current_kind_;
    std::vector<Written> entries_;
    std::vector<NodeDeclaration> nodes_;
    std::vector<NameDeclaration> names_;
    std::unordered_map<std::string, int> name_index_;  // into names_
};

/// \throws Error with the origin of the invalid entry.
/// \param ranks assemble the same model together, each its part (LinearBlock::ranks), if it allows that; otherwise each of them
/// assembles the whole. Only `digest_of_entries` is known to be the same on all of them.
/// \param proceed is told the stage "assembly"; an exception from it ends the assembly
[[nodiscard]] System assemble(const Model& model, ModalDamping modal_damping = ModalDamping::as_matrix,
                              const linalg::Ranks* ranks = nullptr, const StageReport& proceed = {});
/// Hash of all entries as the user wrote them, hexadecimal; functions by their place in the script.
[[nodiscard]] std::string digest_of_entries(const Model& model);

}  // namespace jounce
