/* internal.h -- the machine's own structures; nobody outside machine/ includes this.
 *
 * How a store is kept.  A global store is a vector of 32-bit leaves, interned as a tree
 * (base/intern.h). Leaf 0 is the record of the threads; leaf k > 0 is object k: the globals first,
 * then the heap.  A leaf is the number of an interned record (one word: layout and size; then the
 * bytes), or, for globals of at most four bytes that hold no pointer, the contents itself.  A local
 * store is a record (one word: program counter and frame flags; then the registers that are kept at
 * that program counter).  A stack is a pair of a frame and a stack.
 *
 * How a step runs.  The global store is taken apart once and stays loaded; objects are looked at in
 * place and copied when first written.  After the step the dirty ones are interned and forgotten.
 * Where a step chooses, it is run again from its start for each further alternative. */
#ifndef MACHINE_INTERNAL_H
#define MACHINE_INTERNAL_H

#include "base/intern.h"
#include "flow/demand.h"
#include "flow/loops.h"
#include "machine/machine.h"
#include "machine/reach.h"
#include "machine/share.h"
#include "machine/state.h"

typedef struct Slot {
    uint8_t *bytes; /* contents; NULL: not looked at since the store was loaded */
    uint32_t size, layout;
    uint32_t leaf;  /* as loaded; 0: no object was there */
    uint32_t room;  /* bytes that a dirty object can hold where it is */
    uint32_t owner; /* the only thread that can reach it, plus one; 0: others can */
    bool dirty;
    bool raw;         /* it has shadows, see raw.c */
    uint32_t *shadow; /* the first `shadows` of them; all others are zero */
    uint32_t shadows;
} Slot;

typedef enum FrameFlag {
    FRAME_ATOMIC = 1,
    FRAME_GUARD = 2,
    FRAME_CLAIM = 4,      /* a procedure that is annotated as atomic, or called by one; */
    FRAME_COMMITS = 8,    /* ... it has met an action that is no right mover: this one, */
    FRAME_COMMITTED = 16, /* ... an earlier one; kept in the frame on top only */
    FRAME_MASKED = 32,    /* masks follow the registers; only where it is packed, see mask.c */
    FRAME_PHASE = FRAME_COMMITS | FRAME_COMMITTED
} FrameFlag;

typedef struct Frame {
    uint32_t proc, pc;
    uint32_t base;  /* its first register in Machine.registers */
    uint32_t flags; /* FrameFlag: inherited from the caller */
} Frame;

/* What a local store keeps at one program counter. */
typedef struct Keep {
    uint32_t first, len; /* in Facts.kept */
} Keep;

typedef struct ThreadEntry {
    uint32_t tid;
    uint32_t children; /* forked so far; with options.number_threads and results: who forked it,
                        * plus one */
    bool ended;
    bool joined;     /* someone waited for its end; noted only with track_owners */
    bool taken;      /* its result was asked for */
    bool spare;      /* ... by the one who forked it, and will give its name to the next one */
    uint64_t word;   /* its own pointer, then its result; only with Facts.thread_words */
    uint32_t memory; /* what the memory model knows of it, in Tables.memories; 0: nothing */
    uint32_t held;   /* the cells that it holds, idem; see hold.c */
} ThreadEntry;

/* A value on its way to or from memory, and the bits of it that were never written. */
typedef struct Word {
    uint64_t value, unwritten;
} Word;

/* A lock in the objects of a raw layout. */
typedef struct LockWord {
    uint32_t layout, offset; /* in each element */
} LockWord;

typedef struct Choice {
    uint32_t taken, count;
    bool of_fork; /* see CHOICE_OF_FORK */
} Choice;

typedef enum Status {
    RUNNING,
    STOPPED, /* at a point */
    CHOOSING,
    FINISHED,
    WAITING,
    RESTING, /* waiting where that is a proper end */
    CUT_OFF,
    GIVEN_UP, /* the last action does not belong to this run: see Watcher */
    FAILED
} Status;

/* Where a long action was some time ago, to find out whether it runs in a circle. */
typedef struct Repeat {
    uint32_t pc;
    size_t depth;    /* of frames */
    size_t actions;  /* that were passed */
    uint32_t rounds; /* points of loops that the action had passed, see forward.c */
    bool masked;     /* registers had masks */
    bool due;        /* it is to be taken as soon as that can be */
    GlobalId g;
    VEC(uint64_t) words; /* frames and registers */
} Repeat;

/* A predicate that is being evaluated: for the running thread, whose reads they are; or, with
 * `steady`, to find out about another thread. */
