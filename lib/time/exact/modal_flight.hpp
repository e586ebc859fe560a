// Linear motion in closed form: uncoupled coordinates q'' + c q' + k q = p(t) under cubic polynomials and sines, with bounds.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/closed_signals.hpp"
#include "time/equations/work_rates.hpp"

namespace jounce::time {

/// Value, rate and second derivative of a local coordinate, and a bound of its third derivative within the reach.
struct RowMotion {
    double value = 0, first = 0, second = 0;
    double third_bound = 0;
};

/// A force along a row, sum_m coefficient[m] s^m (on the left-hand side: B^T f), s from the start of the span.
struct RowForce {
    static constexpr std::size_t powers = 8;
    std::size_t row = 0;
    std::array<double, powers> coefficient{};  ///< [N/s^m]

    [[nodiscard]] double at(double s) const {
        double value = 0;
        for (std::size_t m = powers; m-- > 0;) value = value * s + coefficient[m];
        return value;
    }
};

/// The motion of a System with M = 1 and diagonal C and K on one span, in closed form: without contact, or with
/// polynomial contact forces (docs/theory/event_driven.md, eqs. 1-3). Workspace only: `begin` sets the span, `at` the
/// instant, everything else reads. Only the constructor and `keep_shares` allocate.
///
/// Every function of time here is a sum: a polynomial, exponentials Re(z e^(mu s)), and divided differences of
/// exponentials Re(w E(s)), E = (e^(mu1 s) - e^(mu2 s))/(mu1 - mu2), when resonance or critical damping would make two
/// exponentials cancel. Coordinates that are slow on the span are Taylor polynomials, for the same reason.
class ModalFlight {
  public:
    explicit ModalFlight(const System& system);

    /// Is the linear block M = 1 with diagonal C and K?
    [[nodiscard]] static bool applies(const LinearBlock& linear);

    /// The motion from `from` (time, q, v) over [0, length] with the signals' pieces, which must all be closed, and
    /// `forces`, which must outlive the span. \param in_contact is the span one of several of this length, with and
    /// without forces?
    void begin(const State& from, const ClosedSignals& signals, double length, bool in_contact = false,
               std::span<const RowForce> forces = {});
    /// Sets the instant s after the start; bounds are then valid on [s, s + reach].
    void at(double s, double reach = 0);
    /// Sets one of the `shares` of a span in contact, by its number. The expensive exponentials of the instant are kept
    /// for repeated lengths. No bounds are valid.
    void at_share(std::size_t number);
    /// The instant of a Gauss point of [0, end].
    void at_part(std::size_t point, double end) {
        end == length_&& in_contact_ ? at_share(first_gauss + point) : at(share(first_gauss + point) * end);
    }
    /// Allocates the storage of `at_share`.
    void keep_shares();
    /// The nodes of a step, instants between them, Gauss points.
    static constexpr std::size_t first_node = 0, first_check = 8, first_gauss = 13, share_count = 21;
    [[nodiscard]] static double share(std::size_t number);
    [[nodiscard]] double instant() const { return s_; }
    /// q, v and accelerations (n each) at the instant.
    void motion(double* q, double* v, double* a) const;

    /// Adds the work of loads, supports and structural damping on [0, end] (docs/theory/event_driven.md, eqs. 8, 9):
    /// Gauss points for resolved terms, integrals in closed form for exponentials that are fast on the span. Moves the
    /// instant.
    void add_work(double end, const ClosedSignals& signals, WorkRates& rates, WorkSum& sum);

    /// A local coordinate, including the stop's own motion.
    [[nodiscard]] RowMotion row(std::size_t r) const { return row_without(r, n_); }
    /// The same without the free vibrations `first`, `first` + 1, ... (of `size()`, ascending in frequency).
    [[nodiscard]] RowMotion row_without(std::size_t r, std::size_t first) const;
    /// tail[j]: bound of the sum of vibrations j, j + 1, ... in the row, from the instant on (size() + 1 numbers).
    void tails(std::size_t r, double* tail) const;
    [[nodiscard]] std::size_t size() const { return n_; }
    /// The largest |mu| of a free vibration or decay [1/s].
    [[nodiscard]] double highest_rate() const { return highest_rate_; }
    /// Sum of all amplitudes of a row: the round-off of its values is a few 1e-16 of this.
    [[nodiscard]] double amplitude(std::size_t r) const { return amplitude_[r]; }

  private:
    using Complex = std::complex<double>;
    static constexpr std::size_t no_sine = std::numeric_limits<std::size_t>::max();
    static constexpr int terms = 34;  // of a polynomial
    // Largest radius max(sqrt |k|, c) T of a coordinate that is a Taylor polynomial on [0, T]. High powers of the
    // forces need the larger one: divided by k and c they would cancel.
    static constexpr double slow_radius = 0.5, slow_radius_in_contact = 3;
    struct Polynomial {
        std::array<double, terms> c{};
        int degree = 0;
        void add(int power, double coefficient) {
            c[static_cast<std::size_t>(power)] += coefficient;
            if (coefficient != 0 && power > degree) degree = power;
        }
        void clear() {
            std::fill_n(c.begin(), degree + 1, 0.0);
            degree = 0;
        }
    };
    enum class Form { vibration, critical, roots };
    struct Mode {
        Form form = Form::vibration;
        double c = 0, k = 0;
        Complex first, second;  // roots of mu^2 + c mu + k; the slower one first
    };
    struct Pair {
        Complex first, second;     // mu1, mu2
        std::size_t exponent = 0;  // that of mu1
        std::size_t mode = 0;
        Complex weight;
        Complex value;  // E at the instant
        double bound = 0;
        bool fast = false;
    };

