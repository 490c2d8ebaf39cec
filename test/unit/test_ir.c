/* test_ir.c -- the intermediate representation: tables, builder, text form, verifier. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "ir/build.h"
#include "ir/shape.h"
#include "ir/text.h"

typedef struct Fixture {
    Sources sources;
    Diag diag;
} Fixture;

static Program *parse(Fixture *f, const char *text, size_t len)
{
    *f = (Fixture){0};
    f->diag.sources = &f->sources;
    return ir_parse(&f->sources, source_add(&f->sources, "test.ir", text, len), &f->diag);
}

static void release(Fixture *f, Program *program)
{
    program_free(program);
    diag_free(&f->diag);
    source_free(&f->sources);
}

static char *print(const Program *program, void (*how)(const Program *, FILE *))
{
    char *text;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    how(program, out);
    fclose(out);
    return text;
}

/* ---- tables ---- */

static void instructions_have_names_and_shapes(void **state)
{
    (void)state;
    for (int op = 0; op < OPS; op++) {
        assert_non_null(op_info[op].text);
        for (int other = 0; other < op; other++)
            assert_string_not_equal(op_info[op].text, op_info[other].text);
        const char *shape = op_info[op].shape;
        assert_int_equal(strspn(shape, "dDablABfitsokwrypmexLMhuvcgn =,:;*()[]"), strlen(shape));
        assert_false(text_is_reserved(op_info[op].text));
    }
}

static void errors_have_keys(void **state)
{
    (void)state;
    for (int e = 0; e < ERRORS; e++) {
        size_t len = strlen(error_info[e].key);
        assert_int_equal(text_name_length(error_info[e].key, len), len);
        assert_non_null(property_name(error_info[e].property));
        for (int other = 0; other < e; other++)
            assert_string_not_equal(error_info[e].key, error_info[other].key);
    }
}

