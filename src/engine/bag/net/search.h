/* search.h -- the engine `bag` for nets; see search.c. */
#ifndef ENGINE_BAG_NET_SEARCH_H
#define ENGINE_BAG_NET_SEARCH_H

#include "result/job.h"

extern const Engine engine_net;

/* The same in turns, for those who do other things beside it. */
typedef struct NetRace NetRace;
/* The job is about a net.  NULL: it cannot be asked, and the job says why. */
NetRace *net_race_begin(Job *job);
/* True: it has ended, and the job has the answer. */
bool net_race_turn(NetRace *race);
void net_race_free(NetRace *race);

#endif