typedef struct Ask {
    Steady *steady;
    void *self;
    bool unsure;        /* the lock that it asks about may or may not be held */
    uint32_t asked;     /* such questions so far */
    uint32_t answers;   /* to them, a bit each */
    const char *values; /* with options.record: `m = none, ...` */
} Ask;

/* An object as it was when a serial call began; see serial.c. */
typedef struct Before {
    uint32_t object;
    Slot slot;
} Before;

/* What is known of the program before it runs, see setup.c. */
typedef struct Facts {
    /* by program counter */
    VEC(uint8_t) depth;    /* of nested atomic regions, before the instruction */
    VEC(bool) close;       /* a point that need not end an action: pass_point looks closely */
    VEC(uint32_t) proc_of; /* the procedure it belongs to */
    VEC(uint32_t) keep_of; /* index into keeps, 0: no local store has this program counter */
    VEC(Keep) keeps;
    VEC(uint32_t) kept;        /* registers; the topmost bit tells that it is a pointer */
    VEC(bool) is_small;        /* global -> its leaf is its contents */
    VEC(uint32_t) roots;       /* the globals that hold pointers */
    VEC(bool) has_pointers;    /* layout -> some field is a pointer */
    VEC(uint32_t) access_of;   /* region -> its access predicate, plus one */
    VEC(uint32_t) raw_first;   /* layout -> where its bytes begin in raw_regions */
    VEC(uint32_t) raw_regions; /* byte of an element of a raw layout -> its region */
    VEC(uint32_t) raw_touched; /* idem, and of bytes between fields that of the field before them */
    VEC(uint32_t) raw_runs;    /* idem -> so many bytes have its region there */
    bool locations;            /* some field has ROLE_LOCATION */
    VEC(uint8_t) raw_scalars;  /* idem -> bytes to the end of its scalar, see raw_scalar */
    LoopHeads
        loop_of; /* by program counter, with options.rounds: the point at the head of its loop */
    Demands demands;   /* by program counter, where somebody has asked: see address.c */
    bool has_heap;     /* the program allocates */
    bool heap_changes; /* it does so, or changes pointers, outside init */
    bool has_tasks;    /* the program posts tasks */
    bool thread_words; /* threads have a word of their own */
    bool holds;        /* some thread has held a cell, see hold.c */
    bool weak;         /* there are accesses with an order below seq_cst */
} Facts;

/* The machine numbers all that it has seen once, for ever. */
typedef struct Tables {
    Tree globals;
    Records objects; /* of objects and of thread tables */
    Records locals;
    Records memories; /* words of the memory model */
    Pairs stacks;     /* stack 0 is the empty one: pair 0 is not a stack */
    Pairs families;   /* tid -> parent + 1 and which child, where threads are named by parents */
    Pairs names;      /* heap object -> creator and which of its objects, where whole states are
                         unknown */
    Records helds;    /* what threads without names have for themselves, see private.c */
    Records tasks;    /* procedure, arguments; see TaskId */
    Pairs bit_masks;  /* of words of memory that were written in part, see raw.c */
    Pairs forks, forked_as; /* lists of threads that were started, see part.c */
} Tables;

/* The global store that is loaded, see store.c. */
typedef struct Loaded {
    TreeView view;
    bool loaded;
    VEC(Slot) slots; /* by object number; those from view.len on are new in this step */
    VEC(uint32_t) dirty;
    Arena step; /* contents of dirty objects */
    VEC(ThreadEntry) threads;
    uint32_t common; /* what the memory model knows of all threads, in memories; 0: nothing */
    bool threads_loaded, threads_dirty;
} Loaded;

/* Where the running step is in its actions. */
typedef struct Run {
    uint32_t start;          /* where the step began */
    uint32_t action;         /* where the action began, */
    uint32_t passed;         /* or the last point of a loop that it has passed, see forward.c */
    ptrdiff_t action_depth;  /* frames at that time, less those unpacked since */
    bool left_action;        /* the frame in which it began is gone */
    bool stop_next;          /* stop at the next point */
    bool at_point;           /* it has stopped because an action ended */
    bool fresh;              /* nothing was executed yet */
    const char *late;        /* the guard of a wait was read against a predicate: which; or NULL */
    VEC(uint32_t) ends;      /* choices made when each action ended that was passed */
    uint64_t length;         /* instructions executed so far */
    uint32_t rounds;         /* points that the action has passed, see forward.c */
    int32_t patience, waits; /* so many more before closed forms are tried; the next time */
    Repeat repeat;           /* of a long action */
} Run;

typedef struct Choosing {
    VEC(Choice) choices;
    size_t choice;                /* how many were used so far in this run */
    uint64_t combinations;        /* of the choices so far */
    uint64_t action_combinations; /* of those in this action */
    uint32_t alternatives;        /* of the choice at which it stopped */
    const uint32_t *given;        /* those to make first, see machine_give */
    size_t given_len;
} Choosing;

