/* weak.c -- does the machine do under weak memory what the axioms allow, all of it and nothing else?
 *
 *   weak [--seed=S] [--count=N] [--most=STATES]
 *   weak --print=SEED       the program of that seed
 *   weak --text='Wx1x Ryx | Wy1x Rxx'
 *
 * First the programs that everybody knows: how many executions they have (enumerate.c).  Then of these
 * and of random ones, of the seeds S, S + 1 ...: what the enumerator says may come of them must be what comes of
 * them on the machine, in sequentially consistent memory and in weak one, with transactions and
 * without; both must see a data race
 * in the same programs; in x86-TSO what comes of them must be what comes of them where each store leaves its queue by
 * a step of its own (buffers.c); where races are allowed, programs with plain accesses in place of relaxed ones must do the same
 * as those; and the judge (check/judge.h) must accept each run of the machine.  Exit status 1 if not. */
#include <stdio.h>
#include <stdlib.h>

#include "check/judge.h"
#include "machine/memory.h"
#include "machine/schedule.h"
#include "models.h"
#include "small.h"

enum { WALKS = 6, LONGEST = 200 };

/* ---- what everybody knows ---- */

typedef struct Famous {
    const char *name, *text;
    uint64_t rc11, sc; /* executions */
} Famous;

static const Famous famous[] = {
    {"SB", "Wx1x Ryx | Wy1x Rxx", 4, 3},
    {"SB, seq_cst", "Wx1s Rys | Wy1s Rxs", 3, 3},
    {"SB, one read weaker", "Wx1s Rys | Wy1s Rxa", 4, 3},
    {"SB, fences", "Wx1x Fs Ryx | Wy1x Fs Rxx", 3, 3},
    {"SB, one fence", "Wx1x Fs Ryx | Wy1x Rxx", 4, 3},
    {"SB, updates", "Ux1s Ryx | Uy1s Rxx", 4, 3},
    {"MP", "Wx1x Wy1x | Ryx Rxx", 4, 3},
    {"MP, release and acquire", "Wx1x Wy1r | Rya Rxx", 3, 3},
    {"MP, fences", "Wx1x Fr Wy1x | Ryx Fa Rxx", 3, 3},
    {"MP, the wrong fences", "Wx1x Fa Wy1x | Ryx Fr Rxx", 4, 3},
    {"MP, plain", "Wx1p Wy1r | Rya A1 Rxp", 2, 2},
    {"MP, a release sequence", "Wx1x Wy1r | Iyx | Rya A2 Rxx", 6, 6},
    {"MP, a broken one", "Wx1x Wy1r Wy2x | Rya A2 Rxx", 4, 3},
    {"LB", "Rxx Wy1x | Ryx Wx1x", 3, 3},
    {"CoRR", "Wx1x | Rxx Rxx", 3, 3},
    {"CoRR, two writers", "Wx1x | Wx2x | Rxx Rxx", 12, 12},
    {"CoWR", "Wx1x Rxx | Wx2x", 3, 3},
    {"2+2W", "Wx1x Wy2x | Wy1x Wx2x", 4, 3},
    {"2+2W, seq_cst", "Wx1s Wy2s | Wy1s Wx2s", 3, 3},
    {"S", "Wx2x Wy1r | Rya Wx1x", 3, 3},
    {"IRIW", "Wx1x | Wy1x | Rxx Ryx | Ryx Rxx", 16, 15},
    {"IRIW, acquire", "Wx1r | Wy1r | Rxa Rya | Rya Rxa", 16, 15},
    {"IRIW, seq_cst", "Wx1s | Wy1s | Rxs Rys | Rys Rxs", 15, 15},
    {"IRIW, seq_cst but two reads", "Wx1s | Wy1s | Rxa Rys | Rya Rxs", 16, 15},
    {"IRIW, fences", "Wx1x | Wy1x | Rxx Fs Ryx | Ryx Fs Rxx", 15, 15},
    {"WRC", "Wx1x | Rxx Wy1x | Ryx Rxx", 8, 7},
    {"WRC, release and acquire", "Wx1x | Rxx Wy1r | Rya Rxx", 7, 7},
    {"RWC, fences", "Wx1x | Rxx Fs Ryx | Wy1x Fs Rxx", 7, 7},
    {"ISA2", "Wx1x Wy1r | Rya Wz1r | Rza Rxx", 7, 7},
    {"Z6, updates", "Wx1s Wy1r | Uy2s Ryx | Wy3s Rxs", 24, 18},
    {"increments", "Ixx | Ixx | Ixx", 6, 6},
    {"exchanges, compared", "Cx01xx | Cx02xx | Cx12xx", 5, 5},
    {"under a lock", "L Rxp Wx1p N | L Rxp Wx2p N", 2, 2},
    {"MP, acquire and release updates", "Wx1x Uy1b | Uy2b A1 Rxx", 2, 2},
    {"MP, acq_rel fences", "Wx1x Fb Wy1x | Ryx Fb Rxx", 3, 3},
    {"MP, a release in vain", "Wx1x Uy1a | Uy2r A1 Rxx", 3, 2},
    {"plain over a history", "Wx1x Wx2p Wy1r Wx3x | Rya A1 Rxx", 3, 3},
    {"a comparison that fails last", "Wy1s Cx01sa | Wx2r | Wx1s Cy22xs", 10, 9},
    {"a race, but for what is read", "Wx1p Wx2r Fs Ryx A0 Wz1x | Wy1x Fs Rzx A1 Rxa", 3, 3},
    {"... updated", "Wx1p Wx2r Fs Ryx A0 Wz1x | Wy1x Fs Rzx A1 Ux3a", 3, 3},
    {"... compared in vain", "Wx1p Wx2r Fs Ryx A0 Wz1x | Wy1x Fs Rzx A1 Cx13xa", 3, 3},
};

