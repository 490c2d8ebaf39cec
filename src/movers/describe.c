/* describe.c -- the discipline of a region, for people and as an annotation. */
#include "movers/movers.h"

const char *rule_name(const Movers *v, uint32_t region)
{
    const Rule *rule = &v->rules.at[region];
    if (rule->is_lock || own_is_lock(v, region))
        return "lock";
    if (!rule->touched)
        return "private";
    switch (rule->kind) {
    case RULE_READ_ONLY:
        return "read-only";
    case RULE_GUARDED:
        return "guarded";
    case RULE_NONE:
        return "none";
    }
    return "none";
}

const char *movers_name(const Movers *v, uint32_t pc)
{
    static const char *const names[] = {"both", "left", "right", "none"};
    if (pc >= v->moved.len || !(v->moved.at[pc] & MOVED_SEEN))
        return NULL;
    return names[v->moved.at[pc] >> 1];
}

/* The name of the field at an offset of a layout. */
static const char *field_name(const Program *program, uint32_t layout, int32_t offset)
{
    vec_each (Field, field, &program->layouts.at[layout].fields)
        if ((int32_t)field->offset == offset)
            return field->name;
    return "?";
}

/* The layout that has a field with this region. */
static uint32_t layout_of_region(const Program *program, uint32_t region)
{
    for (uint32_t k = 1; k < program->layouts.len; k++)
        vec_each (Field, field, &program->layouts.at[k].fields)
            if (field->region == region)
                return k;
    return 0;
}

static const char *guarded_field(Arena *arena, const char *element, const char *field)
{
    return *field ? arena_print(arena, "%s.%s", element, field) : element;
}

static const char *raw_lock_name(const Program *program, const Guard *guard, Arena *arena)
{
    const Global *global = &program->globals.at[guard->object];
    const Layout *layout = &program->layouts.at[global->layout];
    if (layout->kind != LAYOUT_RAW)
        return global->name;
    int32_t size = (int32_t)layout->size;
    const char *name = global->name;
    if (global->count > 1)
        name = arena_print(arena, "%s[%d]", name, guard->offset / size);
    return guarded_field(arena, name, field_name(program, global->layout, guard->offset % size));
}

/* Of the locks of rows. */
static uint32_t row_lock_region(const Program *program, const Guard *guard, uint32_t region)
{
    vec_each (Field, field, &program->layouts.at[layout_of_region(program, region)].fields)
        if ((int32_t)field->offset == guard->offset)
            return field->region;
    return 0;
}

/* In Zing: `Main.pool.lock`, and `Main.locks[1]` of an array. */
static const char *object_lock_name(const Program *program, const Guard *guard, Arena *arena)
{
    const char *name = program->globals.at[guard->object].name;
    const Layout *layout = &program->layouts.at[guard->layout];
    if (layout->kind != LAYOUT_ARRAY || !layout->size)
        return arena_print(arena, "%s.%s", name, field_name(program, guard->layout, guard->inner));
    int32_t size = (int32_t)layout->size;
    return guarded_field(arena, arena_print(arena, "%s[%d]", name, guard->inner / size),
                         field_name(program, guard->layout, guard->inner % size));
}

/* In C: `pool->lock`, `*lock`, `head.pool->lock`. */
static const char *pointee_lock_name(const Program *program, const Guard *guard, Arena *arena)
{
    const Global *global = &program->globals.at[guard->object];
    const char *field = field_name(program, guard->layout, guard->inner);
    if (program->layouts.at[global->layout].kind != LAYOUT_RAW)
        return object_lock_name(program, guard, arena);
    const char *pointer = raw_lock_name(program, guard, arena);
    return *field ? arena_print(arena, "%s->%s", pointer, field)
                  : arena_print(arena, "*%s", pointer);
}

static const char *guard_name(const Movers *v, const Guard *guard, uint32_t region, Arena *arena)
{
    const Program *program = v->program;
    const char *global = program->globals.at[guard->object].name;
    switch (guard->kind) {
    case GUARD_GLOBAL:
        return raw_lock_name(program, guard, arena);
    case GUARD_SELF:
        return field_name(program, layout_of_region(program, region), guard->offset);
    case GUARD_POINTEE:
        return pointee_lock_name(program, guard, arena);
    case GUARD_ELEMENT:
        return arena_print(arena, "%s[j]", global);
    case GUARD_INDEX:
        return guarded_field(
            arena, arena_print(arena, "%s[j]", global),
            field_name(program, program->globals.at[guard->object].layout, guard->offset));
    case GUARD_ROW:
        return program->regions.at[row_lock_region(program, guard, region)].name;
    case GUARD_ONLY:
        return arena_print(arena, "%s.%s", program->layouts.at[guard->layout].name,
                           field_name(program, guard->layout, guard->offset));
    }
    return "?";
}