/* What the outcome of the running step will say. */
typedef struct Result {
    uint32_t commit; /* see Outcome */
    Split split;     /* idem */
    bool pointers_changed;
    VEC(Forked) forked;
    VEC(TaskId) posted;
    TaskId taken;
    VEC(Touch) touched;
    VEC(Event) events;
    VEC(MemoryAccess) accesses;
    uint32_t behind; /* of the access at hand, see MemoryAccess; whoever tells it clears it */
    bool relaxed;    /* idem: it is plain, and was done as a relaxed one */
    bool waits;      /* idem */
    bool updates;    /* under a memory model: the first half of an update has read this, and ... */
    Word updated;    /* ... the region has neither written nor ended since */
    bool shows, dropped, open; /* see Outcome */
    bool returns;              /* see promise.h */
    uint32_t awaits;           /* idem */
    ErrorKind error;
    const char *message;
} Result;

/* A call that nobody may interrupt, see serial.c. */
typedef struct Serial {
    bool runs;
    uint32_t chosen; /* so often has it chosen */
    bool is_old;     /* the slots of `before` are in their places */
    VEC(Before) before;
} Serial;

/* Why the runs so far need not stand for all. */
typedef struct Doubts {
    bool weak_pair;  /* two threads were about to do weak accesses at once */
    bool failed_try; /* somebody has tried to take a lock, in vain */
    Reason reason;   /* why they do not; if they do not */
} Doubts;

/* What the running thread has for itself where threads have no names, see private.c. */
typedef struct Nameless {
    VEC(uint64_t) held;       /* locks, sorted */
    uint64_t own;             /* its own word */
    HeldId held_first;        /* all that it has for itself, when the step began */
    VEC(bool) shared_layouts; /* layout -> such an object of a thread without a name got out */
    bool shares_more;         /* there is a new one */
} Nameless;

/* The canonical names of objects, see state.c. */
typedef struct Naming {
    const State *whole; /* the state in which thread number `index` runs, if it is known */
    size_t index;
    VEC(uint32_t) number; /* heap object -> its new number, 0: not met */
    VEC(uint32_t) order;  /* the heap objects met */
    TreeView base;        /* machine_tidy: the store in which the step began */
} Naming;

typedef struct Footprint {
    bool on;
    VEC(uint32_t) looked; /* the objects that the run looked at */
    VEC(bool) is_looked;  /* object -> it is among them */
    TreeView part;        /* of a store that is put together, see part.c */
} Footprint;

/* Steps that were taken before, see recall.h. */
typedef struct RecallNode {
    bool looks;    /* the step looks at an object next: */
    uint32_t what; /* this one.  If it does not: number of the step plus one; 0: it is not known */
} RecallNode;
typedef struct RecallStep {
    uint32_t first, outcomes;
    uint32_t runs;      /* Machine.steps_run grew by so many, */
    uint64_t long_work; /* ... and this one, too */
} RecallStep;
typedef struct RecallOutcome { /* see Outcome */
    OutcomeKind kind;
    uint32_t pc;
    LocalId l;
    StackId s;
    uint32_t first_change, changes;
    uint32_t first_choice, choices;
    uint32_t alternatives, awaits;
    bool shows, dropped;
} RecallOutcome;
typedef struct Recall {
    bool on;
    bool learns;  /* the running step will be known */
    bool spoiled; /* ... but not this one */
    Pairs tops;   /* a thread and its frames -> index of top_nodes */
    Pairs ways;   /* a node and what was found there -> index of way_nodes */
    VEC(uint32_t) top_nodes, way_nodes;
    VEC(RecallNode) nodes;
    VEC(RecallStep) steps;
    VEC(RecallOutcome) outcomes;
    VEC(TreeChange) changes;
    VEC(uint32_t) choices;
    uint64_t found, learned;
    uint64_t runs, long_work; /* when the running step began */
    uint32_t first_outcome;   /* of it */
} Recall;

/* One thread stands for others, see rename.c. */
typedef struct Sharing {
    bool on;
    Tid self;
    VEC(bool) has_tids;       /* layout -> some field is a thread */
    VEC(LockWord) lock_words; /* in raw memory, where fields do not tell */
    VEC(bool) named;          /* procedure -> threads that run it ask for their names */
    bool name_asked;          /* by the thread that stands for all */
    bool new_lock_word;       /* what was renamed so far was not renamed there */
    Pairs renamings;          /* (store, thread and direction) -> index of renamed_to */
    VEC(uint32_t) renamed_to; /* stores */
} Sharing;