static void types_have_texts(void **state)
{
    (void)state;
    char text[TYPE_TEXT];
    Type type;
    for (int kind = TYPE_UNSIGNED; kind <= TYPE_SIGNED; kind++)
        for (int bits = 1; bits <= 64; bits++) {
            assert_true(text_type(type_text((Type){kind, bits}, text), &type));
            assert_true(type_equal(type, (Type){kind, bits}));
        }
    assert_true(text_type("f32", &type) && type.kind == TYPE_FLOAT);
    assert_true(text_type("ptr", &type) && type_equal(type, TYPE_POINTER));
    assert_true(text_type("tid", &type) && type_equal(type, TYPE_THREAD));
    const char *wrong[] = {"u0", "s65", "f16", "u08", "s", "int", "x32", "u1a", "", "s128"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(text_type(wrong[i], &type));
    assert_int_equal(type_bytes(TYPE_U1), 1);
    assert_int_equal(type_bytes((Type){TYPE_SIGNED, 9}), 2);
    assert_int_equal(type_bytes(TYPE_THREAD), 4);
    assert_int_equal(type_bytes((Type){TYPE_UNSIGNED, 33}), 8);
}

/* ---- builder ---- */

static void builder_makes_a_loop(void **state)
{
    (void)state;
    Program *p = program_new(NULL);
    Builder b;
    build_begin(&b, p);
    uint32_t other = build_declare_proc(&b, "other", (Pos){0});
    uint32_t proc = build_declare_proc(&b, "main", (Pos){3, 1, 0});
    build_proc_begin(&b, proc);
    Ref x = build_register(&b, "x", TYPE_S32), c = build_register(&b, NULL, TYPE_U1);
    Label loop = build_label(&b), out = build_label(&b);
    build_place(&b, loop);
    uint32_t first = build_emit(&b, (Instr){.op = OP_POINT, .region = 7, .target = 99});
    build_emit(&b, (Instr){.op = OP_ADD,
                           .flags = FLAG_TRAP,
                           .type = TYPE_S32,
                           .dst = x,
                           .a = x,
                           .b = build_constant(&b, 1)});
    b.pos.line = 4;
    build_emit(&b, (Instr){.op = OP_LT, .type = TYPE_S32, .dst = c, .a = x, .b = ~0});
    int32_t guards[] = {c, (int32_t)loop, build_constant(&b, 1), (int32_t)out};
    uint32_t select =
        build_emit(&b, (Instr){.op = OP_SELECT, .list = build_list(&b, guards, 4), .target = loop});
    build_place(&b, out);
    build_emit(&b, (Instr){.op = OP_RETURN});
    build_proc_end(&b);
    build_proc_begin(&b, other);
    build_emit(&b, (Instr){.op = OP_RETURN});
    build_proc_end(&b);
    build_end(&b);

    assert_int_equal(first, 1);
    assert_int_equal(p->code.at[first].region, 0);
    assert_int_equal(p->code.at[first].target, 0);
    assert_int_equal(p->code.at[first].dst, NO_REF);
    assert_int_equal(p->code.at[select].target, first);
    assert_int_equal(p->lists.at[p->code.at[select].list].at[1], first);
    assert_int_equal(p->lists.at[p->code.at[select].list].at[3], select + 1);
    assert_int_equal(p->constants.len, 1);
    assert_int_equal(p->pos.at[first].line, 3);
    assert_int_equal(p->pos.at[select].line, 4);
    assert_int_equal(program_proc_at(p, select), proc);
    assert_int_equal(program_proc_at(p, select + 1), proc);
    assert_int_equal(program_proc_at(p, select + 2), other);
    char why[200];
    uint32_t pc;
    assert_true(ir_verify(p, why, sizeof why, &pc));
    program_free(p);
}

static void builder_lays_out_fields(void **state)
{
    (void)state;
    Program *p = program_new(NULL);
    Builder b;
    build_begin(&b, p);
    uint32_t l = build_layout(&b, "Node", LAYOUT_RECORD);
    assert_int_equal(build_field(&b, l, (Field){.name = "a", .type = TYPE_U1}), 0);
    assert_int_equal(p->layouts.at[l].size, 1);
    assert_int_equal(build_field(&b, l, (Field){.name = "b", .type = TYPE_POINTER}), 8);
    assert_int_equal(p->layouts.at[l].size, 16);
    assert_int_equal(build_field(&b, l, (Field){.name = "c", .type = TYPE_U1}), 16);
    assert_int_equal(build_field(&b, l, (Field){.name = "d", .type = TYPE_S32}), 20);
    assert_int_equal(p->layouts.at[l].size, 24);
    build_end(&b);
    program_free(p);
}

static void builder_knows_equal_things(void **state)
{
    (void)state;
    Program *p = program_new(NULL);
    Builder b;
    build_begin(&b, p);
    assert_int_equal(build_string(&b, ""), 0);
    assert_int_equal(build_string(&b, "x"), build_string(&b, "x"));
    assert_int_equal(build_exception(&b, "E"), 0);
    assert_int_equal(build_exception(&b, "F"), 1);
    assert_int_equal(build_exception(&b, "E"), 0);
    uint32_t r = build_region(&b, "g", REGION_GLOBAL);
    assert_int_equal(r, 1);
    assert_int_equal(build_region(&b, "g", REGION_FIELD), r);
    assert_int_equal(build_list(&b, NULL, 0), 0);
    for (uint64_t i = 0; i < 1000; i++) {
        Ref ref = build_constant(&b, i * i);
        assert_true(ref < 0 && p->constants.at[~ref] == i * i);
        assert_int_equal(build_constant(&b, i * i), ref);
    }
    build_end(&b);
    program_free(p);
}

/* ---- text form ---- */

/* A program that has every table filled, and every instruction that verify rules speak of. */
static const char everything[] =
    "names n { Red, Green }\n"
    "layout Node record { value: s32 names n region Node.value; next: ptr region Node.next }\n"
    "layout Ints set { s32 region Ints[] }\n"
    "layout Mail chan { from: s32, text: u8 }\n"
    "global node: Node\nglobal lock: tid\n"
    "exception A\nexception B\ninit Setup\nthread Main\nthread Main\n"
    "annotation \"guarded_by\" @ 1:2\n"
    "access lock read May write May \"accessible_if\" @ 1:2\n"
    "access Node.value write May \"writable_if\" @ ?\n"
    "proc Setup() { return }\n"
    "proc Callee(%p: s32) -> s32, u1 { throw A }\n"
    "pure proc Pure() { return }\n"
    "proc Main() {\n"
    "    reg %x: s32 names n, %b: u1, %p: ptr, %t: tid, %m: u8, %e: u32, %l: s64\n"
    "  start:\n    point\n    %x = add.trap s32 %x, 1\n    %x = cast s32 %m : u8\n"
    "    %p = alloc Node, 1\n    store s32 [%p], %x Node.value\n    %l = length %p\n"
    "    %x, %b = call Callee(%x) unwind handler\n    %t = fork Setup()\n    join %t head start\n"
    "    switch s32 %x, 1: start, 2: start; next\n"
    "  next:\n    forget %x, %b\n    send %p, %x, %m\n    %x, %m = receive %p\n"
    "    branch %b, start, more\n"
    "  handler:\n    caught %e\n"
    "  more:\n    point\n    atomic\n    select %b: out head more\n"
    "  out:\n    end\n    acquire.rw @lock lock head more\n    assert %b, \"text\"\n"
    "    %b = sethas s32 %p, 3\n    trace \"{0}\", %x\n    call Pure()\n    throw B\n"
    "}\n"
    "proc Last() { fail range, \"text\" }\n"
    "pure atomic proc May(%t: tid, %o: ptr, %i: s64) -> u1 { return true }\n";

static Program *parse_everything(Fixture *f)
{
    Program *program = parse(f, everything, strlen(everything));
    if (!program)
        diag_print(&f->diag, stderr);
    assert_non_null(program);
    return program;
}

static void assert_prints_again(const Program *program)
{
    Fixture f;
    char *text = print(program, ir_print);
    Program *again = parse(&f, text, strlen(text));
    if (!again) {
        diag_print(&f.diag, stderr);
        fail_msg("the text cannot be parsed:\n%s", text);
    }
    char *text_again = print(again, ir_print);
    assert_string_equal(text, text_again);
    free(text);
    free(text_again);
    release(&f, again);
}

static void text_is_the_same_after_a_round_trip(void **state)
{
    (void)state;
    Fixture f;
    Program *program = parse_everything(&f);
    assert_prints_again(program);
    char *dot = print(program, ir_print_dot);
    assert_non_null(strstr(dot, "subgraph cluster_3 {\n    label=\"Main\""));
    assert_non_null(strstr(dot, "assert %b, \\\"text\\\"\\l"));
    free(dot);
    release(&f, program);
}

static void text_of_the_empty_program(void **state)
{
    (void)state;
    Fixture f;
    Program *program = parse(&f, "", 0);
    char *text = print(program, ir_print), why[100];
    uint32_t pc;
    assert_string_equal(text, "");
    assert_true(ir_verify(program, why, sizeof why, &pc));
    free(text);
    release(&f, program);
}

static uint32_t next_random(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)*seed * below >> 32);
}

