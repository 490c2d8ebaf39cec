/* rules.c -- a program as threads with stacks over a shared state: the rules come from the machine.
 *
 *   shared state   a Control: the global store, the threads that were forked and have not begun,
 *                  and, in the midst of an action, where that began and what is being returned
 *   stack symbol   a Symbol: frames that came onto the stack in one step, the top first
 *   STEP, PUSH     steps of the thread (runner.c); the frames that it leaves become one symbol
 *   POP            the thread is about to return, or throws: the frame on top goes, and its local
 *                  store, with the values that are returned, travels in the control state, to meet
 *                  the frame below (RETURN)
 *
 * A stack ends with BOTTOM: who returns to that ends the thread.  A thread that was not forked yet,
 * or has ended, has UNBORN BOTTOM; its first step begins with the local store that the fork left in
 * the control state.  In the midst of an action nobody else can run (is_inside): the action ends
 * before the context does.
 *
 * Errors are shared states (WRONG), so the engine finds them as early as possible. */
#include "engine/bound/endless.h"
#include "engine/bound/program.h"

typedef enum ControlKind {
    CONTROL_OPEN,   /* the thread has ended an action */
    CONTROL_CHOICE, /* it must choose */
    CONTROL_MID,    /* it has called a procedure */
    CONTROL_RETURN, /* it returns: `l` is the frame that it left */
    CONTROL_WRONG   /* `resumes` is the error */
} ControlKind;

typedef struct Control {
    ControlKind kind;
    GlobalId g;
    ForkId born;      /* threads that have not begun */
    LocalId l;        /* RETURN */
    uint32_t resumes; /* MID, RETURN: where the action began */
    int frames;       /* idem: as in RunNote */
} Control;

/* Frames on the stack.  `mark`: how far below the first of them is the one in which the action
 * began that has left them; MARK_NONE: in none. */
enum { MARK_NONE = -1, SYMBOL_BOTTOM = -2, SYMBOL_UNBORN = -3 };
typedef struct Symbol {
    StackId s;
    int mark;
} Symbol;

typedef struct Script {
    uint32_t first, count; /* of Rules.cues */
} Script;

/* What a thread is about to touch. */
typedef struct Looks {
    uint32_t first, count; /* of Rules.touches */
} Looks;

typedef struct Rules {
    Task *task;
    Records controls, symbols;
    uint32_t bottom, unborn;
    Pairs places, asked; /* (control, symbol), (class, place): whose status is known */
    VEC(uint8_t) status; /* BoundStatus */
    Pairs looked;        /* as `asked`: whose touches are known */
    VEC(Looks) looks;
    VEC(Touch) touches;
    VEC(Script) scripts; /* by tag */
    Cues cues;
    PdsRules scratch;
    uint8_t found; /* the status of what is being asked for */
    Pieces pieces; /* of actions */
} Rules;

/* ---- numbers ---- */

static uint32_t control_add(Rules *r, Control c)
{
    assert((c.kind == CONTROL_RETURN) == (c.l.ix != 0));
    assert(c.kind != CONTROL_WRONG || !c.g.ix);
    uint64_t words[3] = {c.g.ix | (uint64_t)c.born.ix << 32, c.kind | (uint64_t)c.resumes << 32,
                         c.l.ix | (uint64_t)(uint32_t)c.frames << 32};
    return records_add(&r->controls, words, 3);
}

static Control control_get(const Rules *r, uint32_t id)
{
    const uint64_t *w = records_get(&r->controls, id);
    return (Control){.kind = (ControlKind)(uint32_t)w[1],
                     .g = {(uint32_t)w[0]},
                     .born = {(uint32_t)(w[0] >> 32)},
                     .l = {(uint32_t)w[2]},
                     .resumes = (uint32_t)(w[1] >> 32),
                     .frames = (int)(uint32_t)(w[2] >> 32)};
}

