// SPDX-License-Identifier: BSD-3-Clause
#include "large.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>

#include "entries.hpp"
#include "linalg/eigen/krylov_space.hpp"
#include "linalg/eigen/pencil.hpp"
#include "meshes/files/mesh_files.hpp"
#include "modal/modes.hpp"
#include "modal/reduction.hpp"
#include "system/model/model.hpp"
#include "system/shells/mesh_of.hpp"

namespace jounce::bench {

namespace {

/// The tube of docs/guide/large-models.md, with a stop at its first node.
System tube(int around) {
    Model model("tube");
    const Handle shaft =
        model.add("shell",
                  table({{"name", "shaft"},
                         {"mesh", kind("mesh", "tube",
                                       {{"from", vector(0, 0, 0)},
                                        {"to", vector(0, 0, 1)},
                                        {"radius", 0.0925},
                                        {"around", around},
                                        {"along", around - 1}})},
                         {"thickness", 5e-3},
                         {"material", kind("material", "isotropic", {{"E", 207e9}, {"nu", 0.3}, {"density", 7850}})}}),
                  {});
    model.add("gap",
              table({{"name", "stop"},
                     {"node", shaft.nodes.front()},
                     {"direction", vector(1, 0, 0)},
                     {"clearance", 1e-3},
                     {"law", kind("law", "hertz", {{"stiffness", 1e9}})}}),
              {});
    return assemble(model, ModalDamping::left_out);
}

struct Took {
    double wall = 0, processor = 0;  ///< [s], the work without its preparation
    double memory = 0;               ///< [GB], largest of the process and of programs that it runs
    bool done = false;
};

class Stopwatch {
  public:
    [[nodiscard]] std::array<double, 2> seconds() const {
        return {std::chrono::duration<double>(Clock::now() - begin_).count(),
                static_cast<double>(std::clock() - processor_) / CLOCKS_PER_SEC};
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point begin_ = Clock::now();
    std::clock_t processor_ = std::clock();
};

/// Runs `work` in a process of its own; it returns wall and processor seconds.
Took measured(const std::function<std::array<double, 2>()>& work) {
    std::array<int, 2> ends{};
    Took out;
    if (::pipe(ends.data()) != 0) return out;
    const pid_t process = ::fork();
    if (process == 0) {
        int status = 1;
        try {
            const std::array<double, 2> seconds = work();
            if (::write(ends[1], seconds.data(), sizeof seconds) == static_cast<ssize_t>(sizeof seconds)) status = 0;
        } catch (const std::exception& problem) {
            fmt::print(stderr, "bench: {}\n", problem.what());
        }
        ::_exit(status);
    }
    ::close(ends[1]);
    std::array<double, 2> seconds{};
    const bool read = ::read(ends[0], seconds.data(), sizeof seconds) == static_cast<ssize_t>(sizeof seconds);
    ::close(ends[0]);
    int status = 0;
    rusage usage{};
    if (process < 0 || ::wait4(process, &status, 0, &usage) < 0 || status != 0 || !read) return out;
    return {seconds[0], seconds[1], 1024e-9 * static_cast<double>(usage.ru_maxrss), true};
}

bool calculix_is_installed() { return std::system("command -v ccx > /dev/null 2>&1") == 0; }  // NOLINT: a fixed command

/// The same mesh and ten modes by CalculiX, whose S4 is a solid element of eight nodes. \throws std::runtime_error
std::array<double, 2> calculix_modes(int around) {
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("jounce_bench_{}", ::getpid());
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "tube.inp") << abaqus_text(mesh_of(tube(around), "bench")) << "*STEP\n*FREQUENCY\n10\n*END STEP\n";
    const Stopwatch watch;
    const int status = std::system(("cd '" + folder.string() + "' && ccx tube > tube.log 2>&1").c_str());  // NOLINT: one thread
    const double wall = watch.seconds()[0];
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    std::error_code missing;
    const auto table = std::filesystem::file_size(folder / "tube.dat", missing);
    std::filesystem::remove_all(folder);
    if (status != 0 || missing || table == 0) throw std::runtime_error("ccx ended without frequencies");
    return {wall, seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

bool always() { return true; }

struct Piece {
    const char* name;
    std::array<double, 2> (*work)(int around);
    bool (*is_possible)() = always;
    bool of_the_largest = false;  ///< whether it is measured at a million dofs, too
};

const Piece pieces[] = {
    {"assembly",
     [](int around) {
         const Stopwatch watch;
         (void)tube(around);
         return watch.seconds();
     },
     always, true},
    {"assembly and ten modes",
     [](int around) {
         const Stopwatch watch;
         const System system = tube(around);
         (void)modal::modes(system, 10);
         return watch.seconds();
     },
     always, true},
    {"ten modes by CalculiX", calculix_modes, calculix_is_installed},
    {"ordering",
     [](int around) {
         const System system = tube(around);
         const std::reference_wrapper<const linalg::SparseMatrix> both[] = {system.linear.K, system.linear.M};
         const Stopwatch watch;
         (void)linalg::choose_ordering(both);
         return watch.seconds();
     }},
    {"count of the eigenvalues below a value",
     [](int around) {
         const System system = tube(around);
         const linalg::Pencil pencil(system.linear.K, system.linear.M, linalg::MassMatrix::positive_definite);
         const Stopwatch watch;
         (void)pencil.count_below(1e6);
         return watch.seconds();
     }},
    {"64 right-hand sides",
     [](int around) {
         const System system = tube(around);
         const linalg::Pencil pencil(system.linear.K, system.linear.M, linalg::MassMatrix::positive_definite);
         const linalg::PencilFactor factor = pencil.factor(-1e6);
         linalg::RowMatrix x = linalg::random_block(system.size(), 64);
         const Stopwatch watch;
         factor.solve_in_place(x);
         return watch.seconds();
     }},
    {"Craig-Bampton, 199 interface columns, 20 modes",
     [](int around) {
         const System system = tube(around);
         modal::ReductionSettings settings;
         settings.modes = 20;
         constexpr int kept = 33;
         for (int i = 0; i < kept; ++i)
             settings.keep.push_back(
                 static_cast<int>(static_cast<long>(i) * static_cast<long>(system.nodes.size() - 1) / (kept - 1)));
         const Stopwatch watch;
         (void)modal::reduce(system, settings);
         return watch.seconds();
     }},
};

}  // namespace

int print_large_table(int around, LargeTable table) {
    if (around < 8) {
        fmt::print(stderr, "bench: --large needs at least 8 nodes around the tube, got {}\n", around);
        return 2;
    }
    fmt::print("# tube, {} dofs; load of the machine: {}", 6L * around * around, [] {
        std::array<double, 1> load{};
        return ::getloadavg(load.data(), 1) == 1 ? fmt::format("{:.1f}\n", load[0]) : std::string("unknown\n");
    }());
    fmt::print("work,wall_s,processor_s,peak_GB\n");
    int status = 0;
    for (const Piece& piece : pieces) {
        if (table == LargeTable::short_one && !piece.of_the_largest) continue;
        std::fflush(stdout);
        if (!piece.is_possible()) {
            fmt::print("# {}: the program is not installed\n", piece.name);
            continue;
        }
        const Took took = measured([&] { return piece.work(around); });
        if (took.done)
            fmt::print("\"{}\",{:.2f},{:.2f},{:.2f}\n", piece.name, took.wall, took.processor, took.memory);
        else
            status = 3;
    }
    return status;
}

}  // namespace jounce::bench
