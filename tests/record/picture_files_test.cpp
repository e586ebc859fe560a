// Pictures in pieces: VTK reads from the .pvtu what it reads from the one file of the same picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/picture_files.hpp"

#include <vtkCell.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPUnstructuredGridReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <cmath>

#include "record/frames/frames.hpp"
#include "record/frames/shell_surface.hpp"
#include "small_cases.hpp"

namespace jounce::test::picture_files_test {
namespace {

constexpr int rows = 31, columns = 97;  // cells: 3007, not divisible by 2 or 3

/// Quadrilaterals and, as the last cell, a line over one of their borders; every number of its arrays is another one.
record::Picture grid() {
    record::Picture out;
    for (int i = 0; i <= rows; ++i)
        for (int j = 0; j <= columns; ++j) out.points.insert(out.points.end(), {0.1 * j, 0.2 * i, std::sin(i + 0.3 * j)});
    const auto at = [](int i, int j) { return static_cast<long long>(i * (columns + 1) + j); };
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            out.add_cell(record::CellType::quad, {at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)});
    out.add_cell(record::CellType::poly_line, {at(0, 0), at(0, 1), at(0, 2)});
    for (const auto& [name, components] : {std::pair{"displacement", 3}, {"stress_top", 6}, {"von_mises_top", 1}}) {
        std::vector<double>& values = out.arrays[out.add_array(name, components)].values;
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = 1e-3 * static_cast<double>(i) + static_cast<double>(components);
    }
    out.constants.emplace_back("frequency", 123.25);
    return out;
}

/// Keeps the reader, which owns the grid.
template <class Reader>
struct Read {
    explicit Read(const fs::path& file) {
        reader->SetFileName(file.c_str());
        reader->Update();
    }
    [[nodiscard]] vtkUnstructuredGrid& grid() const { return *reader->GetOutput(); }
    vtkNew<Reader> reader;
};

/// Cell by cell: points, and values of all arrays at each of them. \returns the first difference; empty: none
std::string difference(vtkUnstructuredGrid& a, vtkUnstructuredGrid& b) {
    if (a.GetNumberOfCells() != b.GetNumberOfCells()) return "number of cells";
    if (a.GetPointData()->GetNumberOfArrays() != b.GetPointData()->GetNumberOfArrays()) return "number of arrays";
    for (int k = 0; k < a.GetPointData()->GetNumberOfArrays(); ++k)
        if (b.GetPointData()->GetArray(a.GetPointData()->GetArrayName(k)) == nullptr) return "names of arrays";
    const auto same = [](vtkDataArray* x, vtkIdType i, vtkDataArray* y, vtkIdType j) {
        if (x->GetNumberOfComponents() != y->GetNumberOfComponents()) return false;
        for (int c = 0; c < x->GetNumberOfComponents(); ++c)
            if (x->GetComponent(i, c) != y->GetComponent(j, c)) return false;
        return true;
    };
    for (vtkIdType cell = 0; cell < a.GetNumberOfCells(); ++cell) {
        const std::string where = " of cell " + std::to_string(cell);
        if (a.GetCellType(cell) != b.GetCellType(cell)) return "type" + where;
        vtkNew<vtkIdList> of_a, of_b;
        a.GetCellPoints(cell, of_a);
        b.GetCellPoints(cell, of_b);
        if (of_a->GetNumberOfIds() != of_b->GetNumberOfIds()) return "number of points" + where;
        for (vtkIdType p = 0; p < of_a->GetNumberOfIds(); ++p) {
            const vtkIdType i = of_a->GetId(p), j = of_b->GetId(p);
            if (!same(a.GetPoints()->GetData(), i, b.GetPoints()->GetData(), j)) return "points" + where;
            for (int k = 0; k < a.GetPointData()->GetNumberOfArrays(); ++k) {
                vtkDataArray* values = a.GetPointData()->GetArray(k);
                if (!same(values, i, b.GetPointData()->GetArray(values->GetName()), j)) return values->GetName() + where;
            }
        }
    }
    for (int k = 0; k < a.GetFieldData()->GetNumberOfArrays(); ++k) {
        vtkDataArray* values = a.GetFieldData()->GetArray(k);
        vtkDataArray* others = b.GetFieldData()->GetArray(values->GetName());
        if (others == nullptr || !same(values, 0, others, 0)) return values->GetName();
    }
    return {};
}

using OneFile = Read<vtkXMLUnstructuredGridReader>;
using Pieces = Read<vtkXMLPUnstructuredGridReader>;

/// What each rank does in its own process.
std::string write_on_ranks(const fs::path& folder, const std::string& stem, const record::Picture& picture, int ranks) {
    std::string file;
    for (int rank = ranks - 1; rank >= 0; --rank) file = record::write_picture(folder, stem, picture, {rank, ranks});
    return file;
}

TEST(PictureFiles, OfRanksAreReadAsTheOneFile) {
    const Folder root;
    record::Picture picture = grid();
    ASSERT_EQ(record::write_picture(root.path, "whole", picture, {}), "whole.vtu");
    const OneFile whole(root.path / "whole.vtu");
    ASSERT_EQ(whole.grid().GetNumberOfCells(), rows * columns + 1);
    ASSERT_EQ(whole.grid().GetFieldData()->GetNumberOfArrays(), 1);
    for (const int ranks : {2, 3}) {
        const std::string stem = "on_" + std::to_string(ranks);
        ASSERT_EQ(write_on_ranks(root.path, stem, picture, ranks), stem + ".pvtu");
        const Pieces pieces(root.path / (stem + ".pvtu"));
        EXPECT_EQ(difference(whole.grid(), pieces.grid()), "") << ranks;
        // Each border between pieces has the points of a row, and one more where it ends within a row; the line has three.
        const vtkIdType twice = pieces.grid().GetNumberOfPoints() - whole.grid().GetNumberOfPoints();
        EXPECT_GT(twice, 0);
        EXPECT_LE(twice, (ranks - 1) * (columns + 2) + 3);
        EXPECT_LT(OneFile(root.path / (stem + "_1.vtu")).grid().GetNumberOfPoints(),
                  whole.grid().GetNumberOfPoints() / ranks + columns + 6);
    }
    // Control: the comparison sees one number in the second piece.
    const std::size_t last = picture.arrays[2].values.size() - 1;
    picture.arrays[2].values[last] += 1e-9;
    write_on_ranks(root.path, "on_2", picture, 2);
    EXPECT_EQ(difference(whole.grid(), Pieces(root.path / "on_2.pvtu").grid()),
              "von_mises_top of cell " + std::to_string(rows * columns - 1));
}

TEST(PictureFiles, SmallOnesAreOneFileOfTheFirstRank) {
    const Folder root;
    EXPECT_EQ(record::write_picture(root.path, "x", grid(), {1, 4}), "x.vtu");
    EXPECT_FALSE(fs::exists(root.path / "x.vtu"));
    EXPECT_EQ(record::write_picture(root.path, "x", grid(), {0, 4}), "x.vtu");
    EXPECT_TRUE(fs::exists(root.path / "x.vtu"));
    EXPECT_FALSE(fs::exists(root.path / "x.pvtu"));
}

/// A value that is not finite is an error of the rank whose piece has it.
TEST(PictureFiles, OfRanksHaveFiniteValues) {
    const Folder root;
    record::Picture picture = grid();
    picture.arrays[0].values.back() = std::nan("");
    EXPECT_NO_THROW((void)record::write_picture(root.path, "x", picture, {0, 2}));
    EXPECT_EQ(error_of([&] {
                  (void)record::write_picture(root.path, "x", picture, {1, 2});
              }),
              "vtk: 'displacement' is not finite");
}

/// Modes and a frame on two ranks: the collections name the .pvtu files, and rank 0 alone writes them.
TEST(PictureFiles, OfModesAndFramesOnRanks) {
    const System system = assemble(steel_plate({0, 1, 0}, 45, 45));
    modal::Modes modes;
    modes.modes.resize(2);
    for (std::size_t k = 0; k < 2; ++k) {
        modes.modes[k].frequency = 10.0 * static_cast<double>(k + 1);
        modes.modes[k].shape = Vector::LinSpaced(system.size(), -1, static_cast<double>(k) + 1);
    }
    State state;
    state.q = 1e-3 * Vector::LinSpaced(system.size(), -1, 2);
    state.v = state.a = Vector::Zero(system.size());
    const Folder root;
    const auto write = [&](const fs::path& folder, const record::Share& share) {
        record::write_modes(system, modes, folder, share);
        record::FrameRecorder frames(folder, record::Cadence(1, 0), share);
        frames.begin(system, state);
        frames.end(state);
        return frames.view();
    };
    const record::FrameView alone = write(root.path / "alone", {});
    (void)write(root.path / "shared", {1, 2});
    for (const char* file : {"modes.pvd", "modes.csv", "frames.pvd"}) EXPECT_FALSE(fs::exists(root.path / "shared" / file));
    const record::FrameView shared = write(root.path / "shared", {0, 2});
    ASSERT_EQ(shared.ranges.size(), alone.ranges.size());
    for (std::size_t i = 0; i < alone.ranges.size(); ++i) EXPECT_EQ(shared.ranges[i].high, alone.ranges[i].high);

    EXPECT_EQ(text_of(root.path / "shared/modes.csv"), text_of(root.path / "alone/modes.csv"));
    const auto renamed = [](std::string text) {
        for (std::size_t at = 0; (at = text.find(".vtu\"", at)) != std::string::npos; at += 6) text.replace(at, 4, ".pvtu");
        return text;
    };
    for (const char* file : {"modes.pvd", "frames.pvd"})
        EXPECT_EQ(text_of(root.path / "shared" / file), renamed(text_of(root.path / "alone" / file)));
    for (const char* stem : {"modes/shells_001", "modes/shells_002", "frames/shells_000000"})
        EXPECT_EQ(difference(OneFile(root.path / "alone" / (std::string(stem) + ".vtu")).grid(),
                             Pieces(root.path / "shared" / (std::string(stem) + ".pvtu")).grid()),
                  "")
            << stem;
}

}  // namespace
}  // namespace jounce::test::picture_files_test
