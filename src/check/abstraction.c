/* abstraction.c -- see abstraction.h.
 *
 * Each procedure is walked through, from every place to which somebody jumps to the next one.  There nothing is
 * known but what the claims say: registers are any numbers, and the predicates that are trusted have the values that
 * these numbers give them.  At each instruction the solver is asked whether the abstraction can follow: for all
 * numbers there is a way through its code with the same exit, or error, after which predicates have their values
 * again.  So a run of the program that goes wrong is one of the abstraction; that the abstraction does not go
 * wrong the engine has found, and closed.c finds once more where that is not too long. */
#include "check/abstraction_inner.h"

#include <string.h>

void sim_fail(Simulation *s, AbstractionCheck verdict, const char *what)
{
    if (s->verdict != ABSTRACTION_HOLDS)
        return;
    s->verdict = verdict;
    uint32_t line = s->pc ? s->p->pos.at[s->pc].line : 0;
    if (line)
        snprintf(s->why, s->size, "%s (line %u:%u, %s in %s)", what, line,
                 s->p->pos.at[s->pc].column, op_info[s->p->code.at[s->pc].op].text,
                 s->of ? s->of->name : "?");
    else
        snprintf(s->why, s->size, "%s", what);
}

static void look_at_predicates(Simulation *s)
{
    for (uint32_t k = 0; k < s->claims->predicates.len; k++)
        s->now[k] = sim_home(s, &s->claims->predicates.at[k]) == UINT32_MAX
                        ? NO_TERM
                        : sim_predicate(s, &s->claims->predicates.at[k], NULL, NULL);
}

/* Any numbers; registers that are the same, are. */
static void begin_walk(Simulation *s, uint32_t pc)
{
    size_t count = s->claims->predicates.len;
    s->facts = s->words.terms->yes;
    memset(s->slots, 0, s->slots_len * sizeof *s->slots);
    memset(s->touched, 0, s->slots_len * sizeof *s->touched);
    memset(s->registers, 0, s->of->registers.len * sizeof *s->registers);
    for (uint32_t k = 0; k < s->claims->cells.len; k++)
        s->cells[k] = s->claims->cells.at[k].followed
                          ? words_fresh(&s->words, words_sort(s->claims->cells.at[k].type))
                          : NO_TERM;
    for (uint32_t k = 0; k < s->of->registers.len; k++) {
        Type type = s->of->registers.at[k].type;
        bool first = !pc && k >= s->of->params;
        s->registers[k] =
            first ? words_constant(&s->words, 0, type) : words_fresh(&s->words, words_sort(type));
        if (!sim_register_is_abstract(s, s->proc, (int32_t)k))
            s->slots[sim_map(s, (int32_t)k)] = s->registers[k];
    }
    look_at_predicates(s);
    for (uint32_t k = 0; k < count; k++) {
        const ClaimedPredicate *p = &s->claims->predicates.at[k];
        uint32_t home = sim_home(s, p);
        bool handed = p->proc == CLAIMED_EVERYWHERE || (p->entry && p->handed);
        if (home != UINT32_MAX && (pc ? s->claims->trusted.at[pc * count + k] : handed))
            s->slots[home] = s->now[k];
    }
}

/* Where the procedure is entered all registers are 0 that nobody hands over. */
static void walk_entry(Simulation *s)
{
    s->pc = 0;
    begin_walk(s, 0);
    for (uint32_t k = s->made->params; k < s->made->registers.len; k++)
        if (!s->slots[k].ix && s->made->registers.at[k].type.bits)
            s->slots[k] = words_constant(&s->words, 0, s->made->registers.at[k].type);
    s->exits.len = 0;
    vec_push(&s->exits, ((Exit){s->words.terms->yes, s->of->begin, 0, s->words.terms->no}));
    s->to_image = false;
    sim_run(s, s->made->begin, true);
    sim_demand(s);
    sim_end_step(s, s->of->begin);
}

static void walk_proc(Simulation *s, uint32_t proc)
{
    s->proc = proc;
    s->of = &s->p->procs.at[proc];
    s->made = &s->a->procs.at[proc];
    s->first_bit = (uint32_t)s->made->registers.len;
    s->first_claim = s->first_bit + (uint32_t)s->claims->predicates.len;
    s->slots_len = s->first_claim + (uint32_t)s->claims->cells.len;
    s->registers = memory_alloc((s->of->registers.len + 1) * sizeof *s->registers);
    s->slots = memory_alloc((s->slots_len + 1) * sizeof *s->slots);
    s->touched = memory_alloc((s->slots_len + 1) * sizeof *s->touched);
    walk_entry(s);
    bool walking = !s->target.at[s->of->begin]; /* then registers are what they were at the entry */
    for (s->pc = s->of->begin; s->pc < s->of->end && s->verdict == ABSTRACTION_HOLDS; s->pc++) {
        if (!s->depth.at[s->pc])
            walking = false; /* nobody comes here */
        else if (!walking || s->target.at[s->pc]) {
            begin_walk(s, s->pc);
            walking = true;
        }
        if (walking)
            walking = sim_step(s);
        if (budget_exhausted(s->budget))
            sim_fail(s, ABSTRACTION_OPEN, "the budget is used up");
    }
    memory_free(s->registers);
    memory_free(s->slots);
    memory_free(s->touched);
    s->of = NULL;
    s->pc = 0;
}

AbstractionCheck check_abstraction(const Abstraction *claims, Budget *budget, uint64_t *questions,
                                   char *why, size_t size)
{
    enum { QUESTION = 3000000 };
    Simulation s = {.claims = claims,
                    .p = claims->program,
                    .a = claims->abstract,
                    .words = {.terms = claims->terms},
                    .budget = budget,
                    .why = why,
                    .size = size};
    SolverOptions options = {.program = "z3", .limit = QUESTION, .budget = budget};
    *questions = 0;
    s.solver = solver_new(claims->terms, &options, why, size);
    if (!s.solver)
        return ABSTRACTION_OPEN;
    s.self = words_fresh(&s.words, SORT_BITS(32));
    s.cells = memory_alloc((claims->cells.len + 1) * sizeof *s.cells);
    s.now = memory_alloc((claims->predicates.len + 1) * sizeof *s.now);
    sim_data(&s);
    for (uint32_t proc = 0; proc < s.p->procs.len && s.verdict == ABSTRACTION_HOLDS; proc++)
        if (!claims->verbatim.at[proc])
            walk_proc(&s, proc);
    *questions = solver_questions(s.solver);
    solver_free(s.solver);
    memory_free(s.cells);
    memory_free(s.now);
    vec_free(&s.back);
    vec_free(&s.target);
    vec_free(&s.depth);
    vec_free(&s.atomic);
    vec_free(&s.led);
    vec_free(&s.hazy);
    vec_free(&s.result_of);
    vec_free(&s.undo);
    vec_free(&s.exits);
    return s.verdict;
}
