#pragma once

#define USER_CONFIG_WAS_READ

inline void user_assertion(const char*) {}

#define TESS_ASSERT(condition, message) ((condition) ? void(0) : user_assertion(message))
