// Gmsh's .msh 4.1, ASCII (Gmsh reference manual, "MSH file format").
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <climits>
#include <map>
#include <unordered_set>

#include "meshes/files/labels.hpp"
#include "meshes/files/mesh_files.hpp"
#include "meshes/files/numbered_points.hpp"
#include "meshes/files/text_reader.hpp"

namespace jounce {

namespace {

using mesh_files::NumberedPoints;
using mesh_files::TextReader;

constexpr long most = 2'000'000'000;

using Key = std::pair<int, long>;  // dimension and tag, of an entity or a physical group

class GmshReader {
  public:
    GmshReader(const std::string& file, const std::string& subject) : text_(file, subject), points_(text_) {}

    Mesh read() {
        std::string line;
        while (text_.next_line(line)) {
            if (line.empty()) continue;
            if (!line.starts_with('$'))
                throw text_.wrong("a section such as $Nodes is expected, got '" + line.substr(0, 40) + "'");
            const std::string section = line.substr(1);
            if (section == "MeshFormat")
                format();
            else if (!has_format_)
                throw text_.wrong("a .msh file begins with $MeshFormat, got '$" + section + "'");
            else if (section == "PhysicalNames")
                names();
            else if (section == "Entities")
                entities();
            else if (section == "Nodes")
                nodes();
            else if (section == "Elements")
                elements();
            else {
                skip(section);
                continue;
            }
            const int last = text_.line();
            const std::string end = text_.word("$End" + section);
            if (end != "$End" + section)
                throw text_.wrong("$End" + section + " is expected after line " + std::to_string(last) + ", got '" + end + "'");
        }
        if (text_.line() == 0) throw text_.wrong("the file is empty", 1);
        if (!has_format_) throw text_.wrong("the file contains no $MeshFormat");
        if (mesh_.cells.empty()) throw text_.wrong("the file contains no triangle and no quadrilateral");
        sets();
        points_.finish(mesh_);
        return std::move(mesh_);
    }

  private:
    void format() {
        const std::string version = text_.word("the version");
        if (version != "4.1")
            throw text_.wrong("the version must be 4.1 (in Gmsh: Mesh.MshFileVersion = 4.1), got '" + version + "'");
        const std::string type = text_.word("the file type");
        if (type != "0") throw text_.wrong("the file must be ASCII (in Gmsh: Mesh.Binary = 0), got the type '" + type + "'");
        (void)text_.integer("the size of a number", 1, 64);
        has_format_ = true;
    }

    void names() {
        const long count = text_.integer("the number of physical names", 0, most);
        for (long i = 0; i < count; ++i) {
            const int dimension = static_cast<int>(text_.integer("a dimension", 0, 3));
            const long tag = text_.integer("a physical tag", -most, most);
            names_[{dimension, tag}] = text_.quoted("a name in quotes");
        }
    }

    void entities() {
        // They assign elements to physical groups.
        if (!tags_.empty()) throw text_.wrong("$Entities must come before $Elements");
        std::array<long, 4> count{};
        for (long& one : count) one = text_.integer("a number of entities", 0, most);
        for (int dimension = 0; dimension < 4; ++dimension)
            for (long i = 0; i < count[static_cast<std::size_t>(dimension)]; ++i) {
                const long tag = text_.integer("the tag of an entity", -most, most);
                for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) (void)text_.number("a coordinate");
                const long physical = text_.integer("the number of physical tags", 0, most);
                for (long k = 0; k < physical; ++k) {
                    const long group = text_.integer("a physical tag", -most, most);
                    physical_[{dimension, tag}].push_back(std::abs(group));
                }
                if (dimension == 0) continue;
                const long bounds = text_.integer("the number of bounding entities", 0, most);
                for (long k = 0; k < bounds; ++k) (void)text_.integer("the tag of a bounding entity", -most, most);
            }
    }

    void nodes() {
        const long blocks = text_.integer("the number of blocks", 0, most);
        const long total = text_.integer("the number of nodes", 0, most);
        for (int k = 0; k < 2; ++k) (void)text_.integer("the range of tags", 0, LONG_MAX);
        long seen = 0;
        for (long b = 0; b < blocks; ++b) {
            const long dimension = text_.integer("a dimension", 0, 3);
            (void)text_.integer("the tag of an entity", -most, most);
            const bool parametric = text_.integer("parametric", 0, 1) == 1;
            const long count = text_.integer("the number of nodes of the block", 0, total - seen);
            std::vector<std::pair<long, int>> tags;
            for (long i = 0; i < count; ++i) {
                const long tag = text_.integer("a node's tag", 1, LONG_MAX);
                tags.emplace_back(tag, text_.line());
            }
            for (const auto& [tag, line] : tags) {
                std::array<double, 3> position{};
                for (double& x : position) x = text_.number("a coordinate");
                for (long k = 0; parametric && k < dimension; ++k) (void)text_.number("a parametric coordinate");
                points_.add(tag, position, line);
            }
            seen += count;
        }
        if (seen != total)
            throw text_.wrong("the blocks contain " + std::to_string(seen) + " nodes, but the file announces " +
                              std::to_string(total));
    }

