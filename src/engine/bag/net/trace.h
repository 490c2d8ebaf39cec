/* trace.h -- makes runs shorter. */
#ifndef ENGINE_BAG_NET_TRACE_H
#define ENGINE_BAG_NET_TRACE_H

#include "engine/bag/net/core.h"
#include "engine/bag/net/steps.h"

/* Leaves out what a run of the core that covers a target does not need for that. */
void trace_shorten(const Core *core, Labels *labels);

#endif
