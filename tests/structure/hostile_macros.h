#pragma once

// Names that the headers of platforms and of other libraries define as macros, as users find them
// before they include tess. What the system's own headers use is included before this file.

// clang-format off

// Windows
#define near
#define far
#define small char
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define ERROR 0
#define NO_ERROR 0
#define DELETE 0x00010000L
#define interface struct
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define Yield()
#define GetObject GetObjectA
#define CreateWindow CreateWindowA
#define TRANSPARENT 1
#define OPAQUE 2
#define RELATIVE 2
#define ABSOLUTE 1
#define DIFFERENCE 11
#define UNKNOWN 0
#define STRICT 1
#define PASCAL
#define cdecl
#define pascal
#define hyper
#define rad1
#define grp1

// X11
#define None 0L
#define Success 0
#define Status int
#define Bool int
#define True 1
#define False 0
#define Always 2
#define Never 0
#define Unsorted 0
#define Above 0
#define Below 1
#define Convex 2
#define Complex 0
#define CursorShape 0
#define KeyPress 2
#define FocusIn 9
#define Expose 12

// macOS
#define check(x) ((void)0)
#define require(x, y) ((void)0)
#define verify(x) ((void)0)
#define check_error(x) ((void)0)
#define nil nullptr
#define YES 1
#define NO 0

// POSIX and others
#define major(x) 0
#define minor(x) 0
#define unix 1
#define linux 1
#define DEBUG 1
#define EMPTY
#define FOUND 1
#define BLOCKED 1
#define FAILED 1
#define B0 0
#define CHECK(x) ((void)0)
#define ASSERT(x) ((void)0)
#define LOG(x) ((void)0)

// clang-format on
