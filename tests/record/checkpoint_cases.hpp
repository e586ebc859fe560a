// A run that is interrupted, to be gone on with.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/run/checkpoint.hpp"
#include "small_cases.hpp"

namespace jounce::test::checkpoint_cases {

using record::execute;
using record::RunOptions;
using record::Session;

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline Value law_of(const std::string& kind) {
    if (kind == "rigid") return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.7}});
    return table({{"family", "law"}, {"kind", "flores"}, {"stiffness", 1e9}, {"restitution", 0.7}});
}

/// Two masses on springs, the first between stops, the second under a force that jumps, or of rising frequency, and pulled by a
/// driven node, on ground that shakes.
inline Model shaken(const std::string& law, double stiffness = 100, bool sweeps = false) {
    Model model("shaken");
    for (const char* name : {"a", "b", "driven"})
        model.add("point", table({{"name", name}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "a"}, {"direction", vector(1, 0, 0)}, {"stiffness", stiffness}, {"damping", 0.3}}), {});
    model.add("spring", table({{"from", "a"}, {"to", "b"}, {"direction", vector(1, 0, 0)}, {"stiffness", 900}}), {});
    model.add("initial", table({{"nodes", "a"}, {"velocity", vector(0.3, 0, 0)}}), {});
    model.add("gap",
              table({{"name", "stop"}, {"node", "a"}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-3}, {"law", law_of(law)}}),
              {});
    const Value pulse = table({{"family", "signal"}, {"kind", "step"}, {"value", 4}, {"time", 0.03334}});
    const Value sweep = table({{"family", "signal"},
                               {"kind", "sweep"},
                               {"amplitude", 6},
                               {"from_frequency", 5},
                               {"to_frequency", 40},
                               {"duration", 0.2}});
    model.add("load", table({{"nodes", "b"}, {"direction", vector(1, 0, 0)}, {"force", sweeps ? sweep : pulse}}), {});
    const Value drive = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 1e-3}, {"frequency", 11}});
    model.add("prescribe", table({{"nodes", "driven"}, {"dof", "ux"}, {"motion", drive}}), {});
    model.add("spring",
              table({{"from", "b"}, {"to", "driven"}, {"direction", vector(1, 0, 0)}, {"stiffness", 500}, {"damping", 1}}), {});
    const Value shake = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 8}, {"frequency", 7}});
    model.add("base_motion", table({{"direction", vector(1, 0, 0)}, {"acceleration", shake}}), {});
    return model;
}

inline Value method_of(const std::string& kind) { return table({{"family", "method"}, {"kind", kind.c_str()}}); }

inline RunOptions shaken_options(const std::string& method, double step = 1e-4, bool vtk = true) {
    Table options = table(
        {{"method", method_of(method)},
         {"step", step},
         {"duration", 0.2},
         {"record",
          table({{"every", 3}, {"from", 0.01}, {"probes", words({"a.ux", "b.ux_velocity", "stop.force", "energy.strain"})}})},
         {"energy", table({{"every", 7}})},
         {"checkpoint", table({{"every", 1e3}})},
         {"output", "out"}});
    if (vtk) options.set("vtk", table({{"every", 250}}));
    return record::read_run_options(Value(options));
}

/// A folder with a run that was interrupted under way, and its checkpoint.
class Interrupted : public testing::Test {
  protected:
    Interrupted() : session(session_in(root.path)), out(root.path / "out") {
        int asked = 0;
        session.interrupted = [&] { return ++asked > 8; };
        EXPECT_TRUE(execute(system_of(shaken("flores")), shaken_options("newmark"), session).interrupted());
        session.interrupted = {};
        session.outputs->clear();
        session.resume = true;
        session.log = [this](const std::string& line) { log += line + "\n"; };
        file = (out / "checkpoint.bin").string();
        bytes = text_of(file);
    }
    /// What --resume says to a checkpoint of these bytes.
    std::string answer(const std::string& content) {
        std::ofstream(file, std::ios::binary) << content;
        return message(shaken("flores"), shaken_options("newmark"));
    }
    std::string message(const Model& model, const RunOptions& options) {
        const std::string series = text_of(out / "series.csv");
        std::string text = error_of([&] { (void)execute(system_of(model), options, session); });
        session.outputs->clear();
        if (!text.empty()) {
            EXPECT_EQ(text_of(out / "series.csv"), series) << "a refused folder stays as it is";
        }
        return text;
    }
    Folder root;
    Session session;
    fs::path out;
    std::string file, bytes, log;
    const std::string anew = "; run without --resume to begin anew";
};

}  // namespace jounce::test::checkpoint_cases
