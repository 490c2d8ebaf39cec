/* local.c -- see local.h.  A variable is a register that has its name; or memory, to which a register points that its
 * `alloc` has written, and the layout of which is called after the procedure and the variable. */
#include "machine/local.h"

#include <ctype.h>
#include <stdlib.h>

#include "machine/memory.h"
#include "machine/part.h"

enum { MOST_NAME = 200 };

bool local_is_line(const Program *program, uint32_t proc, uint32_t pc, uint32_t line)
{
    return program->pos.at[pc].line == line && !program->procs.at[proc].library;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

bool local_is_spot(const Program *program, uint32_t proc, uint32_t pc, const LocalSpot *spot)
{
    const Pos *at = &program->pos.at[pc];
    if (spot->line)
        return local_is_line(program, proc, pc, spot->line);
    vec_each (Pos, label, &spot->labels)
        if (at->file == label->file && at->line == label->line && at->column == label->column)
            return true;
    return false;
}

static bool has_spot(const Program *program, uint32_t proc, const LocalSpot *spot)
{
    const Proc *p = &program->procs.at[proc];
    bool found = false;
    for (uint32_t pc = p->begin; pc < p->end && !found; pc++)
        found = local_is_spot(program, proc, pc, spot);
    return found;
}

bool local_read_spot(const Program *program, const char *text, LocalSpot *spot, const char **end)
{
    char name[MOST_NAME];
    size_t len = 0;
    bool found = false;
    text += strspn(text, " \t\n");
    spot->line = 0;
    spot->labels.len = 0;
    for (; is_word(text[len]) && len + 1 < MOST_NAME; len++)
        name[len] = text[len];
    name[len] = 0;
    *end = text + len;
    if (isdigit((unsigned char)*name))
        spot->line = (uint32_t)strtoul(name, NULL, 10);
    else if (len)
        label_find(program, name, &spot->labels);
    for (uint32_t k = 0; k < program->procs.len && !found; k++)
        found = has_spot(program, k, spot);
    return found;
}

/* Does the name stand there, as a word that is no part of another variable? */
static bool has_word(const char *from, const char *to, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = from; at + len <= to; at++)
        if (strncmp(at, name, len) == 0 && (at == from || (!is_word(at[-1]) && at[-1] != '.')) &&
            (at + len == to || !is_word(at[len])))
            return true;
    return false;
}

bool local_is_watched(const Program *program, uint32_t proc, const char *name,
                      const char *const texts[2])
{
    LocalSpot spot = {0};
    bool watched = false;
    for (int k = 0; k < 2; k++) {
        const char *text = texts[k] ? texts[k] : "", *from = text, *end;
        for (const char *at = text; *at; at++) {
            if (*at == ';' || *at == '{')
                from = at + 1;
            if (*at == '@' && !watched && has_word(from, at, name))
                watched =
                    local_read_spot(program, at + 1, &spot, &end) && has_spot(program, proc, &spot);
        }
    }
    vec_free(&spot.labels);
    return watched;
}

LocalId local_frame(Machine *m, const StateThread *thread)
{
    LocalId at = thread->l;
    StackId below = thread->s;
    while (below.ix && m->program->procs.at[m->facts.proc_of.at[machine_local_pc(m, at)]].library)
        at = machine_stack_top(m, below, &below);
    return at;
}

/* `work.p`, or `work.arr[]`, of the variable that the name begins with. */
static bool is_called(const char *layout, const char *proc, const char *name, size_t len)
{
    size_t own = strlen(proc);
    return strncmp(layout, proc, own) == 0 && layout[own] == '.' &&
           strncmp(layout + own + 1, name, len) == 0 &&
           (!layout[own + 1 + len] || layout[own + 1 + len] == '[');
}

static void find_memory(Machine *m, const Proc *proc, LocalId frame, const char *name,
                        LocalPlace *place)
{
    size_t len = strcspn(name, ".[");
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        const Instr *i = &m->program->code.at[pc];
        uint64_t pointer = 0;
        if (i->op != OP_ALLOC ||
            !is_called(m->program->layouts.at[i->other].name, proc->name, name, len))
            continue;
        place->twice |= place->is;
        place->is = true;
        place->path = name + len;
        if (frame.ix && machine_register(m, frame, (uint32_t)i->dst, &pointer))
            place->object = (uint32_t)(pointer >> 32);
    }
}

LocalPlace local_find(Machine *m, uint32_t proc, LocalId frame, const char *name)
{
    LocalPlace place = {0};
    const Proc *p = &m->program->procs.at[proc];
    for (uint32_t reg = 0; reg < p->registers.len; reg++) {
        const Register *r = &p->registers.at[reg];
        uint64_t value = 0;
        if (!r->name || strcmp(r->name, name) != 0)
            continue;
        place.twice |= place.is;
        place.is = true;
        place.reg = r;
        if (frame.ix && machine_register(m, frame, reg, &value))
            place.value = (int64_t)value_fit(r->type, value);
    }
    if (!place.is)
        find_memory(m, p, frame, name, &place);
    return place;
}
