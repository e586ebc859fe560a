// Guards the house: floors include downward only, foreign libraries are seen where they belong, files stay short, and nothing
// leads out of the repository. Every rule is first shown a made-up violation, which it must find.
// SPDX-License-Identifier: BSD-3-Clause
#include "rules/house.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <iterator>

namespace jounce::house_test {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

const fs::path root = JOUNCE_SOURCE_DIR;

struct Source {
    std::string path;  // from the top of the repository
    std::string text;
};

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The files with these endings below the given entries of the top folder.
std::vector<Source> sources(const Lines& tops, const std::set<std::string>& endings) {
    std::vector<Source> out;
    const auto add = [&](const fs::path& file) {
        if (endings.contains(file.extension().string())) out.push_back({fs::relative(file, root).generic_string(), read(file)});
    };
    for (const std::string& top : tops) {
        if (fs::is_regular_file(root / top)) add(root / top);
        if (!fs::is_directory(root / top)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top))
            if (entry.is_regular_file()) add(entry.path());
    }
    return out;
}

std::string listed(const Lines& lines) {
    std::string out;
    for (const std::string& line : lines) out += "\n  " + line;
    return out;
}

void append(Lines& to, const Lines& more) { to.insert(to.end(), more.begin(), more.end()); }

TEST(House, FindsMadeUpIncludes) {
    const auto count = [](const std::string& path, const std::string& text) {
        return house::include_violations(path, text).size();
    };
    EXPECT_EQ(count("lib/linalg/a.cpp", "#include \"time/march/march.hpp\"\n"), 1u) << "upward";
    EXPECT_EQ(count("lib/contact/a.cpp", "#include <vector>\n # include <elements/beam.hpp>\n"), 1u) << "sideways";
    EXPECT_EQ(count("lib/record/a.cpp", "#include \"nonlinear/study.hpp\""), 1u) << "sideways, above";
    EXPECT_EQ(count("lib/system/a.cpp", "#include \"../base/error.hpp\"\n"), 2u) << "relative";
    EXPECT_EQ(count("lib/modal/a.cpp", "#include <Spectra/SymEigsSolver.h>\n"), 1u);
    EXPECT_EQ(count("lib/time/a.cpp", "#include <vtkPoints.h>\n"), 1u);
    EXPECT_EQ(count("lib/linalg/a.cpp", "#include <petscksp.h>\n#include <slepceps.h>\n"), 2u);
    EXPECT_EQ(count("lua/a.cpp", "#include \"petsc/direct.hpp\"\n"), 1u) << "nothing stands on an optional floor";
    EXPECT_EQ(count("lib/base/a.cpp", "#include <lua.hpp>\n"), 1u);
    EXPECT_EQ(count("lib/base/a.cpp", "#include <CLI/CLI.hpp>\n"), 1u);
    EXPECT_EQ(count("lib/base/a.cpp", "#include <gtest/gtest.h>\n"), 1u);
    EXPECT_EQ(count("lib/attic/a.cpp", ""), 1u) << "no such floor";
    // ... and is silent where all is well.
    EXPECT_EQ(count("lib/contact/a.cpp",
                    "#include \"contact/response/gap.hpp\"\n#include \"linalg/banded/band.hpp\"\n#include <cmath>\n"),
              0u);
    EXPECT_EQ(count("lib/base/a.cpp", "// #include \"time/march/march.hpp\"\n"), 0u) << "a comment";
    EXPECT_EQ(count("lua/a.cpp", "#include <lua.hpp>\n#include \"stack.hpp\"\n#include \"record/files/csv.hpp\"\n"), 0u);
}

TEST(House, IncludesPointDownward) {
    const std::vector<Source> all = sources({"lib", "lua"}, {".hpp", ".cpp", ".h"});
    ASSERT_GT(all.size(), 10u) << "nothing was looked at in " << root;
    Lines violations;
    for (const Source& source : all) append(violations, house::include_violations(source.path, source.text));
    EXPECT_TRUE(violations.empty()) << listed(violations);
}

TEST(House, EveryFolderOfLibIsAFloor) {
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "lib")) {
        if (!entry.is_directory()) continue;
        EXPECT_TRUE(house::floors().contains(entry.path().filename().string())) << entry.path();
    }
}

TEST(House, FloorsLinkToWhatTheyInclude) {
    house::Floors linked = house::linked_floors(read(root / "lib/CMakeLists.txt"));
    house::Floors expected = house::floors();
    expected.erase("lua");
    EXPECT_EQ(linked, expected);
    // A floor linked to one above it is noticed.
    const std::string base = "\njounce_floor(base fmt::fmt)\njounce_floor(time jounce_base)\n";
    EXPECT_EQ(house::linked_floors(base + "jounce_floor(linalg jounce_time)\n").at("linalg"),
              (std::set<std::string>{"base", "time"}));
}

TEST(House, OneFileSeesVtk) {
    EXPECT_TRUE(house::sees_vtk("#include <vtkPoints.h>\n"));
    Lines seen;
    for (const Source& source : sources({"lib", "lua"}, {".hpp", ".cpp"}))
        if (house::sees_vtk(source.text)) seen.push_back(source.path);
    EXPECT_LE(seen.size(), 1u) << listed(seen);
}

