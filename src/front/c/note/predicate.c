/* predicate.c -- annotations of declarations: from tags in debug information to the accesses of the
 * program; see annotate.h and unit.h. */
#include <ctype.h>
#include <stdlib.h>

#include "front/c/lower/func.h"
#include "front/c/lower/reach.h"

static const Note *note_of(const Unit *u, uint32_t number)
{
    return u->annotations.notes.at[number];
}

/* Once for an annotation, however often its declaration is met. */
static void complain(Unit *u, uint32_t number, const char *text)
{
    Pos pos = note_of(u, number)->pos;
    vec_each (Message, message, &u->diag->messages)
        if (message->pos.line == pos.line && message->pos.column == pos.column &&
            message->pos.file == pos.file)
            return;
    diag_error(u->diag, pos, "%s", text);
}

/* ---- tags ---- */

/* Appends the numbers of the annotations of a declaration. */
static void find_tags(Unit *u, LLVMMetadataRef node, Tags *tags)
{
    for (unsigned k = 0; k < debug_operands(u, node); k++) {
        LLVMMetadataRef list = debug_operand(u, node, k);
        if (!list || LLVMGetMetadataKind(list) != LLVMMDTupleMetadataKind)
            continue;
        for (unsigned n = 0; n < debug_operands(u, list); n++) {
            LLVMMetadataRef pair = debug_operand(u, list, n);
            if (!pair || LLVMGetMetadataKind(pair) != LLVMMDTupleMetadataKind)
                break;
            const char *text = debug_text(u, pair, 1);
            size_t len = sizeof ANNOTATE_TAG - 1;
            if (strcmp(debug_text(u, pair, 0), "btf_decl_tag") != 0 ||
                strncmp(text, ANNOTATE_TAG, len) != 0)
                continue;
            uint32_t number = (uint32_t)strtoul(text + len, NULL, 10);
            if (tags->count < MOST_TAGS && number < u->annotations.notes.len)
                tags->notes[tags->count++] = number;
        }
    }
}

/* Bytes of an element of an array; 0: it is none. */
static uint32_t element_bytes(Unit *u, LLVMMetadataRef type)
{
    enum { TYPE_ELEMENTS = 4, RANGE_COUNT = 0 };
    type = debug_strip(u, type);
    if (!type || debug_tag(type) != TAG_ARRAY)
        return 0;
    LLVMMetadataRef ranges = debug_operand(u, type, TYPE_ELEMENTS);
    int64_t count = debug_number(u, debug_operand(u, ranges, 0), RANGE_COUNT);
    return count > 0 ? (uint32_t)(debug_bytes(u, type) / (uint64_t)count) : 0;
}

Tags predicate_tags(Unit *u, LLVMMetadataRef node, LLVMMetadataRef type)
{
    Tags tags = {.type = type};
    bool rw;
    if (u->annotations.notes.len)
        find_tags(u, node, &tags);
    for (uint32_t k = 0; k < tags.count; k++) {
        const Note *note = note_of(u, tags.notes[k]);
        if (note_info[note->word].place != PLACE_DECLARATION)
            complain(u, tags.notes[k], "this belongs to a function, and stands before none");
        else if (predicate_is_lock(u, type, &rw))
            complain(u, tags.notes[k],
                     "a lock has no access predicate: who locks and unlocks it "
                     "says who holds it");
        if (note->index)
            tags.step = element_bytes(u, type);
        if (note->index && !tags.step)
            complain(u, tags.notes[k],
                     "this is about the elements of an array, and stands behind "
                     "something else; leave out the index");
    }
    return tags;
}

static Tags function_tags(Unit *u, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    Tags tags = {0};
    if (subprogram && u->annotations.notes.len)
        find_tags(u, subprogram, &tags);
    return tags;
}

bool predicate_is_annotated(Unit *u, LLVMValueRef function)
{
    return function_tags(u, function).count != 0;
}

bool predicate_is_atomic(Unit *u, LLVMValueRef function)
{
    Tags tags = function_tags(u, function);
    bool atomic = false;
    for (uint32_t k = 0; k < tags.count; k++) {
        NoteWord word = note_of(u, tags.notes[k])->word;
        atomic |= word == NOTE_ATOMIC;
        if (note_info[word].place == PLACE_DECLARATION)
            complain(u, tags.notes[k], "this belongs to a variable, and stands behind a function");
    }
    return atomic;
}

/* ---- functions ---- */

bool predicate_is(LLVMValueRef function)
{
    size_t len;
    return strncmp(LLVMGetValueName2(function, &len), ANNOTATE_FUNCTION,
                   sizeof ANNOTATE_FUNCTION - 1) == 0;
}

