// The .inp of Abaqus and CalculiX: keyword lines that begin with a star, data lines between them.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "meshes/files/abaqus_keywords.hpp"
#include "meshes/files/abaqus_lines.hpp"
#include "meshes/files/abaqus_materials.hpp"
#include "meshes/files/labels.hpp"
#include "meshes/files/mesh_files.hpp"
#include "meshes/files/number_sets.hpp"
#include "meshes/files/numbered_points.hpp"
#include "meshes/files/text_reader.hpp"

namespace jounce {

namespace {

using mesh_files::instance_span;
using mesh_files::Keyword;
using mesh_files::NumberedPoints;
using mesh_files::NumberSet;
using mesh_files::NumberSets;
using mesh_files::split;
using mesh_files::TextReader;
using mesh_files::unquoted;
using mesh_files::upper;

class AbaqusReader {
  public:
    AbaqusReader(const std::string& file, const std::string& subject)
        : text_(file, subject), lines_(text_), points_(text_, instance_span), materials_(text_) {}

    Mesh read() {
        std::string line;
        std::optional<Keyword> keyword;
        int begin = 0;
        bool step = false;
        while (lines_.next(line)) {
            if (line.empty() || line.starts_with("**")) continue;
            if (line.front() == '*') {
                begin = text_.line();
                if (!unfinished_.empty()) throw text_.wrong("the data of an element end with a comma", unfinished_line_);
                while (line.ends_with(',')) {  // continues in the next line
                    std::string more;
                    if (!lines_.next(more)) break;
                    line += more;
                }
                keyword = mesh_files::read_keyword(line, begin);
                if (keyword->name == "STEP") step = true, left_out("STEP", begin);
                if (keyword->name == "END STEP") {
                    step = false;
                    keyword = Keyword{"", {}, begin};
                    continue;
                }
                if (step) {
                    keyword->name.clear();
                    continue;
                }
                begin_keyword(*keyword);
            } else if (!keyword) {
                throw text_.wrong("a keyword such as *NODE is expected, got '" + line.substr(0, 40) + "'");
            } else if (!step) {
                if (const auto words = whole(*keyword, line)) data(*keyword, *words);
            }
        }
        if (text_.line() == 0) throw text_.wrong("the file is empty", 1);
        if (!unfinished_.empty()) throw text_.wrong("the data of an element end with a comma", unfinished_line_);
        finish();
        return std::move(mesh_);
    }

  private:
    std::string needed(const Keyword& keyword, const std::string& parameter) const {
        const auto found = keyword.values.find(parameter);
        if (found == keyword.values.end() || found->second.empty())
            throw text_.wrong("*" + keyword.name + " needs " + parameter + "=...", keyword.line);
        return found->second;
    }

    /// The words of a data line. The data of an element continue in the next line if the line ends with a comma before
    /// the last node.
    std::optional<std::vector<std::string>> whole(const Keyword& keyword, const std::string& line) {
        std::vector<std::string> words = split(line);
        if (keyword.name != "ELEMENT") return words;
        if (unfinished_.empty()) unfinished_line_ = text_.line();
        unfinished_.insert(unfinished_.end(), words.begin(), words.end());
        if (line.ends_with(',') && unfinished_.size() < corners_of(keyword) + 1) return {};
        return std::exchange(unfinished_, {});
    }

    static std::size_t corners_of(const Keyword& element) { return upper(element.values.at("TYPE")).starts_with("S3") ? 3 : 4; }

    void left_out(const std::string& name, int line) {
        const auto [place, added] = left_out_.try_emplace(name, line);
        if (added) mesh_.notes.push_back("*" + name + " (line " + std::to_string(line) + ") is left out");
    }

