// jounce.write_mesh(model, file): the shells of a model as a mesh file.
// SPDX-License-Identifier: BSD-3-Clause
#include "contained/files.hpp"
#include "meshes/files/mesh_files.hpp"
#include "record/files/folder.hpp"
#include "script/given_model.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "system/shells/mesh_of.hpp"
#include "values/convert.hpp"

namespace jounce::lua {

int write_mesh(lua_State* L) {
    const GivenModel model = given_model_argument(L, 1, "write_mesh");
    at_most_arguments(L, 2, "write_mesh");
    const Context& command = context(L);
    const std::string given = name_argument(L, 2, "write_mesh", "file");
    const std::filesystem::path file = writable_path(command, given, "write_mesh: 'file'");
    require_parameters(L);
    const std::shared_ptr<const System> system = model.system(L, ModalDamping::left_out, false);
    const Mesh mesh = mesh_of(*system, "write_mesh");
    const std::string text = mesh_text(mesh, given, "write_mesh");
    if (!command.writes_files()) return 0;
    if (given.ends_with(".msh") && mesh.properties.size() > 1 && command.session.log)
        command.session.log("write_mesh: '" + given + "': the format has no thickness and no material; the " +
                            std::to_string(mesh.properties.size()) +
                            " sections are separate physical groups (an .inp file keeps thickness and material)");
    std::error_code problem;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), problem);
    record::replace_file(file, text);
    return 0;
}

}  // namespace jounce::lua
