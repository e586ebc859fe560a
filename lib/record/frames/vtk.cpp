// Pictures as .vtu text: unstructured grid, double precision, inline binary. Only this file uses VTK.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/vtk.hpp"

#include <vtkCellArray.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkIdTypeArray.h>
#include <vtkInformation.h>
#include <vtkInformationDoubleVectorKey.h>
#include <vtkInformationInformationVectorKey.h>
#include <vtkInformationVector.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/messages/error.hpp"

namespace jounce::record {

namespace {
/// The picture owns the memory; VTK only reads it.
template <class Array, class T>
void borrow(Array* array, const std::vector<T>& values) {
    array->SetArray(const_cast<T*>(values.data()), static_cast<vtkIdType>(values.size()), 1);
}

/// Stores the range of the values (of several components: of their norm) in the array. The writer asks for it; VTK would read the
/// number of cores from a file several times for each array to compute it.
void know_range(vtkDataArray* array, const std::vector<double>& values) {
    const auto components = static_cast<std::size_t>(array->GetNumberOfComponents());
    if (values.empty()) return;
    std::array<double, 2> range = {std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (std::size_t i = 0; i + components <= values.size(); i += components) {
        double value = values[i];
        if (components > 1) {
            value = 0;
            for (std::size_t k = 0; k < components; ++k) value += values[i + k] * values[i + k];
        }
        range = {std::min(range[0], value), std::max(range[1], value)};
    }
    if (components > 1) {
        range = {std::sqrt(range[0]), std::sqrt(range[1])};
        array->GetInformation()->Set(vtkDataArray::L2_NORM_RANGE(), range.data(), 2);
        return;
    }
    vtkNew<vtkInformationVector> of_components;
    of_components->SetNumberOfInformationObjects(1);
    of_components->GetInformationObject(0)->Set(vtkDataArray::COMPONENT_RANGE(), range.data(), 2);
    array->GetInformation()->Set(vtkDataArray::PER_COMPONENT(), of_components.Get());
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
    know_range(coordinates.Get(), picture.points);
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
        know_range(values.Get(), array.values);
        grid->GetPointData()->AddArray(values);
    }
    for (const auto& [name, value] : picture.constants) {
        vtkNew<vtkDoubleArray> values;
        values->SetName(name.c_str());
        values->InsertNextValue(value);
        know_range(values.Get(), {value});
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
