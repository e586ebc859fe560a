// The .inp of Abaqus and CalculiX: keyword lines that begin with a star, data lines between them.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "system/mesh_files/abaqus_keywords.hpp"
#include "system/mesh_files/abaqus_lines.hpp"
#include "system/mesh_files/labels.hpp"
#include "system/mesh_files/mesh_files.hpp"
#include "system/mesh_files/numbered_points.hpp"
#include "system/mesh_files/text_reader.hpp"

namespace jounce {

namespace {

using mesh_files::instance_span;
using mesh_files::Keyword;
using mesh_files::NumberedPoints;
using mesh_files::split;
using mesh_files::TextReader;
using mesh_files::unquoted;
using mesh_files::upper;

struct Section {
    std::string elements, material;
    double thickness = 0;
    int line = 0;
};

constexpr double least = 1e-100;

struct FileMaterial {
    std::string name;
    std::optional<double> E, nu, density;
    int line = 0;
};

class AbaqusReader {
  public:
    AbaqusReader(const std::string& file, const std::string& subject)
        : text_(file, subject), lines_(text_), points_(text_, instance_span) {}

    Mesh read() {
        std::string line;
        std::optional<Keyword> keyword;
        int begin = 0;
        bool step = false;
        while (lines_.next(line)) {
            if (line.empty() || line.starts_with("**")) continue;
            if (line.front() == '*') {
                begin = text_.line();
                while (line.ends_with(',')) {  // goes on in the next line
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
                data(*keyword, split(line));
            }
        }
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
            (void)set_named(node_sets_, own(needed(keyword, "NSET")));
        } else if (name == "ELSET") {
            (void)set_named(element_sets_, own(needed(keyword, "ELSET")));
        } else if (name == "MATERIAL") {
            const std::string material = needed(keyword, "NAME");
            for (const FileMaterial& other : materials_) {
                if (upper(other.name) == upper(material))
                    throw text_.wrong("the material " + material + " was given before, in line " + std::to_string(other.line),
                                      keyword.line);
            }
            materials_.push_back({material, {}, {}, {}, keyword.line});
        } else if (name == "ELASTIC" || name == "DENSITY") {
            if (materials_.empty()) throw text_.wrong("*" + name + " comes before any *MATERIAL", keyword.line);
            const auto type = keyword.values.find("TYPE");
            if (type != keyword.values.end() && !upper(type->second).starts_with("ISO"))
                throw text_.wrong("*ELASTIC must be of the type ISO, got " + type->second, keyword.line);
        } else if (name == "SHELL SECTION") {
            sections_.push_back({own(needed(keyword, "ELSET")), needed(keyword, "MATERIAL"), 0, keyword.line});
        } else if (name != "NODE" && name != "HEADING") {
            left_out(name, keyword.line);
        }
    }

    void data(const Keyword& keyword, const std::vector<std::string>& words) {
        const std::string& name = keyword.name;
        if (words.empty() || name == "HEADING") return;
        if (name == "NODE") return node(keyword, words);
        if (name == "ELEMENT") return element(keyword, words);
        if (name == "NSET") return members(keyword, words, set_named(node_sets_, own(keyword.values.at("NSET"))), node_sets_);
        if (name == "ELSET")
            return members(keyword, words, set_named(element_sets_, own(keyword.values.at("ELSET"))), element_sets_);
        if (name == "ELASTIC") return elastic(words);
        if (name == "DENSITY") {
            if (materials_.back().density)
                throw text_.wrong("a second line of *DENSITY: properties that depend on temperature are not supported");
            const double density = text_.number_in(words[0], "the density");
            if (!(density >= 0)) throw text_.wrong("the density must be 0 or above, got " + words[0]);
            materials_.back().density = density;
        }
        if (name == "SHELL SECTION") {
            if (sections_.back().thickness != 0) throw text_.wrong("a second line of *SHELL SECTION is not supported");
            const double thickness = text_.number_in(words[0], "the thickness");
            if (thickness > 0 && thickness < least) throw text_.wrong("the thickness must be 1e-100 or above, got " + words[0]);
            if (!(thickness > 0)) throw text_.wrong("the thickness must be above 0, got " + words[0]);
            sections_.back().thickness = thickness;
        }
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
        if (set != keyword.values.end()) set_named(node_sets_, own(set->second)).push_back(number);
    }

