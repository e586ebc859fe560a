// The same impact by every law, transition, model, method and way of finding events: 0.5 kg at 2 m/s against one wall.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contact/law_samples.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::test::matrix {

/// A law of the samples under a transition condition.
struct LawCase {
    std::string kind;
    int sample = 0;
    std::string transition;
    Value settings;  ///< as a script's constructor returns them
    contact::LawPointer law;
};

/// A model in which a mass of 0.5 kg meets its wall.
struct Scene {
    const char* name;
    const char* mover;  ///< node or body of the probes
    bool joints;        ///< a mechanism
    bool alone;         ///< nothing but the mass takes part: the reference is the one of a point
};

/// What remains of one march.
struct Outcome {
    double speed = 0;  ///< at the end, against the direction of approach [m/s]
    double place = 0;  ///< at the end [m]
    int impacts = 0;
    std::optional<double> restitution;  ///< of the first impact, as logged
};

struct Judgement {
    enum class Verdict { right, wrong, refused };
    Verdict verdict = Verdict::right;
    std::string text;                ///< what is wrong, or the reason of the refusal
    double coarse = 0, fine = 0;     ///< relative errors
    double expected = 0, found = 0;  ///< orders
    Outcome got, want;
};

[[nodiscard]] const std::vector<LawCase>& law_cases();
[[nodiscard]] const std::vector<Scene>& scenes();

/// What the messages of refused cells hold, one row for each reason.
[[nodiscard]] const std::vector<const char*>& refusals();
/// Cells that are wrong today, by the start of their name, each with what is wrong: they are left out until the engine is mended.
[[nodiscard]] const std::vector<const char*>& known_faults();
/// Is the cell in the sample that every check runs? Each case of a law meets one scene, in turn with the transitions; laws that
/// change at the turning point, and dampers that act before the touch, meet all of them.
[[nodiscard]] bool sampled(std::size_t law_case, std::size_t scene);

/// All marches of one law that share their references.
class Bench {
  public:
    explicit Bench(const LawCase& law);
    /// The reference: event_driven at tolerance 1e-12. \throws Error where it is refused
    [[nodiscard]] const std::vector<Outcome>& reference(const Scene& scene);
    [[nodiscard]] Judgement judge(const Scene& scene, const std::string& method, time::Events events);
    /// Does a free impact at the speed of the matrix get deeper than the law reaches?
    [[nodiscard]] bool beyond_the_law() const { return beyond_the_law_; }
    /// "" or how the reference of the point differs from the free impact.
    [[nodiscard]] std::string reference_fault();

  private:
    const LawCase& law_;
    double duration_ = 0;  ///< of the contact in a free impact [s]
    double restitution_ = 0;
    bool beyond_the_law_ = false;
    std::vector<Outcome> point_, beam_;
};

/// All methods, located and stepwise, of one law in one scene. \returns one line for each cell that is neither right nor refused
/// for one of the reasons listed
[[nodiscard]] std::vector<std::string> wrong_cells(const LawCase& law, const Scene& scene);

}  // namespace jounce::test::matrix