/* What the running thread will do next, see foresee.c. */
typedef struct Foreseen {
    bool studied;   /* the program */
    VEC(bool) near; /* by program counter: perhaps it waits for the end of a thread next, or ends */
    VEC(bool) joins;    /* procedure -> it has an instruction that waits for the end of a thread */
    VEC(bool) returns;  /* procedure -> behind a call of it one may come next */
    bool on;            /* it is being done */
    bool ends;          /* it does nothing else any more */
    VEC(uint32_t) tids; /* those that are waited for */
    VEC(Ref) unknown;   /* registers of the frame on top */
} Foreseen;

/* Rounds of loops at once, see forward.c.  What a register is in round r of those that come:
 * v + r * d + r * (r - 1) / 2 * q, modulo 2 to the number of its bits; if it is known. */
typedef struct Form {
    __int128 v, d, q;
    bool known;
} Form;
typedef struct ForwardCell {
    Form form;
    uint32_t time; /* of the walk that it is of */
    bool carried;  /* it was read before it was written */
    bool written;
} ForwardCell;
typedef struct ForwardWalk {
    VEC(ForwardCell) cells; /* by register */
    VEC(uint32_t) touched;
    uint32_t time;
} ForwardWalk;
typedef struct ForwardValue {
    uint32_t reg;
    uint64_t value;
} ForwardValue;
typedef struct Forward {
    ForwardWalk walks[3];
    VEC(ForwardValue) values;
} Forward;

/* Where names of threads are, see names.c; and threads that are exchanged, see symmetry.c. */
typedef enum NameKind {
    NAME_NONE,
    NAME_TID, /* of type tid */
    NAME_ID,  /* the same as a number */
    NAME_SET  /* bit n is thread number n */
} NameKind;
enum { MOST_SYMMETRIC = 62 }; /* threads with numbers below this may be exchanged */
typedef struct NameCell {
    uint32_t layout, offset; /* in each element */
    uint32_t bytes;
    uint8_t kind;
} NameCell;
typedef struct Member {
    uint32_t index, tid; /* of a thread of the state */
    uint32_t parent, proc;
    uint32_t joiner; /* who waits for it, plus one */
    uint32_t room;   /* it is exchanged with the others of this number */
    uint64_t key;    /* what does not depend on names */
    uint32_t order;  /* of the key */
} Member;
typedef struct Alikes { /* the threads of one procedure */
    uint32_t sorted;    /* so often */
    bool ties;          /* two that can be exchanged were alike but for their names */
    bool vain;          /* to sort them is in vain: they keep their names */
} Alikes;
typedef struct SymmetryNews {
    bool on;
    bool unsure;      /* which of two comes first depends on who is faster */
    uint32_t mark;    /* of the state whose successors are met */
    Pairs keys;       /* that are not in `orders`, */
    VEC(MetKey) list; /* in the order in which they were met */
} SymmetryNews;
typedef struct Symmetry {
    bool on;
    bool follows;  /* memory is raw: accesses are looked at */
    bool blind;    /* names from memory are joined, and that is all */
    bool stale;    /* what was found out since must be known from the beginning */
    bool used;     /* some state has got other names */
    uint32_t join; /* the procedure of the library that waits for a thread; or UINT32_MAX */
    bool peeks;    /* joins do not wait */
    uint64_t joined;
    uint64_t fixed;                /* threads that keep their names */
    uint64_t moved;                /* threads that got another name in some state */
    VEC(uint32_t) base;            /* procedure -> its first register in kinds */
    VEC(uint8_t) kinds;            /* NameKind */
    VEC(NameCell) cells;           /* in memory */
    VEC(bool) has_cells;           /* layout -> there are some */
    VEC(bool) has_pointers_to;     /* procedure -> it is not only called by its name */
    VEC(uint64_t) hashes;          /* local store -> what does not depend on names; 0: not known */
    Pairs orders;                  /* the keys that were met */
    SymmetryNews news;             /* if they are met by several processes: see share.h */
    VEC(Alikes) kin;               /* procedure -> its threads */
    VEC(Member) members;           /* scratch */
    uint8_t names[MOST_SYMMETRIC]; /* that the last state was given */
} Symmetry;