static const char *const others[] = {
    /* updates that write what they read, and what is learned from them */
    "Wx1x | Wy1x Ux1r | Ux2a Ryx",
    "Wx1x | Wy1s Ux1s | Ux2s Rys",
    "Wx1x | Ux1x Fs Ryx | Wy1x Fs Rxx",
    "Wx1s | Ux1s Rys | Wy1s Rxs",
    "Wx1x Rxx Rxx | Ux1x Rxx | Wx2x",
    "Wx1x | Wz1p Ux1r A1 Wy1x | Ryx A1 Ux2a A1 Rzp",
    "Wx1x | Ux1x A1 Ryx A1 Rxx | Wx2x Wy1x",
    "Wx1x Wy1x | Ryx A1 Ux0x Rxx | Rxx",
    "Wx1x | Wz1s Rxs A1 Wy1x | Ryx A1 Ux1s A1 Ww1x | Rwx A1 Ryx A1 Rxs A1 Rzs",
    /* what was read without acquiring may be acquired later */
    "Wx1x Wy1r | Ryx A1 Rya Rxx",
    /* a fence acquires first, and then releases */
    "Wx1x Wy1r | Ryx Fb Wz1x | Rza Rxx",
    /* C11: who has released to a cell goes on doing so, whatever becomes of the cell */
    "Wx1x Wy1r Ryx A2 Wy3x | Wy2x | Rya A2 Rya A3 Rxx",
    "Wz1x Wy1r Wx1x Wy2x | Rya A2 Rzx",
    "Wx1x Wy1r Wz1x Wy2r Wy3x | Rya A3 Rzx",
    /* an update that releases goes on with what it has read, too */
    "Wx1x Wy1r | Iyr | Rya A2 Rxx",
    /* seq_cst: a weaker access may be below one; fences and accesses of one circle */
    "Wx1s Rzs Wy1x | Ryx A1 Wz1s Rxx",
    "Wx1x Fs Ryx | Wy1s Rxs",
    "Wx1x | Wy1x Fs Rxx A1 Wz1x | Rzx A1 Ww1x | Rwx A1 Rxx A1 Fs Ryx",
    /* ... what comes before by seq_cst goes along with what is released: fences, what is in program order, what is behind
     * those, and the last writes */
    "Wx1x Fs Wy1r | Rya A1 Rzx | Wz1x Fs Rxx",
    "Wx1s Wy1r | Rya A1 Rzs | Wz1s Rxs",
    "Wz1s Wx1s | Wx2x Wy1r | Rya A1 Fs Rzx",
    "Wx1x Wy1r | Rya A1 Fs Rzx | Wz1s Rxs",
    /* ... a fence is behind the fences of who has written before it */
    "Wz1x Fs Wx1x | Wx2x Fs Rzx",
    "Wz1x Fs Wx1x | Rxx A2 Wx3x Fs Rzx | Wx2x",
    /* ... and a message or a cell that is forgotten meanwhile */
    "Wz1s Rxs | Wx1x | Rxx A1 Wx2s Rzs",
    "Wx1x | Wy1x Ux1s | Wz1s Rxs | Ryx A1 Wx2s Rzs",
    "Wy1s | Wz1s | Rys Wx1x Rzs | Rxx A1 Rzs Rys",
    /* ... what comes before by seq_cst, where all else has been done: by a fence behind a write behind a write, by a write behind
     * that, of a comparison that succeeds */
    "Wz1s Wy1s Ww1x | Rwx A2 Wx1s Rzs Ww3x | Rwx A1 Wy2x Ww2x Rwx A3 Fs Rxx",
    "Wz1s Wy1s Ww1x | Rwx A1 Wx1s Rzs Ww2x | Rwx A2 Wy2s Rxs",
    "Wy1s Rxs Wz1x | Rzx A1 Wx1s Cy02xs",
    "Wx1x | Wy1x | Rxx Fs Ryx | Ryx Fs Rxx Rzs",
    /* x86-TSO: what a thread has written itself may be over when it reads it */
    "Wx1x Wx2s | Wx3x Rxx",
    /* ... or not yet, while another one's waits, too */
    "Wx2x Rzx | Wz1s Wx1x Rxx Ryx | Wy1s Rxx",
    /* ... and who waits for its own stores may find that another one's was first */
    "Wz1s Wx1x Fs Ww1x | Wx2x Rzx Rwx",
    /* ... and who gives a lock back waits for its stores */
    "L Wx1x Wy1x N | L Ryx Rxx N",
    /* what the library has looked at comes before what changes it later, in one order of all */
    "Wx1x Q | P Rxx",
    "Wx1x Q | P Rxs A0",
    /* who would race may not go first: there are runs in which he does not */
    "Wy1x Dx | Ryx A0 Dy",
    "Dz | Ryx A0 Dy | Cy01xx Dz",
    /* who looks again and again, and what he has seen on the way */
    "Wx1x Wx2x Wx3r | Cx03bb Cx03bb Rxx | Rxx Cx12bx",
    /* a release does not acquire, nor an acquire release */
    "Wx1x Uy1r | Uy2r A1 Rxx",
    "Wx1x Uy1a | Uy2a A1 Rxx",
    "Wx1x Fa Wy1x | Ryx Fa Rxx",
    "Wx1x Fr Wy1x | Ryx Fr Rxx",
    /* updates: the order of success and that of failure; one that fails may read what was updated since */
    "Wx1x Wy1r | Cy12ax A1 Rxx",
    "Wx1x Wy1r | Cy02xa A1 Rxx",
    "Ux1x Ux2x Wy1x | Ryx A1 Cx05xx",
    "Ux1s Cy55ss | Uy1s Cx55ss",
    "Wy1s Rxs Wz1x | Rzx A1 Wx1s Uy2x",
    /* equal values are not one: something may come between */
    "Wx1x Wx1x Wy1x | Ryx A1 Wx2x | Rxx A1 Rxx A2 Rxx",
    /* one of two fences is weaker; and fences that only a read puts in order */
    "Wx1x Fs Ryx | Wy1x Fb Rxx",
    "Wz1x Fs Wy1r | Rya A1 Wx1x | Rxx A1 Fs Rzx",
    /* what is known of several is known */
    "Wx1p Wy1r | Rya A1 Rza Rxp | Wz1r",
    /* ... and who gets to know more forgets nothing: a newer message, a later access */
    "Wx1x Wy1r Wx2x | Rxx A2 Rya A1 Rxx",
    "Ww1p Wy1r Wx2p Wz1r | Rza A1 Rya A1 Rxp | Rax",
    /* ... a release fence acquires nothing, though there are fences that do */
    "Wx1x Fr Wy1x | Ryx Fr Rxx Fa",
    /* seq_cst: what was read before a fence is before it, and no more; a write is behind what is below it, and no more */
    "Wx1x | Rxx A1 Fs Wz1x Rwx A1 Ryx | Wy1s Rzx A1 Rxs Ww1x",
    "Wx1s Rzx A1 Rxs | Rxx A1 Wx2s Wz1x",
    /* ... who has read an update that is forgotten meanwhile, and what was released with one, to whom an update reads on */
    "Wx1x | Wy1x Ux1r | Wz1s Rxs | Ryx A1 Rxx A1 Wx2s Rzs",
    "Wz1s Rys A0 Ux5x | Ryx A1 Wy2x Wx1r | Wy1s Ryx A2 Ux1r | Rxa A5 Rys A2 Rzs",
    /* between two actions others may do theirs: before a region, and after a lock was given back */
    "Wx1x Wy1x Dz | Ryx A1 Dw Rxx",
    "L Wz1p N Rxx | L Rzp N A1 Wx1x",
    /* ... and who reads before he waits for a thread knows what that has done only then */
    "K2 Ryx J2 Rxp | Ryx | * Wx1p Wy1x",
    /* x86-TSO: a thread reads the last of its stores; what is weaker than seq_cst is no fence */
    "Wx1x Wx2x Rxx | Rxx Rxx",
    "Wx1r Ryx | Wy1r Rxx",
    "Wx1x Fb Ryx | Wy1x Fb Rxx",
    /* locks: who takes one releases nothing; of several who have posted all are before; readers and writers */
    "L Wx1x N | L Rxx N A1 Wy1x | Rya A1 Rxx",
    "Wx1x P | Wy1x P | Q A2 Rxx Ryx",
    "Wx1x P | V A1 Q Rxx",
    "Wx1x V | V A2 Rxx",
    "Wx1x V | Q A1 Rxx",
    "Wx1x P | M A1 Rxx",
    "H Wx1x G | S Rxx T",
    "S Wx1x Wy1x T | S Ryx T A1 Rxx",
    "S Wx1x Wy1x T | H Ryx G A1 Rxx",
    "S Rxp T | S Rxp T | H Wx1p G",
    /* actions that do not move */
    "Ixx Iyx | Ixx Iyx",
    "Dx Dy | Dx Dy",
    /* more cells than there was room for, and fewer */
    "Wz1x Wy1r Wa1x Wb1x Wc1x Wd1x We1x Wy2x | Rya A2 Rzx",
    "Wy1s Wa1x Wb1x Wc1x Wd1x We1x Wy2r | Wx1s Rys | Rys A2 Rxs",
    "Wy1s Wa1x Wb1x Wc1x Wd1x We1x | Wx1s Rys | Rys A1 Rxs",
    "Wz1x Wx1x Wy1r Wx2p Wy2x | Rya A2 Rzx",
    /* regions */
    "Wx1p Dz Wy1x | Ryx A1 Dw Rxp",
    "Wx1x Dz Wy1x | Ryx A1 Dz Rxx",
    /* threads that start and end */
    "Wx1p K1 Wy1x J1 Rzp | * Rxp Ryx Wz1p",
    "Wx1p K2 | Ryx | * Rxp",
    "Wx1x Fr Wy1x K1 | * Wz1x | Rza A1 Rxx",
    "Wx1x K1 Wy1x | * Ryx Wz1x | Rza A1 Ryx Rxx",
    "K1 J1 Rxx | * Ryx Fr Wx1x | Wy1r",
    "K2 Ryx J2 Rxx | Wx1x Wy1r | * Ryx",
    "K2 J2 Fa Rxx | Wx1x Wy1r | * Ryx",
    "K2 J2 Rxx | Wx1x Wx2x | * Rxx Rxx",
    /* ... what is between here and where somebody is waited for does not know yet what he has done */
    "K1 Ryx A1 Fs J1 Rzx | * Wx1x Wy1x | Wz1x Fs Rxx",
    "K1 Ryx A1 Fr J1 Wz1x | * Wx1x Wy1x | Rza Rxx",
    "K1 Ryx A1 P J1 | * Wx1x Wy1x | Q A1 Rxx",
    "K1 Ryx A1 Rxp J1 | * Wx1p Wy1x",
    /* ... its beginning and its end are in program order, and what the library puts in order is, too: nothing else
     * is between accesses that are seq_cst */
    "Wx1s K2 | Wy1s Rxs | * Rys",
    "K2 J2 Rys | Wy1s Rxs | * Wx1s",
    "Wx1s K2 J2 Rys | Wy1s Rxs | *",
    "Wx1s P | Q A2 Rys | Wy1s Rxs",
    "Wx1s L N | L N Rys | Wy1s Rxs",
    "Wx1s S T | H G Rys | Wy1s Rxs",
    "Wx1s Dz | Dz A1 Rys | Wy1s Rxs",
};
/* They have data races, if what comes first is remembered as what it was. */
static const char *const racy[] = {
    "Rxp Wx1x | Rxx A1 Wx2x",
    "Rxp Wy1x | Ryx A1 Wx2x",
    "Wx1x Wy1x | Ryx A1 Rxp",
    "Rxx Wy1x | Ryx A1 Wx1p",
    "Rxp Wy1r | Rxp Wz1x | Rya A1 Rzx A1 Wx1p",
    "Wx1p Wy1x | Ryx A1 Fa Fr Rxp",
    /* who knows of one access need not know of the next one */
    "Wx1p Wy1r Wx2p | Rya A1 Rxp",
    "Wx1p Fr Wx2p Wy1x | Ryx A1 Fa Rxp",
    "L Wx1p N Wx2p | L Rxp N",
    "Ww1p Wy1r Wx2p | Rya A1 Rxp | Rax",
    /* an access does not stand for another kind of access before it */
    "Wx1x Rxp Wy1x | Ryx A1 Rxp",
    "Wx1p Wx2x Wy1x | Ryx A1 Rxx",
    "Wx2p Wz1r | Rza A1 Wx1x Rxx Wy1x | Rza A1 Ryx A1 Rxp",
    /* nor who reads, nor who is started */
    "S Wx1p T | S Rxp T",
    "K1 Wx1p | * Rxp",
    "Wx1p K2 Wx2p Wy1x | Rzx | * Ryx A1 Rxp",
    "K1 J1 Rxp | * Wx1p | Wx2x",
    "Wx1p V | V A2 Rxp",
    "Dx | Rxp",
    /* who finds no room behind a plain write finds some before it */
    "Wx1p Ux2s Ww1x | Rwx A1 Ux3a",
    "Wx1p Ux2s Ww1x | Rwx A1 Cx13xs Rxp Wx4s Rxp",
    "Wx1p Wx2s Rys A0 Wz1x | Wy1s Rzx A1 Cx13sa",
};

