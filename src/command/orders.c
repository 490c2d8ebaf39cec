/* orders.c -- check --suggest-orders: the weakest memory orders under which a program is safe.
 *
 * Orders are monotone: a stronger one allows no run that a weaker one does not.  Of a safe program
 * each atomic access is weakened by one step, alone; those that need not be as strong are weakened
 * together, one after the other, as long as the program stays safe.  Of a broken program all are
 * made seq_cst; if that repairs it, each goes back as far as it can, to what it was if possible.
 *
 * Without being asked heddle looks for one order that repairs a bug by itself, if that bug needs weak
 * memory, and if there is none, for one new fence: by little work, and says nothing if it finds
 * none. */
#include "command/session.h"
#include "engine/explore/explore.h"

typedef enum SiteKind { SITE_LOAD, SITE_STORE, SITE_UPDATE, SITE_FENCE } SiteKind;

/* An atomic operation of the source: the instructions that do it. */
typedef struct Site {
    SiteKind kind;
    Pos pos;
    MemoryOrder was, order; /* in the source, now */
    MemoryOrder enough;     /* what remains in the end */
    const char *why;        /* what goes wrong with less */
    VEC(uint32_t) pcs;
    VEC(uint16_t) flags; /* as they were, by pcs */
} Site;

typedef struct Orders {
    Session *s;
    VEC(Site) sites;
    uint32_t checked; /* programs */
    uint64_t work;    /* that was done for it */
    uint64_t most;    /* and may be; 0: any */
    const char *why;  /* of the last one that was not safe */
} Orders;

/* ---- the operations ---- */

static const char *const site_texts[] = {"load", "store", "update", "fence"};

static SiteKind site_kind(const Instr *i)
{
    if (i->op == OP_FENCE)
        return SITE_FENCE;
    if (i->flags & FLAG_UPDATE)
        return SITE_UPDATE;
    return i->op == OP_LOAD ? SITE_LOAD : SITE_STORE;
}

static bool is_access(const Instr *i)
{
    return i->op == OP_FENCE ||
           ((i->op == OP_LOAD || i->op == OP_STORE) && instr_order(i) != ORDER_PLAIN);
}