struct Machine {
    const Program *program;
    MachineOptions options;
    const struct MemoryModel *model; /* options.memory; NULL: sequentially consistent */
    void *weak;                      /* what the model has taken apart */
    Facts facts;
    Tables tables;
    Loaded store;
    /* the running thread */
    Tid tid;
    VEC(Frame) frames;  /* the last is on top */
    StackId below;      /* frames that are not unpacked yet */
    VEC(bool) watched;  /* by procedure: its returns are told, see promise.h; */
    VEC(bool) returned; /* ... in these outcomes of the last step */
    VEC(uint64_t) registers;
    uint64_t *regs;      /* of the frame on top */
    bool masked;         /* registers have masks, see mask.c */
    VEC(uint64_t) masks; /* by register, as `registers` */
    VEC(uint64_t) moved; /* masks on their way */
    uint32_t pc;         /* of the next instruction */
    uint8_t *reached;    /* options.reached, or one that nobody looks at */
    bool observes;       /* something is to be told of each instruction */
    uint64_t exception;
    Status status;
    /* its step */
    const Watcher *watcher; /* NULL: the step is one action */
    Ask *ask;               /* the predicate that is being evaluated */
    Run run;
    Choosing choosing;
    Result result;
    Serial serial;
    /* what else is there to be known, or kept */
    Doubts doubts;
    Nameless nameless;
    Naming naming;
    Footprint footprint;
    Recall recall;
    Sharing sharing;
    Foreseen foreseen;
    Forward forward;
    Symmetry symmetry;
    VEC(uint32_t) entries; /* tid -> the procedure it runs, as last seen */
    VEC(uint64_t) scratch;
    Objects *met; /* by pointers in what a model keeps: where reach.c notes them */
    VEC(TreeChange) changes;
    Arena arena; /* names, messages and events */
    uint64_t steps_run;
    uint64_t long_work; /* of runs through many instructions, which cost more than one step */
};

/* An instruction's meaning; the program counter is already behind it. */
typedef void Action(Machine *m, const Instr *i);
#define OP(name, ...) Action do_##name;
#include "ir/op.def"
#undef OP

static inline uint64_t get(const Machine *m, Ref ref)
{
    return ref >= 0 ? m->regs[ref] : m->program->constants.at[~ref];
}

/* setup.c: facts about the program, and where the registers of a local store are. */
void machine_prepare(Machine *m);
static inline const Keep *keep_at(const Machine *m, uint32_t pc)
{
    return &m->facts.keeps.at[m->facts.keep_of.at[pc]];
}
enum { KEPT_POINTER = INT32_MIN };
#define KEPT_REGISTER(k) ((k)&0x7fffffffu)

/* hold.c: objects get other names; those without one are gone. */
uint32_t held_rename(Machine *m, uint32_t held, void (*visit)(Machine *m, uint64_t *pointer));

/* machine.c: room for one more. */
Outcome *outcomes_next(Outcomes *out);

/* part.c */
void footprint_add(Machine *m, uint32_t object);
void footprint_clear(Machine *m);

/* store.c: the loaded global store. */
void store_load(Machine *m, GlobalId g);
void store_undo(Machine *m);       /* forget what the step did */
GlobalId store_intern(Machine *m); /* the number of the store with what the step did to it */
/* The same in two parts: what is another leaf now, in Machine.changes; then the number. */
void store_find_changes(Machine *m);
GlobalId store_intern_changes(Machine *m);
Slot *store_object(Machine *m, uint32_t object);               /* NULL: there is none */
uint8_t *store_write(Machine *m, uint32_t object);             /* its contents, to be changed */
void store_resize(Machine *m, uint32_t object, uint32_t size); /* of a variable-sized one */
uint32_t store_allocate(Machine *m, uint32_t layout, uint32_t size);
void store_publish(Machine *m, uint64_t pointer); /* from now on others can reach the object */
void store_load_threads(Machine *m);
uint32_t store_intern_threads(Machine *m);           /* the leaf with the threads as they are */
ThreadEntry *store_thread(Machine *m, uint32_t tid); /* NULL: there is none */
/* `each_entry (entry, m)`: the threads of the loaded store, those that have ended and ghosts
 * included, in the order of their names.  (Those of whole states: schedule.h.) */
static inline ThreadEntry *store_threads(Machine *m)
{
    store_load_threads(m);
    return m->store.threads.at;
}
#define each_entry(entry, m)                                                                       \
    for (ThreadEntry *entry = store_threads(m);                                                    \
         entry && entry < (m)->store.threads.at + (m)->store.threads.len; entry++)
/* The leaf of an object; words[0] is room for its header, its contents follow. */
uint32_t store_intern_bytes(Machine *m, uint32_t object, uint64_t *words, uint32_t layout,
                            uint32_t owner, uint32_t size);

/* rename.c */
void rename_prepare(Machine *m);
void rename_free(Machine *m);
/* The running thread does something that depends on its name. */
static inline void rename_ask(Machine *m)
{
    m->sharing.name_asked |= m->sharing.on && m->tid.ix == m->sharing.self.ix;
}
/* There is a lock. */
void rename_note_lock(Machine *m, const Slot *slot, uint32_t offset);
/* These bytes of raw memory are read as numbers. */
void rename_note_read(Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes);
/* Is a lock among these bytes that somebody holds? */
bool rename_is_held(const Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes);