static Type random_type(uint32_t *seed)
{
    switch (next_random(seed, 5)) {
    case 0:
        return TYPE_POINTER;
    case 1:
        return TYPE_THREAD;
    case 2:
        return (Type){TYPE_FLOAT, next_random(seed, 2) ? 32 : 64};
    }
    return (Type){next_random(seed, 2) ? TYPE_SIGNED : TYPE_UNSIGNED, 1 + next_random(seed, 64)};
}

enum { REGISTERS = 12, LABELS = 5 };

static Ref random_operand(Builder *b, uint32_t *seed)
{
    uint64_t wide = (uint64_t)next_random(seed, UINT32_MAX) << 32 | next_random(seed, UINT32_MAX);
    switch (next_random(seed, 6)) {
    case 0:
        return build_constant(b, wide);
    case 1:
        return build_constant(b, (uint64_t) - (int64_t)next_random(seed, 300));
    case 2:
        return build_constant(b, pointer_make(1 + next_random(seed, 2), next_random(seed, 2) * 8));
    case 3:
        return build_constant(b, pointer_make(PROC_OBJECT, 0));
    case 4:
        return build_constant(b, next_random(seed, 3));
    }
    return (Ref)next_random(seed, REGISTERS);
}

static uint32_t random_list(Builder *b, uint32_t *seed, bool registers, bool pairs)
{
    int32_t at[8];
    uint32_t len = next_random(seed, 4) + pairs;
    for (uint32_t i = 0; i < len * (pairs + 1u); i++)
        at[i] = pairs && i % 2 ? (int32_t)next_random(seed, LABELS) + 1
                : registers    ? (int32_t)next_random(seed, REGISTERS)
                               : random_operand(b, seed);
    return build_list(b, at, len * (pairs + 1u));
}

