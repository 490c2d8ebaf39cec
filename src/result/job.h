/* job.h -- a question to an engine and its answer. */
#ifndef RESULT_JOB_H
#define RESULT_JOB_H

#include "base/budget.h"
#include "base/option.h"
#include "base/stat.h"
#include "ir/program.h"
#include "net/net.h"
#include "result/proof.h"
#include "pds/cpds.h"

typedef enum VerdictKind {
    VERDICT_UNKNOWN,
    VERDICT_BUG,
    VERDICT_SAFE,
    VERDICT_BOUNDED
} VerdictKind;

/* A variable and what it became; both texts. */
typedef struct TraceValue {
    const char *name, *value;
    uint64_t group; /* not 0: one of those of this group was meant, or it is not known which */
    bool text;      /* an element of an array of characters */
} TraceValue;

/* What an action did to others; `name` is that of the memory, the lock, the thread or the channel.
 */
typedef enum DeedKind {
    DEED_READ, /* ORDER DEED */
    DEED_WRITE,
    DEED_ACQUIRE,
    DEED_RELEASE,
    DEED_FORK,
    DEED_JOIN,
    DEED_SEND,
    DEED_RECEIVE,
    DEED_FREE,
    DEED_MISS /* the object was freed, and this action needs it: it goes wrong */
} DeedKind;
typedef struct TraceDeed {
    DeedKind kind;
    const char *name;
    uint64_t
        place; /* object << 32 | offset: variables of the same name are not the same; 0: none */
} TraceDeed;
static inline bool deed_same_target(const TraceDeed *a, const TraceDeed *b)
{
    return a->place == b->place && (a->place || strcmp(a->name, b->name) == 0);
}

/* A state, for pictures: what is different from the one before it. */
typedef enum BoxKind {
    BOX_GLOBAL, /* a variable */
    BOX_HEAP,   /* an object */
    BOX_GONE,   /* an object that is no more */
    BOX_THREAD, /* `name`; its frames follow, the innermost first: they replace the old ones */
    BOX_FRAME
} BoxKind;
typedef struct TraceCell {
    const char *name, *value;
    uint32_t target; /* the object that it points to; 0: none */
} TraceCell;
typedef struct TraceBox {
    BoxKind kind;
    uint32_t object;
    const char *name; /* of a frame: the procedure */
    Pos pos;          /* of a frame: what it does next */
    VEC(TraceCell) cells;
} TraceBox;
typedef VEC(TraceBox) TraceScene;

/* A landmark of the program (ir/program.h) that a thread passes. */
typedef struct TracePass {
    uint32_t landmark;
    PassKind kind;
    uint64_t result; /* of RETURNS */
} TracePass;

/* Weak memory: what an action reads, and which write that is of. */
typedef struct TraceRead {
    const char *name;
    uint32_t from; /* the number of an action, from 1; 0: the beginning */
    bool older;    /* there is a later one */
} TraceRead;
/* A value that a thread may still read, cell by cell. */
typedef struct TraceVisible {
    const char *name, *value, *readers; /* `0.0, 0.1`, `all` */
    uint32_t from;                      /* as above */
    bool waits;                         /* tso: it is on its way to memory */
} TraceVisible;

/* One action of a run.  The engine gives thread and choices, and transaction if it knows it;
 * check/replay.c fills in the rest by running it again. */
