/* crowd.c -- programs that create threads without end: a bag of threads under one global store.
 *
 * Threads that run the same code and hold the same locks cannot be told apart, so a state is a
 * global store and how many threads there are of each kind (token.h).  Numbers are exact below the
 * cut c; from c on it is `many`, which never becomes less (Jhala and Majumdar, POPL 2007; the
 * forward half of Karp and Miller's tree).  A state stands for all states with fewer threads, too:
 * more threads never keep one from running.  So there are finitely many, and a state that another
 * one covers needs no successors.
 *
 *   the initial state                                            begin
 *   take a state that no other one covers:                       search_at
 *     for each kind of thread, for each thing it can do:         expand, take_move
 *       wrong: the cut is too small to tell, or it is a bug      note_wrong
 *       else:  put the state after it, unless it is covered      put_state
 *
 * With nothing wrong at some c the program is safe for any number of threads.  What goes wrong at a
 * cut need not be real; the cut is raised, and bugs are left to `explore`, which has the threads.
 *
 * Cannot decide: deadlocks, unless an initial thread can always run; programs that ask for the
 * names of threads. */
#include "engine/bag/crowd/crowd.h"

#include "engine/bag/crowd/token.h"
#include "ir/library.h"

enum { LEAST_CUT = 2, MOST_CUT = 4, CHECK_EVERY = 16, WORDS_A_LOOK = 32 };

typedef struct Crowd {
    Job *job;
    Tokens tokens;
    uint32_t cut;
    Records states;         /* word 0: the global store; then token << 32 | number, by token */
    VEC(uint8_t) covered;   /* by state: another one covers it */
    Pairs stores;           /* global store -> its number */
    VEC(uint32_t) newest;   /* by number of the store: its newest state, 0: none */
    VEC(uint32_t) previous; /* by state: the one before it with the same store */
    VEC(uint32_t) work;     /* states to expand, the last one first */
    uint64_t spent;         /* work of the machine that the budget knows of */
    uint64_t
        looked; /* pairs of states, and of accesses, that were compared since then; states made */
    VEC(uint64_t) words; /* of the state that is being made */
    bool wrong;          /* at this cut */
    ErrorKind error;
    uint32_t pc;
    bool stuck; /* an initial thread waits or ends somewhere */
} Crowd;