static int count_racy(void)
{
    int wrong = 0;
    for (size_t k = 0; k < sizeof racy / sizeof *racy; k++) {
        Program *program = small_program(racy[k]);
        Survey found =
            survey(program, enumerate_model(ENUMERATE_RC11, true), SURVEY_GRAPHS, UINT32_MAX);
        wrong += !found.racy;
        if (!found.racy)
            printf("%s: no race\n", racy[k]);
        survey_free(&found);
        program_free(program);
    }
    return wrong;
}

static int count_famous(void)
{
    int wrong = 0;
    for (size_t k = 0; k < sizeof famous / sizeof *famous; k++) {
        Program *program = small_program(famous[k].text);
        Survey rc11 =
            survey(program, enumerate_model(ENUMERATE_RC11, true), SURVEY_GRAPHS, UINT32_MAX);
        Survey sc = survey(program, enumerate_model(ENUMERATE_SC, true), SURVEY_GRAPHS, UINT32_MAX);
        if (rc11.complete != famous[k].rc11 || sc.complete != famous[k].sc || rc11.racy ||
            sc.racy || rc11.error || sc.error) {
            printf("%s: %s: %llu and %llu executions%s, and not %llu and %llu\n", famous[k].name,
                   famous[k].text, (unsigned long long)rc11.complete,
                   (unsigned long long)sc.complete, rc11.racy || sc.racy ? ", a race" : "",
                   (unsigned long long)famous[k].rc11, (unsigned long long)famous[k].sc);
            wrong++;
        }
        survey_free(&rc11);
        survey_free(&sc);
        program_free(program);
    }
    return wrong;
}