/* names.c */
void names_prepare(Machine *m);
void names_free(Machine *m);
void names_refuse(Machine *m, uint32_t pc); /* they can be told apart, by what is done there */
bool names_may_stand(const Machine *m, uint32_t pc); /* a frame, when names are exchanged */
NameKind names_of_register(const Machine *m, uint32_t proc, uint32_t reg);
/* The running instruction does this, in raw memory; only if symmetry.on. */
void names_note_lock(Machine *m, const Slot *slot, uint32_t offset, bool readers);
void names_note_load(Machine *m, const Instr *i, const Slot *slot, uint32_t offset, uint64_t value);
void names_note_store(Machine *m, const Instr *i, const Slot *slot, uint32_t offset,
                      uint64_t value);
void names_note_copy(Machine *m, uint64_t to, uint64_t from, uint32_t bytes);
void names_note_fill(Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes, uint64_t value);
void names_note_read(Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes);
void symmetry_note_join(Machine *m, uint32_t tid);
void names_note_reuse(Machine *m); /* a name goes to a second thread */

/* mask.c: registers with bits that were never written. */
void mask_begin(Machine *m); /* there are some from now on */
void mask_room(Machine *m, uint32_t base, size_t registers);
/* Those of arguments become those of so many parameters. */
void mask_pass(Machine *m, uint32_t base, const List *args, uint32_t params);
uint64_t mask_of(Machine *m, Ref ref);
void mask_loaded(Machine *m, const Instr *i, uint64_t mask); /* to i->dst */
void mask_doubt(Machine *m);
bool mask_decides(Machine *m, Ref ref); /* something depends on it; false: the run has failed */
void mask_act(Machine *m, const Instr *i, Action *action);

/* frame.c: local stores and stacks. */
void frame_unpack(Machine *m, LocalId l); /* on top of the frames */
LocalId frame_pack(Machine *m, const Frame *frame);
void frame_push(Machine *m, uint32_t proc, const List *args, uint32_t flags);
bool frame_pop(Machine *m); /* false: it was the last one of the thread */
uint32_t frame_claim(const Machine *m, uint32_t proc);            /* FRAME_CLAIM or 0 */
LocalId frame_entry(Machine *m, uint32_t proc, const List *args); /* of a new thread */
StackId stack_push(Machine *m, LocalId frame, StackId stack);
/* Do the frames before a step and behind it have the same pointers to objects of the heap, in the order of a traversal? */
bool frames_point_alike(const Machine *m, LocalId l, StackId s, const Outcome *o);
void machine_spawn(Machine *m, uint32_t proc, LocalId l, Tid parent, bool has_parent);

