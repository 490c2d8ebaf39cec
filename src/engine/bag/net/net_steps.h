/* net_steps.h -- the steps of a Petri net. */
#ifndef ENGINE_BAG_NET_NET_STEPS_H
#define ENGINE_BAG_NET_NET_STEPS_H

#include "engine/bag/net/core.h"
#include "engine/bag/net/steps.h"

typedef struct NetSteps {
    Steps steps;
    const Core *core;
    uint32_t *marking; /* scratch, by place: the bag at hand */
    uint32_t *seen;    /* scratch, by transition: the stamp of the last step that met it */
    uint32_t stamp;
    uint32_t *file_first, *filed; /* transitions by one of the places that they need */
    VEC(uint32_t) needless;       /* transitions that need nothing */
    Items items;                  /* scratch: the bag that is handed on */
} NetSteps;

void net_steps_begin(NetSteps *s, const Core *core);
void net_steps_free(NetSteps *s);

#endif