static uint32_t symbol_add(Rules *r, StackId s, int mark)
{
    uint64_t word = s.ix | (uint64_t)(uint32_t)mark << 32;
    return records_add(&r->symbols, &word, 1);
}

static Symbol symbol_get(const Rules *r, uint32_t id)
{
    uint64_t word = *records_get(&r->symbols, id);
    return (Symbol){{(uint32_t)word}, (int)(uint32_t)(word >> 32)};
}

/* ---- threads that have not begun: a list, sorted by their numbers, the last one first ---- */

static ForkId born_add(Rules *r, ForkId born, Forked forked)
{
    return forks_add(r->task->m, born, forked.tid, forked.l);
}

/* Takes the thread out of the list; false: it is not there. */
static bool born_take(Rules *r, ForkId *born, uint32_t thread, LocalId *l)
{
    Machine *m = r->task->m;
    Forked forked;
    if (!born->ix)
        return false;
    ForkId others = forks_take(m, *born, &forked);
    if (forked.tid.ix == thread) {
        *born = others;
        *l = forked.l;
        return true;
    }
    bool found = born_take(r, &others, thread, l);
    if (found)
        *born = born_add(r, others, forked);
    return found;
}

/* ---- rules ---- */

static uint32_t frames_len(const Rules *r, StackId s)
{
    uint32_t len = 0;
    for (; s.ix; s = machine_pop(r->task->m, s))
        len++;
    return len;
}

/* The mark of the frames below a callee in which the thread stopped in the midst of an action. */
static int mark_below(const Rules *r, StackId s, RunNote note)
{
    if (note.at_point || note.frames <= 0)
        return MARK_NONE;
    return (uint32_t)note.frames - 1 < frames_len(r, s) ? note.frames - 1 : RUN_BELOW;
}

static uint32_t add_script(Rules *r, const Outcome *o, bool ends)
{
    uint32_t first = (uint32_t)r->cues.len;
    cues_add(&r->cues, o);
    if (ends)
        vec_push(&r->cues, ((Cue){CUE_END, 0}));
    vec_push(&r->scripts, ((Script){first, (uint32_t)r->cues.len - first}));
    return (uint32_t)r->scripts.len - 1;
}

/* Where a run of one thread began. */
typedef struct Start {
    uint32_t class, control, symbol;
    GlobalId g;
    ForkId born;
    uint32_t resumes; /* where the action began */
    bool mid, chosen; /* it began before this, with a call or return, or a choice */
} Start;

/* Objects that were created and lost in the step are no part of the store. */
static Part tidy(Rules *r, const Start *start, const Outcome *o)
{
    Part part = {o->g, o->l, o->s, start->born};
    vec_each (Forked, forked, &o->forked)
        if (forked->l.ix)
            part.forks = born_add(r, part.forks, *forked);
    if (o->renames)
        machine_tidy(r->task->m, (Tid){start->class}, start->g, &part);
    return part;
}

static void add_wrong(Rules *r, const Start *start, const Outcome *o, PdsRules *out)
{
    if (!task_is_asked(r->task, o))
        return;
    uint32_t to = control_add(r, (Control){.kind = CONTROL_WRONG, .resumes = o->error});
    vec_push(out, ((PdsRule){PDS_STEP, to, start->symbol, PDS_NONE, add_script(r, o, false)}));
}

static Control control_after(const Start *start, const Outcome *o, const Part *part, RunNote note)
{
    Control c = {.kind = CONTROL_OPEN, .g = part->g, .born = part->forks};
    if (o->kind == OUTCOME_CHOICE)
        c.kind = CONTROL_CHOICE;
    if (o->kind == OUTCOME_CHOICE || note.at_point)
        return c;
    c.kind = part->s.ix ? CONTROL_MID : CONTROL_RETURN;
    c.resumes = note.action ? note.action : start->resumes;
    c.frames = note.frames > 0 ? RUN_BELOW : note.frames;
    if (c.kind == CONTROL_RETURN) {
        c.l = part->l;
        c.frames = c.frames == 0 ? -1 : c.frames; /* the frame in which it began goes */
    }
    return c;
}

