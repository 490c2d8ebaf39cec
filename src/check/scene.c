/* scene.c -- see scene.h.  Stores are interned: what has the same number as before is the same. */
#include "check/scene.h"

#include "machine/scene.h"

static const char *keep(SceneRecorder *r, const char *text)
{
    return arena_copy(&r->job->arena, text, strlen(text));
}

static bool paint_object(void *self, uint32_t object, uint32_t stamp)
{
    SceneRecorder *r = self;
    bool global = machine_object_is_global(r->machine, object);
    if (object >= r->objects.len)
        vec_resize(&r->objects, object + 1);
    SceneStamp *old = &r->objects.at[object];
    bool same = old->number && old->now == stamp;
    *old = (SceneStamp){stamp, r->number};
    if (same)
        return false;
    vec_push(r->scene, ((TraceBox){.kind = global ? BOX_GLOBAL : BOX_HEAP,
                                   .object = object,
                                   .name = keep(r, machine_object_name(r->machine, object))}));
    return true;
}

static bool paint_thread(void *self, const StateThread *thread)
{
    SceneRecorder *r = self;
    StateThread *old = r->threads.at;
    while (old && old < r->threads.at + r->threads.len && old->tid.ix != thread->tid.ix)
        old++;
    bool known = old && old < r->threads.at + r->threads.len;
    if (known && old->l.ix == thread->l.ix && old->s.ix == thread->s.ix)
        return false;
    if (known)
        *old = *thread;
    else
        vec_push(&r->threads, *thread);
    vec_push(r->scene, ((TraceBox){.kind = BOX_THREAD,
                                   .name = keep(r, machine_thread_name(r->machine, thread->tid))}));
    return true;
}

static void paint_frame(void *self, uint32_t pc)
{
    SceneRecorder *r = self;
    const Program *program = r->job->program;
    vec_push(r->scene, ((TraceBox){.kind = BOX_FRAME,
                                   .name = program->procs.at[program_proc_at(program, pc)].name,
                                   .pos = program->pos.at[pc]}));
}

static void paint_cell(void *self, const char *name, const char *value, uint32_t target)
{
    SceneRecorder *r = self;
    vec_push(&vec_last(r->scene).cells, ((TraceCell){keep(r, name), keep(r, value), target}));
}

static void note_gone(SceneRecorder *r)
{
    for (uint32_t object = 1; object < r->objects.len; object++) {
        SceneStamp *stamp = &r->objects.at[object];
        if (!stamp->number || stamp->number == r->number)
            continue;
        *stamp = (SceneStamp){0};
        vec_push(r->scene, ((TraceBox){.kind = BOX_GONE, .object = object, .name = ""}));
    }
}

void scene_record(SceneRecorder *r, Machine *m, const State *state, TraceScene *scene)
{
    const Painter painter = {r, paint_object, paint_thread, paint_frame, paint_cell};
    if (!r->wanted)
        return;
    r->machine = m;
    r->scene = scene;
    r->number++;
    machine_paint(m, state, &painter);
    note_gone(r);
}

void scene_recorder_free(SceneRecorder *r)
{
    vec_free(&r->objects);
    vec_free(&r->threads);
}