static Instr random_instr(Builder *b, uint32_t *seed, Op op)
{
    Instr i = {.op = op, .flags = (uint8_t)next_random(seed, 256)};
    i.type = random_type(seed);
    i.from = random_type(seed);
    i.dst = (int32_t)next_random(seed, REGISTERS);
    i.a = random_operand(b, seed);
    i.b = random_operand(b, seed);
    i.offset = shape_has(op, "e") ? (int32_t)next_random(seed, ERRORS)
                                  : (int32_t)next_random(seed, 64) * 4 - 100;
    i.target = shape_has(op, "n")   ? next_random(seed, 2)
               : shape_has(op, "u") ? next_random(seed, LABELS + 1)
                                    : 1 + next_random(seed, LABELS);
    i.other = shape_has(op, "M") ? 1 + next_random(seed, LABELS) : 1;
    i.dsts = random_list(b, seed, true, false);
    i.list = random_list(b, seed, false, shape_has(op, "cg"));
    i.region = next_random(seed, 3);
    if (shape_has(op, "D") && !shape_has(op, "A") && !shape_has(op, "p"))
        i.dsts = build_list(b, (int32_t[]){0, 1}, 2); /* forget: never empty */
    if (op == OP_SEND)
        i.list = build_list(b, (int32_t[]){0}, 1);
    if (op == OP_RECEIVE)
        i.dsts = build_list(b, (int32_t[]){3}, 1);
    return i;
}

/* Not well-formed, but printable. */
static Program *random_program(uint32_t *seed)
{
    Program *p = program_new(NULL);
    Builder b;
    build_begin(&b, p);
    uint32_t layout = build_layout(&b, "la yout", LAYOUT_RECORD);
    build_region(&b, "r", REGION_GLOBAL);
    build_region(&b, "[odd]", REGION_ELEMENTS);
    build_global(&b, "g", layout, (Pos){1, 2, 3});
    build_global(&b, "null", layout, (Pos){0});
    build_exception(&b, "x");
    build_exception(&b, "head");
    build_string(&b, "a \"string\"\n\x01\\");
    build_declare_proc(&b, "%", (Pos){0});
    build_declare_proc(&b, "second", (Pos){1, 1, 0});
    for (uint32_t proc = 0; proc < 2; proc++) {
        static const char *const names[] = {"x", "x", NULL, "10", "", "y"};
        build_proc_begin(&b, proc);
        for (int r = 0; r < REGISTERS; r++)
            build_register(&b, r < 6 ? names[r] : NULL, random_type(seed));
        p->procs.at[proc].params = next_random(seed, 3);
        for (int l = 0; l < LABELS; l++)
            build_label(&b);
        for (int op = 0; op < OPS; op++) {
            if (op % 10 == 0 && op / 10 < LABELS)
                build_place(&b, (Label)(op / 10 + 1));
            b.pos = (Pos){next_random(seed, 3), 5, (uint16_t)next_random(seed, 2)};
            build_emit(&b, random_instr(&b, seed, op));
        }
        build_proc_end(&b);
    }
    build_end(&b);
    return p;
}

