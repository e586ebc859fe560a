// The lines of an .inp file with its instances expanded: the lines of a part are read once for each of its instances.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "meshes/files/abaqus_keywords.hpp"
#include "meshes/files/text_reader.hpp"

namespace jounce::mesh_files {

/// Offset between the node and element numbers of consecutive instances: n of instance i is i * span + n.
inline constexpr long instance_span = 1'000'000'000'000;

struct Instance {
    std::string name, part;
    long base = 0;                                            ///< multiple of instance_span, above 0
    Eigen::Isometry3d place = Eigen::Isometry3d::Identity();  ///< from the part's axes to the global ones
};

class AbaqusLines {
  public:
    explicit AbaqusLines(TextReader& text) : text_(text) {}

    /// The next line, without definitions of parts and instances. Messages of the reader then name its line.
    /// \throws Error for invalid parts and instances
    bool next(std::string& line);
    /// The instance of the last line; null outside of instances.
    [[nodiscard]] const Instance* instance() const { return instance_; }
    /// By name, without regard to capital letters; null when there is none.
    [[nodiscard]] const Instance* find(const std::string& name) const;
    /// Name of the instance of a number; empty outside of instances.
    [[nodiscard]] std::string name_of(long number) const {
        const long place = number / instance_span;
        return place > 0 ? instances_[static_cast<std::size_t>(place - 1)].name : "";
    }
    /// Parts without an instance.
    [[nodiscard]] std::vector<std::string> unused() const;

  private:
    struct Line {
        std::string text;
        int number;
    };
    struct Part {
        std::string name;
        std::vector<Line> lines;
        int line;
        bool used = false;
    };
    bool read(std::string& line);
    void read_part(const Keyword& keyword);
    void read_instance(const Keyword& keyword);
    void place(Instance& instance, const std::vector<Line>& data) const;
    [[nodiscard]] std::vector<double> numbers(const Line& line, std::size_t count) const;

    TextReader& text_;
    std::vector<Part> parts_;
    std::deque<Instance> instances_;  // pointers to them stay valid
    std::deque<Line> pending_;        // of the instance being expanded
    const Instance* instance_ = nullptr;
    int line_ = 0;  // of the file
};

}  // namespace jounce::mesh_files