    void elements() {
        const long blocks = text_.integer("the number of blocks", 0, most);
        const long total = text_.integer("the number of elements", 0, most);
        for (int k = 0; k < 2; ++k) (void)text_.integer("the range of tags", 0, LONG_MAX);
        long seen = 0;
        for (long b = 0; b < blocks; ++b) {
            const int dimension = static_cast<int>(text_.integer("a dimension", 0, 3));
            const long entity = text_.integer("the tag of an entity", -most, most);
            const long type = text_.integer("the type of the elements", 1, 1000);
            const long count = text_.integer("the number of elements of the block", 0, total - seen);
            const int corners = type == 15 ? 1 : type == 1 ? 2 : type == 2 ? 3 : type == 3 ? 4 : 0;
            if (corners == 0)
                throw text_.wrong(
                    "elements must be points (15), lines (1), triangles (2) or quadrilaterals (3) of first order, got type " +
                    std::to_string(type));
            for (long i = 0; i < count; ++i) {
                const long tag = text_.integer("an element's tag", 1, LONG_MAX);
                if (!tags_.insert(tag).second) throw text_.wrong("element " + std::to_string(tag) + " was given before");
                MeshCell cell;
                for (int k = 0; k < corners; ++k) {
                    const int point = points_.find(text_.integer("a node's tag", 1, LONG_MAX));
                    cell.points[static_cast<std::size_t>(k)] = point;
                    const auto groups = physical_.find({dimension, entity});
                    if (groups == physical_.end()) continue;
                    for (const long group : groups->second) groups_[{dimension, group}].push_back(point);
                }
                if (corners < 3) continue;
                mesh_files::check_cell(cell, text_);
                cell.line = text_.line();
                mesh_.cells.push_back(cell);
            }
            seen += count;
        }
        if (seen != total)
            throw text_.wrong("the blocks contain " + std::to_string(seen) + " elements, but the file announces " +
                              std::to_string(total));
    }

    [[nodiscard]] std::string name_of(const Key& group) const {
        const auto name = names_.find(group);
        return name != names_.end() ? name->second : "physical " + std::to_string(group.second);
    }

    /// Groups by name and dimension. A name with different nodes in different dimensions gives several sets.
    void sets() {
        std::vector<std::string> order;
        std::map<std::string, std::map<int, std::vector<int>>> by_name;
        for (const auto& [group, members] : groups_) {
            const std::string name = name_of(group);
            if (!by_name.contains(name)) order.push_back(name);
            std::vector<int>& points = by_name[name][group.first];
            points.insert(points.end(), members.begin(), members.end());
        }
        for (const std::string& name : order) {
            auto& dimensions = by_name[name];
            for (auto& [dimension, points] : dimensions) points = mesh_files::distinct(std::move(points));
            const std::vector<int>& first = dimensions.begin()->second;
            const bool one = std::all_of(dimensions.begin(), dimensions.end(), [&](const auto& d) { return d.second == first; });
            if (one) {
                add_set(name, first);
                continue;
            }
            constexpr std::array<const char*, 4> kinds{"points", "curves", "surfaces", "volumes"};
            std::string names;
            for (const auto& [dimension, points] : dimensions) {
                const std::string own = name + " (" + kinds.at(static_cast<std::size_t>(dimension)) + ")";
                add_set(own, points);
                names += (names.empty() ? "'" : ", '") + own + "'";
            }
            mesh_.notes.push_back("physical groups of several dimensions have the name '" + name + "': the sets are " + names);
        }
    }

    void add_set(const std::string& name, std::vector<int> points) {
        const bool taken = std::any_of(mesh_.sets.begin(), mesh_.sets.end(), [&](const MeshSet& s) { return s.name == name; });
        if (taken) throw text_.wrong("two physical groups would have the name '" + name + "'");
        mesh_.sets.push_back({name, std::move(points)});
    }

    void skip(const std::string& section) {
        std::string line;
        const int begin = text_.line();
        while (text_.next_line(line))
            if (line == "$End" + section) return;
        throw text_.wrong("$" + section + " has no $End" + section, begin);
    }

    TextReader text_;
    NumberedPoints points_;
    Mesh mesh_;
    bool has_format_ = false;
    std::unordered_set<long> tags_;  // of elements
    std::map<Key, std::string> names_;
    std::map<Key, std::vector<long>> physical_;  // of an entity
    std::map<Key, std::vector<int>> groups_;     // points of a physical group, with repetitions
};

}  // namespace

Mesh read_gmsh(const std::string& file, const std::string& subject) { return GmshReader(file, subject).read(); }

}  // namespace jounce
