// The .pvtu names arrays and pieces; points and values are in the pieces alone.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/picture_files.hpp"

#include "base/messages/text.hpp"
#include "record/files/folder.hpp"
#include "record/frames/vtk.hpp"

namespace jounce::record {

namespace {

constexpr std::size_t cells_of_a_rank = 1000;  // smaller pieces gain nothing

void copy_tuple(const std::vector<double>& from, std::size_t tuple, std::size_t components, std::vector<double>& to) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(tuple * components);
    to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(components));
}

std::string array_line(const std::string& name, int components) {
    return "<PDataArray type=\"Float64\" Name=\"" + name + "\" NumberOfComponents=\"" + std::to_string(components) + "\"/>\n";
}

}  // namespace

Picture piece_of(const Picture& picture, int index, int pieces) {
    const std::size_t cells = picture.types.size(), i = static_cast<std::size_t>(index), n = static_cast<std::size_t>(pieces);
    const std::size_t first = cells * i / n, end = cells * (i + 1) / n;
    const auto begin_of = [&](std::size_t cell) { return static_cast<std::size_t>(picture.offsets[cell]); };

    std::vector<long long> place(picture.size(), -1);  // of each point in the piece
    for (std::size_t k = begin_of(first); k < begin_of(end); ++k) place[static_cast<std::size_t>(picture.connectivity[k])] = 0;
    Picture out;
    out.constants = picture.constants;
    for (const PointArray& array : picture.arrays) out.arrays.push_back({array.name, array.components, {}});
    for (std::size_t p = 0; p < place.size(); ++p) {
        if (place[p] < 0) continue;
        place[p] = static_cast<long long>(out.size());
        copy_tuple(picture.points, p, 3, out.points);
        for (std::size_t a = 0; a < picture.arrays.size(); ++a) {
            const PointArray& array = picture.arrays[a];
            copy_tuple(array.values, p, static_cast<std::size_t>(array.components), out.arrays[a].values);
        }
    }
    std::vector<long long> cell;
    for (std::size_t c = first; c < end; ++c) {
        cell.clear();
        for (std::size_t k = begin_of(c); k < begin_of(c + 1); ++k)
            cell.push_back(place[static_cast<std::size_t>(picture.connectivity[k])]);
        out.add_cell(picture.types[c], cell);
    }
    return out;
}

std::string pvtu_text(const Picture& picture, const std::vector<std::string>& files) {
    std::string out =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PUnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n  <PUnstructuredGrid GhostLevel=\"0\">\n";
    if (!picture.constants.empty()) {
        out += "    <FieldData>\n";
        for (const auto& [name, value] : picture.constants)
            out += "      <DataArray type=\"Float64\" Name=\"" + name + "\" NumberOfTuples=\"1\" format=\"ascii\">" +
                   shortest(value) + "</DataArray>\n";
        out += "    </FieldData>\n";
    }
    out += "    <PPointData>\n";
    for (const PointArray& array : picture.arrays) out += "      " + array_line(array.name, array.components);
    out += "    </PPointData>\n    <PPoints>\n      " + array_line("Points", 3) + "    </PPoints>\n";
    for (const std::string& file : files) out += "    <Piece Source=\"" + file + "\"/>\n";
    return out + "  </PUnstructuredGrid>\n</VTKFile>\n";
}

std::string write_picture(const std::filesystem::path& folder, const std::string& stem, const Picture& picture,
                          const Share& share) {
    if (share.ranks < 2 || picture.types.size() < cells_of_a_rank * static_cast<std::size_t>(share.ranks)) {
        const std::string file = stem + ".vtu";
        if (share.rank == 0) replace_file(folder / file, vtu_text(picture));
        return file;
    }
    const auto piece = [&](int rank) { return stem + "_" + std::to_string(rank) + ".vtu"; };
    replace_file(folder / piece(share.rank), vtu_text(piece_of(picture, share.rank, share.ranks)));
    const std::string file = stem + ".pvtu";
    if (share.rank > 0) return file;
    std::vector<std::string> files;
    for (int rank = 0; rank < share.ranks; ++rank) files.push_back(std::filesystem::path(piece(rank)).filename().string());
    replace_file(folder / file, pvtu_text(picture, files));
    return file;
}

}  // namespace jounce::record