/* machine.c: the action that runs. */
/* One run from the start of the step, with the choices as they are. */
void run_once(Machine *m, LocalId l, StackId s);
void run_fail(Machine *m, ErrorKind error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool run_may_wait(const Machine *m, const Instr *i); /* or is that an error here? */
void run_wait(Machine *m, const Instr *i);
void run_cut(Machine *m);                       /* an assumption fails */
uint32_t run_shown_pc(Machine *m, uint32_t pc); /* in the user's own code */
/* race.c: a try has failed, which puts nothing in order. */
void race_failed_try(Machine *m);
void run_leave(Machine *m, const char *why); /* cut, and that leaves a doubt */
void run_doubt(Machine *m, const char *why); /* at the running instruction; the first stays */
void run_doubt_at(Machine *m, const char *why, uint32_t pc);
void run_end_action(Machine *m, uint32_t pc);     /* at this point: stop, or run on */
void run_start(Machine *m, LocalId l, StackId s); /* the next instruction is the first of a run */
uint32_t run_choose(Machine *m, uint64_t count);  /* UINT32_MAX: the step stopped here instead */
/* The same of as many as a `choose` may have; false: it stopped here instead. */
bool run_choose_word(Machine *m, uint64_t count, uint64_t *taken);
bool run_choose_ghost(Machine *m);
/* One that never stops: the instruction has begun.  UINT32_MAX: there are too many. */
uint32_t run_choose_here(Machine *m, uint32_t count);

/* reach.c: what the action must wait for, to the watcher, if that wants to know. */
void reach_tell_wait(Machine *m, const Instr *i);

/* state.c: would the whole state after the running step keep its names? */
bool state_is_canonical(Machine *m);

/* check.c: walkers for the hard build, see base/check.h. */
void check_facts(const Machine *m);
void check_locals(const Machine *m);            /* all that were ever packed */
void check_store(const Machine *m, GlobalId g); /* the loaded store, which was interned as g */

/* access.c: false, and the run has failed, if the predicate of the region forbids the touch. */
bool access_check(Machine *m, const Touch *touch);
/* A wait goes on: what its guard read is judged now.  False: against a predicate. */
bool access_check_wait(Machine *m);
/* What a predicate is about to read; false: it must not. */
bool access_touch(Machine *m, Touch touch);
/* What to answer a predicate that asks who holds a lock; `held` is the truth. */
bool access_held(Machine *m, const Instr *i, bool held);
void machine_act(Machine *m, const Instr *i); /* one instruction */
/* Runs the pure procedure in the frame on top, which was pushed on the caller's, on the stores as
 * they are, and takes the frame off.  False also if it failed: see m->status. */
bool access_evaluate(Machine *m, Ask *ask, uint32_t pc, uint32_t caller_pc, uint64_t *results);

/* forward.c: does the action go on at this point of a loop?  Then rounds may have been done at once. */
bool forward_passes(Machine *m, uint32_t pc);
void forward_free(Machine *m);

/* circle.c */
void circle_check(Machine *m); /* is a long action endless? */
/* A serial call is about to choose; false: the run has ended. */
bool circle_may_choose(Machine *m, uint64_t combinations);

/* serial.c: an instruction of a predicate, on the store that it is about. */
void serial_act(Machine *m, const Instr *i);
bool serial_is_new(const Machine *m, uint32_t object); /* since the serial call began */

/* value.c */
uint64_t value_fit(Type type, uint64_t value); /* wraps around */
uint64_t value_load(const uint8_t *at, Type type);
void value_store(uint8_t *at, Type type, uint64_t value);

/* Says what is about to happen; false: it must not.  run_watch: only to the watcher. */
bool run_touch(Machine *m, const Instr *i, Touch *touch); /* what it is given is filled in */
bool run_watch(Machine *m, const Touch *touch);

/* object.c: a cell that an instruction reads and writes at once, as a lock does; no touch of data.
 * False, and the run has failed, if there is none. */
bool object_read(Machine *m, const Instr *i, uint64_t pointer, Type type, uint64_t *value);
bool object_write(Machine *m, const Instr *i, uint64_t pointer, Type type, uint64_t value);
void object_publish(Machine *m, uint32_t object, uint64_t value); /* it was stored there */

/* A touch of data; false: it must not happen. */
bool object_touch(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool write);
/* False, and the run has failed, if there are not so many bytes. */
bool object_follow(Machine *m, const Instr *i, uint64_t pointer, uint64_t bytes);

/* raw.c: cells of raw objects that are there; false, and the run has failed, where heddle cannot.
 */
uint32_t raw_cell_bytes(const Machine *m, Type type);
uint32_t raw_shadow_count(const Machine *m, uint32_t size);
void raw_set_unwritten(Machine *m, Slot *slot);
uint64_t raw_number_as_pointer(Machine *m, uint64_t number);
bool raw_load(Machine *m, const Instr *i, const Slot *slot, uint32_t offset, Type type, Word *word);
bool raw_peek_pointer(const Machine *m, const Slot *slot, uint32_t offset, uint64_t *value);
bool raw_is_unwritten(const Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes);
bool raw_holds_pointer(const Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes);
bool raw_bits_unwritten(const Machine *m, const Slot *slot, uint64_t bit, uint32_t bits);
bool raw_store(Machine *m, uint32_t object, uint32_t offset, Type type, Word word);
/* How far a copy has come: the bytes that are where they belong, above so many bits for those that
 * were read and not written. */
enum { COPY_HELD_BITS = 8 };
/* A scalar on its way from one place to another. */
typedef struct Raw {
    uint64_t word;
    uint32_t shadow; /* as in memory, see raw.c */
    uint32_t bytes;  /* how many */
} Raw;
bool raw_take(Machine *m, uint64_t from, uint32_t n, Raw *raw); /* 8 bytes at most */
bool raw_put(Machine *m, uint64_t to, const Raw *raw);
bool raw_is_pointer(uint32_t shadow);
/* The object into which the pointer leads of whose word this byte is; 0: it is no pointer. */
uint32_t raw_pointer_at(const Machine *m, const Slot *slot, uint32_t at);
/* The bytes up to the end of the scalar at the offset; 0: its type is not known. */
uint32_t raw_scalar(const Machine *m, const Slot *slot, uint32_t offset);
/* The same for all bytes of an element, whose size is told; 0: it is too big for that. */
const uint8_t *raw_scalars(const Machine *m, const Slot *slot, uint32_t *size);
bool raw_copy(Machine *m, uint64_t to, uint64_t from, uint32_t n);
bool raw_fill(Machine *m, uint64_t to, uint8_t value, uint32_t n);
bool raw_is_untyped(const Layout *layout);
void raw_prepare_regions(Machine *m);
uint32_t raw_touched_region(const Machine *m, uint32_t layout, uint32_t offset);
uint32_t raw_region(const Machine *m, uint32_t layout, uint32_t offset);
uint32_t raw_region_run(const Machine *m, uint32_t layout, uint32_t offset, uint32_t bytes);

/* Who touches one byte of a memory location touches all of them.  True: these are more now. */
bool location_widen(const Machine *m, uint32_t layout, int32_t *offset, uint32_t *bytes);
void location_prepare(Machine *m);

/* What is noted in the shadows behind those of the words: two numbers, or a small one; 0: nothing. */
uint32_t raw_note(const Machine *m, const Slot *slot, uint32_t note);
void raw_set_note(Machine *m, uint32_t object, uint32_t note, uint32_t value);
uint32_t raw_of_pair(Machine *m, uint32_t left, uint32_t right);
void raw_pair(const Machine *m, uint32_t note, uint32_t *left, uint32_t *right);
uint32_t raw_plain_note(uint32_t number);

/* address.c: addresses as numbers; false: the run has failed, or stopped to choose. */
enum { ADDRESS_NOTES = 2 }; /* shadows behind those of the words */
Demand address_demand(Machine *m, uint32_t pc);
/* A number that is the same modulo what is asked for; `stops`: nothing of the instruction was done yet. */
bool address_modulo(Machine *m, uint64_t pointer, Demand asked, bool stops, uint64_t *number);
/* AND, OR or XOR of an address and a number. */
void address_bits(Machine *m, const Instr *i, uint64_t pointer, uint64_t number);
/* -1 or 1, for addresses of two objects. */
bool address_order(Machine *m, uint64_t a, uint64_t b, int *order);
void address_leave(Machine *m, uint32_t object);                 /* it is about to end */
bool address_may_choose(const Program *program, const Instr *i); /* does it look at an address? */
/* value.c: an offset that does not fit stays outside every object. */
uint64_t address_move(uint64_t pointer, __int128 distance);

/* thread.c: the threads of the loaded store but the ghosts, which come last. */
uint32_t count_threads(const Machine *m);

/* thread.c: the locks that a thread without a name holds. */
/* Threads without names: private.c. */
void private_begin(Machine *m);
uint32_t private_reserved(const Machine *m); /* slots behind the globals */
bool private_has(const Machine *m, uint32_t object);
uint32_t private_free(Machine *m, uint32_t layout); /* a free slot for it; 0: it is shared */
void private_give(Machine *m, uint32_t object);     /* others can reach it from now on */
void private_load(Machine *m, HeldId held);
HeldId private_intern(Machine *m);
/* Meets all that the running thread, in the midst of a step, can reach by itself. */
void state_traverse_running(Machine *m);
uint32_t store_leaf(Machine *m, uint32_t object); /* of an object as it is now */

/* describe.c: names and values for people; only called with options.record. */
const char *describe_value(Machine *m, Type type, uint32_t names, uint64_t value);
const char *describe_base(Machine *m, uint32_t object); /* the name of an object */
const char *describe_place(Machine *m, uint32_t object, int32_t offset);
void describe_local(Machine *m, const Instr *i);
void describe_pass(Machine *m, const Instr *i); /* of a landmark */
void describe_write(Machine *m, uint32_t object, int32_t offset, Type type, uint64_t value);
/* The same for raw memory: what happens between the two is told.  A store has a type; of a copy all
 * is told, or what it changes. */
typedef struct Change Change;
Change *describe_begin(Machine *m, uint64_t pointer, uint32_t bytes, Type type, bool all);
void describe_end(Machine *m, Change *change, bool happened);
void describe_text(Machine *m, const char *text);
void describe_touch(Machine *m, const Instr *i, const Touch *touch); /* of data */
void describe_lock(Machine *m, const Instr *i, EventKind kind);
void describe_thread(Machine *m, EventKind kind, Tid tid);
void describe_object(Machine *m, EventKind kind, uint32_t object);
/* The name of a cell inside its object: `.next`, `[2].name[3]`, "" if it is all there is. */
const char *describe_cell(Machine *m, uint32_t object, int32_t offset);
/* What a predicate has read: a cell, or who holds a lock. */
void describe_read(Machine *m, uint32_t object, int32_t offset, Type type, uint64_t value);
void describe_holders(Machine *m, const Instr *i);
const char *describe_format(Machine *m, const char *format, const List *args);
void describe_event(Machine *m, const Instr *i, uint32_t thread);

#endif
