// A fingerprint of a System.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace jounce {

namespace {

/// A product carries changes to higher bits only; the fold takes them to the lower ones.
void add_word(std::uint64_t value, std::uint64_t& first, std::uint64_t& second) {
    first = (first ^ value) * 0x9e3779b97f4a7c15u;
    first ^= first >> 32;
    second = (second ^ value) * 0xc2b2ae3d27d4eb4fu;
    second ^= second >> 29;
}

}  // namespace

Hash& Hash::bytes(const void* data, std::size_t size) {
    const auto* byte = static_cast<const unsigned char*>(data);
    for (std::size_t begin = 0; begin < size; begin += 8) {
        std::uint64_t value = 0;
        for (std::size_t i = begin; i < std::min(begin + 8, size); ++i) value |= std::uint64_t{byte[i]} << (8 * (i - begin));
        add_word(value, first_, second_);
    }
    return *this;
}

Hash& Hash::number(double value) {
    if (value == 0) value = 0;  // -0 and 0 are the same
    return integer(std::bit_cast<std::int64_t>(value));
}

Hash& Hash::integer(std::int64_t value) {
    add_word(static_cast<std::uint64_t>(value), first_, second_);
    return *this;
}

Hash& Hash::text(std::string_view value) {
    return integer(static_cast<std::int64_t>(value.size())).bytes(value.data(), value.size());
}

Hash& Hash::table(const Table& table) {
    for (const auto& [key, entry] : table) text(key).value(entry);
    return text("end");
}

Hash& Hash::value(const Value& value) {
    if (const bool* b = value.boolean()) return text("boolean").integer(*b ? 1 : 0);
    if (const double* x = value.number()) return text("number").number(*x);
    if (const std::string* s = value.text()) return text("text").text(*s);
    // A name and a handle are equivalent.
    if (const Reference* r = value.reference()) return text("text").text(r->name);
    if (const auto function = value.function()) {
        const Origin origin = function->origin();
        return text("function").text(origin.file).integer(origin.line);
    }
    if (const List* list = value.list()) {
        text("list").integer(static_cast<std::int64_t>(list->size()));
        for (const Value& item : *list) this->value(item);
        return *this;
    }
    if (const Table* t = value.table()) return text("table").table(*t);
    return text("nothing");
}

Hash& Hash::vector(const Vector& vector) {
    integer(vector.size());
    for (const double x : vector) number(x);
    return *this;
}

Hash& Hash::matrix(const SparseMatrix& matrix) {
    integer(matrix.rows()).integer(matrix.cols());
    for (int j = 0; j < matrix.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) integer(std::int64_t{it.row()} << 32 | j).number(it.value());
    }
    return *this;
}

void add_system(Hash& hash, const System& system) {
    const LinearBlock& linear = system.linear;
    if (linear.ranks == nullptr)
        hash.matrix(linear.M).matrix(linear.C).matrix(linear.K);
    else  // the same on all ranks
        for (const linalg::SharedMatrix& matrix : {linear.mass(), linear.damping(), linear.stiffness()})
            hash.vector(matrix.diagonal()).vector(matrix.row_sums());
    for (const Load& load : system.loads) hash.vector(load.pattern).integer(load.derivative).integer(static_cast<int>(load.term));
    for (const SparseRow& row : system.rows) {
        for (std::size_t i = 0; i < row.index.size(); ++i) hash.integer(row.index[i]).number(row.coefficient[i]);
        for (std::size_t i = 0; i < row.prescribed.size(); ++i)
            hash.integer(row.prescribed[i]).number(row.prescribed_coefficient[i]);
    }
    for (const Contact& contact : system.contacts) {
        hash.text(contact.name).text(contact.law->kind).integer(static_cast<int>(contact.gap.shape));
        hash.number(contact.gap.clearance).integer(contact.gap.positive).integer(contact.gap.negative);
        hash.number(contact.law->minimum_speed).integer(contact.law->adhesion).text(contact.law->transition->name);
    }
    for (const Friction& friction : system.frictions) {
        hash.text(friction.name).text(friction.law->kind).integer(friction.contact).integer(friction.first_row);
        hash.integer(friction.own_rows).integer(friction.directions).integer(friction.around).integer(friction.spins);
    }
    hash.matrix(system.recovery.T);
    for (const PrescribedMotion& motion : system.recovery.prescribed) hash.vector(motion.pattern);
    for (const SystemNode& node : system.nodes) {
        hash.text(node.name);
        for (const double x : node.position) hash.number(x);
    }
    hash.vector(system.q0).vector(system.v0);
}

std::string structure_of(const System& system) {
    Hash hash;
    add_system(hash, system);
    return hash.hexadecimal();
}

std::string Hash::hexadecimal() const { return fmt::format("{:016x}{:016x}", first_, second_); }

}  // namespace jounce
