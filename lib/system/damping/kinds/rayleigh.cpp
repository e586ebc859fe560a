// Damping kind "rayleigh": C = alpha M + beta K, given by its factors or by the ratios at two frequencies.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numbers>
#include <optional>

#include "base/messages/text.hpp"
#include "system/damping/damping_kinds.hpp"

namespace jounce::dampings {

namespace {

const std::string damping_rayleigh = "damping.rayleigh";

struct RayleighSettings {
    std::optional<double> alpha;
    std::optional<double> beta;
    Value ratio;
    std::vector<double> frequencies;
};

class Rayleigh final : public Damping {
  public:
    Rayleigh(double alpha, double beta) : alpha_(alpha), beta_(beta) {}
    DampingMatrix matrix(const linalg::SparseMatrix& M, const linalg::SparseMatrix& K) const override {
        return {.C = alpha_ * M + beta_ * K, .proportional = true, .alpha = alpha_, .beta = beta_};
    }
    bool adds_up() const override { return true; }

  private:
    double alpha_, beta_;
};

/// A factor that is negative by no more than the rounding of its two terms is zero.
double settled(double value, double magnitude) { return value < 0 && value >= -1e-12 * magnitude ? 0 : value; }

Error no_such_factors(const char* factor, double value, const char* unit, const char* remedy) {
    return bad_case(damping_rayleigh + ": these ratios require a negative " + factor + " (" + shortest(value) + " " + unit +
                    "), which adds energy to the motion: " + remedy);
}

// docs/theory/damping-and-signals.md, eq. 2, solved for alpha and beta.
DampingPointer from_ratios(const RayleighSettings& s) {
    std::vector<double> ratios = read_ratios(s.ratio, damping_rayleigh);
    if (ratios.size() == 1 && s.ratio.list() == nullptr) ratios.push_back(ratios.front());
    if (ratios.size() != 2)
        throw bad_field(damping_rayleigh, "ratio", "a number or a list of two, one for each frequency", s.ratio);
    if (s.frequencies.size() != 2) {
        throw bad_case(damping_rayleigh + ": 'frequencies' must be a list of two, got " + std::to_string(s.frequencies.size()));
    }
    double w1 = 2 * std::numbers::pi * s.frequencies[0];
    double w2 = 2 * std::numbers::pi * s.frequencies[1];
    if (w1 == w2) {
        throw bad_case(damping_rayleigh + ": 'frequencies' must be two different values, got " + shortest(s.frequencies[0]) +
                       " twice");
    }
    if (w1 > w2) {
        std::swap(w1, w2);
        std::swap(ratios[0], ratios[1]);
    }
    const double difference = (w2 - w1) * (w2 + w1);
    const double mass_scale = 2 * w1 * w2 / difference;
    const double stiffness_scale = 2 / difference;
    const double up = ratios[0] * w2;
    const double down = ratios[1] * w1;
    const double alpha = settled(mass_scale * (up - down), mass_scale * (up + down));
    const double beta =
        settled(stiffness_scale * (ratios[1] * w2 - ratios[0] * w1), stiffness_scale * (ratios[1] * w2 + ratios[0] * w1));
    if (alpha < 0) {
        throw no_such_factors(
            "alpha", alpha, "1/s",
            "the ratio must not grow faster than the frequency; give 'beta' for a ratio that is proportional to the frequency");
    }
    if (beta < 0) {
        throw no_such_factors(
            "beta", beta, "s",
            "the ratio must not fall faster than 1/frequency; give 'alpha' for a ratio that falls as 1/frequency");
    }
    return make_rayleigh(alpha, beta);
}

DampingPointer build(const RayleighSettings& s) {
    if (!s.ratio.is_nil()) return from_ratios(s);
    return make_rayleigh(s.alpha.value_or(0), s.beta.value_or(0));
}

}  // namespace

DampingPointer make_rayleigh(double alpha, double beta) { return std::make_shared<Rayleigh>(alpha, beta); }

const DampingKind& rayleigh_kind() {
    static const DampingKind kind = make_kind<RayleighSettings, DampingPointer>(
        {
            .family = "damping",
            .name = "rayleigh",
            .summary = "C = alpha M + beta K; the ratio at frequency f is alpha/(4 pi f) + pi beta f.",
            .sources = {{"J. W. S. Rayleigh, The Theory of Sound, vol. 1", 1877, "", "sec. 97"}},
            .fields =
                Fields<RayleighSettings>()
                    .number("alpha", &RayleighSettings::alpha, "1/s", zero_or_positive, "Factor of the mass matrix.")
                    .standard("0 when 'beta' is given")
                    .number("beta", &RayleighSettings::beta, "s", zero_or_positive, "Factor of the stiffness matrix.")
                    .standard("0 when 'alpha' is given")
                    .any("ratio", &RayleighSettings::ratio, "number or list of two",
                         "Damping ratio at the two frequencies: the same at both, or one for each (0.01 is 1 % of critical).")
                    .numbers("frequencies", &RayleighSettings::frequencies, "Hz", positive, "The two frequencies of the ratio.")
                    .at_most_one({"alpha", "ratio"})
                    .at_most_one({"beta", "ratio"})
                    .all_or_none({"ratio", "frequencies"})
                    .check([](const RayleighSettings& s) -> std::string {
                        if (s.alpha || s.beta || !s.ratio.is_nil()) return "";
                        return "'alpha' and 'beta', or 'ratio' and 'frequencies' are required";
                    }),
        },
        build);
    return kind;
}

}  // namespace jounce::dampings
