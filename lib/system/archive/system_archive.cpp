// A System of a structure as a part of a file: its parts, then what laws, frictions, signals and sections were made from.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/archive/system_archive.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/fields/recipe.hpp"
#include "base/fields/value_archive.hpp"
#include "base/messages/error.hpp"
#include "elements/section_kind.hpp"
#include "elements/section_kinds.hpp"
#include "system/archive/parts_archive.hpp"
#include "system/archive/system_check.hpp"
#include "system/signals/tabulated_signal.hpp"

namespace jounce {

namespace {

/// A System and the parts that it only points to; `Constness` of all is that of the System.
template <class SystemType, class Beams, class SupportsType>
struct Opened {
    SystemType& system;
    Beams* beams;
    SupportsType* supports;
};

/// Calls f(pointer, what) for every law, friction, signal and section, in the order of the file. A signal may be null.
template <class Parts, class F>
void for_each_product(const Parts& parts, const F& f) {
    for (auto& contact : parts.system.contacts) f(contact.law, "law of gap '" + contact.name + "'");
    for (auto& friction : parts.system.frictions) {
        f(friction.law, "friction of '" + friction.name + "'");
        f(friction.normal_force, "normal force of '" + friction.name + "'");
    }
    for (auto& load : parts.system.loads) f(load.signal, std::string("load"));
    for (auto& motion : parts.system.recovery.prescribed) f(motion.signal, std::string("prescribed motion"));
    if (parts.supports != nullptr)
        for (auto& support : parts.supports->held)
            for (auto& push : support.loads) f(push.signal, std::string("load on a support"));
    if (parts.beams == nullptr) return;
    for (auto& piece : *parts.beams) {
        f(piece.section, "section of beam '" + piece.beam + "'");
        for (auto& load : piece.loads) f(load.signal, "load on beam '" + piece.beam + "'");
    }
}

Value saved_recipe(const contact::LawPointer& law) { return recipe_of(law); }
Value saved_recipe(const contact::FrictionPointer& law) { return recipe_of(law); }
Value saved_recipe(const std::shared_ptr<const elements::Section>& section) { return elements::recipe_of(*section); }
Value saved_recipe(const SignalPointer& signal) {
    const Value recipe = recipe_of(signal);
    const Table* table = recipe.list() == nullptr ? recipe.table() : nullptr;
    const auto* tabulated = dynamic_cast<const signals::Tabulated*>(signal.get());
    return table != nullptr && table->find("file") != nullptr && tabulated != nullptr ? Value(tabulated->without_file(*table))
                                                                                      : recipe;
}

bool names_file(const Value& recipe) {
    if (const List* list = recipe.list()) return std::ranges::any_of(*list, names_file);
    const Table* table = recipe.table();
    return table != nullptr &&
           (table->find("file") != nullptr ||
            std::any_of(table->begin(), table->end(), [](const auto& entry) { return names_file(entry.second); }));
}

void make(std::shared_ptr<const contact::Law>& out, const Value& from) { out = contact::law_family.make(from, "model", "law"); }
void make(std::shared_ptr<const contact::FrictionLaw>& out, const Value& from) {
    out = contact::friction_family.make(from, "model", "friction");
}
void make(std::shared_ptr<const Signal>& out, const Value& from) { out = signal_family.make(from, "model", "signal"); }
void make(std::shared_ptr<const elements::Section>& out, const Value& from) {
    out = std::make_shared<const elements::Section>(elements::section_family().make(from, "model", "section"));
}

/// What one family's products were made from, each once: products that were shared stay shared.
template <class Product>
class Pool {
  public:
    int index_of(const std::shared_ptr<const Product>& product, const std::string& what, const std::string& subject) {
        if (product == nullptr) return -1;
        for (std::size_t i = 0; i < products_.size(); ++i)
            if (products_[i] == product.get()) return static_cast<int>(i);
        Value from = saved_recipe(product);
        if (const auto function = function_in(from))
            throw bad_case(subject + ": the " + what + " is a function (" + function->origin().text() +
                           "), which no file can contain; use a kind of jounce, for example a table");
        if (from.is_nil()) throw bad_case(subject + ": the " + what + " was not made by a script and cannot be saved");
        products_.push_back(product.get());
        recipes_.push_back(std::move(from));
        return static_cast<int>(recipes_.size()) - 1;
    }
    void write(ArchiveWriter& archive) const { archive(recipes_); }