static void every_instruction_survives_a_round_trip(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int i = 0; i < 200; i++) {
        Program *program = random_program(&seed);
        assert_prints_again(program);
        program_free(program);
    }
}

/* Whatever is wrong with a text, the parser says so and gives nothing back. */
static void broken_text_does_no_harm(void **state)
{
    (void)state;
    uint32_t seed = 2;
    size_t len = strlen(everything);
    static const char pieces[] = "\0\n\"%@&{}()[]:;,=#-9x\\\xff ";
    for (int i = 0; i < 3000; i++) {
        char *text = memory_copy_string(everything);
        for (uint32_t k = next_random(&seed, 4) + 1; k > 0; k--)
            text[next_random(&seed, (uint32_t)len)] = pieces[next_random(&seed, sizeof pieces - 1)];
        Fixture f;
        Program *program = parse(&f, text, next_random(&seed, 8) ? len : next_random(&seed, 900));
        assert_true((program != NULL) == (f.diag.errors == 0));
        assert_true(f.diag.errors <= DIAG_MOST_ERRORS + LABELS);
        char why[200];
        uint32_t pc;
        if (program && ir_verify(program, why, sizeof why, &pc))
            assert_prints_again(program);
        release(&f, program);
        memory_free(text);
    }
}

/* ---- verifier: what the text form cannot say.  test/ir/bad-*.ir have the rest. ---- */

static Instr *find(Program *p, Op op)
{
    for (size_t pc = 1; pc < p->code.len; pc++)
        if (p->code.at[pc].op == op)
            return &p->code.at[pc];
    fail_msg("there is no %s", op_info[op].text);
    return NULL;
}

static uint32_t odd_list(Program *p)
{
    static const int32_t at[] = {1};
    vec_push(&p->lists, ((List){at, 1}));
    return (uint32_t)p->lists.len - 1;
}

static uint32_t wild_list(Program *p)
{
    static const int32_t at[] = {99};
    vec_push(&p->lists, ((List){at, 1}));
    return (uint32_t)p->lists.len - 1;
}

/* A way to break the program `everything`, and what the verifier is to say. */
typedef struct Break {
    void (*apply)(Program *p);
    const char *why;
} Break;

#define BREAK(name, statement)                                                                     \
    static void name(Program *p)                                                                   \
    {                                                                                              \
        statement;                                                                                 \
    }

