#pragma once

/// Configuration of tess, all of it by macros, all of it optional.
///
/// Define `TESS_USER_CONFIG` to the name of a header of your own, in quotes, and it is included
/// before anything else of tess; define the macros below there or on the command line. They must
/// be the same in every translation unit of a program, the library's own included.
///
/// - `TESS_ASSERT(condition, message)`: what checks a programmer's error. The default prints and
///   aborts where `TESS_ASSERTIONS` is 1, and is nothing where it is 0. One of your own is an
///   expression of type void, constant where the condition holds, as in
///   `((condition) ? void(0) : my_handler(message))`; `message` is a `const char*`.
/// - `TESS_ASSERTIONS`: 1 or 0. The CMake target and the pkg-config file state the value that the
///   library was built with: 1 in Debug and RelWithDebInfo builds, 0 in others. The default is 0
///   where `NDEBUG` is defined and 1 elsewhere.

#if defined(TESS_USER_CONFIG)
#include TESS_USER_CONFIG
#endif

#if !defined(TESS_ASSERTIONS)
#if defined(NDEBUG)
#define TESS_ASSERTIONS 0
#else
#define TESS_ASSERTIONS 1
#endif
#endif

/// The version of tess.
#define TESS_VERSION_MAJOR 0
#define TESS_VERSION_MINOR 1
#define TESS_VERSION_PATCH 0
