// Bodies, joints and clearance joints of a mechanism as flat surfaces and lines.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "record/frames/motion.hpp"
#include "record/frames/picture.hpp"
#include "record/frames/planar_frames.hpp"
#include "record/frames/planar_outline.hpp"

namespace jounce::record {

/// The drawing of a System's mechanism. Rest is the configuration at time 0, so that a warp by `displacement` with
/// factor 1 is the motion. Bodies are plates around their points and centres of mass; a block's corners, bearings,
/// pins, faces and slots have their true size; everything else has a width for drawing. Parts are drawn in layers
/// slightly above z = 0 so that none hides another.
class BodySurface {
  public:
    /// Bodies with their pins, hinges and springs; or their guides: bearings, faces, slots and the curves of ideal
    /// joints.
    enum class Drawn { bodies, guides };
    explicit BodySurface(const System& system, Drawn drawn = Drawn::bodies);

    [[nodiscard]] bool empty() const { return anchors_.empty(); }
    /// Points, cells and the arrays `displacement`, `velocity`, `acceleration`, all zero, and `body`: 0 on the ground, 1, 2, ...
    /// in the order of the model. Guides also have `gap_state` (0 open, 1 closed) and `gap_force` (normal force [N]), zero on
    /// ideal joints.
    [[nodiscard]] const Picture& rest() const { return rest_; }
    /// Fills the arrays of a copy of `rest()`.
    void show(const State& state, const FullMotion& motion, Picture& picture) const;

  private:
    struct Anchor {
        int frame = 0;
        bodies::Vector2 at = bodies::Vector2::Zero();  ///< in the frame
    };
    /// Points [first, last) of an outline shared by some contacts.
    struct Outline {
        std::size_t first = 0, last = 0;
        std::vector<int> contacts;
    };

    void measure();
    void add_bodies();
    void add_bar(int link);
    void add_joint(const PlanarJoint& joint);
    void add_pin(const PlanarPair& pair);
    void add_guide(const PlanarJoint& joint);
    void add_clearance(std::size_t index);
    void show_gaps(const State& state, Picture& picture) const;
    void add_polygon(int frame, const std::vector<bodies::Vector2>& corners, double height);
    void add_line(const std::vector<Anchor>& line, bool closed);
    /// A straight line of the first frame. It extends half the mechanism's size to both sides of the initial position
    /// of `at` (of the second frame).
    void add_straight(int first, const bodies::Vector2& through, const bodies::Vector2& along, int second,
                      const bodies::Vector2& at);
    long long add_point(const Anchor& anchor, double height);
    [[nodiscard]] double height_of(int frame) const { return 0.02 * width_ * frame; }
    [[nodiscard]] double top() const { return height_of(static_cast<int>(nodes_.size())); }

    const System& system_;
    Drawn drawn_;
    std::vector<int> nodes_;  // of the frames
    std::vector<PlanarFrameMotion> start_;
    double size_ = 1, width_ = 0.05;  // of the mechanism, of a bar [m]
    std::vector<Anchor> anchors_;     // of each point
    std::vector<Outline> outlines_;   // of clearances
    Picture rest_;
};

}  // namespace jounce::record