BREAK(no_position, p->pos.len--)
BREAK(list_0, p->lists.at[0] = p->lists.at[odd_list(p)])
BREAK(string_0, p->strings.at[0] = "x")
BREAK(many_globals, p->globals.len = PROC_OBJECT)
BREAK(layout_kind, p->layouts.at[1].kind = 9)
BREAK(field_type, p->layouts.at[1].fields.at[0].type.bits = 0)
BREAK(field_names, p->layouts.at[1].fields.at[0].names = 99)
BREAK(field_region, p->layouts.at[1].fields.at[0].region = 99)
BREAK(field_far, p->layouts.at[1].fields.at[0].offset = UINT32_MAX - 3)
BREAK(global_layout, p->globals.at[1].layout = 99)
BREAK(global_no_layout, p->globals.at[1].layout = 0)
BREAK(region_kind, p->regions.at[1].kind = 7)
BREAK(proc_no_name, p->procs.at[0].name = "")
BREAK(proc_names, p->procs.at[0].name = "Main")
BREAK(layout_names, p->layouts.at[1].name = "Ints")
BREAK(global_names, p->globals.at[1].name = "lock")
BREAK(region_names, p->regions.at[1].name = "lock")
BREAK(exception_names, p->exceptions.at[0] = "B")
BREAK(thread_proc, p->threads.at[0].proc = 99)
BREAK(init_proc, p->init = 99)
BREAK(init_negative, p->init = -2)
BREAK(init_results, p->init = 1)
BREAK(proc_without_code, p->by_code.len--)
BREAK(proc_order, p->by_code.at[0] = 3)
BREAK(proc_wild, p->by_code.at[0] = 99)
BREAK(proc_end, p->procs.at[0].end++)
BREAK(code_outside, p->procs.at[5].end--; p->code.at[p->code.len - 2].op = OP_RETURN)
BREAK(code_behind, vec_push(&p->code, p->code.at[1]); vec_push(&p->pos, (Pos){0}))
BREAK(many_registers, p->procs.at[0].registers.len = (size_t)INT32_MAX + 1)
BREAK(too_many_params, p->procs.at[2].params = 3)
BREAK(register_type, p->procs.at[3].registers.at[0].type.kind = TYPE_VOID)
BREAK(register_names, p->procs.at[3].registers.at[0].names = 99)
BREAK(result_type, p->procs.at[1].results.at[0].bits = 65)
BREAK(no_op, find(p, OP_ADD)->op = OPS)
BREAK(type_float, find(p, OP_STORE)->type = ((Type){TYPE_FLOAT, 16}))
BREAK(type_pointer, find(p, OP_STORE)->type = ((Type){TYPE_PTR, 32}))
BREAK(type_tid, find(p, OP_STORE)->type = ((Type){TYPE_TID, 64}))
BREAK(type_kind, find(p, OP_STORE)->type = ((Type){17, 64}))
BREAK(cast_from, find(p, OP_CAST)->from = ((Type){0}))
BREAK(dst_none, find(p, OP_ADD)->dst = NO_REF)
BREAK(dst_large, find(p, OP_ADD)->dst = 7)
BREAK(a_missing, find(p, OP_ADD)->a = NO_REF)
BREAK(a_large, find(p, OP_ADD)->a = 7)
BREAK(b_constant, find(p, OP_ADD)->b = ~99)
BREAK(length_type, find(p, OP_LENGTH)->dst = 4)
BREAK(dsts_index, find(p, OP_RECEIVE)->dsts = 99)
BREAK(dsts_empty, find(p, OP_RECEIVE)->dsts = 0)
BREAK(dsts_wild, find(p, OP_RECEIVE)->dsts = wild_list(p))
BREAK(forget_nothing, find(p, OP_FORGET)->dsts = 0)
BREAK(list_index, find(p, OP_TRACE)->list = 99)
BREAK(list_wild, find(p, OP_TRACE)->list = wild_list(p))
BREAK(send_nothing, find(p, OP_SEND)->list = 0)
BREAK(cases_index, find(p, OP_SWITCH)->list = 99)
BREAK(cases_odd, find(p, OP_SWITCH)->list = odd_list(p))
BREAK(guards_none, find(p, OP_SELECT)->list = 0)
BREAK(region_index, find(p, OP_STORE)->region = 99)
BREAK(layout_index, find(p, OP_ALLOC)->other = 99)
BREAK(layout_zero, find(p, OP_ALLOC)->other = 0)
BREAK(proc_index, find(p, OP_CALL)->other = 99)
BREAK(fork_index, find(p, OP_FORK)->other = 99)
BREAK(string_index, find(p, OP_ASSERT)->other = 99)
BREAK(error_index, find(p, OP_FAIL)->offset = ERRORS)
BREAK(error_negative, find(p, OP_FAIL)->offset = -1)
BREAK(exception_index, find(p, OP_THROW)->other = 2)
BREAK(target_zero, find(p, OP_SWITCH)->target = 0)
BREAK(target_other_proc, find(p, OP_BRANCH)->target = 1)
BREAK(target_second, find(p, OP_BRANCH)->other = p->procs.at[3].end)
BREAK(head_outside, find(p, OP_JOIN)->target = 1)
BREAK(unwind_outside, find(p, OP_CALL)->target = 1)
BREAK(pure_throws, p->procs.at[0].pure = true; find(p, OP_RETURN)->op = OP_THROW)
BREAK(access_region, p->accesses.at[0].region = 99)
BREAK(access_no_region, p->accesses.at[0].region = 0)
BREAK(access_regions, p->accesses.at[0].region = p->accesses.at[1].region)
BREAK(access_read, p->accesses.at[0].read = 99)
BREAK(access_write, p->accesses.at[1].write = -2)
BREAK(access_none, p->accesses.at[1].write = -1)
BREAK(access_other_type, p->accesses.at[1].write = 2)
BREAK(access_registers, p->procs.at[5].registers.len = 2)
BREAK(access_not_pure, p->procs.at[5].pure = false)

