// The same impact by every law, transition, model, method and way of finding events: 0.5 kg at 2 m/s against one wall.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contact/law_samples.hpp"
#include "matrix_judgement.hpp"

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
    bool alone;         ///< nothing but the mass and one side takes part: the reference is the one of a point
};

/// What remains of one march.
struct Outcome {
    double speed = 0;  ///< at the end, against the direction of approach [m/s]
    double place = 0;  ///< at the end [m]
    int impacts = 0;
    std::optional<double> restitution;  ///< of the first impact, as logged
};

[[nodiscard]] const std::vector<LawCase>& law_cases();
[[nodiscard]] const std::vector<Scene>& scenes();

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
    /// The model at each place of the onset, for all methods: a law with a constant that is solved for costs as much as a march.
    [[nodiscard]] const std::vector<std::shared_ptr<const System>>& systems(const Scene& scene);
    const LawCase& law_;
    double duration_ = 0;  ///< of the contact in a free impact [s]
    double restitution_ = 0;
    bool beyond_the_law_ = false;
    std::vector<Outcome> point_;
    std::map<std::string, std::vector<Outcome>> others_;
    std::map<std::string, std::vector<std::shared_ptr<const System>>> systems_;
};

/// All methods, located and stepwise, of one law in one scene; none where the impact is deeper than the law reaches.
[[nodiscard]] std::vector<Cell> cells(const LawCase& law, const Scene& scene);
/// The same judged: one line for each cell that is neither right nor refused by a row of refusals.hpp.
[[nodiscard]] std::vector<std::string> wrong_cells(const LawCase& law, const Scene& scene);

}  // namespace jounce::test::matrix