    void element(const Keyword& keyword, const std::vector<std::string>& words) {
        const long number = base() + text_.integer_in(words[0], "an element's number", 1, instance_span - 1);
        const std::size_t corners = upper(keyword.values.at("TYPE")).starts_with("S3") ? 3 : 4;
        if (words.size() != corners + 1)
            throw text_.wrong("an element " + keyword.values.at("TYPE") + " has a number and " + std::to_string(corners) +
                              " nodes, got " + std::to_string(words.size() - 1) + " nodes");
        MeshCell cell;
        for (std::size_t i = 0; i < corners; ++i)
            cell.points[i] = points_.find(base() + text_.integer_in(words[i + 1], "a node's number", 1, instance_span - 1));
        mesh_files::check_cell(cell, text_);
        const auto [place, added] = elements_.try_emplace(number, static_cast<int>(mesh_.cells.size()));
        if (!added) throw text_.wrong("element " + words[0] + " was given before");
        mesh_.cells.push_back(cell);
        const auto set = keyword.values.find("ELSET");
        if (set != keyword.values.end()) set_named(element_sets_, own(set->second)).push_back(number);
    }

    struct NumberSet {
        std::string name;
        std::vector<long> numbers;
    };
    using NumberSets = std::vector<NumberSet>;

    static std::vector<long>& set_named(NumberSets& sets, const std::string& name) {
        for (NumberSet& set : sets)
            if (upper(set.name) == upper(name)) return set.numbers;
        return sets.emplace_back(NumberSet{name, {}}).numbers;
    }

    void members(const Keyword& keyword, const std::vector<std::string>& words, std::vector<long>& numbers,
                 NumberSets& sets) const {
        const long base = base_of(keyword);
        if (keyword.values.contains("GENERATE")) {
            if (words.size() < 2 || words.size() > 3) throw text_.wrong("GENERATE takes a first, a last and a step");
            const long first = text_.integer_in(words[0], "the first number", 1, instance_span - 1);
            const long last = text_.integer_in(words[1], "the last number", first, instance_span - 1);
            const long step = words.size() == 3 ? text_.integer_in(words[2], "the step", 1, instance_span - 1) : 1;
            if ((last - first) / step > 100'000'000) throw text_.wrong("GENERATE makes more than 100 million numbers");
            for (long number = first; number <= last; number += step) numbers.push_back(base + number);
            return;
        }
        for (const std::string& given : words) {
            if (given.empty()) continue;
            const std::string word = unquoted(given);
            const auto named = std::find_if(sets.begin(), sets.end(), [&](const NumberSet& set) {
                return upper(set.name) == upper(in_instance(keyword, word));
            });
            if (named != sets.end()) {
                const std::vector<long> others = named->numbers;  // of the set itself, possibly
                numbers.insert(numbers.end(), others.begin(), others.end());
            } else {
                // "bolt-1.12": node 12 of an instance
                const std::size_t point = word.rfind('.');
                const mesh_files::Instance* of = point == std::string::npos ? nullptr : lines_.find(word.substr(0, point));
                const std::string label = of != nullptr ? word.substr(point + 1) : word;
                numbers.push_back((of != nullptr ? of->base : base) +
                                  text_.integer_in(label, "a number, or the name of a set given before,", 1, instance_span - 1));
            }
        }
    }

    /// What numbers of the present line begin from, and how sets of the present instance are called: "bolt-1.ends".
    [[nodiscard]] long base() const { return lines_.instance() != nullptr ? lines_.instance()->base : 0; }
    [[nodiscard]] std::string own(const std::string& set) const {
        return lines_.instance() != nullptr ? lines_.instance()->name + "." + set : set;
    }
    /// Of a set: of the instance that it stands in, or of the one that it names.
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