static const Break breaks[] = {
    {no_position, "a table has no entry 0"},
    {list_0, "list 0 and string 0"},
    {string_0, "list 0 and string 0"},
    {many_globals, "there are too many globals"},
    {layout_kind, "layout Node is of no known kind"},
    {field_type, "there is no type of kind 2 with 0 bits"},
    {field_names, "field `value` of layout Node has names or a region"},
    {field_region, "field `value` of layout Node has names or a region"},
    {field_far, "field `value` of layout Node is outside of it"},
    {global_layout, "global node has a layout that does not exist"},
    {global_no_layout, "global node has a layout that does not exist"},
    {region_kind, "is of no known kind"},
    {proc_no_name, "a procedure has no name"},
    {proc_names, "two procedures named Main"},
    {layout_names, "two layouts named Ints"},
    {global_names, "two globals named lock"},
    {region_names, "two regions named lock"},
    {exception_names, "two exceptions named B"},
    {thread_proc, "a thread runs a procedure that does not exist"},
    {init_proc, "the init procedure does not exist"},
    {init_negative, "the init procedure does not exist"},
    {init_results, "Callee is the init procedure and has parameters or results"},
    {proc_without_code, "a procedure has no code"},
    {proc_order, "the code of Main is empty or not where it should be"},
    {proc_wild, "by_code names a procedure that does not exist"},
    {proc_end, "the code of Callee is empty or not where it should be"},
    {code_outside, "the code of May is empty"},
    {code_behind, "there is code outside of all procedures"},
    {many_registers, "Setup has too many registers"},
    {too_many_params, "Pure has more parameters than registers"},
    {register_type, "there is no type of kind 0"},
    {register_names, "a register of Main has names that do not exist"},
    {result_type, "there is no type of kind 2 with 65 bits"},
    {no_op, "there is no operation number"},
    {type_float, "there is no type of kind 3 with 16 bits"},
    {type_pointer, "there is no type of kind 4 with 32 bits"},
    {type_tid, "there is no type of kind 5 with 64 bits"},
    {type_kind, "there is no type of kind 17"},
    {cast_from, "there is no type of kind 0"},
    {dst_none, "`add` uses register -2147483648, which Main does not have"},
    {dst_large, "`add` uses register 7, which Main does not have"},
    {a_missing, "operand a of `add` is missing"},
    {a_large, "`add` uses register 7"},
    {b_constant, "operand b of `add` is a constant that does not exist"},
    {length_type, "the result of `length` is of type u8 and should be of type s64"},
    {dsts_index, "`receive` has a list that does not exist"},
    {dsts_empty, "`receive` needs a register"},
    {dsts_wild, "`receive` uses register 99"},
    {forget_nothing, "`forget` needs a register"},
    {list_index, "`trace` has a list that does not exist"},
    {list_wild, "`trace` uses register 99"},
    {send_nothing, "`send` needs a value"},
    {cases_index, "`switch` has a list that does not exist"},
    {cases_odd, "the list of `switch` does not consist of pairs"},
    {guards_none, "`select` needs a guard"},
    {region_index, "`store` names region 99, which does not exist"},
    {layout_index, "`alloc` names layout 99, which does not exist"},
    {layout_zero, "`alloc` names layout 0, which does not exist"},
    {proc_index, "`call` names procedure 99, which does not exist"},
    {fork_index, "`fork` names procedure 99, which does not exist"},
    {string_index, "`assert` names string 99, which does not exist"},
    {error_index, "`fail` names error"},
    {error_negative, "`fail` names error"},
    {exception_index, "`throw` names exception 2, which does not exist"},
    {target_zero, "`switch` goes to instruction 0, outside of Main"},
    {target_other_proc, "`branch` goes to instruction 1, outside of Main"},
    {target_second, "outside of Main"},
    {head_outside, "`join` goes to instruction 1, outside of Main"},
    {unwind_outside, "`call` goes to instruction 1, outside of Main"},
    {pure_throws, "`throw` in Setup, which is pure"},
    {access_region, "an access names a region that does not exist"},
    {access_no_region, "an access names a region that does not exist"},
    {access_regions, "two accesses for the region Node.value"},
    {access_read, "an access names a procedure that does not exist"},
    {access_write, "an access names a procedure that does not exist"},
    {access_none, "the access for the region Node.value names no procedure"},
    {access_other_type, "Pure is an access predicate and not of type"},
    {access_registers, "May is an access predicate and not of type"},
    {access_not_pure, "May is an access predicate and not pure"},
};