typedef struct TraceStep {
    const char *thread;      /* its name in the machine: `0`, `1`, `0.2`; see machine_thread_name */
    VEC(uint32_t) choices;   /* the alternatives taken, in order: 0, 1, 2 ... */
    uint32_t commit;         /* program counter: a procedure annotated as atomic commits; 0: none */
    const char *entry;       /* the procedure that the thread runs */
    const char *proc;        /* the procedure in which the action began */
    Pos pos;                 /* where it began */
    bool inside;             /* that is a call of a library procedure, which goes on */
    uint32_t context;        /* from 1: grows whenever another thread runs */
    VEC(TraceValue) values;  /* what it changed */
    VEC(const char *) texts; /* of `trace` statements, channels, forks */
    uint32_t transaction;    /* actions in a row with the same one belong together; 0: not known */
    VEC(TraceDeed) deeds;    /* each once */
    VEC(TracePass) passes;   /* in order; only for replay --native */
    TraceScene scene;        /* after it; only for --html */
    VEC(TraceRead) reads;    /* in weak memory: of atomic cells, and of what others wrote */
    VEC(TraceVisible) visible; /* after it, in weak memory; only for --html */
} TraceStep;

/* A thread at the end of the run: one that waits in a deadlock, or one of the two in a data race.
 */
typedef struct TraceWaiter {
    const char *thread, *entry, *proc;
    Pos pos;
    TraceDeed wants; /* what it waits for: ACQUIRE, JOIN or READ; name NULL: not known */
    const char
        *helpless; /* of a hang: who could have released it, and why he does not; NULL: nobody */
    bool loops;    /* of a hang: it does not wait, but goes round in a loop, and READs this */
} TraceWaiter;

/* A call of a library by its client. */
typedef struct TraceCall {
    uint32_t thread;    /* of the client, from 0 */
    const char *call;   /* `push(1)` */
    const char *result; /* `true`; NULL: it has not returned */
    uint32_t begin;     /* the number of this event among all begins and ends, from 0, */
    uint32_t end;       /* likewise; meaningless if it has not returned */
    uint32_t step;      /* the action of the run in which it begins, from 1 */
} TraceCall;

typedef enum RaceDeed { RACE_READ, RACE_WRITE, RACE_ALLOC, RACE_FREE } RaceDeed;

typedef struct Bug {
    ErrorKind error;
    MemoryKind memory;   /* in which its steps run; a run in MEMORY_SC is one in every memory */
    const char *message; /* a sentence */
    Pos where;
    const char *proc;
    VEC(TraceValue) start; /* of a net: the places that have tokens at the beginning */
    TraceScene scene;      /* the initial state; only for --html */
    VEC(TraceStep) steps;
    VEC(TraceWaiter) waiters; /* of a deadlock */
    VEC(TraceCall) calls;     /* of a client of a library, in the order in which they begin */
    const char *reason;       /* of a procedure that is not atomic: why its last action splits it */
    Pos commit;               /* ... where its transaction had committed */
    bool inputs;              /* they have any value in it, see machine_give */
    bool rounds;              /* its actions go on at the heads of loops, see MachineOptions */
    uint32_t
        round; /* of a lasso: its steps from this number on, from 1, are the round that repeats; one behind
                       the last: the last state lasts for ever; 0: it is none */
    bool unjudged;   /* the run is too long for the judge of its memory */
    struct {         /* of a data race by happens-before: the earlier one of the two accesses */
        size_t step; /* its number, from 1; 0: it is not known */
        Pos where;
        RaceDeed deed;
    } earlier;
} Bug;
typedef VEC(Bug) Bugs;

/* Who may touch a region of memory, as heddle infers it. */
typedef struct Discipline {
    const char *region;     /* `Main.x`, `Node.next`, `Levels[]` */
    const char *rule;       /* lock, guarded, read-only, private (to one thread at a time), none */
    const char *annotation; /* to be written behind the declaration; "": none */
    const char *reason;     /* why it is not stronger; "": nothing to say */
} Discipline;

/* A rule: prove has inferred it, and some access is not proved, which might contradict it. */
#define DISCIPLINE_SUPPOSED "inferred from the methods whose accesses are proved"

/* Whether what a statement does to memory others can touch moves: right, left, both or none. */
typedef struct StatementMover {
    Pos pos;
    const char *proc, *mover;
} StatementMover;