    void begin_keyword(const Keyword& keyword) {
        const std::string& name = keyword.name;
        mesh_files::check_keyword(keyword, text_);
        if (name == "ELEMENT") {
            const std::string type = upper(needed(keyword, "TYPE"));
            if (type != "S3" && type != "S3R" && type != "S4" && type != "S4R")
                throw text_.wrong("elements must be of the types S3, S3R, S4 or S4R, got " + type, keyword.line);
        } else if (name == "NSET") {
            const std::string set = own(needed(keyword, "NSET"));
            (void)node_sets_.named(set, keyword.line);
            const auto elements = keyword.values.find("ELSET");
            if (elements != keyword.values.end())
                of_elements_.push_back({set, in_instance(keyword, elements->second), keyword.line});
        } else if (name == "ELSET") {
            (void)element_sets_.named(own(needed(keyword, "ELSET")), keyword.line);
        } else if (name == "SHELL SECTION") {
            materials_.begin_section({own(needed(keyword, "ELSET")), needed(keyword, "MATERIAL"), 0, keyword.line});
        } else if (!materials_.begin(keyword) && name != "NODE" && name != "HEADING") {
            left_out(name, keyword.line);
        }
    }

    void data(const Keyword& keyword, const std::vector<std::string>& words) {
        const std::string& name = keyword.name;
        if (words.empty() || name == "HEADING") return;
        if (name == "NODE") return node(keyword, words);
        if (name == "ELEMENT") return element(keyword, words);
        if (name == "NSET" && keyword.values.contains("ELSET"))
            throw text_.wrong("a node set with ELSET=... must have no data lines");
        if (name == "NSET") return members(keyword, words, keyword.values.at("NSET"), node_sets_);
        if (name == "ELSET") return members(keyword, words, keyword.values.at("ELSET"), element_sets_);
        if (name == "ELASTIC" || name == "DENSITY") return materials_.data(keyword, words);
        if (name == "SHELL SECTION") materials_.section_data(words);
    }

    void node(const Keyword& keyword, const std::vector<std::string>& words) {
        const long number = base() + text_.integer_in(words[0], "a node's number", 1, instance_span - 1);
        if (words.size() < 2 || words.size() > 7) throw text_.wrong("a node has a number and three coordinates");
        std::array<double, 3> position{};
        for (std::size_t i = 1; i < std::min<std::size_t>(words.size(), 4); ++i)
            position[i - 1] = words[i].empty() ? 0 : text_.number_in(words[i], "a coordinate");
        if (lines_.instance() != nullptr) {
            const Eigen::Vector3d placed = lines_.instance()->place * Eigen::Vector3d(position.data());
            position = {placed[0], placed[1], placed[2]};
        }
        points_.add(number, position, text_.line());
        const auto set = keyword.values.find("NSET");
        if (set != keyword.values.end()) add(node_sets_, set->second, number);
    }

    void add(NumberSets& sets, const std::string& set, long number) {
        sets.named(own(set), text_.line()).members.push_back({number, text_.line(), false});
    }

    void element(const Keyword& keyword, const std::vector<std::string>& words) {
        const long number = base() + text_.integer_in(words[0], "an element's number", 1, instance_span - 1);
        const std::size_t corners = corners_of(keyword);
        if (words.size() != corners + 1)
            throw text_.wrong("an element " + keyword.values.at("TYPE") + " has a number and " + std::to_string(corners) +
                              " nodes, got " + std::to_string(words.size() - 1) + " nodes");
        MeshCell cell;
        cell.line = unfinished_line_;
        std::array<long, 4> nodes{};
        for (std::size_t i = 0; i < corners; ++i)
            nodes[i] = base() + text_.integer_in(words[i + 1], "a node's number", 1, instance_span - 1);
        nodes_.push_back(nodes);
        const auto [place, added] = elements_.try_emplace(number, static_cast<int>(mesh_.cells.size()));
        if (!added) throw text_.wrong("element " + words[0] + " was given before");
        mesh_.cells.push_back(cell);
        const auto set = keyword.values.find("ELSET");
        if (set != keyword.values.end()) add(element_sets_, set->second, number);
    }

    /// Nodes may come after the elements.
    void find_nodes() {
        for (std::size_t c = 0; c < nodes_.size(); ++c) {
            MeshCell& cell = mesh_.cells[c];
            text_.show_line(cell.line);
            for (std::size_t i = 0; i < 4 && nodes_[c][i] > 0; ++i) cell.points[i] = points_.find(nodes_[c][i]);
            mesh_files::check_cell(cell, text_);
        }
    }