static LLVMValueRef function_of(const Unit *u, uint32_t number)
{
    char name[sizeof ANNOTATE_FUNCTION + 16];
    snprintf(name, sizeof name, ANNOTATE_FUNCTION "%u", number);
    return LLVMGetNamedFunction(u->module, name);
}

static LLVMValueRef piece_function(const Unit *u, uint32_t number, uint32_t piece)
{
    char name[sizeof ANNOTATE_FUNCTION + 32];
    snprintf(name, sizeof name, ANNOTATE_FUNCTION "%u_%u", number, piece);
    return LLVMGetNamedFunction(u->module, name);
}

/* Of LLVM's own functions those that only compute. */
static bool is_harmless(const char *callee)
{
    static const char *const harmless[] = {
        "llvm.dbg.",          "llvm.lifetime.",  "llvm.expect.",          "llvm.abs.",
        "llvm.fabs.",         "llvm.assume",     "llvm.bswap.",           "__heddle_lock_held",
        "__heddle_lock_read", "__heddle_tid",    "__heddle_lock_free",    "__heddle_old_",
        "__heddle_quantif",   "__heddle_bound_", "__heddle_holds_always", "__heddle_each"};
    for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
        if (strncmp(callee, harmless[k], strlen(harmless[k])) == 0)
            return true;
    return false;
}

/* Is the variable of the function only read and written as a whole? */
static bool is_plain_local(LLVMValueRef alloca)
{
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool stored_to = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != alloca;
        size_t len;
        bool marked = LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
                      is_harmless(LLVMGetValueName2(LLVMGetCalledValue(user), &len));
        if (!LLVMIsALoadInst(user) && !stored_to && !marked)
            return false;
    }
    return true;
}

const char *predicate_fault(Unit *u, LLVMValueRef i)
{
    size_t len;
    if (LLVMIsAStoreInst(i) && !LLVMIsAAllocaInst(LLVMGetOperand(i, 1)))
        return "an annotation must not change anything";
    if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
        return "an annotation must not change anything";
    if (LLVMIsAAllocaInst(i) && !is_plain_local(i))
        return "an annotation must not have objects of its own";
    if (!LLVMIsACallInst(i))
        return NULL;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "a pointer";
    if (LLVMIsAFunction(callee) && is_harmless(name))
        return NULL;
    if (strncmp(name, "llvm.threadlocal", 16) == 0)
        return "an annotation must not read a variable that each thread has for itself";
    if (strncmp(name, "llvm.mem", 8) == 0)
        return "an annotation must not change anything";
    if (strncmp(name, "llvm.", 5) == 0)
        return "an annotation must not have objects of its own";
    return arena_print(&u->arena,
                       "an annotation must not call functions other than holds and reads; "
                       "this calls `%s`",
                       name);
}

static void check_function(Unit *u, uint32_t number, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const char *why = predicate_fault(u, i);
            Pos pos = debug_pos(u, i);
            if (why)
                diag_error(u->diag, pos.line ? pos : note_of(u, number)->pos, "%s", why);
            if (why)
                return;
        }
}

void predicate_reach(Unit *u)
{
    for (uint32_t k = 0; k < u->annotations.notes.len; k++) {
        if (function_of(u, k))
            reach_find(u, function_of(u, k));
        for (uint32_t n = 0; n < note_of(u, k)->pieces.len; n++)
            if (piece_function(u, k, n))
                reach_find(u, piece_function(u, k, n));
    }
}

void predicate_find(Unit *u)
{
    predicate_reach(u);
    for (uint32_t k = 0; k < u->annotations.notes.len; k++)
        if (function_of(u, k))
            check_function(u, k, function_of(u, k));
    for (uint32_t k = 0; k < u->annotations.notes.len; k++)
        for (uint32_t n = 0; n < note_of(u, k)->pieces.len; n++)
            if (piece_function(u, k, n))
                check_function(u, k, piece_function(u, k, n));
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        predicate_is_atomic(u, f);
}

bool predicate_is_lock(Unit *u, LLVMMetadataRef type, bool *rw)
{
    enum { TYPE_NAME = 2, TYPE_BASE = 3 };
    static const char *const locks[] = {"pthread_rwlock_t", "pthread_mutex_t", "mtx_t",
                                        "pthread_spinlock_t"};
    for (; type && LLVMGetMetadataKind(type) == LLVMDIDerivedTypeMetadataKind &&
           debug_tag(type) != TAG_POINTER;
         type = debug_operand(u, type, TYPE_BASE))
        for (int k = 0; k < 4; k++)
            if (strcmp(debug_text(u, type, TYPE_NAME), locks[k]) == 0) {
                *rw = k == 0;
                return true;
            }
    return false;
}

