#pragma once

#include <tess/agents/agent.h>
#include <tess/agents/agent_set.h>