    void members(const Keyword& keyword, const std::vector<std::string>& words, const std::string& name, NumberSets& sets) {
        const long base = base_of(keyword);
        auto& members = sets.named(own(name), text_.line()).members;
        const int line = text_.line();
        if (keyword.values.contains("GENERATE")) {
            if (words.size() < 2 || words.size() > 3)
                throw text_.wrong("GENERATE needs a first number, a last number and a step");
            const long first = text_.integer_in(words[0], "the first number", 1, instance_span - 1);
            const long last = text_.integer_in(words[1], "the last number", first, instance_span - 1);
            const long step = words.size() == 3 ? text_.integer_in(words[2], "the step", 1, instance_span - 1) : 1;
            if ((last - first) / step > 100'000'000) throw text_.wrong("GENERATE gives more than 100 million numbers");
            for (long number = first; number <= last; number += step) members.push_back({base + number, line, true});
            return;
        }
        for (const std::string& given : words) {
            if (given.empty()) continue;
            const std::string word = unquoted(given);
            if (const NumberSet* named = sets.find(in_instance(keyword, word))) {
                const auto others = named->members;  // possibly of the set itself
                members.insert(members.end(), others.begin(), others.end());
            } else {
                // "bolt-1.12": node 12 of an instance
                const std::size_t point = word.rfind('.');
                const mesh_files::Instance* of = point == std::string::npos ? nullptr : lines_.find(word.substr(0, point));
                const std::string label = of != nullptr ? word.substr(point + 1) : word;
                members.push_back(
                    {(of != nullptr ? of->base : base) +
                         text_.integer_in(label, "a number, or the name of a set given before,", 1, instance_span - 1),
                     line, false});
            }
        }
    }

    /// The base of the numbers in the current line, and the name of a set of the current instance: "bolt-1.ends".
    [[nodiscard]] long base() const { return lines_.instance() != nullptr ? lines_.instance()->base : 0; }
    [[nodiscard]] std::string own(const std::string& set) const {
        return lines_.instance() != nullptr ? lines_.instance()->name + "." + set : set;
    }
    /// The instance of a set: the one that contains it, or the one that it names.
    [[nodiscard]] const mesh_files::Instance* instance_of(const Keyword& keyword) const {
        const auto named = keyword.values.find("INSTANCE");
        if (named == keyword.values.end()) return lines_.instance();
        const mesh_files::Instance* found = lines_.find(named->second);
        if (found == nullptr) throw text_.wrong("there is no instance " + named->second, keyword.line);
        return found;
    }
    [[nodiscard]] long base_of(const Keyword& keyword) const {
        const mesh_files::Instance* instance = instance_of(keyword);
        return instance != nullptr ? instance->base : 0;
    }
    [[nodiscard]] std::string in_instance(const Keyword& keyword, const std::string& set) const {
        const mesh_files::Instance* instance = instance_of(keyword);
        return instance != nullptr ? instance->name + "." + set : set;
    }

    void finish() {
        if (mesh_.cells.empty()) throw text_.wrong("the file contains no *ELEMENT of a shell");
        find_nodes();
        for (const NumberSet& set : node_sets_) {
            MeshSet points{set.name, {}};
            for (const auto& member : set.members) {
                if (points_.has(member.number))
                    points.points.push_back(points_.find(member.number));
                else if (!member.generated)
                    throw missing("the node set " + set.name + " names node ", member.number, member.line);
            }
            for (const OfElements& of : of_elements_) {
                if (upper(of.set) != upper(set.name)) continue;
                const NumberSet* elements = element_sets_.find(of.elements);
                if (elements == nullptr) throw text_.wrong("there is no element set " + of.elements, of.line);
                const std::vector<int> corners = corners_in(*elements);
                points.points.insert(points.points.end(), corners.begin(), corners.end());
            }
            require_any(set, points.points, "node");
            mesh_.sets.push_back(std::move(points));
        }
        for (const NumberSet& set : element_sets_) {
            MeshSet points{set.name, corners_in(set)};
            require_any(set, points.points, "element");
            add_element_set(std::move(points));
        }
        for (const mesh_files::ShellSection& section : materials_.sections()) apply(section);
        for (const std::string& part : lines_.unused())
            mesh_.notes.push_back("the part " + part + " has no instance and is left out");
        points_.finish(mesh_);
    }