/* The memory order of an atomic access, and the one that is enough; see command/orders.c. */
typedef struct OrderAdvice {
    Pos pos;
    const char *access; /* `load flag`, `fence` */
    MemoryOrder order, enough;
    const char *why; /* what goes wrong with less; "": nothing, or there is nothing less */
} OrderAdvice;

/* An edge of a procedure's summary: a transaction, or the part of one that lies in the procedure.
 */
typedef struct SummaryRow {
    const char *kind; /* Sum, Sum- or `Sum+ CALLEE` */
    const char
        *phase; /* in which it begins: pre or post; "": the procedure is entered in one only */
    const char *from, *to; /* labels, or line numbers */
    Pos from_pos, to_pos;
    VEC(const char *) before, after; /* the values of the summary's variables; "-": none */
} SummaryRow;

typedef struct Summary {
    const char *proc;
    VEC(const char *) variables; /* local ones first */
    VEC(SummaryRow) rows;        /* sorted, none twice */
    VEC(const char *) splits;    /* where it begins a new transaction if called after a commit */
} Summary;

/* The states that a search stored, and what leads from one to another: for pictures. */
typedef struct GraphNode {
    const char *label; /* where the threads are, a line each */
    bool wrong;        /* it is an error, or a deadlock */
} GraphNode;
typedef struct GraphEdge {
    uint32_t from, to; /* nodes; 0 is the initial state */
    const char *thread;
    Pos pos; /* where its transaction begins */
    uint32_t actions;
} GraphEdge;
typedef struct StateGraph {
    VEC(GraphNode) nodes;
    VEC(GraphEdge) edges;
    bool too_large; /* to be drawn: it is empty */
} StateGraph;

/* What the bound engine knows besides the verdict. */
typedef struct JobBound {
    bool has_contexts, has_visible; /* are the numbers below known? */
    bool counts;                    /* of a program: its traces have the fewest contexts */
    bool checked;                   /* of a safe program: everything was reached once more */
    uint32_t contexts;              /* bounded: explored; safe: that reach every visible state */
    uint64_t visible_states;
    /* The certificate of a safe model, if there is one: a set of states in which of each stack only
     * the top and the symbol below it are known.  A row is a shared state and for each thread these
     * two, or PDS_EMPTY; threads with the same rules and initial stacks may change places.  A note
     * is three numbers, a thread (the first with these rules), a symbol and what may lie below it
     * where it is not the top. */
    PdsWord over;
    PdsWord notes;
} JobBound;

/* A command that would help where the answer is bounded or unknown. */
typedef struct Suggestion {
    const char *command; /* for a shell */
    const char *what;    /* it does, a few words */
    const char *gave; /* what came of it when heddle tried it, as `safe`; NULL: it was not tried */
} Suggestion;

/* What an engine can be asked about. */
typedef enum InputKind { INPUT_PROGRAM, INPUT_NET, INPUT_MODEL } InputKind;
/* One check of one method by `prove`. */
typedef enum ProofResult { PROOF_PROVED, PROOF_FAILED, PROOF_UNKNOWN } ProofResult;

/* A line of the path that breaks a specification. */
typedef struct ProofLine {
    Pos pos;           /* line 0: only a text */
    const char *phase; /* right, commit, left; "": none */
    const char *text;  /* values, or what other threads did */
} ProofLine;

typedef struct MethodCheck {
    const char *proc;
    const char *check; /* access, performs, declarations */
    ProofResult result;
    const char *message; /* of failed and unknown: a sentence */
    Pos where;
    VEC(ProofLine) path;
    VEC(const char *) inferred; /* invariants of loops that heddle found */
    double seconds;
    uint64_t questions; /* to the solver */
    const char *search; /* what a client of the method has shown, in JSON, or NULL */
} MethodCheck;

