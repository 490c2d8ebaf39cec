/* job.c -- see job.h. */
#include "result/job.h"

static void scene_free(TraceScene *scene)
{
    vec_each (TraceBox, box, scene)
        vec_free(&box->cells);
    vec_free(scene);
}

void bug_free(Bug *bug)
{
    vec_each (TraceStep, step, &bug->steps) {
        vec_free(&step->choices);
        vec_free(&step->values);
        vec_free(&step->texts);
        vec_free(&step->deeds);
        vec_free(&step->passes);
        vec_free(&step->reads);
        vec_free(&step->visible);
        scene_free(&step->scene);
    }
    scene_free(&bug->scene);
    vec_free(&bug->start);
    vec_free(&bug->steps);
    vec_free(&bug->waiters);
    vec_free(&bug->calls);
}

void proof_free(Proof *proof)
{
    vec_free(&proof->bounds);
    vec_free(&proof->ignored);
    vec_free(&proof->refutations);
    vec_free(&proof->stages);
    vec_free(&proof->bags);
    vec_free(&proof->items);
}

bool job_has_bug(const Job *job, ErrorKind error, Pos where)
{
    vec_each (Bug, bug, &job->bugs)
        if (bug->error == error && bug->where.line == where.line &&
            bug->where.column == where.column && bug->where.file == where.file)
            return true;
    return false;
}

void job_drop_splits(Job *job)
{
    size_t kept = 0;
    vec_each (Bug, bug, &job->bugs)
        if (bug->error == ERR_NOT_ATOMIC)
            bug_free(bug);
        else
            job->bugs.at[kept++] = *bug;
    job->bugs.len = kept;
}

bool job_is_weak(const Job *job)
{
    return job->memory != MEMORY_SC && job->input == INPUT_PROGRAM &&
           (program_is_weak(job->program) || !(job->properties & PROPERTY_RACE));
}

/* The engine knows too little of the memory that is asked for. */
static bool refuses_memory(const Engine *engine, const Job *job, Reason *why)
{
    static const char *const refused[MEMORIES] = {
#define REFUSED(model)                                                                             \
    "this engine knows sequentially consistent runs only, and the memory model is " model          \
    ": --engine=explore knows the others, --memory-model=sc asks for these only"
        [MEMORY_SC] = "this engine knows sequentially consistent runs only, and the program has "
                      "memory orders below seq_cst: --memory-model=sc says that these are meant",
        [MEMORY_RC11] = REFUSED("rc11"),
        [MEMORY_C11] = REFUSED("c11"),
        [MEMORY_TSO] = REFUSED("tso"),
#undef REFUSED
    };
    bool weak = job->input == INPUT_PROGRAM && (job_is_weak(job) || program_is_weak(job->program));
    bool runs = engine->memory == ENGINE_RUNS_MODELS && job->runs_in != MEMORY_SC;
    bool races =
        job->properties & PROPERTY_RACE ||
        (job->input == INPUT_PROGRAM && job->program->allows_races); /* they are looked for */
    bool pairs = engine->memory != ENGINE_SC_ONLY && (job->memory == MEMORY_SC || races);
    if (!weak || runs || pairs)
        return false;
    *why = (Reason){.text = refused[job->memory]};
    return true;
}

bool engine_accepts(const Engine *engine, const Job *job, Reason *why)
{
    if (job->properties & PROPERTY_LIVE && strcmp(engine->name, "explore") != 0 &&
        strcmp(engine->name, "hunt") != 0) {
        *why = (Reason){
            .text =
                "whole runs (livelock, termination, ltl) are looked at by explore and hunt only: "
                "--engine=explore"};
        return false;
    }
    return !refuses_memory(engine, job, why) && (!engine->accepts || engine->accepts(job, why));
}

/* Nothing but hangs was asked for, and nobody has looked for these. */
static void refuse_hangs(Job *job)
{
    if (job->properties != PROPERTY_HANG || job->judged & PROPERTY_HANG ||
        job->verdict != VERDICT_SAFE)
        return;
    job->verdict = VERDICT_UNKNOWN;
    job_give_reason(
        job, (Reason){.text = "that no thread hangs explore alone can say, of at most 64 threads, "
                              "and not of tasks: --engine=explore"});
}

void engine_run(const Engine *engine, Job *job)
{
    Reason why;
    job->engine = engine->name;
    if (engine->memory != ENGINE_RUNS_MODELS)
        job->runs_in = MEMORY_SC;
    if (engine_accepts(engine, job, &why)) {
        engine->run(job);
        refuse_hangs(job);
        return;
    }
    job->verdict = VERDICT_UNKNOWN;
    job_give_reason(job, why);
}

bool job_asks_objects(const Job *job, Reason *why)
{
    uint32_t where;
    if (!program_asks_objects(job->program, &where) &&
        !program_has(job->program, OP_SERIAL, &where))
        return false;
    *why = program_reason(job->program,
                          "this engine does not see all objects, which an annotation asks for; "
                          "--engine=explore does",
                          where);
    return true;
}

