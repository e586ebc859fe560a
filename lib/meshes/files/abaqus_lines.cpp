// Parts, instances and the assembly of an .inp file.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/abaqus_lines.hpp"

#include <algorithm>
#include <numbers>

namespace jounce::mesh_files {

namespace {

bool is_keyword(const std::string& line) { return line.starts_with('*') && !line.starts_with("**"); }

std::string value_of(const Keyword& keyword, const std::string& parameter) {
    const auto found = keyword.values.find(parameter);
    return found == keyword.values.end() ? "" : found->second;
}

}  // namespace

bool AbaqusLines::read(std::string& line) {
    text_.show_line(line_);
    if (!text_.next_line(line)) return false;
    line_ = text_.line();
    return true;
}

const Instance* AbaqusLines::find(const std::string& name) const {
    const auto named = [&](const Instance& one) { return upper(one.name) == upper(name); };
    const auto found = std::find_if(instances_.begin(), instances_.end(), named);
    return found == instances_.end() ? nullptr : &*found;
}

std::vector<std::string> AbaqusLines::unused() const {
    std::vector<std::string> out;
    for (const Part& part : parts_)
        if (!part.used) out.push_back(part.name);
    return out;
}

bool AbaqusLines::next(std::string& line) {
    while (true) {
        if (!pending_.empty()) {
            line = pending_.front().text;
            text_.show_line(pending_.front().number);
            pending_.pop_front();
            return true;
        }
        instance_ = nullptr;
        if (!read(line)) return false;
        if (!is_keyword(line)) return true;
        const Keyword keyword = read_keyword(line, line_);
        if (keyword.name == "PART") {
            read_part(keyword);
        } else if (keyword.name == "INSTANCE") {
            read_instance(keyword);
        } else if (keyword.name != "ASSEMBLY" && keyword.name != "END ASSEMBLY") {
            return true;
        }
    }
}

void AbaqusLines::read_part(const Keyword& keyword) {
    Part part{value_of(keyword, "NAME"), {}, keyword.line};
    if (part.name.empty()) throw text_.wrong("*PART needs NAME=...", keyword.line);
    for (const Part& other : parts_) {
        if (upper(other.name) == upper(part.name))
            throw text_.wrong("the part " + part.name + " was given before, in line " + std::to_string(other.line), keyword.line);
    }
    std::string line;
    while (read(line)) {
        const std::string name = is_keyword(line) ? read_keyword(line, line_).name : "";
        if (name == "PART") throw text_.wrong("parts cannot be nested: *PART before *END PART");
        if (name == "END PART") {
            parts_.push_back(std::move(part));
            return;
        }
        part.lines.push_back({line, line_});
    }
    throw text_.wrong("the part " + part.name + " has no *END PART", keyword.line);
}

void AbaqusLines::read_instance(const Keyword& keyword) {
    Instance instance;
    instance.name = value_of(keyword, "NAME");
    instance.part = value_of(keyword, "PART");
    if (instance.name.empty() || instance.part.empty()) throw text_.wrong("*INSTANCE needs NAME=... and PART=...", keyword.line);
    if (find(instance.name) != nullptr) throw text_.wrong("the instance " + instance.name + " was given before", keyword.line);
    const auto part =
        std::find_if(parts_.begin(), parts_.end(), [&](const Part& one) { return upper(one.name) == upper(instance.part); });
    if (part == parts_.end()) throw text_.wrong("there is no part " + instance.part, keyword.line);

    std::vector<Line> data, own;
    std::string line;
    bool ended = false;
    while (!ended && read(line)) {
        if (is_keyword(line)) ended = read_keyword(line, line_).name == "END INSTANCE";
        if (ended || line.empty() || line.starts_with("**")) continue;
        (own.empty() && !is_keyword(line) ? data : own).push_back({line, line_});
    }
    if (!ended) throw text_.wrong("the instance " + instance.name + " has no *END INSTANCE", keyword.line);
    place(instance, data);
    instance.base = instance_span * static_cast<long>(instances_.size() + 1);
    instances_.push_back(std::move(instance));
    instance_ = &instances_.back();
    part->used = true;
    pending_.assign(part->lines.begin(), part->lines.end());
    pending_.insert(pending_.end(), own.begin(), own.end());
}

std::vector<double> AbaqusLines::numbers(const Line& line, std::size_t count) const {
    std::vector<double> out;
    text_.show_line(line.number);
    for (const std::string& word : split(line.text)) out.push_back(word.empty() ? 0 : text_.number_in(word, "a number"));
    if (out.size() > count)
        throw text_.wrong("an instance needs " + std::to_string(count) + " numbers here, got " + std::to_string(out.size()));
    return out;
}

void AbaqusLines::place(Instance& instance, const std::vector<Line>& data) const {
    if (data.size() > 2) {
        text_.show_line(data[2].number);
        throw text_.wrong("an instance has a line with its translation and one with its rotation");
    }
    if (!data.empty()) {
        std::vector<double> shift = numbers(data[0], 3);
        shift.resize(3, 0.0);
        instance.place.translation() = Eigen::Vector3d(shift.data());
    }
    if (data.size() < 2) return;
    // About the axis from a to b, after the translation.
    const std::vector<double> turn = numbers(data[1], 7);
    if (turn.size() != 7) throw text_.wrong("a rotation has two points of its axis and an angle in degrees");
    const Eigen::Vector3d a(turn.data()), b(turn.data() + 3), axis = b - a;
    if (!(axis.norm() > 0)) throw text_.wrong("the points of the axis of rotation must differ");
    const Eigen::AngleAxisd rotation(turn[6] * std::numbers::pi / 180, axis.normalized());
    instance.place = Eigen::Translation3d(a) * rotation * Eigen::Translation3d(-a) * instance.place;
}

}  // namespace jounce::mesh_files