    void elastic(const std::vector<std::string>& words) {
        FileMaterial& material = materials_.back();
        if (material.E) throw text_.wrong("a second line of *ELASTIC: properties that depend on temperature are not supported");
        if (words.size() < 2) throw text_.wrong("*ELASTIC takes Young's modulus and Poisson's ratio");
        const double E = text_.number_in(words[0], "Young's modulus"), nu = text_.number_in(words[1], "Poisson's ratio");
        // Below, stiffness underflows.
        if (E > 0 && E < least) throw text_.wrong("Young's modulus must be 1e-100 or above, got " + words[0]);
        if (!(E > 0)) throw text_.wrong("Young's modulus must be above 0, got " + words[0]);
        if (!(nu > -1 && nu <= 0.5)) throw text_.wrong("Poisson's ratio must be in (-1, 0.5], got " + words[1]);
        material.E = E;
        material.nu = nu;
    }

    void finish() {
        if (mesh_.cells.empty()) throw text_.wrong("the file holds no *ELEMENT of a shell");
        for (const NumberSet& set : node_sets_) {
            MeshSet points{set.name, {}};
            for (const long number : set.numbers) {
                if (!points_.has(number))
                    throw text_.wrong("the node set " + set.name + " names node " + std::to_string(number % instance_span) +
                                      ", which is not there");
                points.points.push_back(points_.find(number));
            }
            mesh_.sets.push_back(std::move(points));
        }
        for (const NumberSet& set : element_sets_) {
            MeshSet points{set.name, {}};
            for (const long number : set.numbers) {
                const auto element = elements_.find(number);
                if (element == elements_.end())
                    throw text_.wrong("the element set " + set.name + " names element " + std::to_string(number % instance_span) +
                                      ", which is not there");
                const MeshCell& cell = mesh_.cells[static_cast<std::size_t>(element->second)];
                points.points.insert(points.points.end(), cell.points.begin(), cell.points.begin() + cell.corners());
            }
            add_element_set(std::move(points));
        }
        for (const Section& section : sections_) apply(section);
        for (const std::string& part : lines_.unused())
            mesh_.notes.push_back("the part " + part + " has no instance and is left out");
        points_.finish(mesh_);
    }

    /// Abaqus keeps node sets and element sets apart, and writes both of one name for one region.
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

    void apply(const Section& section) {
        const auto set = std::find_if(element_sets_.begin(), element_sets_.end(),
                                      [&](const NumberSet& other) { return upper(other.name) == upper(section.elements); });
        if (set == element_sets_.end()) throw text_.wrong("there is no element set " + section.elements, section.line);
        const auto material = std::find_if(materials_.begin(), materials_.end(), [&](const FileMaterial& other) {
            return upper(other.name) == upper(section.material);
        });
        if (material == materials_.end()) throw text_.wrong("there is no material " + section.material, section.line);
        if (!material->E) throw text_.wrong("the material " + material->name + " has no *ELASTIC", material->line);
        if (section.thickness == 0) throw text_.wrong("*SHELL SECTION has no thickness", section.line);
        for (const long number : set->numbers)
            mesh_.cells[static_cast<std::size_t>(elements_.at(number))].property = static_cast<int>(mesh_.properties.size());
        mesh_.properties.push_back({section.elements, section.thickness,
                                    elements::Material{*material->E, *material->nu, material->density.value_or(0)}});
    }

    TextReader text_;
    mesh_files::AbaqusLines lines_;
    NumberedPoints points_;
    Mesh mesh_;
    std::unordered_map<long, int> elements_;
    NumberSets node_sets_, element_sets_;
    std::vector<FileMaterial> materials_;
    std::vector<Section> sections_;
    std::map<std::string, int> left_out_;
};

}  // namespace

Mesh read_abaqus(const std::string& file, const std::string& subject) { return AbaqusReader(file, subject).read(); }

}  // namespace jounce