uint32_t job_most_calls(const Job *job)
{
    enum { C_CALLS = 10000 };
    int64_t most = job->options->stack_limit;
    if (most < 0)
        most = program_is_c(job->program) ? C_CALLS : 0;
    return job->properties & PROPERTY_MEMORY ? (uint32_t)most : 0;
}

bool job_passes_rounds(const Job *job)
{
    const Options *options = job->options;
    return !options->no_loop_summaries && !options->no_reduction && !options->zing_counting &&
           !*options->states && !job->wants_summaries && !job->infers &&
           job->runs_in == MEMORY_SC && !program_claim(job->program, job->properties) &&
           !program_is_serial(job->program);
}

bool job_asks_claim(const Job *job, Reason *why)
{
    const Proc *claim = program_claim(job->program, job->properties);
    if (claim)
        *why =
            (Reason){"this engine does not test whether methods are atomic; --engine=explore does",
                     claim->pos, claim->name};
    return claim != NULL;
}

uint32_t job_waits_and_races(const Job *job)
{
    const Program *p = job->program;
    bool waits = false, many = p->threads.len > 1;
    vec_each (Instr, i, &p->code) {
        waits |= op_info[i->op].blocks;
        many |= i->op == OP_FORK;
    }
    return job->properties & ((waits ? PROPERTY_DEADLOCK : 0) | (many ? PROPERTY_RACE : 0));
}

Reason job_keep(Job *job, Reason reason)
{
    if (reason.text)
        reason.text = arena_copy(&job->arena, reason.text, strlen(reason.text));
    return reason;
}

void job_give_reason(Job *job, Reason reason)
{
    reason = job_keep(job, reason);
    job->reason = reason.text;
    job->where = reason.where;
    job->where_proc = reason.proc;
}

const char *job_placed_reason(const Job *job, Arena *arena)
{
    if (!job->reason || !job->where.line)
        return job->reason;
    return arena_print(arena, "%s:%u: %s", source_name(job->sources, job->where), job->where.line,
                       job->reason);
}

Reason job_limit(Job *job, const char *message, uint32_t pc)
{
    return job_keep(job, program_reason(job->program, message, pc));
}

static uint32_t pc_at(const Program *program, Pos where)
{
    uint32_t pc = 0;
    while (pc < program->pos.len && memcmp(&program->pos.at[pc], &where, sizeof where) != 0)
        pc++;
    return pc;
}

void job_note_undefined(Job *job, ErrorKind error, Pos where)
{
    if (job->undefined.text || !error_is_undefined(error))
        return;
    const char *asked = property_name(error_property(job->program, error, job->properties));
    const char *text = arena_print(
        &job->arena,
        "a run breaks a property that is not checked, and what the program does then is undefined "
        "(%s); --property=%s shows it",
        error_info[error].sentence, asked);
    job->undefined = program_reason(job->program, text, pc_at(job->program, where));
}

void job_clear(Job *job)
{
    vec_each (Bug, bug, &job->bugs)
        bug_free(bug);
    job->bugs.len = job->disciplines.len = job->movers.len = 0;
    proof_free(&job->proof);
    job->proof = (Proof){0};
    if (job->translation)
        net_free(job->translation);
    job->translation = NULL;
    job->stats = (Stats){0};
    job->verdict = VERDICT_UNKNOWN;
    job->reason = job->where_proc = NULL;
    job->where = (Pos){0};
    job->errors = job->judged = 0;
    job->many_threads = job->grows = job->doubted = false;
    job->undefined = (Reason){0};
    job->bound.counts = job->bound.has_contexts = false;
    job->covered = NULL;
}

void job_free(Job *job)
{
    vec_each (MethodCheck, check, &job->checks) {
        vec_free(&check->path);
        vec_free(&check->inferred);
    }
    vec_free(&job->checks);
    vec_each (Bug, bug, &job->bugs)
        bug_free(bug);
    vec_free(&job->bugs);
    vec_free(&job->graph.nodes);
    vec_free(&job->graph.edges);
    vec_free(&job->bound.over);
    vec_free(&job->bound.notes);
    vec_free(&job->disciplines);
    vec_free(&job->movers);
    vec_free(&job->predicates);
    if (job->abstraction)
        program_free(job->abstraction);
    if (job->widened)
        program_free(job->widened);
    vec_free(&job->orders);
    vec_free(&job->next);
    vec_free(&job->notes);
    proof_free(&job->proof);
    if (job->translation)
        net_free(job->translation);
    vec_each (Summary, summary, &job->summaries) {
        vec_each (SummaryRow, row, &summary->rows) {
            vec_free(&row->before);
            vec_free(&row->after);
        }
        vec_free(&summary->rows);
        vec_free(&summary->variables);
        vec_free(&summary->splits);
    }
    vec_free(&job->summaries);
    arena_free(&job->arena);
}

void job_take_covered(Job *job, const Job *known)
{
    bool less = job_is_weak(job) && known->runs_in != job->memory; /* than was asked for */
    if (!known->covered || (less && job->covered))
        return;
    job->verdict = VERDICT_BOUNDED;
    job->covered = arena_copy(&job->arena, known->covered, strlen(known->covered));
    job->stats.preemptions = known->stats.preemptions;
    job->stats.random_runs = known->stats.random_runs;
}
