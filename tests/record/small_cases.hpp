// Small models that the tests of this folder run, and a folder of their own for each test.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "record/run/run.hpp"
#include "support/folder.hpp"
#include "support/table.hpp"
#include "system/model/model.hpp"

namespace jounce::test {

namespace fs = std::filesystem;

inline std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline std::vector<std::string> lines_of(const fs::path& file) {
    std::vector<std::string> out;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

inline std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> out(1);
    for (const char c : line) {
        if (c == ',') {
            out.emplace_back();
        } else {
            out.back() += c;
        }
    }
    return out;
}

/// A CSV file read without the library: comment lines, header, rows.
struct Csv {
    std::vector<std::string> comments, header;
    std::vector<std::vector<std::string>> rows;
    explicit Csv(const fs::path& file) {
        for (const std::string& line : lines_of(file)) {
            if (line.starts_with("#")) {
                comments.push_back(line);
            } else if (header.empty()) {
                header = cells_of(line);
            } else {
                rows.push_back(cells_of(line));
            }
        }
    }
    [[nodiscard]] double number(std::size_t row, std::size_t column) const { return std::stod(rows.at(row).at(column)); }
};

/// A user's function of time.
class Function final : public Callable {
  public:
    explicit Function(std::function<double(double)> f) : f_(std::move(f)) {}
    void call(std::span<const double> arguments, std::span<double> results) const override { call_some(arguments, results); }
    std::size_t call_some(std::span<const double> arguments, std::span<double> results) const override {
        results[0] = f_(arguments[0]);
        return 1;
    }
    [[nodiscard]] Origin origin() const override { return {"case.lua", 7}; }

  private:
    std::function<double(double)> f_;
};

/// 1 kg on a spring of `stiffness`, set off at 1 m/s along x.
inline Model oscillator(double stiffness) {
    Model model("oscillator");
    model.add("point", table({{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "mass"}, {"direction", vector(1, 0, 0)}, {"stiffness", stiffness}}), {});
    model.add("initial", table({{"nodes", "mass"}, {"velocity", vector(1, 0, 0)}}), {});
    return model;
}

/// The same between two linear stops at 1 mm: an impact about every 10 ms.
inline Model bouncer(const Value& force = {}) {
    Model model = oscillator(100);
    const Value law = table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e6}});
    model.add("gap",
              table({{"name", "stop"}, {"node", "mass"}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-3}, {"law", law}}), {});
    if (!force.is_nil()) model.add("load", table({{"nodes", "mass"}, {"direction", vector(1, 0, 0)}, {"force", force}}), {});
    return model;
}

inline std::shared_ptr<const System> system_of(const Model& model) { return std::make_shared<const System>(assemble(model)); }

/// 1 kg at 1 m/s that meets a Hertz stop of 1e12 N/m^1.5 at the instant `onset`, for about 50 us.
inline Model hertz_ball(double onset) {
    Model model("ball");
    model.add("point", table({{"name", "ball"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("initial", table({{"nodes", "ball"}, {"velocity", vector(1, 0, 0)}}), {});
    model.add("gap",
              table({{"name", "wall"},
                     {"node", "ball"},
                     {"direction", vector(1, 0, 0)},
                     {"clearance", onset},
                     {"sides", "positive"},
                     {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e12}})}}),
              {});
    return model;
}

inline record::RunOptions options_of(std::initializer_list<std::pair<const char*, Value>> entries) {
    return record::read_run_options(Value(table(entries)));
}

inline record::Session session_in(const fs::path& root) {
    record::Session session;
    session.case_file = "cases/test.lua";
    session.output_root = root.string();
    return session;
}

/// The text of the error that `action` throws; empty when it throws none.
template <class Action>
std::string error_of(Action&& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// A free plate of steel, 20 mm thick, from the origin along {1, 0, 0} and `edge_2` [m]; elements along both edges.
inline Model steel_plate(const std::array<double, 3>& edge_2, int elements_1, int elements_2) {
    Model model("plate");
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2e11}, {"nu", 0.3}, {"density", 7800}});
    const Value mesh = table({{"family", "mesh"},
                              {"kind", "plate"},
                              {"corner", vector(0, 0, 0)},
                              {"edge_1", vector(1, 0, 0)},
                              {"edge_2", vector(edge_2[0], edge_2[1], edge_2[2])},
                              {"elements_1", elements_1},
                              {"elements_2", elements_2}});
    model.add("shell", table({{"name", "plate"}, {"mesh", mesh}, {"thickness", 0.02}, {"material", steel}}), {});
    return model;
}

}  // namespace jounce::test
