/* scene.h -- the states of a run that is replayed, for pictures. */
#ifndef CHECK_SCENE_H
#define CHECK_SCENE_H

#include "machine/state.h"
#include "result/job.h"

typedef struct SceneStamp {
    uint32_t now;    /* Painter's; 0: it is not there */
    uint32_t number; /* of the last state in which it was */
} SceneStamp;

typedef struct SceneRecorder {
    Job *job;
    bool wanted;
    Machine *machine;
    TraceScene *scene;        /* that is being recorded */
    uint32_t number;          /* of the state, from 1 */
    VEC(SceneStamp) objects;  /* by object */
    VEC(StateThread) threads; /* as they were */
} SceneRecorder;

/* Adds what is different in this state from the one recorded before it. */
void scene_record(SceneRecorder *r, Machine *m, const State *state, TraceScene *scene);
void scene_recorder_free(SceneRecorder *r);

#endif
