include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS tess EXPORT tess
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tess)
install(EXPORT tess NAMESPACE tess:: FILE tess-targets.cmake DESTINATION ${package_dir})
install(FILES cmake/tess-config.cmake DESTINATION ${package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/tess-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tess-config-version.cmake" DESTINATION ${package_dir})

# The file finds its prefix from its own place, so that the installed tree can be moved.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_prefix "/prefix/${pc_dir}" "/prefix")
configure_file(cmake/tess.pc.in tess.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/tess.pc" DESTINATION ${pc_dir})