static void malformed_programs_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++) {
        Fixture f;
        Program *program = parse_everything(&f);
        char why[200] = "";
        uint32_t pc;
        if (!ir_verify(program, why, sizeof why, &pc))
            fail_msg("not broken yet: %s", why);
        breaks[i].apply(program);
        assert_false(ir_verify(program, why, sizeof why, &pc));
        if (!strstr(why, breaks[i].why))
            fail_msg("expected \"%s\", got \"%s\"", breaks[i].why, why);
        assert_true(pc < program->code.len);
        release(&f, program);
    }
}

static void the_sentence_fits_its_buffer(void **state)
{
    (void)state;
    Fixture f;
    Program *program = parse_everything(&f);
    char why[8];
    uint32_t pc;
    dst_large(program);
    assert_false(ir_verify(program, why, sizeof why, &pc));
    assert_string_equal(why, "`add` u");
    assert_int_equal(program->code.at[pc].op, OP_ADD);
    release(&f, program);
}

static void regions_nested_too_deep(void **state)
{
    (void)state;
    Program *p = program_new(NULL);
    Builder b;
    build_begin(&b, p);
    build_proc_begin(&b, build_declare_proc(&b, "deep", (Pos){0}));
    for (int i = 0; i < 256; i++)
        build_emit(&b, (Instr){.op = OP_ATOMIC});
    build_emit(&b, (Instr){.op = OP_RETURN});
    build_proc_end(&b);
    build_end(&b);
    char why[200];
    uint32_t pc;
    assert_false(ir_verify(p, why, sizeof why, &pc));
    assert_non_null(strstr(why, "nested more than 255 deep"));
    p->code.at[1].op = OP_POINT;
    assert_true(ir_verify(p, why, sizeof why, &pc));
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_have_names_and_shapes),
        cmocka_unit_test(errors_have_keys),
        cmocka_unit_test(types_have_texts),
        cmocka_unit_test(builder_makes_a_loop),
        cmocka_unit_test(builder_lays_out_fields),
        cmocka_unit_test(builder_knows_equal_things),
        cmocka_unit_test(text_is_the_same_after_a_round_trip),
        cmocka_unit_test(text_of_the_empty_program),
        cmocka_unit_test(every_instruction_survives_a_round_trip),
        cmocka_unit_test(broken_text_does_no_harm),
        cmocka_unit_test(malformed_programs_are_found),
        cmocka_unit_test(the_sentence_fits_its_buffer),
        cmocka_unit_test(regions_nested_too_deep),
    };
    return cmocka_run_group_tests_name("ir", tests, NULL, NULL);
}