/* Is the lock a member of the same struct, and not of one around it? */
static bool is_beside(const Program *program, const Guard *guard, uint32_t region)
{
    uint32_t layout = layout_of_region(program, region);
    const char *lock = field_name(program, layout, guard->offset), *name = "";
    vec_each (Field, field, &program->layouts.at[layout].fields)
        name = field->region == region ? field->name : name;
    const char *lock_dot = strrchr(lock, '.'), *dot = strrchr(name, '.');
    size_t len = dot ? (size_t)(dot - name) : 0;
    return len == (lock_dot ? (size_t)(lock_dot - lock) : 0) && strncmp(lock, name, len) == 0;
}

/* Can it be written in an annotation, and was it held by each access that an annotation would
 * test?  That of the only object of its type has no name. */
static bool can_tell(const Movers *v, const Guard *guard, uint32_t region, Arena *arena)
{
    const Rule *rule = &v->rules.at[region];
    size_t k = (size_t)(guard - rule->guards.at);
    return guard->kind != GUARD_ONLY && guard->kind != GUARD_ROW && !guard->own && k < 64 &&
           !(rule->doubted >> k & 1) && !strchr(guard_name(v, guard, region, arena), '?');
}

/* The one that reads best; NULL: none can be told. */
static const Guard *guard_to_tell(const Movers *v, uint32_t region, Arena *arena)
{
    bool raw = program_is_raw(v->program);
    static const int order[] = {
        [GUARD_SELF] = 4,    [GUARD_GLOBAL] = 1, [GUARD_POINTEE] = 2, [GUARD_INDEX] = 3,
        [GUARD_ELEMENT] = 5, [GUARD_ONLY] = 6,   [GUARD_ROW] = 7,
    };
    const Guard *best = NULL;
    vec_each (Guard, guard, &v->rules.at[region].guards) {
        if (!can_tell(v, guard, region, arena))
            continue;
        if (!raw)
            return guard;
        if (guard->kind == GUARD_SELF && is_beside(v->program, guard, region))
            return guard;
        if (!best || order[guard->kind] < order[best->kind])
            best = guard;
    }
    return best;
}

/* In C, where a lock is not its holder. */
static const char *c_annotation(const Guard *guard, const char *lock, const char *index,
                                Arena *arena)
{
    if (!guard->rw)
        return arena_print(arena, "/*@ accessible_if%s holds(%s) */", index, lock);
    return arena_print(arena,
                       "/*@ readable_if%s holds(%s) || reads(%s) */ /*@ writable_if%s holds(%s) */",
                       index, lock, lock, index, lock);
}

/* Has what the region is about no predicates?  Local variables have none, and neither have the
 * elements of sets and channels. */
static bool is_beyond(const Program *program, uint32_t region)
{
    LayoutKind kind = program->layouts.at[layout_of_region(program, region)].kind;
    return program->regions.at[region].kind == REGION_LOCAL || kind == LAYOUT_SET ||
           kind == LAYOUT_CHAN;
}

const char *rule_annotation(const Movers *v, uint32_t region, Arena *arena)
{
    const Rule *rule = &v->rules.at[region];
    if (!rule->touched || rule->kind == RULE_NONE || is_beyond(v->program, region) ||
        (rule->kind == RULE_READ_ONLY && rule->doubted))
        return "";
    bool raw = program_is_raw(v->program);
    const char *index = v->program->regions.at[region].kind == REGION_ELEMENTS ? "[j]" : "";
    if (rule->kind == RULE_READ_ONLY)
        return arena_print(arena, "/*@ writable_if%s %s */", index, raw ? "0" : "false");
    const Guard *guard = guard_to_tell(v, region, arena);
    if (!guard)
        return "";
    const char *lock = guard_name(v, guard, region, arena);
    if (raw)
        return c_annotation(guard, lock, guard->kind == GUARD_INDEX ? "[j]" : index, arena);
    if (!guard->rw)
        return arena_print(arena, "/*@ accessible_if%s %s == tid */", index, lock);
    return arena_print(arena,
                       "/*@ readable_if%s %s == tid || tid in %s */ /*@ writable_if%s %s == tid */",
                       index, lock, lock, index, lock);
}