TEST(House, OneFileHasParallelRegions) {
    EXPECT_EQ(house::parallel_violations("lib/linalg/a.cpp", "#pragma omp parallel for\n").size(), 1u);
    EXPECT_EQ(house::parallel_violations("lib/linalg/a.cpp", "  # pragma omp for\n#pragma omp parallel\n").size(), 2u);
    EXPECT_EQ(house::parallel_violations("lib/linalg/a.cpp", "#pragma omp simd\n").size(), 0u) << "no threads";
    Lines violations;
    for (const Source& source : sources({"lib", "lua"}, {".hpp", ".cpp"}))
        append(violations, house::parallel_violations(source.path, source.text));
    EXPECT_TRUE(violations.empty()) << listed(violations);
}

TEST(House, FilesBeginWithWhatTheyAreAbout) {
    EXPECT_EQ(house::head_violations("lib/base/a.hpp", "#include <cmath>\n").size(), 3u);
    EXPECT_EQ(house::head_violations("lib/base/a.cpp", "// About a.\n// SPDX-License-Identifier: BSD-3-Clause\n").size(), 0u);
    Lines violations;
    for (const Source& source : sources({"lib", "lua", "tests", "tools"}, {".hpp", ".cpp"}))
        append(violations, house::head_violations(source.path, source.text));
    EXPECT_TRUE(violations.empty()) << listed(violations);
}

TEST(House, FilesStayShort) {
    constexpr std::size_t aim = 400, bound = 600;
    EXPECT_EQ(house::line_count("a\nb\nc"), 3u);
    for (const Source& source : sources({"lib", "lua"}, {".hpp", ".cpp", ".lua"})) {
        if (house::is_generated(source.text)) continue;
        const std::size_t lines = house::line_count(source.text);
        EXPECT_LE(lines, bound) << source.path << " has " << lines << " lines";
        if (lines > aim) std::cout << source.path << " has " << lines << " lines, the aim is " << aim << '\n';
    }
}

TEST(House, TopFolderHoldsWhatBelongsThere) {
    EXPECT_EQ(house::strangers({"lib", ".gitignore", "build", "notes.txt"}), Lines{"notes.txt"});
    Lines names;
    for (const fs::directory_entry& entry : fs::directory_iterator(root)) names.push_back(entry.path().filename().string());
    const Lines strangers = house::strangers(names);
    EXPECT_TRUE(strangers.empty()) << listed(strangers);
}

TEST(House, NothingLeadsOutOfTheRepository) {
    const std::string home = std::string("see /") + "home/someone/notes", page = std::string("as in nowhere/page") + ".md says";
    EXPECT_EQ(house::dangling_references(root, "docs/a", home).size(), 1u);
    EXPECT_EQ(house::dangling_references(root, "docs/a", page).size(), 1u);
    EXPECT_EQ(house::dangling_references(root, "docs/a", std::string("https://example.org/page") + ".md").size(), 0u);
    Lines violations;
    const std::set<std::string> endings = {".hpp", ".cpp", ".lua", ".md", ".txt", ".py", ".sh", ".in", ""};
    for (const Source& source :
         sources({"lib", "lua", "cases", "tests", "tools", "docs", "README.md", "CMakeLists.txt"}, endings))
        append(violations, house::dangling_references(root, source.path, source.text));
    EXPECT_TRUE(violations.empty()) << listed(violations);
}

TEST(House, ChangelogNamesTheVersion) {
    const auto count = [](const std::string& headings) {
        return house::changelog_violations("# Changelog\n\n" + headings, "project(jounce VERSION 0.3.0 LANGUAGES CXX)\n").size();
    };
    EXPECT_EQ(count("## Unreleased\n- x\n## 0.3.0 (2026-12-02)\n- ## x\n## 0.2.0 (2026-12-01)\n"), 0u);
    EXPECT_EQ(count("## 0.3.0 (2026-12-02)\n"), 0u);
    EXPECT_EQ(count("## Unreleased\n"), 1u) << "no version";
    EXPECT_EQ(count("## 0.4.0 (2026-12-02)\n"), 1u) << "another version than the project's";
    EXPECT_EQ(count("## 0.3.0 (today)\n"), 1u) << "no date";
    EXPECT_EQ(count("## 0.3.0 (2026-12-02)\n## Unreleased\n"), 1u) << "not on top";
    EXPECT_EQ(count("## 0.3.0 (2026-12-02)\n## 0.2.0 (2026-12-03)\n"), 1u) << "later";
    EXPECT_EQ(count("## 0.3.0 (2026-12-02)\n## 0.10.0 (2026-12-01)\n"), 1u) << "newer";
    const Lines violations = house::changelog_violations(read(root / "docs/changelog.md"), read(root / "CMakeLists.txt"));
    EXPECT_TRUE(violations.empty()) << listed(violations);
}

}  // namespace

}  // namespace jounce::house_test