/* Of --checkpoint and resume. */
typedef struct Checkpoint {
    const char *path;       /* where the search is kept, */
    uint64_t every;         /* ... after so much work */
    VEC(const char *) head; /* texts that say which search it is */
    struct Saver *from;     /* the search goes on with this one; NULL: it begins */
    const char *refused;    /* ... it cannot: a sentence; NULL: it can */
    uint64_t work, bytes;   /* when the last one was written; its size */
    bool written;           /* there is one */
    const char *failed;     /* the last one could not be written: why; NULL: it was */
} Checkpoint;

typedef struct Job {
    InputKind input;
    const Program *program; /* the one of these that the input is; the others are NULL */
    const Net *net;
    const Cpds *model;
    const Program *serialized; /* of --concurrent: the same with tasks that run one at a time */
    const Sources *sources;    /* of the input */
    const Options *options;
    MemoryKind memory;      /* the runs in this memory are asked for */
    MemoryKind runs_in;     /* the engine runs the program in this one: `memory`, or MEMORY_SC where
                              the runs are the same if no pair of accesses is told that could tell
                              the difference (Stats.weak_pairs) */
    uint32_t properties;    /* Property, or-ed: what to check */
    bool infers;            /* the disciplines will be written as annotations */
    uint32_t most_threads;  /* explore, summarize: runs that create more are dropped; 0: none is.
                              bound: with more of them, ghosts are used; 0: as it thinks best */
    uint8_t *reached;       /* by instruction: what runs reach, REACHED_...; NULL: nobody asks */
    uint32_t reached_len;   /* so many instructions the program had then */
    Checkpoint *checkpoint; /* NULL: nobody asks for one */
    Budget budget;
    Stats stats;
    uint64_t deepest; /* stats.depth, when the search began again */
    /* the answer */
    VerdictKind verdict;
    uint32_t judged;        /* Property, or-ed: of those that not every engine asks for, hangs */
    const char *engine;     /* that answered */
    const char *why;        /* of --engine=auto: why this one, a sentence; NULL: it was asked for */
    const char *method;     /* of the engine, that answered; NULL: it has only one */
    uint32_t cut;           /* where that method cut counters; 0: it did not */
    Proof proof;            /* of safe, for a net */
    Net *translation;       /* of a program: the net that the proof is about; NULL: there is none */
    const char *reason;     /* of unknown and bounded: a sentence */
    Pos where;              /* ... what in the source is the cause; line 0: nothing is */
    const char *where_proc; /* ... the procedure there; NULL: not known */
    const char *covered;    /* of a model: what was proved or explored, a sentence */
    JobBound bound;
    bool doubted;      /* of unknown: nothing else is open than what the reason says of the runs */
    const char *turns; /* of --engine=auto: what each engine did, a few words; NULL: not known */
    VEC(Suggestion) next;
    bool unfollowed;   /* recursion, to its end: the stack may overflow */
    VEC(Reason) notes; /* what the answer may have missed: assertions that no run reached, ... */
    bool grows;        /* of unknown: the states have no end */
    bool many_threads; /* runs were dropped for their threads or tasks, and none for others */
    Reason
        undefined; /* a run was dropped for an error of a property that is not checked: the first */
    VEC(MethodCheck) checks; /* of prove */
    const char *lock_order;  /* ... in which locks are taken; NULL: not known */
    bool halts;              /* ... all loops end, and nobody calls itself */
    const char *lock_circle; /* ... why not; NULL: nobody has asked, or it is */
    Bugs bugs;               /* at least one if the verdict is bug; more only with --all-errors */
    uint64_t errors;         /* how many erroneous transitions were met (--all-errors) */
    const char *config;      /* what heddle.toml added to the question; NULL: nothing */
    VEC(Discipline) disciplines;  /* of the regions that the program touches; reduced search only */
    VEC(StatementMover) movers;   /* with `infers`: of each place that touches something */
    VEC(const char *) predicates; /* of cegar: that stood for numbers */
    const char *predicates_note;  /* ... what check/abstraction.c says of them; NULL: nothing */
    Program *abstraction;         /* ... its last program; only if it is to be written */
    Program *widened;             /* ... of what it is the abstraction, if not of the program */
    VEC(OrderAdvice) orders;      /* of --suggest-orders */
    uint32_t orders_checked;      /* programs, for that */
    const char *orders_note;      /* why there are none; NULL: there are, or nobody asked */
    const char *repair; /* a sentence: one memory order or fence that repairs the bug; or NULL */
    bool wants_summaries;
    bool every_value;       /* ... with a row for each combination of values */
    VEC(Summary) summaries; /* of procedures that were summarized, if they are wanted */
    StateGraph graph;       /* only for show --states */
    double seconds;
    Arena arena; /* all texts above */
} Job;

