// Ranks that are threads of this process: what they share is compared without mpirun.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

#include "linalg/basics/ranks.hpp"

namespace jounce::test {

/// The common memory of some ranks. A rank that throws leaves the others waiting.
class ThreadRanks {
  public:
    explicit ThreadRanks(int size) : gate_(size), dense_(static_cast<std::size_t>(size)), sparse_(dense_.size()) {}

    /// Runs `work` on every rank, each a thread.
    void run(const std::function<void(const linalg::Ranks&)>& work) {
        std::vector<std::thread> threads;
        for (int r = 0; r < static_cast<int>(dense_.size()); ++r) threads.emplace_back([this, r, &work] { work(One(*this, r)); });
        for (std::thread& thread : threads) thread.join();
    }

  private:
    class One final : public linalg::Ranks {
      public:
        One(ThreadRanks& all, int rank) : all_(all), rank_(rank) {}
        [[nodiscard]] int rank() const override { return rank_; }
        [[nodiscard]] int size() const override { return static_cast<int>(all_.dense_.size()); }
        void sum(Eigen::Ref<linalg::Matrix> x) const override {
            meet(all_.dense_, linalg::Matrix(x));
            x.setZero();
            for (const linalg::Matrix& other : all_.dense_) x += other;
            all_.gate_.arrive_and_wait();
        }
        [[nodiscard]] linalg::SparseMatrix sum(const linalg::SparseMatrix& x) const override {
            meet(all_.sparse_, x);
            linalg::SparseMatrix out(x.rows(), x.cols());
            for (const linalg::SparseMatrix& other : all_.sparse_) out = linalg::SparseMatrix(out + other);
            all_.gate_.arrive_and_wait();
            return out;
        }
        void complete(Eigen::Ref<linalg::Matrix> x) const override {
            meet(all_.dense_, linalg::Matrix(x));
            for (int r = 0; r < size(); ++r) {
                const Eigen::Index begin = first(x.rows(), r), count = first(x.rows(), r + 1) - begin;
                x.middleRows(begin, count) = all_.dense_[static_cast<std::size_t>(r)].middleRows(begin, count);
            }
            all_.gate_.arrive_and_wait();
        }
        [[nodiscard]] linalg::SparseMatrix own_columns(linalg::SparseMatrix&& part) const override {
            linalg::SparseMatrix out = sum(part);
            const auto [begin, end] = own(out.cols());
            out.prune([begin = begin, end = end](Eigen::Index, Eigen::Index j, double) { return j >= begin && j < end; });
            return out;
        }

      private:
        template <class Value>
        void meet(std::vector<Value>& values, Value own) const {
            values[static_cast<std::size_t>(rank_)] = std::move(own);
            all_.gate_.arrive_and_wait();
        }
        ThreadRanks& all_;
        int rank_;
    };

    std::barrier<> gate_;
    std::vector<linalg::Matrix> dense_;
    std::vector<linalg::SparseMatrix> sparse_;
};

}  // namespace jounce::test
