# Debian packages by CPack: jounce (program, module, cases, documents) and libjounce-dev (headers, static library). tools/package builds the
# target jounce_debian under the preset `package` and packs it.
# SPDX-License-Identifier: BSD-3-Clause
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME jounce)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # the first line of each description is its summary
set(CPACK_PACKAGE_CONTACT "${JOUNCE_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME jounce)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS gnuplot-nox)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "libjounce-dev, lua5.4, paraview, libjs-dygraphs, openmpi-bin")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
    "vibro-impact simulation of structures and mechanisms
Jounce simulates structures and mechanisms whose parts meet across
clearances: beams, shells, masses and planar bodies with nonlinear contact
laws at their gaps. A case is a Lua script; a run writes tables, series, an
account of its energy and an animation for ParaView.

This package has the program, a module for lua5.4, cases, a tutorial and the
reference.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libjounce-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libeigen3-dev (>= 3.4), libfmt-dev, libmetis-dev, libvtk9-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
    "vibro-impact simulation of structures and mechanisms (development)
Jounce simulates structures and mechanisms whose parts meet across
clearances.

This package has the headers, the static library and the files that
find_package(Jounce) of CMake reads.")
include(CPack)

# Files that Debian's policy requires in /usr/share/doc/<package>: the licence and a changelog, compressed like manual pages.
configure_file(debian_changelog.in jounce_changelog @ONLY)
find_program(GZIP gzip REQUIRED)
add_custom_target(
  jounce_debian
  COMMAND ${CMAKE_COMMAND} -E rm -rf debian
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_BINARY_DIR}/pages/man1 debian/man1
  COMMAND sh -c "gzip -9nf debian/man1/*.1 && gzip -9nc jounce_changelog >debian/changelog.gz"
  DEPENDS jounce jounce_module jounce_library
  VERBATIM)
foreach(package program:jounce development:libjounce-dev)
  string(REPLACE ":" ";" package ${package})
  list(GET package 0 component)
  list(GET package 1 name)
  set(folder ${CMAKE_INSTALL_DATADIR}/doc/${name})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${folder} RENAME copyright COMPONENT ${component})
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.gz DESTINATION ${folder} COMPONENT ${component})
endforeach()
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/debian/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