static uint32_t token_in(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

static uint32_t number_in(uint64_t word)
{
    return (uint32_t)word;
}

/* ---- states ---- */

/* Are there at least as many threads of each kind in b? */
static bool covers(const uint64_t *b, uint32_t b_len, const uint64_t *a, uint32_t a_len)
{
    uint32_t k = 1;
    for (uint32_t i = 1; i < a_len; i++) {
        while (k < b_len && token_in(b[k]) < token_in(a[i]))
            k++;
        if (k == b_len || token_in(b[k]) != token_in(a[i]) || number_in(b[k]) < number_in(a[i]))
            return false;
    }
    return true;
}

static uint32_t number_of_store(Crowd *c, uint32_t g)
{
    bool is_new;
    uint32_t id = pairs_add(&c->stores, g, 0, &is_new);
    if (is_new)
        vec_push(&c->newest, 0);
    return id;
}

/* Sorted by kind, and numbers from 1 up to the cut. */
static bool is_state(const Crowd *c, const uint64_t *words, size_t len)
{
    for (size_t k = 1; k < len; k++)
        if (!number_in(words[k]) || number_in(words[k]) > c->cut ||
            (k > 1 && token_in(words[k - 1]) >= token_in(words[k])))
            return false;
    return len > 0;
}

/* A walker, see base/check.h: of the states in a store's list none covers another, and just those
 * in no list are covered. */
static void check_states(const Crowd *c)
{
    size_t listed = 0, covered = 0;
    for (uint32_t store = 0; store < c->newest.len; store++)
        for (uint32_t a = c->newest.at[store]; a; a = c->previous.at[a], listed++) {
            assert(!c->covered.at[a]);
            assert(records_get(&c->states, a)[0] == pairs_left(&c->stores, store));
            for (uint32_t b = c->newest.at[store]; b; b = c->previous.at[b])
                assert(a == b || !covers(records_get(&c->states, b), records_len(&c->states, b),
                                         records_get(&c->states, a), records_len(&c->states, a)));
        }
    for (uint32_t id = 1; id <= records_count(&c->states); id++)
        covered += c->covered.at[id] != 0;
    assert(listed + covered == records_count(&c->states));
}

/* Takes what the new state covers out of its store's list. */
static void drop_covered(Crowd *c, uint32_t store, const uint64_t *words, uint32_t len)
{
    uint32_t *link = &c->newest.at[store];
    while (*link) {
        uint32_t id = *link;
        c->looked++;
        bool drop = covers(words, len, records_get(&c->states, id), records_len(&c->states, id));
        c->covered.at[id] |= drop;
        if (drop)
            *link = c->previous.at[id];
        else
            link = &c->previous.at[id];
    }
}

/* Puts the state in c->words, unless another one covers it. */
static void put_state(Crowd *c)
{
    uint32_t len = (uint32_t)c->words.len, store = number_of_store(c, (uint32_t)c->words.at[0]);
    hard_assert(is_state(c, c->words.at, len));
    c->looked += 1 + len / WORDS_A_LOOK; /* moves are known after the first time: the copy is all */
    for (uint32_t id = c->newest.at[store]; id; id = c->previous.at[id], c->looked++)
        if (covers(records_get(&c->states, id), records_len(&c->states, id), c->words.at, len))
            return;
    drop_covered(c, store, c->words.at, len);
    uint32_t id = records_add(&c->states, c->words.at, len);
    if (c->covered.len <= id) {
        vec_resize(&c->covered, id + 1);
        vec_resize(&c->previous, id + 1);
    }
    c->covered.at[id] = false;
    c->previous.at[id] = c->newest.at[store];
    c->newest.at[store] = id;
    vec_push(&c->work, id);
    if (check_is_due(id))
        check_states(c);
}

static void add_token(Crowd *c, uint32_t token)
{
    size_t k = 1;
    while (k < c->words.len && token_in(c->words.at[k]) < token)
        k++;
    if (k < c->words.len && token_in(c->words.at[k]) == token) {
        if (number_in(c->words.at[k]) < c->cut)
            c->words.at[k]++;
        return;
    }
    vec_push(&c->words, 0);
    for (size_t i = c->words.len - 1; i > k; i--)
        c->words.at[i] = c->words.at[i - 1];
    c->words.at[k] = (uint64_t)token << 32 | 1;
}

/* Many and one less are many. */
static void remove_token(Crowd *c, uint32_t token)
{
    size_t k = 1;
    while (assert(k < c->words.len), token_in(c->words.at[k]) != token)
        k++;
    if (number_in(c->words.at[k]) == c->cut)
        return;
    if (number_in(--c->words.at[k]))
        return;
    for (; k + 1 < c->words.len; k++)
        c->words.at[k] = c->words.at[k + 1];
    c->words.len--;
}

/* ---- the search ---- */

/* A run breaks a property that is not checked. */
static void note_unasked(Crowd *c, ErrorKind error, uint32_t pc)
{
    Job *job = c->job;
    job_note_undefined(job, error, job->program->pos.at[pc]);
    if (c->tokens.limit.text)
        return;
    const char *text = arena_print(
        &job->arena, "a run goes wrong in a way that is not checked (%s); --property=%s shows it",
        error_info[error].sentence,
        property_name(error_property(job->program, error, job->properties)));
    c->tokens.limit = job->undefined.text ? job->undefined : program_reason(job->program, text, pc);
}

static void note_wrong(Crowd *c, ErrorKind error, uint32_t pc)
{
    bool asked = c->job->properties & error_properties(c->job->program, error);
    if (!asked)
        note_unasked(c, error, pc);
    if (c->wrong || !asked)
        return;
    c->wrong = true;
    c->error = error;
    c->pc = pc;
}

static void copy_state(Crowd *c, uint32_t id)
{
    c->words.len = 0;
    for (uint32_t k = 0; k < records_len(&c->states, id); k++)
        vec_push(&c->words, records_get(&c->states, id)[k]);
}

static void take_move(Crowd *c, uint32_t id, uint32_t token, const Move *move)
{
    bool initial = token_is_initial(&c->tokens, token);
    c->stuck |= initial && (move->kind == OUTCOME_BLOCKED || move->kind == OUTCOME_IDLE ||
                            move->kind == OUTCOME_ENDED || move->kind == OUTCOME_CUT);
    if (move->kind == OUTCOME_WRONG)
        note_wrong(c, move->error, move->pc);
    if (move->kind != OUTCOME_STEP && move->kind != OUTCOME_CHOICE && move->kind != OUTCOME_ENDED)
        return;
    copy_state(c, id);
    remove_token(c, token);
    c->words.at[0] = move->g.ix;
    if (move->token != NO_TOKEN)
        add_token(c, move->token);
    for (uint32_t k = 0; k < move->forks; k++)
        add_token(c, c->tokens.forked.at[move->first_fork + k]);
    c->job->stats.transitions++;
    put_state(c);
}

/* The kind of thread that alone may run, being in the midst of an action. */
static uint32_t chooser(Crowd *c, uint32_t id)
{
    for (uint32_t k = 1; k < records_len(&c->states, id); k++)
        if (token_chooses(&c->tokens, token_in(records_get(&c->states, id)[k])))
            return token_in(records_get(&c->states, id)[k]);
    return NO_TOKEN;
}

static void expand_token(Crowd *c, uint32_t id, uint32_t token)
{
    GlobalId g = {(uint32_t)records_get(&c->states, id)[0]};
    Moves moves = *token_moves(&c->tokens, g, token);
    for (uint32_t i = 0; i < moves.len; i++) {
        Move move = c->tokens.moves.at[moves.first + i];
        take_move(c, id, token, &move);
    }
}

/* How soon the moves of a kind of thread are followed: first those of initial threads, which make
 * others, then those that cost nothing because there are many.  Big states cover small ones. */
typedef enum Turn { TURN_FEW, TURN_MANY, TURN_INITIAL, TURNS } Turn;

static Turn turn_of(const Crowd *c, uint64_t word)
{
    if (token_is_initial(&c->tokens, token_in(word)))
        return TURN_INITIAL;
    return number_in(word) == c->cut ? TURN_MANY : TURN_FEW;
}

static void expand(Crowd *c, uint32_t id)
{
    uint32_t only = chooser(c, id), len = records_len(&c->states, id);
    for (Turn turn = TURN_FEW; turn < TURNS;
         turn++) /* the last ones put are the first ones taken */
        for (uint32_t k = 1; k < len; k++) {
            uint64_t word = records_get(&c->states, id)[k];
            if ((only == NO_TOKEN || only == token_in(word)) && turn_of(c, word) == turn)
                expand_token(c, id, token_in(word));
        }
}

/* Two kinds of threads, or two of one kind, about to touch the same memory. */
static void find_race(Crowd *c, const Moves *a, const Moves *b)
{
    c->looked += 1 + (uint64_t)a->touches * b->touches;
    for (uint32_t i = 0; i < a->touches; i++)
        for (uint32_t k = 0; k < b->touches; k++) {
            const Touch *x = &c->tokens.touched.at[a->first_touch + i];
            const Touch *y = &c->tokens.touched.at[b->first_touch + k];
            if (machine_races(c->tokens.m, x, y, c->job->properties))
                note_wrong(c, ERR_RACE, x->pc);
        }
}

static void find_races(Crowd *c, uint32_t id)
{
    GlobalId g = {(uint32_t)records_get(&c->states, id)[0]};
    for (uint32_t i = 1; i < records_len(&c->states, id) && !c->wrong; i++) {
        uint64_t word = records_get(&c->states, id)[i];
        Moves a = *token_moves(&c->tokens, g, token_in(word));
        if (number_in(word) > 1)
            find_race(c, &a, &a);
        for (uint32_t k = i + 1; k < records_len(&c->states, id); k++) {
            Moves b = *token_moves(&c->tokens, g, token_in(records_get(&c->states, id)[k]));
            find_race(c, &a, &b);
        }
    }
}

static void begin(Crowd *c)
{
    machine_initial(c->tokens.m, &c->tokens.out);
    const Outcome *o = &c->tokens.out.all.at[0];
    if (o->kind == OUTCOME_WRONG) {
        if (error_info[o->error].property == PROPERTY_NONE)
            c->tokens.limit = job_limit(c->job, o->message, o->pc);
        else
            note_wrong(c, o->error, o->pc);
        return;
    }
    c->words.len = 0;
    vec_push(&c->words, o->g.ix);
    for (size_t k = 0; k < o->forked.len; k++)
        add_token(c, token_of(&c->tokens, o->forked.at[k].l, (StackId){0}, (HeldId){0}, true));
    put_state(c);
}

static void forget_states(Crowd *c)
{
    records_free(&c->states);
    pairs_free(&c->stores);
    c->states = (Records){0};
    c->stores = (Pairs){0};
    c->newest.len = c->previous.len = c->covered.len = c->work.len = 0;
}

static bool spend(Crowd *c)
{
    enum { LOOKS_A_STEP = 32 };
    uint64_t done = machine_work(c->tokens.m) - c->spent;
    uint64_t looked = c->looked / LOOKS_A_STEP;
    c->spent += done;
    c->looked %= LOOKS_A_STEP;
    return budget_spend(&c->job->budget, done + looked + CHECK_EVERY);
}

/* True: nothing goes wrong at this cut. */
static bool search_at(Crowd *c, uint32_t cut)
{
    uint32_t count = 0;
    forget_states(c);
    assert(cut >= LEAST_CUT);
    c->cut = cut;
    c->wrong = c->stuck = false;
    begin(c);
    while (c->work.len && !c->wrong && !c->tokens.limit.text) {
        uint32_t id = vec_pop(&c->work);
        if (++count % CHECK_EVERY == 0 && spend(c))
            return false;
        if (count % CHECK_EVERY == 0 && budget_progress_due(&c->job->budget))
            budget_show_progress(&c->job->budget, &(Headway){.unit = "states",
                                                             .count = records_count(&c->states),
                                                             .todo = c->work.len,
                                                             .level = "c",
                                                             .reached = cut});
        if (c->covered.at[id])
            continue;
        expand(c, id);
        if (machine_compares(c->tokens.m, c->job->properties) && !c->covered.at[id])
            find_races(c, id);
    }
    return !c->wrong && !c->tokens.limit.text;
}

/* Some memory is not a thread's own, as was assumed. */
static bool begins_again(Crowd *c)
{
    if (!machine_shares_more(c->tokens.m))
        return false;
    Machine *m = c->tokens.m;
    tokens_free(&c->tokens);
    tokens_begin(&c->tokens, m);
    return true;
}

/* ---- the answer ---- */

static void say_unknown(Crowd *c)
{
    Job *job = c->job;
    job->verdict = VERDICT_UNKNOWN;
    if (job->budget.reason)
        job->reason = job->budget.reason;
    else if (c->tokens.limit.text)
        job_give_reason(job, c->tokens.limit);
    else
        job_give_reason(
            job, program_reason(job->program,
                                arena_print(&job->arena,
                                            "threads are created without end: counted up to %u of "
                                            "a kind, the error `%s` cannot be excluded here",
                                            c->cut - 1, error_info[c->error].key),
                                c->pc));
}

static void answer(Crowd *c, bool safe)
{
    Job *job = c->job;
    if (!safe)
        say_unknown(c);
    else if (machine_doubt(c->tokens.m)) {
        job->verdict = VERDICT_UNKNOWN;
        job_give_reason(job, *machine_doubt(c->tokens.m));
    } else if (job->properties & PROPERTY_DEADLOCK && c->stuck) {
        job->verdict = VERDICT_UNKNOWN;
        job->reason = "nothing else goes wrong, however many threads there are, but deadlocks are "
                      "not excluded (--property chooses)";
    } else
        job->verdict = VERDICT_SAFE;
}

/* Where the program asks which thread is which; 0: nowhere. */
static uint32_t asks_for_names(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code.len; pc++) {
        Op op = program->code.at[pc].op;
        if (op == OP_JOIN || op == OP_RESULT || op == OP_NUMBER)
            return pc;
    }
    vec_each (Proc, proc, &program->procs)
        if (strcmp(proc->name, LIBRARY_SELF) == 0 || strcmp(proc->name, LIBRARY_CURRENT) == 0)
            return proc->begin;
    return 0;
}

