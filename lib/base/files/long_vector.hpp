// A vector that may exceed the memory: many elements are stored in a file.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/files/spilled_bytes.hpp"

namespace jounce {

/// Plain values, appended one by one and read as from a std::vector; they are in memory until the limit of `spill_to` is reached.
/// Then the existing elements, and later whole pages after them, become read-only and are changed by `set` alone.
template <class T>
requires std::is_trivially_copyable_v<T>
class LongVector {
  public:
    using value_type = T;
    using size_type = std::size_t;
    using iterator = T*;
    using const_iterator = const T*;

    LongVector() = default;
    LongVector(std::initializer_list<T> values) { append(values.begin(), values.size()); }
    LongVector(const std::vector<T>& values) { append(values.data(), values.size()); }
    /// The copy is in memory.
    LongVector(const LongVector& other) { append(other.data_, other.size_); }
    LongVector(LongVector&& other) noexcept { swap(other); }
    LongVector& operator=(LongVector other) noexcept {
        swap(other);
        return *this;
    }
    ~LongVector() = default;

    /// Beyond `memory` bytes elements are stored in the file, if it can be created; otherwise all stay in memory.
    void spill_to(std::shared_ptr<SpillFile> file, std::size_t memory) {
        file_ = std::move(file);
        memory_ = memory;
    }
    /// \param count expected number of elements
    void reserve(std::size_t count) {
        expected_ = std::max(expected_, count);
        const std::size_t in_memory = file_ ? std::min(count, memory_ / sizeof(T)) : count;
        if (!spilled_ && in_memory > room_) move_to(in_memory);
    }
    void push_back(const T& value) {
        const T copy = value;
        if (size_ == room_) grow();
        data_[size_++] = copy;
    }
    T& emplace_back() {
        push_back(T{});
        return data_[size_ - 1];
    }
    /// Changes an element, wherever it lies. \throws Error (computation) when the file cannot be written
    void set(std::size_t i, const T& value) {
        if (spilled_) {
            spilled_->change(i * sizeof(T), reinterpret_cast<const std::byte*>(&value), sizeof(T));
        } else {
            data_[i] = value;
        }
    }
    /// Memory and the limit of `spill_to` are kept.
    void clear() {
        if (spilled_) {
            LongVector fresh;
            fresh.spill_to(file_, memory_);
            swap(fresh);
        }
        size_ = 0;
    }
    /// Frees the memory of elements in the file until they are read again.
    void rest() const {
        if (spilled_) spilled_->rest();
    }
    /// Calls `action` with every element in order; memory holds a piece of those in the file at a time.
    template <class Action>
    void visit(Action&& action) const {
        constexpr std::size_t elements = std::max<std::size_t>((std::size_t{4} << 20U) / sizeof(T), 1);
        for (std::size_t i = 0; i < size_; ++i) {
            action(data_[i]);
            if ((i + 1) % elements == 0) rest();
        }
        rest();
    }
    /// Are elements stored in a file?
    [[nodiscard]] bool spilled() const { return spilled_ != nullptr; }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] T* data() { return data_; }
    [[nodiscard]] const T* data() const { return data_; }
    [[nodiscard]] T& operator[](std::size_t i) { return data_[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return data_[i]; }
    /// \throws std::out_of_range
    [[nodiscard]] const T& at(std::size_t i) const {
        if (i >= size_) throw std::out_of_range("LongVector");
        return data_[i];
    }
    [[nodiscard]] T* begin() { return data_; }
    [[nodiscard]] T* end() { return data_ + size_; }
    [[nodiscard]] const T* begin() const { return data_; }
    [[nodiscard]] const T* end() const { return data_ + size_; }
    [[nodiscard]] T& front() { return data_[0]; }
    [[nodiscard]] const T& front() const { return data_[0]; }
    [[nodiscard]] T& back() { return data_[size_ - 1]; }
    [[nodiscard]] const T& back() const { return data_[size_ - 1]; }
    /// A copy in memory.
    operator std::vector<T>() const { return {begin(), end()}; }  // NOLINT(google-explicit-constructor)
    friend bool operator==(const LongVector& a, const LongVector& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    void swap(LongVector& other) noexcept {
        std::swap(memory_store_, other.memory_store_);
        std::swap(spilled_, other.spilled_);
        std::swap(file_, other.file_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
        std::swap(memory_, other.memory_);
        std::swap(expected_, other.expected_);
    }
    void append(const T* values, std::size_t count) {
        if (count == 0) return;
        move_to(size_ + count);
        std::copy_n(values, count, data_ + size_);
        size_ += count;
    }
    /// Moves to memory for `room` elements; unused memory is not accessed.
    void move_to(std::size_t room) {
        auto store = std::make_unique_for_overwrite<T[]>(room);
        std::copy_n(data_, size_, store.get());
        memory_store_ = std::move(store);
        data_ = memory_store_.get();
        room_ = room;
    }
    void grow() {
        const std::size_t bytes = size_ * sizeof(T);
        if (!spilled_ && file_ && bytes >= std::max(memory_, sizeof(T)) / sizeof(T) * sizeof(T)) spill(bytes);
        if (!spilled_) {
            const std::size_t most = file_ ? std::max(memory_ / sizeof(T), std::size_t{1}) : 2 * room_ + 16;
            move_to(std::min(2 * room_ + 16, std::max(most, size_ + 1)));
            return;
        }
        room_ = spilled_->grow(bytes) / sizeof(T);
        data_ = reinterpret_cast<T*>(spilled_->data());
    }
    void spill(std::size_t bytes) {
        if (!file_->open()) {
            file_.reset();
            return;
        }
        spilled_ = std::make_unique<SpilledBytes>(file_, reinterpret_cast<const std::byte*>(data_), bytes, expected_ * sizeof(T));
        data_ = reinterpret_cast<T*>(spilled_->data());
        memory_store_.reset();
        room_ = size_;
    }

    std::unique_ptr<T[]> memory_store_;
    std::unique_ptr<SpilledBytes> spilled_;
    std::shared_ptr<SpillFile> file_;
    T* data_ = nullptr;
    std::size_t size_ = 0, room_ = 0;
    std::size_t memory_ = 0;    // bytes
    std::size_t expected_ = 0;  // elements
};

}  // namespace jounce
