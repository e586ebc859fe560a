// The memory of a factor that is no longer needed, for the next one of the same size.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace jounce::linalg {

/// A factor of a large matrix takes longer to receive zeroed pages from the system than to be filled.
class SpareMemory {
  public:
    /// What was given last, or nothing.
    [[nodiscard]] std::vector<double> take() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(values_, {});
    }
    /// Keeps the larger one of this and what is there.
    void give(std::vector<double>&& values) {
        const std::scoped_lock lock(mutex_);
        if (values.capacity() > values_.capacity()) values_.swap(values);
    }

  private:
    std::mutex mutex_;
    std::vector<double> values_;
};

/// Numbers whose memory goes back to where it came from, as long as that exists.
class LentValues {
  public:
    LentValues() = default;
    explicit LentValues(const std::shared_ptr<SpareMemory>& from) : from_(from) {
        if (from) values_ = from->take();
    }
    LentValues(LentValues&&) = default;
    LentValues& operator=(LentValues&&) = default;
    LentValues(const LentValues&) = delete;
    LentValues& operator=(const LentValues&) = delete;
    ~LentValues() {
        if (const std::shared_ptr<SpareMemory> from = from_.lock()) from->give(std::move(values_));
    }
    [[nodiscard]] std::vector<double>& get() { return values_; }
    [[nodiscard]] const std::vector<double>& get() const { return values_; }

  private:
    std::vector<double> values_;
    std::weak_ptr<SpareMemory> from_;
};

}  // namespace jounce::linalg