/* ---- contracts ---- */

bool predicate_requires(Unit *u, LLVMValueRef function)
{
    Tags tags = function_tags(u, function);
    bool requires = false;
    for (uint32_t k = 0; k < tags.count; k++)
        for (uint32_t n = 0; n < note_of(u, tags.notes[k])->pieces.len; n++)
    requires |= note_of(u, tags.notes[k])->pieces.at[n].kind == PIECE_REQUIRES;
    return requires;
}

void predicate_claim(Func *f)
{
    Unit *u = f->u;
    Tags tags = function_tags(u, f->function);
    Ref thread = NO_REF;
    for (uint32_t k = 0; k < tags.count; k++) {
        const Note *note = note_of(u, tags.notes[k]);
        for (uint32_t n = 0; n < note->pieces.len; n++) {
            LLVMValueRef function = piece_function(u, tags.notes[k], n);
            if (note->pieces.at[n].kind != PIECE_REQUIRES || !function)
                continue;
            VEC(Ref) operands = {0};
            if (thread == NO_REF) {
                thread = func_temporary(f, TYPE_THREAD);
                f->b->pos = note->pieces.at[n].pos;
                func_emit(f, (Instr){.op = OP_SELF, .dst = thread});
            }
            vec_push(&operands, thread);
            for (uint32_t p = 0; p < u->program->procs.at[f->b->proc].params; p++)
                vec_push(&operands, (Ref)p);
            const char *text = arena_print(&u->arena, "requires %s", note->pieces.at[n].text);
            func_emit(f, (Instr){.op = OP_CLAIM,
                                 .other = global_proc(u, function),
                                 .list = build_list(f->b, operands.at, operands.len),
                                 .target = build_string(f->b, text)});
            vec_free(&operands);
        }
    }
}

const char *predicate_witness(Unit *u, LLVMValueRef function, uint32_t number)
{
    const char *label = note_of(u, number)->label;
    Tags tags = function_tags(u, function);
    for (uint32_t k = 0; k < tags.count; k++)
        vec_each (NoteAction, action, &note_of(u, tags.notes[k])->actions)
            if (strcmp(action->label, label) == 0)
                return label;
    complain(u, number,
             arena_print(&u->arena, "no action of the function's `performs` has the label \"%s\"",
                         label));
    return label;
}

void predicate_reach_contracts(Unit *u, LLVMValueRef function)
{
    Tags tags = function_tags(u, function);
    for (uint32_t k = 0; k < tags.count; k++)
        for (uint32_t n = 0; n < note_of(u, tags.notes[k])->pieces.len; n++)
            if (piece_function(u, tags.notes[k], n))
                global_proc(u, piece_function(u, tags.notes[k], n));
}

static const char *kept(Unit *u, const char *text)
{
    return arena_copy(&u->program->arena, text, strlen(text));
}

static void add_piece(Unit *u, Spec *spec, uint32_t number, uint32_t n, size_t first)
{
    const NotePiece *piece = &note_of(u, number)->pieces.at[n];
    LLVMValueRef function = piece_function(u, number, n);
    Clause clause = {.proc = function ? global_proc(u, function) : 0,
                     .pos = piece->pos,
                     .text = kept(u, piece->text)};
    if (!function)
        return;
    if (piece->kind == PIECE_REQUIRES)
        vec_push(&spec->requires, clause);
    else if (piece->kind == PIECE_CLAUSE)
        vec_push(&spec->actions.at[first + piece->action].clauses, clause);
    else
        vec_push(&spec->actions.at[first + piece->action].modifies,
                 ((Modified){0, clause.proc, false}));
}

static void add_note(Unit *u, Spec *spec, uint32_t number)
{
    const Note *note = note_of(u, number);
    size_t first = spec->actions.len;
    if (note->steps.len && spec->performs.len)
        complain(u, number, "there are two `performs`; join them with []");
    vec_each (NoteAction, action, &note->actions)
        vec_push(&spec->actions, ((ActionSpec){.label = kept(u, action->label),
                                               .moves = action->moves,
                                               .pos = action->pos,
                                               .text = kept(u, action->text)}));
    for (uint32_t n = 0; n < note->pieces.len; n++)
        add_piece(u, spec, number, n, first);
    vec_each (SpecStep, step, &note->steps)
        vec_push(&spec->performs, ((SpecStep){step->op, step->action + (uint32_t)first}));
}

