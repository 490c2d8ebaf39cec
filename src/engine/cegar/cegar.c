/* cegar.c -- see cegar.h. */
#include "engine/cegar/internal.h"

#include "ir/shape.h"

static Term any(void *of, const char *what, Sort sort)
{
    (void)what;
    return var_unknown(of, sort);
}

bool cegar_accepts(const Job *job, Reason *why)
{
    const Program *p = job->program;
    bool weak = job->runs_in != MEMORY_SC;
    *why = (Reason){0};
    if (weak)
        why->text = "cegar runs programs in sequentially consistent memory only";
    else if (job->options->all_errors || job->options->zing_counting || job->infers ||
             job->wants_summaries)
        why->text = "cegar answers whether there is a bug, and nothing else";
    else if (program_is_serial(p))
        why->text = "cegar does not compare what calls do";
    else
        return !job_asks_claim(job, why);
    return false;
}

Cegar *cegar_new(Job *job, const Program *program, bool all, Reason *why)
{
    enum { QUESTION = 3000000 };
    char text[160] = "";
    Cegar *c = memory_alloc(sizeof *c);
    *c = (Cegar){.job = job, .program = program};
    terms_begin(&c->terms);
    c->theory = (Theory){.terms = &c->terms,
                         .numbers = NUMBERS_WORDS,
                         .booleans = true,
                         .rough = true,
                         .thread = SORT_BITS(32),
                         .of = c,
                         .any = any};
    SolverOptions options = {.program = "z3", .limit = QUESTION, .budget = &job->budget};
    c->solver = solver_new(&c->terms, &options, text, sizeof text);
    data_begin(&c->data, program, all, &c->terms, &c->theory);
    vec_each (Cell, cell, &c->data.cells) {
        if (cell->broken)
            continue;
        vec_push(&c->vars, ((Var){.kind = VAR_CELL,
                                  .number = (uint32_t)(cell - c->data.cells.at),
                                  .term = cell->term}));
        if (c->var_of.len <= cell->term.ix)
            vec_resize(&c->var_of, cell->term.ix + 1);
        c->var_of.at[cell->term.ix] = (uint32_t)c->vars.len;
    }
    start_cells(&c->data, &c->theory);
    if (c->solver && data_has_some(&c->data))
        return c;
    why->text = c->solver ? "there are no numbers that predicates could stand for"
                          : arena_copy(&job->arena, text, strlen(text));
    cegar_free(c);
    return NULL;
}

void cegar_free(Cegar *c)
{
    if (c->solver)
        solver_free(c->solver);
    data_free(&c->data);
    vec_free(&c->vars);
    vec_free(&c->var_of);
    vec_each (Predicate, p, &c->predicates)
        vec_free(&p->vars);
    vec_free(&c->predicates);
    vec_free(&c->seeds);
    vec_free(&c->derived);
    trees_free(c);
    abstraction_free(&c->claims);
    terms_free(&c->terms);
    arena_free(&c->arena);
    memory_free(c);
}

/* ---- a run that the program may have ---- */

Followed cegar_follow(Cegar *c, const Bug *bug, Bug *real, Reason *why)
{
    Course path;
    *why = (Reason){0};
    course_make(&path, c, bug);
    Followed followed = refine(&path, why);
    *real = (Bug){.error = bug->error, .where = bug->where};
    if (followed == FOLLOWED_REAL && !course_run(&path, real)) {
        followed = FOLLOWED_STUCK;
        why->text = "there may be a bug, but no run was found that shows it";
        bug_free(real);
    }
    course_free(&path);
    return followed;
}

/* ---- for people ---- */

uint32_t cegar_predicates(const Cegar *c)
{
    return (uint32_t)c->predicates.len;
}

static const char *var_text(const Cegar *c, const Var *var, Arena *arena)
{
    const Program *p = c->program;
    if (var->kind == VAR_CELL) {
        const Cell *cell = &c->data.cells.at[var->number];
        if (cell->region)
            return p->regions.at[cell->region].name;
        const char *name = p->globals.at[cell->object].name;
        return cell->offset ? arena_print(arena, "%s+%d", name, cell->offset) : name;
    }
    if (var->kind == VAR_RESULT)
        return arena_print(arena, "result of %s", p->procs.at[var->proc].name);
    const char *name = p->procs.at[var->proc].registers.at[var->number].name;
    return name ? name : arena_print(arena, "%%%u", var->number);
}

static const char *term_text(const Cegar *c, Term term, Arena *arena)
{
    Node node = term_node(&c->terms, term);
    const Var *var = var_find(c, term);
    const char *arg[3] = {"", "", ""};
    if (var)
        return var_text(c, var, arena);
    if (node.op == TERM_NUMBER)
        return arena_print(arena, "%lld", (long long)node.value);
    if (node.op == TERM_VARIABLE)
        return "?";
    for (int k = 0; k < term_info[node.op].arity; k++)
        arg[k] = term_text(c, node.arg[k], arena);
    switch (node.op) {
    case TERM_NOT:
        return arena_print(arena, "!(%s)", arg[0]);
    case TERM_EQ:
        return arena_print(arena, "%s == %s", arg[0], arg[1]);
    case TERM_SLE:
    case TERM_ULE:
        return arena_print(arena, "%s <= %s", arg[0], arg[1]);
    case TERM_BITS_ADD:
        return arena_print(arena, "(%s + %s)", arg[0], arg[1]);
    case TERM_BITS_SUB:
        return arena_print(arena, "(%s - %s)", arg[0], arg[1]);
    case TERM_BITS_MUL:
        return arena_print(arena, "(%s * %s)", arg[0], arg[1]);
    case TERM_LOW:
    case TERM_SIGN:
    case TERM_ZERO:
        return arg[0];
    case TERM_TRUE ... TERM_VARIABLE:
    case TERM_AND:
    case TERM_OR:
    case TERM_ITE ... TERM_LE:
    case TERM_SDIV ... TERM_SLT:
    case TERM_ULT:
    case TERM_SELECT ... TERM_FORALL:
    case TERM_OPS:
        break;
    }
    return arena_print(arena, "(%s %s %s %s)", term_info[node.op].text, arg[0], arg[1], arg[2]);
}

const char *cegar_predicate(const Cegar *c, uint32_t number, Arena *arena)
{
    const Predicate *p = &c->predicates.at[number];
    const char *text = term_text(c, p->holds, arena);
    return p->proc == EVERYWHERE
               ? text
               : arena_print(arena, "%s: %s", c->program->procs.at[p->proc].name, text);
}
