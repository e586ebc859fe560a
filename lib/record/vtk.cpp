// Pictures as .vtu text: unstructured grid, double precision, inline binary. Only this file uses VTK.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/vtk.hpp"

#include <vtkCellArray.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkIdTypeArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <cmath>

#include "base/error.hpp"

namespace jounce::record {

namespace {
/// The picture owns the memory; VTK only reads it.
template <class Array, class T>
void borrow(Array* array, const std::vector<T>& values) {
    array->SetArray(const_cast<T*>(values.data()), static_cast<vtkIdType>(values.size()), 1);
}

void check_finite(const std::string& name, const std::vector<double>& values) {
    for (const double value : values) {
        if (!std::isfinite(value)) throw computation_failed("vtk: '" + name + "' is not finite");
    }
}
}  // namespace

std::string vtu_text(const Picture& picture) {
    vtkNew<vtkDoubleArray> coordinates;
    coordinates->SetNumberOfComponents(3);
    borrow(coordinates.Get(), picture.points);
    check_finite("points", picture.points);
    vtkNew<vtkPoints> points;
    points->SetData(coordinates);

    vtkNew<vtkTypeInt64Array> offsets;
    vtkNew<vtkTypeInt64Array> connectivity;
    borrow(offsets.Get(), picture.offsets);
    borrow(connectivity.Get(), picture.connectivity);
    vtkNew<vtkCellArray> cells;
    cells->SetData(offsets, connectivity);
    vtkNew<vtkUnsignedCharArray> types;
    for (const CellType type : picture.types) types->InsertNextValue(static_cast<unsigned char>(type));

    vtkNew<vtkUnstructuredGrid> grid;
    grid->SetPoints(points);
    grid->SetCells(types, cells);
    for (const PointArray& array : picture.arrays) {
        check_finite(array.name, array.values);
        vtkNew<vtkDoubleArray> values;
        values->SetName(array.name.c_str());
        values->SetNumberOfComponents(array.components);
        borrow(values.Get(), array.values);
        grid->GetPointData()->AddArray(values);
    }
    for (const auto& [name, value] : picture.constants) {
        vtkNew<vtkDoubleArray> values;
        values->SetName(name.c_str());
        values->InsertNextValue(value);
        grid->GetFieldData()->AddArray(values);
    }

    vtkNew<vtkXMLUnstructuredGridWriter> writer;
    writer->SetInputData(grid);
    writer->SetDataModeToBinary();
    writer->SetHeaderTypeToUInt64();
    writer->SetCompressorTypeToZLib();
    writer->SetCompressionLevel(1);  // higher levels take longer than the run
    writer->WriteToOutputStringOn();
    if (writer->Write() == 0) throw computation_failed("vtk: a frame could not be encoded");
    return writer->GetOutputString();
}

}  // namespace jounce::record