/* ---- the judge ---- */

typedef struct Walk {
    Machine *m;
    State state;
    Outcomes out;
    Judge judge;
    uint64_t seed;
    char why[256];
    MemoryKind memory;
    bool raced;
} Walk;

static uint32_t any(Walk *w, uint32_t count)
{
    w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(w->seed >> 33) % count;
}

/* The judge puts who waits for a thread behind its end, if it is told of that. */
static bool tells_end(const Outcome *o)
{
    bool found = o->kind != OUTCOME_ENDED;
    vec_each (MemoryAccess, access, &o->accesses)
        found |= access->deed == ACCESS_END;
    return found;
}

/* One step of some thread; false: nobody can go on, or the run has failed. */
static bool step(Walk *w, bool *ok)
{
    VEC(size_t) turns = {0};
    each_live (t, &w->state)
        vec_push(&turns, t);
    while (turns.len) {
        size_t k = any(w, (uint32_t)turns.len), t = turns.at[k];
        turns.at[k] = vec_last(&turns);
        turns.len--;
        state_step(w->m, &w->state, t, &w->out);
        const Outcome *o = &w->out.all.at[any(w, (uint32_t)w->out.len)];
        Tid tid = w->state.threads.at[t].tid;
        if (outcome_has_successor(o) || o->kind == OUTCOME_WRONG)
            judge_note(&w->judge, tid, o);
        if (!tells_end(o))
            *ok = false, snprintf(w->why, sizeof w->why, "the end of a thread is not told");
        if (o->kind == OUTCOME_WRONG && o->error == ERR_RACE)
            w->raced = true, *ok = judge_race(&w->judge, w->memory, (Why){w->why, sizeof w->why});
        if (o->kind == OUTCOME_WRONG)
            break;
        if (!outcome_has_successor(o))
            continue;
        state_apply(&w->state, t, o);
        vec_free(&turns);
        return true;
    }
    vec_free(&turns);
    return false;
}