    void set_forces(const ClosedSignals& signals);
    [[nodiscard]] bool slow(std::size_t sine) const { return std::abs(omega_[sine]) * length_ <= 1.5; }
    /// Forcing of a coordinate as a Taylor polynomial, slow sines included.
    [[nodiscard]] Polynomial taylor_force(std::size_t i) const;
    void solve(std::size_t i, double q, double v);
    /// Stores the polynomials in blocks.
    void lay_out();
    [[nodiscard]] double slow_limit() const { return in_contact_ ? slow_radius_in_contact : slow_radius; }
    void set_exponential(std::size_t e, double s);
    void set_pairs(double s, double reach);
    void solve_slow(std::size_t i, double q, double v);
    void solve_roots(std::size_t i, double q, double v);
    void solve_vibration(std::size_t i, double q, double v);
    std::size_t add_exponential(Complex mu, Complex weight, std::size_t mode);
    void add_pair(Complex first, Complex second, std::size_t exponent, std::size_t mode, Complex weight);
    void assemble_row(std::size_t r, const ClosedSignals& signals);
    /// Marks the exponentials that are fast on [0, end], and the pairs of critically damped coordinates that decay fast.
    /// \returns the largest |mu| of the others
    double mark_fast(double end);
    void add_fast_work(std::size_t e, double end, const ClosedSignals& signals, const WorkRates& rates, WorkSum& sum) const;
    /// That of the decay of a critically damped coordinate, in panels that grow with time up to `longest`.
    void add_critical_work(const Pair& pair, double end, double longest, const ClosedSignals& signals, WorkRates& rates,
                           WorkSum& sum) const;

    const System* system_;
    std::size_t n_ = 0, rows_ = 0;
    std::vector<Mode> mode_;
    double highest_rate_ = 0;
    std::vector<std::size_t> order_;  // coordinates, ascending in frequency
    struct Pattern {
        std::size_t signal;
        int derivative;
        Vector over;  // n
    };
    std::vector<Pattern> patterns_;  // loads of one signal and derivative together
    std::vector<double> B_;          // rows x n

    std::span<const RowForce> forces_;  // contacts'
    std::vector<double> row_force_;     // at the instant of add_work
    bool in_contact_ = false;

    // The span. Exponentials: the sines, then each coordinate's own ones in ascending order.
    double length_ = 0;
    std::size_t sines_ = 0, count_ = 0, capacity_ = 0;
    std::vector<double> omega_;
    std::vector<std::size_t> signal_sine_;  // or `no_sine`
    std::vector<Complex> signal_phasor_;
    std::vector<Complex> force_, answer_;  // n x sine capacity: forcing, and the steady response to it
    std::vector<Polynomial> polynomial_, poly_force_;
    // The same in blocks of `lanes` coordinates, within a block ordered by powers: a block is evaluated at once.
    static constexpr std::size_t lanes = 16;
    std::size_t blocks_ = 0;
    std::vector<double> by_power_, force_by_power_;
    std::vector<int> degree_, force_degree_;  // largest ones of each block
    std::vector<double> sine_power_;          // w^m/m! of each sine
    std::vector<int> sine_powers_;            // how many of them are significant on the span
    std::vector<std::size_t> begin_;          // first exponential of the j-th coordinate in order_
    std::vector<Complex> mu_, own_;
    std::vector<std::size_t> owner_;
    std::vector<Pair> pairs_;
    std::size_t pair_count_ = 0;

    // Per row and derivative (0, 1, 2): weights of the exponentials and of the pairs; sizes of those of the third
    // derivative.
    std::vector<double> weight_r_, weight_i_, third_, size_;
    std::vector<Complex> pair_weight_;
    std::vector<double> pair_third_;
    std::vector<Polynomial> row_polynomial_;
    std::vector<double> amplitude_;

    // The instant.
    double s_ = 0, reach_ = 0;
    std::vector<double> e_r_, e_i_, envelope_;
    /// For one length: the exponentials of the coordinates (not of the sines) at all shares.
    struct Kept {
        double length = 0;
        std::uint64_t last_use = 0;
        std::size_t count = 0;  ///< of the exponentials
        std::array<bool, share_count> known{};
    };
    std::array<Kept, 40> kept_;
    std::unique_ptr<double[]> kept_values_;  // length, share, real or imaginary part, exponential
    std::unique_ptr<Complex[]> kept_mu_;     // length, exponential
    Kept* kept_now_ = nullptr;
    [[nodiscard]] bool keeps(const Kept& kept) const;
    [[nodiscard]] Complex* kept_mu(const Kept& kept) const {
        return &kept_mu_[static_cast<std::size_t>(&kept - kept_.data()) * 2 * n_];
    }
    void find_kept();
    [[nodiscard]] double* kept_values(std::size_t share) const {
        return &kept_values_[((static_cast<std::size_t>(kept_now_ - kept_.data()) * share_count) + share) * 4 * n_];
    }
    std::uint64_t uses_ = 0;

    // Workspace.
    std::vector<unsigned char> fast_;  // per exponential
    std::vector<Complex> last_;        // at the end of the work
    std::vector<double> q_, v_, a_;
};

}  // namespace jounce::time