/* Does an annotation ask something of all objects, or whether a method is atomic?  Then *why is what an
 * engine says that does not know it. */
bool job_asks_objects(const Job *job, Reason *why);
bool job_asks_claim(const Job *job, Reason *why);
/* What is asked for of deadlocks and data races, and could be: where nothing waits there are none of the former, in one
 * thread none of the latter. */
uint32_t job_waits_and_races(const Job *job);
/* May actions go on at the heads of loops (MachineOptions.rounds)?  Not where actions are counted, drawn,
 * or asked about. */
bool job_passes_rounds(const Job *job);
/* Calls of one thread that may be open at once, as far as that is asked for (MachineOptions.most_calls). */
uint32_t job_most_calls(const Job *job);
/* The reason, kept for as long as the job: its text is copied. */
Reason job_keep(Job *job, Reason reason);
/* This is why the answer is unknown or bounded.  (An answer without a place is only a text.) */
void job_give_reason(Job *job, Reason reason);
/* `a.c:7: why`, or why alone where no place is the cause; NULL: there is no reason. */
const char *job_placed_reason(const Job *job, Arena *arena);
/* Can the memory that is asked for show more than MEMORY_SC?  Not without accesses below seq_cst and
 * without data races; if these are not asked for, there may be some. */
bool job_is_weak(const Job *job);
/* Another one knows of some runs that they are right. */
void job_take_covered(Job *job, const Job *known);
/* What an outcome says that is no error of the program. */
Reason job_limit(Job *job, const char *message, uint32_t pc);
/* A run breaks a property that is not checked: then all that it does is undefined. */
void job_note_undefined(Job *job, ErrorKind error, Pos where);
/* Forgets the answer: another engine is asked. */
void job_clear(Job *job);
void bug_free(Bug *bug);
/* Whether a bug of this kind at this place is among those that were found. */
bool job_has_bug(const Job *job, ErrorKind error, Pos where);
/* Where procedures annotated as atomic are split depends on the discipline: forgets those bugs. */
void job_drop_splits(Job *job);
void job_free(Job *job);

/* What an engine knows of memory that is not sequentially consistent.  One that looks for pairs runs
 * the program in MEMORY_SC: if no two threads are ever about to do conflicting accesses of which one
 * has an order below seq_cst, and there are no data races, then these are all runs (DRF-SC; Lahav et
 * al., PLDI 2017, theorem 4); otherwise it says so. */
typedef enum EngineMemory { ENGINE_SC_ONLY, ENGINE_TELLS_PAIRS, ENGINE_RUNS_MODELS } EngineMemory;

/* One engine a folder, one row a table in command/answer.c. */
typedef struct Engine {
    const char *name, *help;
    InputKind reads;
    bool programs; /* it reads these too */
    EngineMemory memory;
    /* Whether it can answer this question about this input; *why says why not.  NULL: always. */
    bool (*accepts)(const Job *job, Reason *why);
    void (*run)(Job *job); /* what it accepts: call engine_run */
} Engine;
bool engine_accepts(const Engine *engine, const Job *job, Reason *why);
/* The engine answers, or the answer is unknown, and why it does not accept the question. */
void engine_run(const Engine *engine, Job *job);

#endif