/* Who may touch what, and whether a procedure is atomic, is about single threads. */
static bool has_annotations(const Program *program, Reason *why)
{
    uint32_t where;
    const Proc *claim = program_claim(program, PROPERTY_ACCESS);
    bool serial = program_has(program, OP_SERIAL, &where);
    *why = serial ? program_reason(program, NULL, where) : (Reason){0};
    if (claim)
        *why = (Reason){NULL, claim->pos, claim->name};
    if (program->accesses.len)
        *why = (Reason){NULL, program->accesses.at[0].pos, NULL};
    why->text = "this engine counts threads, and an annotation asks which thread it is: "
                "--engine=auto chooses another one";
    return serial || claim || program->accesses.len;
}

static bool accepts(const Job *job, Reason *why)
{
    const Program *program = job->program;
    uint32_t names = asks_for_names(program);
    if (job->properties & PROPERTY_ACCESS && has_annotations(program, why))
        return false;
    if (names)
        *why = program_reason(program,
                              "this engine counts threads, and the program asks which is which: "
                              "--engine=auto chooses another one",
                              program_shown(program, names));
    return !names;
}

static void run(Job *job)
{
    MachineOptions options = {.anonymous = true,
                              .reached = job->reached,
                              .coverage = job->options->coverage,
                              .touches = (job->properties & PROPERTY_RACE) ||
                                         program_is_weak(job->program)};
    Crowd c = {.job = job};
    tokens_begin(&c.tokens, machine_new(job->program, options));
    bool safe = false;
    for (uint32_t cut = LEAST_CUT; cut <= MOST_CUT && !safe; cut++) {
        do
            safe = search_at(&c, cut);
        while (begins_again(&c));
        if (job->budget.reason || c.tokens.limit.text)
            break;
    }
    budget_clear_line(&job->budget);
    job->budget.work += machine_work(c.tokens.m) - c.spent; /* the rest */
    machine_stats(c.tokens.m, &job->stats);
    job->stats.states = records_count(&c.states);
    answer(&c, safe);
    forget_states(&c);
    vec_free(&c.newest);
    vec_free(&c.previous);
    vec_free(&c.covered);
    vec_free(&c.work);
    vec_free(&c.words);
    machine_free(c.tokens.m);
    tokens_free(&c.tokens);
}

const Engine engine_crowd = {
    .name = "bag",
    .help = "threads without end: a bag of threads, counted up to a cut",
    .reads = INPUT_PROGRAM,
    .memory = ENGINE_TELLS_PAIRS,
    .accepts = accepts,
    .run = run,
};