/* A random run; does the judge accept it? */
static bool walk(Machine *m, MemoryKind memory, uint64_t seed, char why[256])
{
    Walk w = {.m = m, .seed = seed, .memory = memory};
    bool ok = true;
    machine_initial(w.m, &w.out);
    state_initial(w.m, &w.out.all.at[0], &w.state);
    for (int k = 0; k < LONGEST && step(&w, &ok);)
        k++;
    ok = ok && (w.raced || judge_run(&w.judge, memory, (Why){w.why, sizeof w.why}));
    snprintf(why, 256, "%s", w.why);
    judge_free(&w.judge);
    state_free(&w.state);
    outcomes_free(&w.out);
    return ok;
}

/* ---- comparisons ---- */

typedef struct Totals {
    uint64_t programs, large, racy, allowed, executions, walks, wrong;
    uint32_t most;
} Totals;

static void blame(Totals *totals, const char *text, const char *what, const Survey *a,
                  const Survey *b)
{
    printf("%s: %s: %zu outcomes%s by the axioms, %zu%s%s%s on the machine\n", text, what,
           a->outcomes.len, a->racy ? " and a race" : "", b->outcomes.len,
           b->racy ? " and a race" : "", b->error ? ", " : "", b->error ? b->error : "");
    totals->wrong++;
}