static const char *place(const Movers *v, const Touch *touch, Arena *arena)
{
    Pos pos = v->program->pos.at[touch->pc];
    const Sources *sources = v->program->sources;
    const char *file = pos.file < sources->files.len ? sources->files.at[pos.file].name : "?";
    return arena_print(arena, "line %u of %s", pos.line, file);
}

const char *rule_reason(const Movers *v, uint32_t region, Arena *arena)
{
    const Rule *rule = &v->rules.at[region];
    if (!rule->touched || rule->kind == RULE_READ_ONLY || !rule->broken.pc ||
        own_is_lock(v, region))
        return "";
    const Guard *first = rule->kind == RULE_GUARDED ? &rule->guards.at[0] : NULL;
    if (first && !guard_to_tell(v, region, arena) && first->own)
        return arena_print(arena, "guarded by %s, a lock that the program writes itself",
                           strchr(guard_name(v, first, region, arena), '?')
                               ? "something without a name"
                               : guard_name(v, first, region, arena));
    if (first && !guard_to_tell(v, region, arena) && first->kind == GUARD_ONLY)
        return arena_print(arena, "guarded by %s, of which there is one only",
                           guard_name(v, first, region, arena));
    if (first && !guard_to_tell(v, region, arena) && first->kind == GUARD_ROW)
        return arena_print(arena, "guarded by %s, each row of the object by its own",
                           guard_name(v, first, region, arena));
    if (first && is_beyond(v->program, region) && guard_to_tell(v, region, arena))
        return arena_print(arena, "guarded by %s",
                           guard_name(v, guard_to_tell(v, region, arena), region, arena));
    if (first && !guard_to_tell(v, region, arena))
        return arena_print(arena, "guarded by %s, but where one thread alone touches it",
                           strchr(guard_name(v, first, region, arena), '?')
                               ? "a lock that no annotation can name"
                               : guard_name(v, first, region, arena));
    if (rule->kind == RULE_GUARDED)
        return arena_print(arena, "written at %s", place(v, &rule->broken, arena));
    bool atomic = rule->broken.atomic && (!rule->rival.pc || rule->rival.atomic);
    const char *how = arena_print(arena, "%s%s", rule->broken.write ? "written" : "read",
                                  atomic ? " atomically" : "");
    const char *text =
        arena_print(arena, "%s by thread %s at %s", how, machine_thread_name(v->m, rule->breaker),
                    place(v, &rule->broken, arena));
    if (!rule->rival.pc)
        return arena_print(arena, "%s without a lock that is known to be common", text);
    return arena_print(arena, "%s while thread %s %s it%s at %s: %s", text,
                       machine_thread_name(v->m, rule->rival_tid),
                       rule->rival.write ? "writes" : "reads", atomic ? " atomically" : "",
                       place(v, &rule->rival, arena),
                       atomic ? "each is one step, and no lock is known that both hold"
                              : "no lock is known that both hold");
}

const char *split_reason(const Movers *v, uint32_t pc, uint32_t region, Arena *arena)
{
    const Instr *i = &v->program->code.at[pc];
    const Rule *rule = &v->rules.at[region];
    const char *name = region ? v->program->regions.at[region].name : "memory";
    const char *how = op_info[i->op].effect & EFFECT_WRITE ? "writes" : "reads";
    const char *reason = rule_reason(v, region, arena);
    if (i->op == OP_CALL) /* of a library */
        return arena_print(arena, "it calls %s here", v->program->procs.at[i->other].name);
    if (i->op == OP_ACQUIRE && !rule->looked)
        return arena_print(arena, "it acquires %s here, and another thread may do so first", name);
    if (rule->is_lock || i->op == OP_TRYACQUIRE)
        return arena_print(arena, "whether %s is held can be seen by those who do not wait for it",
                           name);
    if (i->op == OP_JOIN)
        return "it waits for the end of a thread here";
    if (i->op == OP_FORK)
        return "it starts a thread here, and the order in which threads start can be seen";
    return arena_print(arena, "it %s %s here, which has no discipline%s%s", how, name,
                       *reason ? ": it is " : "", reason);
}