static void add_step(Rules *r, const Start *start, const Outcome *o, PdsRules *out)
{
    RunNote note = run_note(o);
    Part part = tidy(r, start, o);
    Control c = control_after(start, o, &part, note);
    PdsRule rule = {PDS_STEP, control_add(r, c), PDS_NONE, PDS_NONE, 0};
    rule.tag = add_script(r, o, c.kind == CONTROL_OPEN);
    if (c.kind == CONTROL_RETURN)
        rule.kind = PDS_POP;
    else {
        rule.top = symbol_add(r, machine_push(r->task->m, part.l, (StackId){0}), MARK_NONE);
        if (part.s.ix) {
            rule.kind = PDS_PUSH;
            rule.below = symbol_add(r, part.s, mark_below(r, part.s, note));
        }
    }
    if (c.kind != CONTROL_OPEN)
        pieces_add(&r->pieces, start->class, start->control, start->symbol, rule,
                   o->choices.len > 0);
    vec_push(out, rule);
}

/* Its number may be given to another thread: it is as if it had not been forked yet. */
static void add_end(Rules *r, const Start *start, const Outcome *o, PdsRules *out)
{
    Part part = tidy(r, start, o);
    Control c = {.kind = CONTROL_OPEN, .g = part.g, .born = part.forks};
    vec_push(out, ((PdsRule){PDS_PUSH, control_add(r, c), r->unborn, r->bottom,
                             add_script(r, o, true)}));
}

static void take_outcome(Rules *r, const Start *start, const Outcome *o, PdsRules *out)
{
    uint8_t status = STATUS_RUNS;
    switch (o->kind) {
    case OUTCOME_STEP:
    case OUTCOME_CHOICE:
        add_step(r, start, o, out);
        break;
    case OUTCOME_ENDED:
        add_end(r, start, o, out);
        break;
    case OUTCOME_BLOCKED:
        status = STATUS_WAITS;
        break;
    case OUTCOME_IDLE:
        status = STATUS_RESTS;
        break;
    case OUTCOME_CUT:
        break;
    case OUTCOME_WRONG:
        add_wrong(r, start, o, out);
        break;
    }
    if (start->mid && status != STATUS_RUNS && (r->task->job->properties & PROPERTY_DEADLOCK))
        r->task->limit =
            program_reason(r->task->job->program,
                           "an action calls a recursive procedure and waits behind it", o->pc);
    vec_each (Touch, touch, &o->touched)
        if ((start->mid || start->chosen) && touch_may_race(touch, r->task->job->properties) &&
            machine_compares(r->task->m, r->task->job->properties))
            r->task->limit = program_reason(
                r->task->job->program,
                "data races are not looked for behind a call or a return in the midst of an "
                "action, nor behind many choices",
                touch->pc);
    r->found |= status;
}

/* Where the thread stands, and from where it runs; false: it cannot. */
static bool find_start(Rules *r, const Control *c, Start *start, Part *at, RunFrom *from)
{
    Machine *m = r->task->m;
    uint32_t symbol = start->symbol;
    Symbol top = symbol_get(r, symbol);
    assert(top.s.ix ? top.mark >= MARK_NONE : symbol == r->bottom || symbol == r->unborn);
    bool returns = c->kind == CONTROL_RETURN;
    start->g = c->g;
    start->born = c->born;
    start->resumes = c->resumes;
    start->mid = returns || c->kind == CONTROL_MID;
    start->chosen = c->kind == CONTROL_CHOICE;
    *at = (Part){.g = c->g};
    *from = (RunFrom){start->mid, c->resumes, c->frames};
    if (c->kind == CONTROL_WRONG || (symbol == r->bottom && !returns))
        return false;
    if (symbol == r->unborn) {
        if (!born_take(r, &start->born, start->class, &at->l))
            return false;
    } else if (returns) {
        at->l = c->l;
        at->s = top.s;
        if (c->frames == RUN_BELOW)
            from->frames = top.mark == RUN_BELOW ? RUN_BELOW : top.mark + 1;
    } else
        at->l = machine_top(m, top.s);
    if (!start->mid)
        start->resumes = machine_local_pc(m, at->l);
    return true;
}