/* Is each outcome of a one of b? */
static bool has_outcomes(const Survey *a, const Survey *b)
{
    size_t j = 0;
    for (size_t k = 0; k < a->outcomes.len; k++) {
        while (j < b->outcomes.len && b->outcomes.at[j] < a->outcomes.at[k])
            j++;
        if (j == b->outcomes.len || b->outcomes.at[j] != a->outcomes.at[k])
            return false;
    }
    return true;
}

static void compare_by(Totals *totals, const char *text, const Program *program, MemoryKind memory,
                       const Survey *axioms, SurveyKind kind)
{
    Survey machine = survey(program, machine_memory(memory), kind, 1 << 20);
    bool same = has_outcomes(axioms, &machine) && has_outcomes(&machine, axioms) &&
                axioms->racy == machine.racy;
    if (!same || machine.error)
        blame(totals, text,
              kind == SURVEY_ALL          ? memory_text[memory]
              : kind == SURVEY_PERSISTENT ? "persistent sets"
                                          : "transactions",
              axioms, &machine);
    survey_free(&machine);
}

static void compare(Totals *totals, const char *text, const Program *program, MemoryKind memory,
                    const Survey *axioms)
{
    compare_by(totals, text, program, memory, axioms, SURVEY_ALL);
    compare_by(totals, text, program, memory, axioms, SURVEY_TRANSACTIONS);
    if (memory != MEMORY_TSO)
        compare_by(totals, text, program, memory, axioms, SURVEY_PERSISTENT);
}

