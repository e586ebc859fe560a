// The same slip by every friction law, model, method and way of finding events.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "contact/friction_samples.hpp"
#include "matrix_judgement.hpp"

namespace jounce::test::friction_matrix {

/// A friction law of the samples.
struct Case {
    std::string kind;
    std::size_t sample = 0;
    Value settings;  ///< as a script's constructor returns them
    contact::FrictionPointer law;
};

inline constexpr double speed = 0.05;  ///< at the start [m/s]

/// A model in which a mass slides at 0.05 m/s.
struct Scene {
    const char* name;
    const char* mover;                 ///< node or body of the probes
    std::vector<const char*> motions;  ///< that are compared, with their speeds
    double duration;                   ///< of the march [s]
    bool curved = false;               ///< a mechanism or a ring: the reference is of event_driven
    bool hits = false;                 ///< obliquely, instead of sliding under a force that is given
    const char* witness = nullptr;     ///< the scene of one coordinate whose motion this one is, along `along`
    std::vector<double> along = {1};   ///< of the motions
};

[[nodiscard]] const std::vector<Case>& cases();
[[nodiscard]] const std::vector<Scene>& scenes();

/// What remains of one march: places [m, rad] and speeds, in the order of the scene's motions.
struct Outcome {
    std::vector<double> places, speeds;
};
/// \param place of the onset, or of where the slip ends, within a step: 0 to 4
[[nodiscard]] System build(const Scene& scene, const Value& friction, int place);
/// The independent integration of a structure or of the scene's witness, or event_driven of a mechanism or a ring, at a
/// tolerance.
[[nodiscard]] Outcome reference(const Case& law, const Scene& scene, int place, double tolerance = 1e-12);
[[nodiscard]] const Scene& scene_named(const std::string& name);
/// Of one outcome against another, relative to the speed at the start and the way it makes.
[[nodiscard]] double error(const Scene& scene, const Outcome& got, const Outcome& want);

/// Of a march with located events against the reference, relative to the speed at the start and the way it makes.
[[nodiscard]] double end_error(const Case& law, const Scene& scene, const time::Method& method, int place);

/// All methods, located and stepwise, of one law in one scene.
[[nodiscard]] std::vector<matrix::Cell> cells(const Case& law, const Scene& scene);
/// The same judged: one line for each cell that is neither right nor refused by a row of refusals.hpp.
[[nodiscard]] std::vector<std::string> wrong_cells(const Case& law, const Scene& scene);
/// Cells that are wrong today, by the begin of their name, each with what is wrong.
[[nodiscard]] const std::vector<const char*>& known_faults();

}  // namespace jounce::test::friction_matrix