static void rules(void *context, uint32_t class, uint32_t g, uint32_t symbol, PdsRules *out)
{
    Rules *r = context;
    Task *task = r->task;
    Control c = control_get(r, g);
    Start start = {.class = class, .control = g, .symbol = symbol};
    Part at;
    RunFrom from;
    r->found = 0;
    task->out.len = 0;
    if (!find_start(r, &c, &start, &at, &from)) {
        r->found = STATUS_RESTS;
        return;
    }
    bool bounded = symbol != r->bottom;
    runner_run(&task->runner, (Tid){class}, at.g, at.l, at.s, from, bounded, &task->out);
    for (size_t k = 0; k < task->out.len; k++)
        take_outcome(r, &start, &task->out.all.at[k], out);
}

/* ---- the other questions ---- */

static bool is_wrong(void *context, uint32_t g)
{
    return control_get(context, g).kind == CONTROL_WRONG;
}

static bool is_inside(void *context, uint32_t g)
{
    ControlKind kind = control_get(context, g).kind;
    return kind == CONTROL_CHOICE || kind == CONTROL_MID || kind == CONTROL_RETURN;
}

static uint32_t status(void *context, uint32_t class, uint32_t g, uint32_t symbol)
{
    Rules *r = context;
    bool is_new;
    if (symbol == PDS_EMPTY)
        return STATUS_RESTS;
    uint32_t place = pairs_add(&r->places, g, symbol, &is_new);
    uint32_t at = pairs_add(&r->asked, class, place, &is_new);
    if (is_new) {
        r->scratch.len = 0;
        rules(r, class, g, symbol, &r->scratch);
        vec_push(&r->status, r->found);
    }
    assert(at < r->status.len && r->status.at[at]);
    return r->status.at[at];
}

/* The data that the thread touches in its next action, but for objects that it creates there. */
static Looks looks_of(Rules *r, uint32_t class, uint32_t g, uint32_t symbol)
{
    const Outcomes *out = &r->task->out;
    bool is_new;
    uint32_t place = pairs_add(&r->places, g, symbol, &is_new);
    uint32_t at = pairs_add(&r->looked, class, place, &is_new);
    if (!is_new)
        return r->looks.at[at];
    Looks looks = {.first = (uint32_t)r->touches.len};
    r->scratch.len = 0;
    rules(r, class, g, symbol, &r->scratch);
    machine_open(r->task->m, control_get(r, g).g);
    for (size_t k = 0; k < out->len; k++)
        vec_each (Touch, touch, &out->all.at[k].touched)
            if (touch_may_race(touch, r->task->job->properties) &&
                machine_layout(r->task->m, touch->object))
                vec_push(&r->touches, *touch);
    looks.count = (uint32_t)r->touches.len - looks.first;
    assert(at == r->looks.len);
    vec_push(&r->looks, looks);
    return looks;
}

/* A data race. */
static bool clash(void *context, uint32_t g, const uint32_t *classes, const uint32_t *tops)
{
    Rules *r = context;
    if (tops[0] == PDS_EMPTY || tops[1] == PDS_EMPTY)
        return false;
    Looks a = looks_of(r, classes[0], g, tops[0]), b = looks_of(r, classes[1], g, tops[1]);
    for (uint32_t i = a.first; i < a.first + a.count; i++)
        for (uint32_t j = b.first; j < b.first + b.count; j++)
            if (machine_races(r->task->m, &r->touches.at[i], &r->touches.at[j],
                              r->task->job->properties))
                return true;
    return false;
}