void predicate_specify(Unit *u, LLVMValueRef function)
{
    Tags tags = function_tags(u, function);
    Spec spec = {0};
    for (uint32_t k = 0; k < tags.count; k++)
        if (note_info[note_of(u, tags.notes[k])->word].place == PLACE_CONTRACT) {
            spec.pos = spec.pos.line ? spec.pos : note_of(u, tags.notes[k])->pos;
            spec.proc = global_proc(u, function);
            add_note(u, &spec, tags.notes[k]);
        }
    if (spec.pos.line)
        vec_push(&u->program->specs, spec);
}

void predicate_invariants(Unit *u)
{
    for (uint32_t k = 0; k < u->annotations.notes.len; k++) {
        const Note *note = note_of(u, k);
        LLVMValueRef function = note->outside ? function_of(u, k) : NULL;
        if (!function)
            continue;
        const char *text = note->text + strlen(note_info[NOTE_INVARIANT].word);
        Clause clause = {global_proc(u, function), note->pos, kept(u, text + (*text == ' '))};
        vec_push(&u->program->invariants, clause);
    }
}

/* ---- regions ---- */

static bool same_notes(const Tags *a, const Tags *b)
{
    return a->count == b->count && memcmp(a->notes, b->notes, a->count * sizeof *a->notes) == 0;
}

void predicate_clash(Unit *u, const Tags *a, const Tags *b)
{
    if (!same_notes(a, b))
        complain(u, b->notes[0],
                 arena_print(&u->arena, "this memory has another access predicate, at line %u",
                             note_of(u, a->notes[0])->pos.line));
}

void predicate_note_lost(Unit *u, LLVMMetadataRef type)
{
    enum { TYPE_ELEMENTS = 4, TYPE_BASE = 3 };
    type = debug_strip(u, type);
    if (!u->annotations.notes.len || !type || debug_tag(type) != TAG_STRUCT)
        return;
    LLVMMetadataRef members = debug_operand(u, type, TYPE_ELEMENTS);
    for (unsigned k = 0; k < debug_operands(u, members); k++) {
        LLVMMetadataRef member = debug_operand(u, members, k);
        Tags tags = predicate_tags(u, member, debug_operand(u, member, TYPE_BASE));
        if (tags.count)
            diag_warn(u->diag, note_of(u, tags.notes[0])->pos,
                      "this is not tested in a long array of structs that is a member itself");
        predicate_note_lost(u, debug_operand(u, member, TYPE_BASE));
    }
}

void predicate_refuse(Unit *u, const Tags *tags, const char *why)
{
    if (tags->count)
        complain(u, tags->notes[0], why);
}

void predicate_attach(Unit *u, uint32_t region, const Tags *tags)
{
    vec_each (Attached, known, &u->attached)
        if (known->region == region) {
            predicate_clash(u, &known->tags, tags);
            return;
        }
    vec_push(&u->attached, ((Attached){region, *tags}));
    for (uint32_t k = 0; k < tags->count; k++)
        if (function_of(u, tags->notes[k]))
            global_proc(u, function_of(u, tags->notes[k]));
}

static bool add_predicate(Unit *u, uint32_t number, Access *access)
{
    const Note *note = note_of(u, number);
    LLVMValueRef function = function_of(u, number);
    bool read = note->word != NOTE_WRITABLE, write = note->word != NOTE_READABLE;
    if (!function || note_info[note->word].place != PLACE_DECLARATION)
        return false;
    if ((read && access->read >= 0) || (write && access->write >= 0)) {
        complain(u, number, "the variable has another predicate for the same before this one");
        return false;
    }
    int32_t proc = (int32_t)global_proc(u, function);
    access->read = read ? proc : access->read;
    access->write = write ? proc : access->write;
    access->pos = access->text ? access->pos : note->pos;
    access->text =
        access->text ? arena_print(&u->arena, "%s; %s", access->text, note->text) : note->text;
    return true;
}

void predicate_finish(Unit *u)
{
    vec_each (Attached, attached, &u->attached) {
        const Tags *tags = &attached->tags;
        Access access = {.region = attached->region,
                         .read = -1,
                         .write = -1,
                         .member = tags->member,
                         .start = tags->start,
                         .step = tags->step};
        bool any = false;
        for (uint32_t k = 0; k < tags->count; k++)
            any |= add_predicate(u, tags->notes[k], &access);
        if (any)
            build_access(&u->b, access);
    }
}
