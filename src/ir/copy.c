/* copy.c -- a program with the same tables, and no code yet.  Texts stay where they are: the program must
 * outlive its copy. */
#include "ir/program.h"

#define copy_vec(to, from)                                                                         \
    do {                                                                                           \
        vec_resize(to, (from)->len);                                                               \
        if ((from)->len)                                                                           \
            memcpy((to)->at, (from)->at, (from)->len * sizeof *(from)->at);                        \
    } while (0)
/* Of structures that have vectors themselves. */
#define own_vec(v)                                                                                 \
    do {                                                                                           \
        const void *old_ = (v)->at;                                                                \
        size_t len_ = (v)->len;                                                                    \
        (v)->at = NULL;                                                                            \
        (v)->len = (v)->cap = 0;                                                                   \
        vec_resize(v, len_);                                                                       \
        if (len_)                                                                                  \
            memcpy((v)->at, old_, len_ * sizeof *(v)->at);                                         \
    } while (0)

static void copy_specs(Program *out, const Program *p)
{
    copy_vec(&out->specs, &p->specs);
    vec_each (Spec, spec, &out->specs) {
        own_vec(&spec->requires);
        own_vec(&spec->actions);
        own_vec(&spec->performs);
        vec_each (ActionSpec, action, &spec->actions) {
            own_vec(&action->modifies);
            own_vec(&action->clauses);
        }
    }
}

static void copy_tables(Program *out, const Program *p)
{
    copy_vec(&out->layouts, &p->layouts);
    vec_each (Layout, layout, &out->layouts)
        own_vec(&layout->fields);
    copy_vec(&out->globals, &p->globals);
    copy_vec(&out->regions, &p->regions);
    copy_vec(&out->name_lists, &p->name_lists);
    vec_each (NameList, names, &out->name_lists)
        own_vec(&names->names);
    copy_vec(&out->constants, &p->constants);
    copy_vec(&out->strings, &p->strings);
    copy_vec(&out->exceptions, &p->exceptions);
    copy_vec(&out->lists, &p->lists);
    copy_vec(&out->threads, &p->threads);
    copy_vec(&out->annotations, &p->annotations);
    copy_vec(&out->accesses, &p->accesses);
    copy_vec(&out->invariants, &p->invariants);
}

Program *program_new_like(const Program *p)
{
    Program *out = program_new(p->sources);
    copy_tables(out, p);
    copy_specs(out, p);
    copy_vec(&out->procs, &p->procs);
    vec_each (Proc, proc, &out->procs) {
        own_vec(&proc->registers);
        own_vec(&proc->results);
        proc->begin = proc->end = 0;
    }
    out->is_c = p->is_c;
    out->unwritten_any = p->unwritten_any;
    out->pointer_bytes = p->pointer_bytes;
    out->init = p->init;
    out->has_volatile = p->has_volatile;
    out->assumes_sc = p->assumes_sc;
    return out;
}
