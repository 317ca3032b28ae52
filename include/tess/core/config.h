#pragma once

/// Configuration of tess, all of it by macros, all of it optional.
///
/// Define `TESS_USER_CONFIG` to the name of a header of your own, in quotes, and it is included
/// before anything else of tess; define the macros below there or on the command line. They must
/// be the same in every translation unit of a program, the library's own included.
///
/// - `TESS_ASSERT(condition, message)`: what checks a programmer's error, an expression of type
///   void; `message` is a string literal. The default prints and aborts where `TESS_ASSERTIONS` is
///   1, and is nothing where it is 0.
/// - `TESS_ASSERTIONS`: 1 or 0. The default is 0 where `NDEBUG` is defined and 1 elsewhere; the
///   CMake target sets it to 1 in Debug and RelWithDebInfo builds.

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
