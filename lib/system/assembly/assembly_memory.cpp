// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/assembly_memory.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "system/assembly/digest.hpp"
#include "system/assembly/doubts.hpp"
#include "system/builder/builder.hpp"

namespace jounce {

namespace {

std::uint64_t next_alike() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

bool same(const Table& a, const Table& b);

/// Does the same stand there? Functions of a script may differ in what they refer to: only one and the same is equal.
bool same(const Value& a, const Value& b) {
    if (const double* x = a.number()) return b.number() != nullptr && *x == *b.number();
    if (const std::string* x = a.text()) return b.text() != nullptr && *x == *b.text();
    if (const bool* x = a.boolean()) return b.boolean() != nullptr && *x == *b.boolean();
    if (const Reference* x = a.reference())
        return b.reference() != nullptr && x->name == b.reference()->name && x->type == b.reference()->type;
    if (const auto x = a.function()) return x == b.function();
    if (const List* x = a.list()) {
        const List* y = b.list();
        return y != nullptr && std::ranges::equal(*x, *y, [](const Value& u, const Value& v) { return same(u, v); });
    }
    if (const Table* x = a.table()) return b.table() != nullptr && same(*x, *b.table());
    return a.is_nil() && b.is_nil();
}

bool same(const Table& a, const Table& b) {
    return std::ranges::equal(
        a, b, [](const auto& u, const auto& v) { return u.first == v.first && u.first != "file" && same(u.second, v.second); });
}

bool same(const Origin& a, const Origin& b) { return a.line == b.line && a.file == b.file; }

bool same_but_for_signal(const FullLoad& a, const FullLoad& b) {
    const auto term = [](const LinearTerm& u, const LinearTerm& v) {
        return u.index == v.index && u.coefficient == v.coefficient;
    };
    return a.derivative == b.derivative && a.term == b.term && a.name == b.name && a.nodal == b.nodal &&
           same(a.origin, b.origin) && std::ranges::equal(a.pattern, b.pattern, term);
}

/// They are notes of the System.
bool same_doubts(const Table& a, const Table& b) {
    std::vector<std::string> of_a, of_b;
    add_doubts("load", a, {}, {}, of_a);
    add_doubts("load", b, {}, {}, of_b);
    return of_a == of_b;
}

}  // namespace

bool AssemblyMemory::find_renewed(const Kept& kept, const Model& model, std::vector<Renewed>& renewed) {
    const Model& before = *kept.model;
    if (model.name() != before.name() || model.accepted() != before.accepted() || model.entries_.size() != kept.entries)
        return false;
    for (std::size_t i = 0; i < model.entries_.size(); ++i) {
        const Model::Written &was = before.entries_[i], &is = model.entries_[i];
        if (was.kind != is.kind || !same(was.origin, is.origin)) return false;
        if (same(was.table, is.table)) continue;
        if (is.kind != "load" || !same_doubts(was.table, is.table)) return false;
        Builder of_was(before), of_is(model);
        of_was.begin(was.kind, was.handle, was.origin);
        was.entry->assemble(of_was);
        of_is.begin(is.kind, is.handle, is.origin);
        is.entry->assemble(of_is);
        if (!of_was.mechanism().forces.empty() || !of_is.mechanism().forces.empty()) return false;
        if (!std::ranges::equal(of_was.loads(), of_is.loads(), same_but_for_signal)) return false;
        for (std::size_t k = 0; k < of_is.loads().size(); ++k)
            renewed.push_back({of_was.loads()[k].signal, of_is.loads()[k].signal});
    }
    return true;
}

std::optional<AssemblyMemory::Like> AssemblyMemory::like(const Model& model, ModalDamping damping) const {
    std::vector<Renewed> renewed;
    if (!kept_ || kept_->damping != damping || kept_->assembled.system->mechanism || !find_renewed(*kept_, model, renewed))
        return {};
    const auto now = [&renewed](const SignalPointer& signal) -> SignalPointer {
        const auto found = std::ranges::find(renewed, signal, &Renewed::before);
        return found == renewed.end() ? nullptr : found->now;
    };
    for (const PrescribedMotion& motion : kept_->assembled.system->recovery.prescribed) {
        if (now(motion.signal)) return {};  // the response of massless dofs to a load
    }
    Like out{kept_->assembled.alike, model.id(), {}, {}};
    for (const Load& load : kept_->assembled.system->loads) {
        const SignalPointer signal = now(load.signal);
        out.signals.push_back(signal ? signal : load.signal);
    }
    Hash hash;
    for (const Model::Written& written : model.entries_) hash.text(written.kind).table(written.table);
    out.digest = hash.text(kept_->structure).hexadecimal();
    return out;
}

AssemblyMemory::Assembled AssemblyMemory::assemble(const std::shared_ptr<const Model>& model, ModalDamping damping,
                                                   const StageReport& proceed) {
    if (const std::optional<Like> found = like(*model, damping)) {
        auto out = std::make_shared<System>(*kept_->assembled.system);
        take_signals(*found, *out);
        return {std::move(out), found->alike};
    }
    ++assembled_;
    kept_.reset();  // before the assembly, which needs memory
    // In place: make_shared would copy the matrices.
    const Assembled out{std::shared_ptr<const System>(new System(jounce::assemble(*model, damping, nullptr, proceed))),
                        next_alike()};
    kept_ = Kept{model, model->entries_.size(), damping, out, structure_of(*out.system)};
    return out;
}

void take_signals(const AssemblyMemory::Like& like, System& system) {
    system.model = like.model;
    system.digest = like.digest;
    for (std::size_t i = 0; i < like.signals.size(); ++i) system.loads[i].signal = like.signals[i];
}

}  // namespace jounce