static void try_walks(Totals *totals, const char *text, const Program *program,
                      const MemoryModel *model, MemoryKind memory)
{
    char why[256];
    bool ok = true;
    Machine *m = machine_new(program, (MachineOptions){.memory = model, .record = true});
    for (uint64_t k = 0; ok && k < WALKS; k++) {
        totals->walks++;
        ok = walk(m, memory, k * 7 + 1, why);
    }
    if (!ok)
        printf("%s: the judge refuses a run: %s\n", text, why);
    totals->wrong += !ok;
    machine_free(m);
}

static void try_rc11(Totals *totals, const char *text, const Program *program, EnumerateModel model,
                     MemoryKind memory)
{
    Survey axioms = survey(program, enumerate_model(model, true), SURVEY_GRAPHS, totals->most);
    totals->large += axioms.too_many;
    if (axioms.too_many) {
        survey_free(&axioms);
        return;
    }
    totals->racy += axioms.racy;
    totals->executions += axioms.complete;
    try_walks(totals, text, program, enumerate_model(model, true), memory);
    if (machine_memory(memory)) {
        compare(totals, text, program, memory, &axioms);
        try_walks(totals, text, program, machine_memory(memory), memory);
    }
    survey_free(&axioms);
}

static void try_sc(Totals *totals, const char *text, const Program *program)
{
    Survey axioms =
        survey(program, enumerate_model(ENUMERATE_SC, false), SURVEY_GRAPHS, totals->most);
    if (!axioms.too_many)
        compare(totals, text, program, MEMORY_SC, &axioms);
    survey_free(&axioms);
}

static void try_tso(Totals *totals, const char *text)
{
    char drained[SMALL_TEXT + 1];
    snprintf(drained, sizeof drained, "!%s", text);
    Program *program = small_program(drained);
    Survey buffers = buffers_survey(text);
    compare(totals, text, program, MEMORY_TSO, &buffers);
    survey_free(&buffers);
    program_free(program);
}

/* Reads and writes that are relaxed become plain ones, or the other way round. */
static void change_orders(const char *text, char from, char to, char changed[SMALL_TEXT])
{
    snprintf(changed, SMALL_TEXT, "%s", text);
    for (char *at = changed; *at; at++) {
        bool begins = at == changed || at[-1] == ' ';
        char *order = at + (*at == 'R' ? 2 : 3);
        if (begins && (*at == 'R' || *at == 'W') && *order == from)
            *order = to;
    }
}

/* Plain accesses are relaxed where races are allowed: the axioms know of the one, the machine of the
 * other. */
