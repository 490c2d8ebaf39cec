/* coverage.c -- --coverage: lines of the program that no run has reached, and conditions that were
 * always the same. */
#include "report/coverage.h"

/* Lines side by side in one procedure, or a condition. */
typedef struct Gap {
    Pos pos;
    uint32_t last;
    const char *proc;
    const char *never; /* of a condition: `true` or `false`; NULL: lines */
    bool whole;        /* all of the procedure */
} Gap;

typedef struct Coverage {
    const Job *job;
    const Program *program;
    VEC(Gap) gaps;
    uint32_t lines, reached_lines, branches, reached_branches;
} Coverage;

/* A line of the procedure that has instructions. */
typedef struct Line {
    Pos pos;
    bool reached;
} Line;
typedef VEC(Line) Lines;

static void add_line(Lines *lines, Pos pos, bool reached)
{
    vec_each (Line, line, lines)
        if (line->pos.line == pos.line && line->pos.file == pos.file) {
            line->reached |= reached;
            return;
        }
    Line line = {pos, reached};
    size_t k = lines->len;
    vec_push(lines, line);
    for (; k && (lines->at[k - 1].pos.file > pos.file ||
                 (lines->at[k - 1].pos.file == pos.file && lines->at[k - 1].pos.line > pos.line));
         k--)
        lines->at[k] = lines->at[k - 1];
    lines->at[k] = line;
}

/* Neither a thread nor a reader can tell where these are. */
static bool is_silent(Op op)
{
    return op == OP_POINT || op == OP_JUMP || op == OP_FREE || op == OP_END || op == OP_ATOMIC;
}

static void add_gaps(Coverage *c, const Proc *proc, const Lines *lines)
{
    bool any = false;
    vec_each (Line, line, lines) {
        any |= line->reached;
        c->lines++;
        c->reached_lines += line->reached;
    }
    size_t k = 0;
    while (k < lines->len) {
        size_t from = k;
        while (k < lines->len && !lines->at[k].reached &&
               lines->at[k].pos.file == lines->at[from].pos.file)
            k++;
        if (k > from) {
            Gap gap = {.pos = lines->at[from].pos,
                       .last = lines->at[k - 1].pos.line,
                       .proc = proc->name,
                       .whole = !any};
            vec_push(&c->gaps, gap);
        } else
            k++;
    }
}

/* What an assertion or an assumption branches to is no branch of the user's. */
static bool is_branch(const Program *program, const Instr *i)
{
    const Instr *code = program->code.at;
    const Instr *other = &code[i->other + (code[i->other].op == OP_POINT)];
    return i->op == OP_BRANCH && code[i->target].op != OP_FAIL && other->op != OP_FAIL &&
           other->op != OP_ASSUME;
}

/* Is there an assertion in the same line?  Then its parts are no branches of the user's either. */
static bool is_asserted(const Program *program, const Proc *proc, Pos pos)
{
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        const Instr *i = &program->code.at[pc];
        if ((i->op == OP_ASSERT || i->op == OP_FAIL) && program->pos.at[pc].line == pos.line)
            return true;
    }
    return false;
}

static void add_branch(Coverage *c, const Proc *proc, uint32_t pc)
{
    uint8_t was = c->job->reached[pc] & (REACHED_FALSE | REACHED_TRUE);
    c->branches += 2;
    c->reached_branches += (was & REACHED_FALSE ? 1 : 0) + (was & REACHED_TRUE ? 1 : 0);
    if ((was != REACHED_FALSE && was != REACHED_TRUE) ||
        is_asserted(c->program, proc, c->program->pos.at[pc]))
        return;
    Gap gap = {.pos = c->program->pos.at[pc],
               .proc = proc->name,
               .never = was == REACHED_FALSE ? "true" : "false"};
    gap.last = gap.pos.line;
    vec_push(&c->gaps, gap);
}

static void look_at(Coverage *c, const Proc *proc)
{
    Lines lines = {0};
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        const Instr *i = &c->program->code.at[pc];
        bool reached = c->job->reached[pc] & REACHED_AT_ALL;
        if (!c->program->pos.at[pc].line || (is_silent(i->op) && !reached))
            continue;
        if (i->op != OP_FAIL || reached)
            add_line(&lines, c->program->pos.at[pc], reached);
        if (is_branch(c->program, i))
            add_branch(c, proc, pc);
    }
    add_gaps(c, proc, &lines);
    vec_free(&lines);
}

/* What the front end has added has a name that no user can give. */
static bool is_written(const Job *job, const Proc *proc)
{
    return !proc->library && proc->pos.line && proc->end <= job->reached_len &&
           !strpbrk(proc->name, " (");
}

static Coverage cover(const Job *job)
{
    Coverage c = {.job = job, .program = job->program};
    vec_each (Proc, proc, &c.program->procs)
        if (is_written(job, proc))
            look_at(&c, proc);
    return c;
}

/* Why nothing is known; NULL: it is. */
static const char *why_unknown(const Job *job)
{
    if (job->input != INPUT_PROGRAM || !job->reached)
        return "this input has no lines";
    if (strcmp(job->engine, "modular") == 0)
        return "modular looks at no runs; --engine=explore does";
    return NULL;
}

static void print_gap(const Job *job, const Gap *gap, FILE *out, Arena *arena)
{
    fprintf(out, "    %s:%u", report_file_name(job, gap->pos), gap->pos.line);
    if (gap->last > gap->pos.line)
        fprintf(out, "-%u", gap->last);
    const char *text = report_statement(job->sources, gap->pos, arena);
    if (gap->never)
        fprintf(out, ": never %s: %s\n", gap->never, text);
    else if (gap->whole)
        fprintf(out, ": %s never runs\n", gap->proc);
    else
        fprintf(out, ": %s\n", text);
}

void report_coverage(const Job *job, FILE *out)
{
    if (!job->options->coverage)
        return;
    const char *why = why_unknown(job);
    if (why) {
        fprintf(out, "\n  coverage is not known: %s\n", why);
        return;
    }
    Arena arena = {0};
    Coverage c = cover(job);
    fprintf(out, "\n  coverage%s: %u of %u lines, %u of %u branches\n",
            job->verdict == VERDICT_SAFE ? "" : " so far", c.reached_lines, c.lines,
            c.reached_branches, c.branches);
    vec_each (Gap, gap, &c.gaps)
        print_gap(job, gap, out, &arena);
    vec_free(&c.gaps);
    arena_free(&arena);
}

static json_t *gap_json(const Job *job, const Gap *gap)
{
    json_t *object = report_json_place(job, gap->pos, gap->proc);
    if (gap->never)
        json_object_set_new(object, "never", json_string(gap->never));
    else
        json_object_set_new(object, "last_line", json_integer(gap->last));
    return object;
}

json_t *report_coverage_json(const Job *job)
{
    if (!job->options->coverage || why_unknown(job))
        return json_null();
    Coverage c = cover(job);
    json_t *root = json_object(), *lines = json_array(), *branches = json_array();
    vec_each (Gap, gap, &c.gaps)
        json_array_append_new(gap->never ? branches : lines, gap_json(job, gap));
    json_object_set_new(root, "lines", json_integer(c.lines));
    json_object_set_new(root, "reached_lines", json_integer(c.reached_lines));
    json_object_set_new(root, "branches", json_integer(c.branches));
    json_object_set_new(root, "reached_branches", json_integer(c.reached_branches));
    json_object_set_new(root, "unreached", lines);
    json_object_set_new(root, "one_way", branches);
    vec_free(&c.gaps);
    return root;
}
