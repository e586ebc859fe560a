// A run that begins with an equilibrium that ranks have found together, whose coordinates have another order.
// Reference: the values by the names of the coordinates; exact.
// Control: the same states without ranks, which are refused for their order; equal gaps, which are accepted.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "support/small_system.hpp"
#include "support/thread_ranks.hpp"
#include "time/start/continuation.hpp"

namespace jounce::test::continuation_order_test {
namespace {

using time::InitialState;

struct Stop {
    std::string name;
    contact::GapGeometry gap;
};

std::shared_ptr<System> model(const std::string& name, const std::vector<std::string>& coordinates,
                              const std::vector<Stop>& stops) {
    auto out = std::make_shared<System>();
    out->name = name;
    out->digest = "digest of " + name;
    out->coordinate_names = coordinates;
    for (const Stop& stop : stops) {
        Contact contact;
        contact.name = stop.name;
        contact.gap = stop.gap;
        contact.first_side = out->sides;
        out->sides += contact.gap.sides();
        out->contacts.push_back(contact);
    }
    return out;
}

constexpr contact::GapGeometry behind(double clearance) { return {contact::GapShape::plane, clearance, false, true}; }

std::shared_ptr<InitialState> state(const std::shared_ptr<const System>& system) {
    auto out = std::make_shared<InitialState>();
    out->system = system;
    out->state.q = Eigen::Vector3d(1, 2, 3);
    out->state.v = Eigen::Vector3d(-1, -2, -3);
    out->state.sides.resize(static_cast<std::size_t>(system->sides));
    out->description = "static equilibrium";
    return out;
}

/// What a run of `later` from a state of `earlier` says, whose matrices ranks share if `ranks` is not null.
std::string refusal(const std::shared_ptr<const System>& later, const std::shared_ptr<System>& earlier,
                    const linalg::Ranks* ranks) {
    earlier->linear.ranks = ranks;
    try {
        time::require_same_coordinates(*later, *time::in_order_of(later, state(earlier)));
    } catch (const Error& error) {
        return error.message();
    }
    return {};
}

const std::vector<std::string> order = {"a.ux", "a.uy", "b.ux"}, other_order = {"b.ux", "a.ux", "a.uy"};

TEST(ContinuationOrder, CoordinatesFollowTheirNames) {
    const auto later = model("later", order, {{"wall", stop(1e-3)}}),
               earlier = model("earlier", other_order, {{"wall", stop(2e-3)}});
    ThreadRanks(1).run([&](const linalg::Ranks& ranks) {
        EXPECT_EQ(refusal(later, earlier, &ranks), "") << "another clearance is permitted";
        const auto moved = time::in_order_of(later, state(earlier));
        EXPECT_EQ(moved->state.q, linalg::Vector(Eigen::Vector3d(2, 3, 1)));
        EXPECT_EQ(moved->state.v, linalg::Vector(Eigen::Vector3d(-2, -3, -1)));
        EXPECT_EQ(moved->system->name, "earlier");
        EXPECT_EQ(moved->system->digest, "digest of earlier") << "it enters the digest of the run";
    });
    EXPECT_TRUE(refusal(later, earlier, nullptr).ends_with("has its coordinates in a different order from model 'later'"));
}

/// Sides of gaps that the state does not have would be read behind its end.
TEST(ContinuationOrder, OtherGapsAreRefusedInTheWordsOfASingleProcess) {
    const auto wall = [](const contact::GapGeometry& gap) { return std::vector<Stop>{{"wall", gap}}; };
    const std::vector<Stop> two = {{"wall", stop(1e-3)}, {"floor", stop(1e-3)}};
    const std::vector<std::pair<std::vector<Stop>, std::vector<Stop>>> pairs = {
        {two, {}}, {two, wall(stop(1e-3))}, {wall(stop(1e-3)), two}, {wall(stop(1e-3)), wall(behind(1e-3))}};
    ThreadRanks(1).run([&](const linalg::Ranks& ranks) {
        for (const auto& [here, there] : pairs) {
            const auto later = model("later", order, here);
            const std::string alone = refusal(later, model("earlier", order, there), nullptr);
            EXPECT_NE(alone, "");
            EXPECT_EQ(refusal(later, model("earlier", other_order, there), &ranks), alone);
        }
    });
}

/// A coordinate of one of them alone is named.
TEST(ContinuationOrder, OtherCoordinatesAreRefused) {
    const auto later = model("later", order, {});
    ThreadRanks(1).run([&](const linalg::Ranks& ranks) {
        EXPECT_EQ(refusal(later, model("earlier", {"b.ux", "a.ux", "a.uz"}, {}), &ranks),
                  "run: 'initial' (static equilibrium, of model 'earlier') has no coordinate 'a.uy', which model 'later' has");
    });
}

/// Coordinates of a reduction have the same names in every reduction, but are other motions unless its shapes are the same.
TEST(ContinuationOrder, OtherReductionsAreRefused) {
    for (const double size : {1.0, 1e6, 1e-6}) {
        for (const double part : {0.0, 1e-12, 1e-6}) {
            const auto later = model("later", order, {}), earlier = model("earlier", order, {});
            const Matrix shapes = size * (Matrix(4, 3) << 1, 2, 3, -2, 1, 0.5, 0.3, -1, 2, 1, 1, -1).finished();
            for (const auto& one : {later, earlier}) one->recovery.rigid = Matrix::Ones(3, 6);
            later->recovery.T = sparse(shapes);
            earlier->recovery.T = sparse((1 + part) * shapes);
            const std::string said = refusal(later, earlier, nullptr);
            EXPECT_EQ(said.ends_with("was reduced differently from model 'later'"), part == 1e-6) << size << ' ' << part << said;
        }
    }
}

/// Of a motion in other coordinates, those of the full model: rows that are one coordinate alone say which.
TEST(ContinuationOrder, FreeCoordinatesAreDofsOfTheFullModel) {
    System assembled, prepared;
    assembled.coordinate_names = {"a", "b"};
    prepared.coordinate_names = {"mode 1", "mode 2"};
    // The second dof follows both coordinates with factors of one, the fourth is half of the second coordinate.
    assembled.linear.M = sparse(Matrix::Identity(2, 2));
    assembled.recovery.T = sparse((Matrix(5, 2) << 1, 0, 1, 1, 0, 0, 0, 0.5, 0, 1).finished());
    prepared.recovery.T = sparse((Matrix(5, 2) << 3, 4, 100, 200, 7, 7, -9, 9, -5, 6).finished());
    const linalg::Vector q = time::free_coordinates(assembled, prepared, linalg::Vector{{10, 1}});
    EXPECT_EQ(q[0], 34);
    EXPECT_EQ(q[1], -44);
}

}  // namespace
}  // namespace jounce::test::continuation_order_test