static void try_allowed(Totals *totals, const char *text)
{
    char relaxed[SMALL_TEXT], plain[SMALL_TEXT];
    change_orders(text, 'p', 'x', relaxed);
    change_orders(relaxed, 'x', 'p', plain);
    if (strcmp(plain, relaxed) == 0)
        return;
    Program *asked = small_program(relaxed), *program = small_program(plain);
    program->allows_races = true;
    Survey axioms =
        survey(asked, enumerate_model(ENUMERATE_RC11, true), SURVEY_GRAPHS, totals->most);
    if (!axioms.too_many) {
        totals->allowed++;
        compare(totals, plain, program, MEMORY_RC11, &axioms);
        try_walks(totals, plain, program, machine_memory(MEMORY_RC11), MEMORY_RC11);
    }
    survey_free(&axioms);
    program_free(asked);
    program_free(program);
}

/* Under all models, or under some of them. */
static void try_text(Totals *totals, const char *text, bool all)
{
    Program *program = small_program(text);
    totals->programs++;
    bool at_once =
        strpbrk(text, "DVM"); /* the axioms do not know that these have one order with all else */
    if (!at_once)
        try_sc(totals, text, program);
    if (!small_has_more(text))
        try_tso(totals, text);
    try_rc11(totals, text, program, ENUMERATE_RC11, MEMORY_RC11);
    if (all || totals->programs % 4 == 0)
        try_rc11(totals, text, program, ENUMERATE_C11, MEMORY_C11);
    if (!at_once && (all || totals->programs % 4 == 2))
        try_allowed(totals, text);
    program_free(program);
}

static bool number(const char *argument, const char *name, uint64_t *value)
{
    size_t len = strlen(name);
    if (strncmp(argument, name, len) != 0)
        return false;
    *value = strtoull(argument + len, NULL, 10);
    return true;
}

/* The build with sanitizers takes some. */
#ifdef HARD
enum { STRIDE = 5 };
#else
enum { STRIDE = 1 };
#endif

int main(int count, char **arguments)
{
    uint64_t seed = 1, programs = 0, most = 3000, shown;
    Totals totals = {0};
    char text[SMALL_TEXT], ir[1 << 14];
    for (int k = 1; k < count; k++) {
        const char *argument = arguments[k];
        if (number(argument, "--print=", &shown)) {
            small_random(shown, text);
            small_print(text, ir, sizeof ir);
            fputs(ir, stdout);
            return 0;
        }
        if (strncmp(argument, "--text=", 7) == 0) {
            totals.most = UINT32_MAX;
            try_text(&totals, argument + 7, true);
            printf("%llu executions\n", (unsigned long long)totals.executions);
            return totals.wrong > 0;
        }
        if (!number(argument, "--seed=", &seed) && !number(argument, "--count=", &programs) &&
            !number(argument, "--most=", &most)) {
            fprintf(stderr, "weak: what is %s?\n", argument);
            return 2;
        }
    }
    totals.most = (uint32_t)most;
    totals.wrong = (uint64_t)(count_famous() + count_racy());
    for (size_t k = 0; k < sizeof racy / sizeof *racy; k += STRIDE)
        try_text(&totals, racy[k], true);
    for (size_t k = 0; k < sizeof others / sizeof *others; k += STRIDE)
        try_text(&totals, others[k], true);
    for (size_t k = 0; k < sizeof famous / sizeof *famous; k += STRIDE)
        try_text(&totals, famous[k].text, true);
    totals.programs = totals.racy = 0;
    for (uint64_t k = 0; k < programs; k++) {
        small_random(seed + k, text);
        try_text(&totals, text, false);
    }
    printf("%zu known programs, %llu random ones (%llu too large, %llu with races, %llu where "
           "they are allowed, %llu executions), %llu runs judged, %llu disagreements\n",
           sizeof famous / sizeof *famous, (unsigned long long)totals.programs,
           (unsigned long long)totals.large, (unsigned long long)totals.racy,
           (unsigned long long)totals.allowed, (unsigned long long)totals.executions,
           (unsigned long long)totals.walks, (unsigned long long)totals.wrong);
    return totals.wrong > 0;
}