static uint32_t others(void *context, uint32_t g)
{
    Rules *r = context;
    return task_ghosts(r->task, control_get(r, g).g);
}

static bool halt(void *context)
{
    const Rules *r = context;
    return r->task->denied;
}

/* ---- all of it ---- */

static void fill_run(const Rules *r, const BoundResult *result, ProgramRun *run)
{
    vec_each (const BoundStep, step, &result->steps) {
        assert(step->tag < r->scripts.len);
        Script script = r->scripts.at[step->tag];
        vec_push(&run->steps, ((ProgramStep){step->thread, (uint32_t)run->cues.len, script.count}));
        for (uint32_t k = 0; k < script.count; k++)
            vec_push(&run->cues, r->cues.at[script.first + k]);
    }
    run->error = result->stuck   ? ERR_DEADLOCK
                 : result->clash ? ERR_RACE
                                 : (ErrorKind)control_get(r, result->reached).resumes;
}

static void make_stacks(Rules *r, const State *initial, PdsWord *stacks)
{
    Task *task = r->task;
    r->bottom = symbol_add(r, (StackId){0}, SYMBOL_BOTTOM);
    r->unborn = symbol_add(r, (StackId){0}, SYMBOL_UNBORN);
    for (uint32_t t = 0; t < task->threads; t++) {
        uint32_t top = r->unborn;
        if (t < task->initial)
            top = symbol_add(r, machine_push(task->m, initial->threads.at[t].l, (StackId){0}),
                             MARK_NONE);
        vec_push(&stacks[t], top);
        vec_push(&stacks[t], r->bottom);
    }
}

static void explore(Rules *r, const State *initial, const BoundOptions *options,
                    BoundResult *result)
{
    Task *task = r->task;
    PdsWord *stacks = memory_alloc(task->threads * sizeof *stacks);
    VEC(uint32_t) classes = {0};
    for (uint32_t t = 0; t < task->threads; t++)
        vec_push(&classes, t);
    make_stacks(r, initial, stacks);
    BoundModel model = {
        .context = r,
        .threads = task->threads,
        .classes = classes.at,
        .shared = control_add(r, (Control){.kind = CONTROL_OPEN, .g = initial->g}),
        .stacks = stacks,
        .rules = rules,
        .wrong = is_wrong,
        .inside = is_inside,
        .status = task->job->properties & PROPERTY_DEADLOCK ? status : NULL,
        .clash = machine_compares(task->m, task->job->properties) ? clash : NULL,
        .others = others,
        .halt = halt,
    };
    bound_explore(&model, options, &task->job->budget, result);
    for (uint32_t t = 0; t < task->threads; t++)
        vec_free(&stacks[t]);
    memory_free(stacks);
    vec_free(&classes);
}

void rules_explore(Task *task, const BoundOptions *options, BoundResult *result, ProgramRun *run)
{
    Rules r = {.task = task};
    BoundOptions automata = *options;
    State initial = {0};
    automata.stacks = STACKS_AUTOMATA;
    state_initial(task->m, &task->out.all.at[0], &initial);
    explore(&r, &initial, &automata, result);
    if (result->answer == BOUND_REACHED)
        fill_run(&r, result, run);
    else if (pieces_are_endless(&r.pieces) && !task->limit.text)
        task->limit.text = "an action calls recursive procedures, and may have no end";
    pieces_free(&r.pieces);
    state_free(&initial);
    records_free(&r.controls);
    records_free(&r.symbols);
    pairs_free(&r.places);
    pairs_free(&r.asked);
    pairs_free(&r.looked);
    vec_free(&r.looks);
    vec_free(&r.touches);
    vec_free(&r.status);
    vec_free(&r.scripts);
    vec_free(&r.cues);
    vec_free(&r.scratch);
}