static bool same_place(Pos a, Pos b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

static Site *find_site(Orders *o, SiteKind kind, Pos pos)
{
    vec_each (Site, site, &o->sites)
        if (site->kind == kind && same_place(site->pos, pos))
            return site;
    vec_push(&o->sites, ((Site){.kind = kind, .pos = pos, .why = ""}));
    return &vec_last(&o->sites);
}

static void add_access(Orders *o, uint32_t pc)
{
    const Program *program = o->s->program;
    const Instr *i = &program->code.at[pc];
    Site *site = find_site(o, site_kind(i), program->pos.at[pc]);
    vec_push(&site->pcs, pc);
    vec_push(&site->flags, i->flags);
    if (site->kind != SITE_UPDATE || i->op == OP_STORE) /* the store has the order of the whole */
        site->was = site->order = instr_order(i);
}

static void find_sites(Orders *o)
{
    const Program *program = o->s->program;
    vec_each (Proc, proc, &program->procs)
        for (uint32_t pc = proc->begin; pc < proc->end && !proc->library; pc++)
            if (is_access(&program->code.at[pc]))
                add_access(o, pc);
}

/* ---- their orders ---- */

static int strength(MemoryOrder order)
{
    static const int strengths[ORDERS] = {
        [ORDER_ACQUIRE] = 1, [ORDER_RELEASE] = 1, [ORDER_ACQ_REL] = 2, [ORDER_SEQ_CST] = 3};
    return strengths[order];
}

/* The read of an update that has this order as a whole. */
static MemoryOrder read_part(MemoryOrder order)
{
    if (order == ORDER_ACQ_REL)
        return ORDER_ACQUIRE;
    return order == ORDER_RELEASE ? ORDER_RELAXED : order;
}

static void set_instr(Orders *o, const Site *site, size_t k)
{
    Instr *i = &o->s->program->code.at[site->pcs.at[k]];
    MemoryOrder order = site->order;
    if (site->kind == SITE_UPDATE && i->op == OP_LOAD) {
        MemoryOrder was = instr_order(&(Instr){.op = i->op, .flags = site->flags.at[k]});
        bool weakens = strength(site->order) < strength(site->was);
        order = read_part(order);
        /* one that fails has an order of its own: it follows only as far as it must */
        if (weakens ? strength(was) < strength(order) : strength(was) > strength(order))
            order = was;
    }
    i->flags =
        site->order == site->was
            ? site->flags.at[k]
            : (uint16_t)((site->flags.at[k] & ((1u << ORDER_SHIFT) - 1)) | order_flags(order));
}

static void set_order(Orders *o, Site *site, MemoryOrder order)
{
    site->order = order;
    for (size_t k = 0; k < site->pcs.len; k++)
        set_instr(o, site, k);
}

/* The orders that are weaker by one step; how many. */
static size_t weaker(SiteKind kind, MemoryOrder order, MemoryOrder next[2])
{
    bool both = kind == SITE_UPDATE || kind == SITE_FENCE;
    size_t len = 0;
    if (order == ORDER_SEQ_CST)
        next[len++] = both ? ORDER_ACQ_REL : kind == SITE_LOAD ? ORDER_ACQUIRE : ORDER_RELEASE;
    if (order == ORDER_ACQ_REL) {
        next[len++] = ORDER_ACQUIRE;
        next[len++] = ORDER_RELEASE;
    }
    if (order == ORDER_ACQUIRE || order == ORDER_RELEASE)
        next[len++] = ORDER_RELAXED;
    return len;
}

/* ---- the questions ---- */

/* `data race (line 7)` */
static const char *describe_bug(const Orders *o, const Bug *bug)
{
    const char *sentence = error_info[bug->error].sentence;
    return arena_print(&o->s->job.arena, "%.*s (line %u)", (int)strcspn(sentence, ":"), sentence,
                       bug->where.line);
}

/* Is the program safe as it is now? */
static bool is_safe(Orders *o)
{
    Session again = *o->s;
    again.job = (Job){0};
    again.options.html = again.options.sarif = again.options.trace = again.options.witness = "";
    if (strcmp(again.options.memory_model, "auto") == 0)
        again.options.memory_model = memory_text[MEMORY_RC11]; /* also without weak orders so far */
    if (o->most) {
        again.options.engine = engine_explore.name;
        again.options.all_errors = false;
    }
    int status = session_begin_job(&again, engine_explore.name, true);
    again.job.properties = o->s->job.properties;
    again.job.budget.most_work = o->most ? o->most - o->work : 0;
    if (!status)
        status = session_choose_memory(&again, NULL);
    if (!status)
        status = session_answer(&again, &engine_explore);
    o->checked++;
    o->work += again.job.budget.work + 1;
    bool safe = !status && again.job.verdict == VERDICT_SAFE;
    bool bug = !status && again.job.verdict == VERDICT_BUG;
    o->why = "";
    if (bug)
        o->why = describe_bug(o, &again.job.bugs.at[0]);
    else if (!safe)
        o->why = "that is not known: a limit ends the search";
    job_free(&again.job);
    return safe;
}

/* Is it still safe if this access has one of the next weaker orders?  It keeps that order then. */
static bool weaken(Orders *o, Site *site)
{
    MemoryOrder order = site->order, next[2];
    size_t len = weaker(site->kind, order, next);
    for (size_t k = 0; k < len; k++) {
        set_order(o, site, next[k]);
        if (is_safe(o))
            return true;
        site->why = arena_print(&o->s->job.arena, "%s%swith %s: %s", k ? site->why : "",
                                k ? "; " : "", order_text[next[k]], o->why);
    }
    set_order(o, site, order);
    return false;
}

/* First each alone: whoever must stay as it is then must so in any company. */
static void weaken_all(Orders *o)
{
    VEC(bool) gives = {0};
    vec_each (Site, site, &o->sites) {
        vec_push(&gives, weaken(o, site));
        set_order(o, site, site->was);
    }
    for (size_t k = 0; k < o->sites.len; k++) {
        Site *site = &o->sites.at[k];
        while (gives.at[k] && weaken(o, site))
            ;
        site->enough = site->order;
    }
    vec_free(&gives);
}

/* The order of the source, or the weakest one above it that is enough while all others are as they
 * are now. */
static void strengthen(Orders *o, Site *site)
{
    set_order(o, site, site->was);
    if (site->was == ORDER_SEQ_CST || is_safe(o))
        return;
    site->why = arena_print(&o->s->job.arena, "with %s: %s", order_text[site->was], o->why);
    set_order(o, site, ORDER_SEQ_CST);
    const char *why = site->why;
    while (strength(site->order) > strength(site->was) && weaken(o, site))
        ;
    site->why = why;
}

static bool strengthen_all(Orders *o)
{
    vec_each (Site, site, &o->sites)
        set_order(o, site, ORDER_SEQ_CST);
    if (!is_safe(o))
        return false;
    vec_each (Site, site, &o->sites) {
        strengthen(o, site);
        site->enough = site->order;
    }
    return true;
}

/* ---- the answer ---- */

static void give_advice(Orders *o)
{
    vec_each (Site, site, &o->sites)
        vec_push(&o->s->job.orders, ((OrderAdvice){site->pos, site_texts[site->kind], site->was,
                                                   site->enough, site->why}));
}

static void restore(Orders *o)
{
    vec_each (Site, site, &o->sites) {
        set_order(o, site, site->was);
        vec_free(&site->pcs);
        vec_free(&site->flags);
    }
    vec_free(&o->sites);
}

/* ---- one order ---- */

enum { PROPOSAL_WORK = 100000 };

static bool is_order_of(SiteKind kind, MemoryOrder order)
{
    if (order == ORDER_ACQ_REL)
        return kind == SITE_UPDATE || kind == SITE_FENCE;
    return order == ORDER_ACQUIRE ? kind != SITE_STORE
                                  : order != ORDER_RELEASE || kind != SITE_LOAD;
}

/* Does the run come by? */
static bool is_passed(const Bug *bug, const Site *site)
{
    vec_each (TraceStep, step, &bug->steps)
        if (step->pos.file == site->pos.file && step->pos.line == site->pos.line)
            return true;
    return false;
}

/* The weakest order that repairs the program, at any one of its accesses. */
static bool propose(Orders *o, const Bug *bug)
{
    static const MemoryOrder stronger[] = {ORDER_RELEASE, ORDER_ACQUIRE, ORDER_ACQ_REL,
                                           ORDER_SEQ_CST};
    for (size_t k = 0; k < sizeof stronger / sizeof *stronger; k++)
        vec_each (Site, site, &o->sites) {
            if (strength(stronger[k]) <= strength(site->was) ||
                !is_order_of(site->kind, stronger[k]) || !is_passed(bug, site))
                continue;
            if (o->work >= o->most)
                return false;
            set_order(o, site, stronger[k]);
            bool safe = is_safe(o);
            set_order(o, site, site->was);
            if (!safe)
                continue;
            o->s->job.repair =
                arena_print(&o->s->job.arena,
                            "If the %s in line %u were %s instead of %s, nothing would go wrong.",
                            site_texts[site->kind], site->pos.line, order_text[stronger[k]],
                            order_text[site->was]);
            return true;
        }
    return false;
}

/* ---- one fence ---- */

/* The point before the access, with nothing between the two but addresses; NO_POINT: there is none. */
enum { NO_POINT = UINT32_MAX };
static uint32_t point_before(const Program *program, uint32_t pc)
{
    while (pc-- > 0) {
        Op op = program->code.at[pc].op;
        if (op == OP_POINT)
            return pc;
        if (op > OP_FORGET && op != OP_ATOMIC)
            return NO_POINT;
    }
    return NO_POINT;
}

/* A fence before each instruction that does this access; false: there is no place for it. */
static bool set_fence(Orders *o, const Site *site, MemoryOrder order)
{
    Program *program = o->s->program;
    bool some = false;
    vec_each (uint32_t, pc, &site->pcs) {
        if (site->kind == SITE_UPDATE && program->code.at[*pc].op == OP_STORE)
            continue;
        uint32_t point = point_before(program, *pc);
        if (point == NO_POINT && !(program->code.at[*pc].flags & FLAG_OLD))
            return false;
        if (point != NO_POINT)
            program->code.at[point].flags = (uint16_t)(order << ORDER_SHIFT);
        some |= point != NO_POINT;
    }
    return some;
}

static void clear_fences(Orders *o)
{
    vec_each (Instr, i, &o->s->program->code)
        if (i->op == OP_POINT)
            i->flags = 0;
}

/* The weakest fence that repairs the program, before any one of its accesses. */
static bool propose_fence(Orders *o, const Bug *bug)
{
    static const MemoryOrder fences[] = {ORDER_RELEASE, ORDER_ACQUIRE, ORDER_ACQ_REL,
                                         ORDER_SEQ_CST};
    for (size_t k = 0; k < sizeof fences / sizeof *fences; k++)
        vec_each (Site, site, &o->sites) {
            if (site->kind == SITE_FENCE || !is_passed(bug, site))
                continue;
            if (o->work >= o->most)
                return false;
            bool safe = set_fence(o, site, fences[k]) && is_safe(o);
            clear_fences(o);
            if (!safe)
                continue;
            o->s->job.repair =
                arena_print(&o->s->job.arena,
                            "With %s %s fence before the %s in line %u, nothing would go wrong.",
                            fences[k] == ORDER_ACQUIRE || fences[k] == ORDER_ACQ_REL ? "an" : "a",
                            order_text[fences[k]], site_texts[site->kind], site->pos.line);
            return true;
        }
    return false;
}

void session_propose_order(Session *s)
{
    Orders o = {.s = s, .why = "", .most = PROPOSAL_WORK};
    const Job *job = &s->job;
    bool weak =
        job->verdict == VERDICT_BUG && job->bugs.len == 1 && job->bugs.at[0].memory != MEMORY_SC;
    if (!weak || !s->program || s->program->has_volatile)
        return;
    find_sites(&o);
    if (!propose(&o, &job->bugs.at[0])) {
        o.most += o.work;
        propose_fence(&o, &job->bugs.at[0]);
    }
    restore(&o);
}

void session_suggest_orders(Session *s)
{
    Orders o = {.s = s, .why = ""};
    Job *job = &s->job;
    if (job->verdict != VERDICT_SAFE && job->verdict != VERDICT_BUG) {
        job->orders_note = "the program is neither safe nor broken as far as is known, so there is "
                           "nothing to compare other orders with";
        return;
    }
    find_sites(&o);
    if (strcmp(s->options.memory_model, memory_text[MEMORY_SC]) == 0) {
        job->orders_note = "they do not matter in sequentially consistent memory: leave out "
                           "--memory-model=sc";
    } else if (!o.sites.len) {
        job->orders_note = "there is no atomic access in the program";
    } else if (job->verdict == VERDICT_SAFE) {
        weaken_all(&o);
        give_advice(&o);
    } else if (strengthen_all(&o)) {
        give_advice(&o);
    } else {
        job->orders_note =
            arena_print(&job->arena, "no orders repair it: with seq_cst everywhere: %s", o.why);
    }
    job->orders_checked = o.checked;
    restore(&o);
}
