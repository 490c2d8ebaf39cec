/* discipline.c -- what a search has found out of the locks, for the report. */
#include "engine/explore/search.h"

static const char *keep(Search *s, const char *text)
{
    return arena_copy(&s->job->arena, text, strlen(text));
}

static bool has_objects(const Program *program, uint32_t layout)
{
    vec_each (Global, global, &program->globals)
        if (global->layout == layout)
            return true;
    vec_each (Instr, i, &program->code)
        if (i->op == OP_ALLOC && i->other == layout)
            return true;
    return false;
}

/* Is it only of types in raw memory that pointers have, and no object? */
static bool is_of_no_object(const Program *program, uint32_t region)
{
    bool found = false;
    for (uint32_t l = 1; l < program->layouts.len; l++)
        vec_each (Field, field, &program->layouts.at[l].fields) {
            if (field->region != region)
                continue;
            if (program->layouts.at[l].kind != LAYOUT_RAW || has_objects(program, l))
                return false;
            found = true;
            break;
        }
    return found;
}

static void fill_movers(Search *s)
{
    const Program *program = s->movers.program;
    if (!s->reduces || !s->job->infers)
        return;
    vec_each (Proc, proc, &program->procs)
        for (uint32_t pc = proc->begin; !proc->library && pc < proc->end; pc++)
            if (movers_name(&s->movers, pc) && program->pos.at[pc].line)
                vec_push(&s->job->movers, ((StatementMover){program->pos.at[pc], proc->name,
                                                            movers_name(&s->movers, pc)}));
}

static void fill_disciplines(Search *s)
{
    const Movers *v = &s->movers;
    Arena arena = {0};
    for (uint32_t region = 1; s->reduces && region < v->rules.len; region++) {
        const Region *r = &v->program->regions.at[region];
        bool is_private = strcmp(rule_name(v, region), "private") == 0;
        if (r->library || (r->kind == REGION_LOCAL && is_private) ||
            (is_private && is_of_no_object(v->program, region)))
            continue;
        Discipline discipline = {
            .region = r->name,
            .rule = rule_name(v, region),
            .annotation = keep(s, rule_annotation(v, region, &arena)),
            .reason = keep(s, rule_reason(v, region, &arena)),
        };
        vec_push(&s->job->disciplines, discipline);
    }
    arena_free(&arena);
}

void discipline_fill(Search *s)
{
    fill_disciplines(s);
    fill_movers(s);
}