    void read(ArchiveReader& archive) {
        archive(recipes_);
        // A saved table has its values: no file is opened in the name of another one.
        for (const Value& recipe : recipes_)
            archive.require(!names_file(recipe), "a law, friction, signal or section names a file");
        made_.resize(recipes_.size());
    }
    std::shared_ptr<const Product> at(int index, const ArchiveReader& archive) {
        if (index == -1) return nullptr;
        archive.require(index >= 0 && index < static_cast<int>(recipes_.size()), "a law, friction, signal or section is missing");
        auto& made = made_[static_cast<std::size_t>(index)];
        if (made == nullptr) make(made, recipes_[static_cast<std::size_t>(index)]);
        return made;
    }

  private:
    std::vector<const Product*> products_;
    std::vector<Value> recipes_;
    std::vector<std::shared_ptr<const Product>> made_;
};

struct Pools {
    Pool<contact::Law> laws;
    Pool<contact::FrictionLaw> frictions;
    Pool<Signal> signals;
    Pool<elements::Section> sections;

    template <class Product>
    Pool<Product>& of() {
        if constexpr (std::is_same_v<Product, contact::Law>)
            return laws;
        else if constexpr (std::is_same_v<Product, contact::FrictionLaw>)
            return frictions;
        else if constexpr (std::is_same_v<Product, Signal>)
            return signals;
        else
            return sections;
    }
};

template <class Archive, class Parts>
void transfer_system(Archive& archive, const Parts& parts) {
    auto& [name, model, linear, loads, rows, contacts, sides, frictions, recovery, nodes, modal_ratios, q0, v0, coordinate_names,
           beams, shells, supports, soft_motions, unsure_motions, mechanism, notes, accepted, digest] = parts.system;
    static_cast<void>(model);
    static_cast<void>(beams);
    static_cast<void>(shells);
    static_cast<void>(supports);
    static_cast<void>(unsure_motions);
    static_cast<void>(mechanism);
    archive(name, linear, loads, rows, contacts, sides, frictions, recovery, nodes, modal_ratios, q0, v0, coordinate_names,
            soft_motions, notes, accepted, digest);
}

/// An optional part behind a pointer.
template <class Part>
void write_part(ArchiveWriter& archive, const std::shared_ptr<const Part>& part) {
    archive(part != nullptr);
    if (part != nullptr) archive(*part);
}
template <class Part>
std::shared_ptr<Part> read_part(ArchiveReader& archive) {
    bool there = false;
    archive(there);
    auto part = there ? std::make_shared<Part>() : nullptr;
    if (there) archive(*part);
    return part;
}

}  // namespace

void write_system(ArchiveWriter& archive, const System& system, const std::string& subject) {
    const Opened<const System, const std::vector<BeamPiece>, const Supports> parts{system, system.beams.get(),
                                                                                   system.supports.get()};
    Pools pools;
    std::vector<int> chosen;
    for_each_product(parts, [&](const auto& pointer, const std::string& what) {
        using Product = std::remove_const_t<typename std::remove_cvref_t<decltype(pointer)>::element_type>;
        chosen.push_back(pools.of<Product>().index_of(pointer, what, subject));
    });
    pools.laws.write(archive);
    pools.frictions.write(archive);
    pools.signals.write(archive);
    pools.sections.write(archive);
    archive(chosen);
    transfer_system(archive, parts);
    write_part(archive, system.beams);
    write_part(archive, system.shells);
    write_part(archive, system.supports);
}

std::shared_ptr<const System> read_system(ArchiveReader& archive) {
    Pools pools;
    pools.laws.read(archive);
    pools.frictions.read(archive);
    pools.signals.read(archive);
    pools.sections.read(archive);
    std::vector<int> chosen;
    archive(chosen);
    auto system = std::make_shared<System>();
    const auto at = [&] { return Opened<System, std::vector<BeamPiece>, Supports>{*system, nullptr, nullptr}; };
    transfer_system(archive, at());
    const auto beams = read_part<std::vector<BeamPiece>>(archive);
    system->shells = read_part<std::vector<ShellPart>>(archive);
    const auto supports = read_part<Supports>(archive);
    std::size_t next = 0;
    for_each_product(Opened<System, std::vector<BeamPiece>, Supports>{*system, beams.get(), supports.get()},
                     [&](auto& pointer, const std::string& /*what*/) {
                         using Product = std::remove_const_t<typename std::remove_cvref_t<decltype(pointer)>::element_type>;
                         archive.require(next < chosen.size(), "a law, friction, signal or section is missing");
                         pointer = pools.of<Product>().at(chosen[next++], archive);
                     });
    archive.require(next == chosen.size(), "a law, friction, signal or section is left over");
    system->beams = beams;
    system->supports = supports;
    require_runnable(*system, archive);
    return system;
}

}  // namespace jounce