    [[nodiscard]] std::vector<int> corners_in(const NumberSet& set) const {
        std::vector<int> out;
        for (const auto& member : set.members) {
            const auto element = elements_.find(member.number);
            if (element != elements_.end()) {
                const MeshCell& cell = mesh_.cells[static_cast<std::size_t>(element->second)];
                out.insert(out.end(), cell.points.begin(), cell.points.begin() + cell.corners());
            } else if (!member.generated) {
                throw missing("the element set " + set.name + " names element ", member.number, member.line);
            }
        }
        return out;
    }

    [[nodiscard]] Error missing(const std::string& what, long number, int line) const {
        const std::string instance = lines_.name_of(number);
        return text_.wrong(what + std::to_string(number % instance_span) +
                               (instance.empty() ? "" : " of the instance " + instance) + ", which does not exist",
                           line);
    }

    /// Ranges may have holes, but must not be empty.
    void require_any(const NumberSet& set, const std::vector<int>& points, const std::string& kind) const {
        if (points.empty() && !set.members.empty())
            throw text_.wrong("no " + kind + " of the ranges of the set " + set.name + " exists", set.members.front().line);
    }

    /// Abaqus separates node sets and element sets, and writes both with the same name for one region.
    void add_element_set(MeshSet set) {
        const auto named = [&](const std::string& name) {
            return std::find_if(mesh_.sets.begin(), mesh_.sets.end(),
                                [&](const MeshSet& other) { return upper(other.name) == upper(name); });
        };
        const auto other = named(set.name);
        if (other != mesh_.sets.end()) {
            if (mesh_files::distinct(other->points) == mesh_files::distinct(set.points)) return;
            const std::string name = set.name;
            while (named(set.name) != mesh_.sets.end()) set.name += " (elements)";
            mesh_.notes.push_back("the element set '" + name + "' has the name of a node set with other nodes: it is called '" +
                                  set.name + "'");
        }
        mesh_.sets.push_back(std::move(set));
    }

    void apply(const mesh_files::ShellSection& section) {
        const NumberSet* set = element_sets_.find(section.elements);
        if (set == nullptr) throw text_.wrong("there is no element set " + section.elements, section.line);
        const elements::Material material = materials_.of(section);
        for (const auto& member : set->members) {
            const auto element = elements_.find(member.number);
            if (element == elements_.end()) continue;  // a hole in a range
            int& property = mesh_.cells[static_cast<std::size_t>(element->second)].property;
            if (property >= 0 && property != static_cast<int>(mesh_.properties.size()))
                throw taken(member.number, mesh_.properties[static_cast<std::size_t>(property)].name, section.line);
            property = static_cast<int>(mesh_.properties.size());
        }
        mesh_.properties.push_back({section.elements, section.thickness, material});
    }

    [[nodiscard]] Error taken(long number, const std::string& other, int line) const {
        return text_.wrong("element " + std::to_string(number % instance_span) + " has the section of " + other + " already",
                           line);
    }

    struct OfElements {
        std::string set, elements;
        int line;
    };

    TextReader text_;
    mesh_files::AbaqusLines lines_;
    NumberedPoints points_;
    Mesh mesh_;
    std::unordered_map<long, int> elements_;
    NumberSets node_sets_, element_sets_;
    std::vector<OfElements> of_elements_;     // node sets of the nodes of elements
    std::vector<std::array<long, 4>> nodes_;  // of each cell; 0 after the third node of a triangle
    std::vector<std::string> unfinished_;     // words of an element that continues in the next line
    int unfinished_line_ = 0;
    mesh_files::AbaqusMaterials materials_;
    std::map<std::string, int> left_out_;
};

}  // namespace

Mesh read_abaqus(const std::string& file, const std::string& subject) { return AbaqusReader(file, subject).read(); }

}  // namespace jounce
