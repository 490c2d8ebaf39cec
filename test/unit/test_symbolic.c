/* test_symbolic.c -- what instructions mean over terms, against what the machine computes: every
 * value instruction, all operands of eight bits, and the edges of wider ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "machine/internal.h"
#include "smt/solver.h"
#include "symbolic/candidate.h"
#include "symbolic/eval.h"
#include "symbolic/houdini.h"
#include "symbolic/meaning.h"

#ifdef HARD
enum { STRIDE = 31 };
#else
enum { STRIDE = 1 };
#endif

#define S(bits) ((Type){TYPE_SIGNED, bits})
#define U(bits) ((Type){TYPE_UNSIGNED, bits})

typedef struct Fixture {
    Sources sources;
    Diag diag;
    Program *program;
    Machine *m;
    uint64_t regs[3];
    Terms terms;
    Theory theory;
    uint32_t fresh;
    uint64_t compared;
} Fixture;

static Term any(void *of, const char *what, Sort sort)
{
    Fixture *f = of;
    char name[40];
    snprintf(name, sizeof name, "%s!%u", what, f->fresh++);
    return term_variable(&f->terms, name, sort);
}

static void know(void *of, Term fact)
{
    (void)of;
    (void)fact;
}

static void begin(Fixture *f, Theory theory)
{
    static const char text[] = "thread main\nproc main() {\n    return\n}\n";
    *f = (Fixture){0};
    f->diag.sources = &f->sources;
    int file = source_add(&f->sources, "test.ir", text, strlen(text));
    f->program = ir_parse(&f->sources, file, &f->diag);
    diag_print(&f->diag, stderr);
    assert_non_null(f->program);
    f->m = machine_new(f->program, (MachineOptions){0});
    f->m->regs = f->regs;
    terms_begin(&f->terms);
    f->theory = theory;
    f->theory.terms = &f->terms;
    f->theory.of = f;
    f->theory.any = any;
    f->theory.know = know;
}

static void end(Fixture *f)
{
    terms_free(&f->terms);
    machine_free(f->m);
    program_free(f->program);
    diag_free(&f->diag);
    source_free(&f->sources);
}

static const Theory words = {.numbers = NUMBERS_WORDS, .thread = {SORT_VECTOR, 0, 32, 0}};
static const Theory booleans = {.numbers = NUMBERS_WORDS, .booleans = true};
static const Theory integers = {.numbers = NUMBERS_INTEGERS, .booleans = true};

/* The bits of an operand as a register has them. */
static uint64_t as_register(Type type, uint64_t bits)
{
    unsigned unused = 64 - type.bits;
    return type.kind == TYPE_SIGNED ? (uint64_t)((int64_t)(bits << unused) >> unused)
                                    : bits << unused >> unused;
}

/* True: the machine has computed a value, which is in regs[2]. */
static bool run_machine(Fixture *f, const Instr *i, uint64_t a, uint64_t b, ErrorKind *error)
{
    static Action *const actions[OPS] = {
#define OP(name, ...) [OP_##name] = do_##name,
#include "ir/op.def"
#undef OP
    };
    f->regs[0] = a;
    f->regs[1] = b;
    f->m->status = RUNNING;
    actions[i->op](f->m, i);
    *error = f->m->result.error;
    return f->m->status == RUNNING;
}

static bool is_unary(Op op)
{
    return op == OP_MOV || op == OP_NEG || op == OP_NOT || op == OP_CAST;
}

static Type result_type(const Instr *i)
{
    return i->op >= OP_EQ && i->op <= OP_LE ? TYPE_U1 : i->type;
}

static void fail_at(const Instr *i, uint64_t a, uint64_t b, const char *why)
{
    char type[TYPE_TEXT], from[TYPE_TEXT];
    fail_msg("%s %s (from %s, flags %u) of %lld and %lld: %s", op_info[i->op].text,
             type_text(i->type, type), type_text(i->from, from), i->flags, (long long)a,
             (long long)b, why);
}

/* What must hold is just what keeps the machine from failing, in the same order. */
static bool compare_needs(Fixture *f, const Instr *i, uint64_t a, uint64_t b, Needs needs)
{
    ErrorKind error;
    bool runs = run_machine(f, i, a, b, &error);
    for (uint32_t k = 0; k < needs.len; k++) {
        bool holds = term_is_true(&f->terms, needs.at[k].holds);
        bool fails = term_is_false(&f->terms, needs.at[k].holds);
        if (!holds && !fails && f->theory.numbers == NUMBERS_INTEGERS && i->type.bits >= 32)
            return false; /* too large for a constant */
        if (!holds && !fails)
            fail_at(i, a, b, "it is not clear what must hold");
        if (holds)
            continue;
        if (runs || error != needs.at[k].error)
            fail_at(i, a, b, "the machine does not fail so");
        return false;
    }
    if (!runs)
        fail_at(i, a, b, "the machine fails");
    return true;
}

/* The value of a folded term, as a register. */
static bool value_of(Fixture *f, Term term, Type type, uint64_t *value)
{
    int64_t number;
    *value = term_is_true(&f->terms, term);
    if (*value || term_is_false(&f->terms, term))
        return true;
    bool known = term_is_number(&f->terms, term, &number);
    *value = f->theory.numbers == NUMBERS_INTEGERS ? (uint64_t)number
                                                   : as_register(type, (uint64_t)number);
    return known;
}

static void compare_words(Fixture *f, const Instr *i, uint64_t a, uint64_t b)
{
    Type first = i->op == OP_CAST ? i->from : i->type;
    Term x = theory_constant(&f->theory, a, first), y = theory_constant(&f->theory, b, i->type);
    uint64_t value;
    f->compared++;
    if (!compare_needs(f, i, a, b, theory_needs(&f->theory, i, x, y)))
        return;
    Term result = theory_compute(&f->theory, i, x, y);
    if (!result.ix)
        fail_at(i, a, b, "the theory computes nothing");
    if (!sort_equal(term_sort(&f->terms, result), theory_sort(&f->theory, result_type(i))))
        fail_at(i, a, b, "the result has another sort");
    if (!value_of(f, result, result_type(i), &value) || value != f->regs[2])
        fail_at(i, a, b, "the machine computes something else");
}

/* The same as the machine, unless it wraps around: then any value. */
static void compare_integers(Fixture *f, const Instr *i, uint64_t a, uint64_t b)
{
    Type first = i->op == OP_CAST ? i->from : i->type;
    Term x = theory_constant(&f->theory, a, first), y = theory_constant(&f->theory, b, i->type);
    uint64_t value;
    f->compared++;
    if (!compare_needs(f, i, a, b, theory_needs(&f->theory, i, x, y)))
        return;
    Term result = theory_compute(&f->theory, i, x, y);
    if (!result.ix)
        return;
    if (value_of(f, result, result_type(i), &value) && value != f->regs[2])
        fail_at(i, a, b, "the machine computes something else");
    Instr traps = *i;
    ErrorKind error;
    traps.flags |= FLAG_TRAP;
    bool folds = i->type.bits < 32 && ((i->op != OP_DIV && i->op != OP_REM) || (int64_t)b > 0);
    if (folds && !value_of(f, result, result_type(i), &value) &&
        run_machine(f, &traps, a, b, &error))
        fail_at(i, a, b, "the result fits, and is not known");
}

typedef void Compare(Fixture *f, const Instr *i, uint64_t a, uint64_t b);

static void all_bytes(Fixture *f, Instr i, Type type, Compare *compare)
{
    uint32_t end = 1u << type.bits, step = i.flags ? 11 * STRIDE : STRIDE;
    step = end == 2 ? 1 : f->theory.numbers == NUMBERS_INTEGERS ? 5 * step : step;
    i.type = type;
    for (uint32_t a = 0; a < end; a += step)
        for (uint32_t b = 0; b < (is_unary((Op)i.op) ? 1 : end); b++)
            compare(f, &i, as_register(type, a), as_register(type, b));
}

static void edges(Fixture *f, Instr i, Type type, Compare *compare)
{
    static const int64_t offsets[] = {-3, -2, -1, 0, 1, 2, 7};
    uint64_t centers[] = {0, (uint64_t)1 << (type.bits - 1), (uint64_t)1 << (type.bits / 2),
                          type.bits};
    uint64_t numbers[28];
    for (int k = 0; k < 28; k++)
        numbers[k] = as_register(type, centers[k / 7] + (uint64_t)offsets[k % 7]);
    i.type = type;
    for (int k = 0; k < 28; k++)
        for (int n = 0; n < (is_unary((Op)i.op) ? 1 : 28); n++)
            compare(f, &i, numbers[k], numbers[n]);
}

/* Each flag that changes something. */
static void with_flags(Fixture *f, Op op, Type type, Compare *compare)
{
    static const uint16_t flags[] = {0, FLAG_TRAP, FLAG_CHECK, FLAG_TRAP | FLAG_CHECK};
    bool sums = op == OP_ADD || op == OP_SUB || op == OP_MUL || op == OP_NEG;
    bool divides = op == OP_DIV || op == OP_REM, shifts = op == OP_SHL || op == OP_SHR;
    for (int k = 0; k < 4; k++) {
        Instr i = {.op = (uint8_t)op, .flags = flags[k], .dst = 2, .a = 0, .b = 1};
        if ((flags[k] & FLAG_TRAP && !sums && !divides) ||
            (flags[k] & FLAG_CHECK && !divides && !shifts))
            continue;
        if (type.bits <= 8)
            all_bytes(f, i, type, compare);
        else
            edges(f, i, type, compare);
    }
}

static bool is_value(Op op)
{
    return op_meaning(op) == MEANS_NUMBER && op != OP_CAST;
}

static void words_are_the_machines(void **state)
{
    static const Type types[] = {S(8),  U(8),  U(1),  S(13), S(16), U(16),
                                 S(32), U(32), S(36), U(36), S(64), U(64)};
    Fixture f;
    (void)state;
    begin(&f, words);
    for (Op op = 0; op < OPS; op++)
        for (size_t k = 0; k < sizeof types / sizeof *types && is_value(op); k++)
            with_flags(&f, op, types[k], compare_words);
    assert_true(f.compared > 50000);
    end(&f);
}

/* As booleans: no arithmetic is known of them. */
static void booleans_are_the_machines(void **state)
{
    static const Op ops[] = {OP_MOV, OP_AND, OP_OR, OP_XOR, OP_NOT, OP_EQ, OP_NE, OP_LT, OP_LE};
    Fixture f;
    (void)state;
    begin(&f, booleans);
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        with_flags(&f, ops[k], TYPE_U1, compare_words);
    end(&f);
}

static void integers_are_the_machines(void **state)
{
    static const Type types[] = {S(8),  U(8),  U(1),  S(13), S(16), U(16),
                                 S(32), U(32), S(36), U(36), S(64), U(64)};
    Fixture f;
    (void)state;
    begin(&f, integers);
    for (Op op = 0; op < OPS; op++)
        for (size_t k = 0; k < sizeof types / sizeof *types && is_value(op); k++) {
            bool compares = op == OP_MOV || (op >= OP_EQ && op <= OP_LE);
            if (types[k].bits > 1 || compares)
                with_flags(&f, op, types[k], compare_integers);
        }
    assert_true(f.compared > 50000);
    end(&f);
}

static void casts(const Theory *theory, Compare *compare)
{
    static const Type types[] = {S(8),  U(8),  S(16), U(16), S(32), U(32),
                                 S(36), U(36), S(64), U(64), U(1)};
    enum { TYPES = sizeof types / sizeof *types };
    Fixture f;
    begin(&f, *theory);
    for (int from = 0; from < TYPES; from++)
        for (int to = 0; to < TYPES; to++)
            for (int trap = 0; trap < 2; trap++) {
                Instr i = {.op = OP_CAST,
                           .flags = trap ? FLAG_TRAP : 0,
                           .type = types[to],
                           .from = types[from],
                           .dst = 2,
                           .b = NO_REF};
                bool narrow = types[from].bits <= 8, wide = !narrow && types[from].bits < 64;
                for (uint64_t a = 0; a < 256 && narrow; a++)
                    compare(&f, &i, as_register(types[from], a), 0);
                for (uint64_t a = 0; a < 1 << 10 && wide; a++)
                    compare(&f, &i, as_register(types[from], a * 0x9e3779b97f4a7c15u >> 7), 0);
                for (uint64_t a = 0; a < 64; a++)
                    compare(&f, &i, as_register(types[from], (uint64_t)1 << a), 0);
            }
    end(&f);
}

static void casts_of_words(void **state)
{
    (void)state;
    casts(&words, compare_words);
}

static void casts_of_booleans(void **state)
{
    (void)state;
    casts(&booleans, compare_words);
}

/* With variables for operands, which become numbers later: nothing was simplified too early. */
static void variables_become_numbers(void **state)
{
    Fixture f;
    (void)state;
    begin(&f, words);
    for (Op op = 0; op < OPS; op++)
        for (int sign = 0; sign < 2 && is_value(op); sign++) {
            Instr i = {.op = (uint8_t)op, .type = sign ? S(8) : U(8), .dst = 2, .a = 0, .b = 1};
            Term from[] = {term_variable(&f.terms, "a", SORT_BITS(8)),
                           term_variable(&f.terms, "b", SORT_BITS(8))};
            Term result = theory_compute(&f.theory, &i, from[0], from[1]);
            for (uint64_t k = 0; k < 65536; k += 23) {
                uint64_t a = as_register(i.type, k >> 8), b = as_register(i.type, k & 255), value;
                Term to[] = {theory_constant(&f.theory, a, i.type),
                             theory_constant(&f.theory, b, i.type)};
                ErrorKind error;
                Term term = term_replace(&f.terms, result, from, to, 2);
                if (run_machine(&f, &i, a, b, &error) &&
                    (!value_of(&f, term, result_type(&i), &value) || value != f.regs[2]))
                    fail_at(&i, a, b, "the machine computes something else");
            }
        }
    end(&f);
}

/* What is not followed exactly can still be what the machine computes. */
static void rough_is_not_less(void **state)
{
    static const Op ops[] = {OP_MUL, OP_DIV, OP_REM};
    Fixture f;
    char why[160];
    (void)state;
    begin(&f, words);
    f.theory.rough = true;
    SolverOptions options = {.program = "z3", .title = "test"};
    Solver *solver = solver_new(&f.terms, &options, why, sizeof why);
    for (uint32_t k = 0; k < 300 && solver; k++) {
        Type type = k & 1 ? S(8) : U(8);
        Instr i = {.op = (uint8_t)ops[k % 3], .type = type, .dst = 2, .a = 0, .b = 1};
        uint32_t bits = k * 2654435761u >> 8;
        uint64_t a = as_register(type, bits & 255), b = as_register(type, bits >> 8 & 255);
        ErrorKind error;
        Term x = any(&f, "a", SORT_BITS(8)), y = any(&f, "b", SORT_BITS(8));
        if (!run_machine(&f, &i, a, b, &error))
            continue;
        Term result = theory_compute(&f.theory, &i, x, y);
        Term is[] = {term_eq(&f.terms, x, theory_constant(&f.theory, a, type)),
                     term_eq(&f.terms, y, theory_constant(&f.theory, b, type)),
                     term_eq(&f.terms, result, theory_constant(&f.theory, f.regs[2], type))};
        Term asked = any(&f, "asked", SORT_BOOL);
        for (int n = 0; n < 3; n++)
            solver_add(solver, term_implies(&f.terms, asked, is[n]));
        if (solver_check(solver, &asked, 1) != SOLVER_SAT)
            fail_at(&i, a, b, "the machine's result is excluded");
    }
    if (solver)
        solver_free(solver);
    end(&f);
}

/* Every instruction has a meaning, or it is said why not. */
static void all_have_a_meaning(void **state)
{
    (void)state;
    for (Op op = 0; op < OPS; op++)
        assert_int_equal(op_meaning(op) == MEANS_REFUSED, op_refusal(op) != NULL);
    assert_int_equal(op_meaning(OP_SEND), MEANS_REFUSED);
    assert_int_equal(op_meaning(OP_LOAD), MEANS_LOOK);
    assert_int_equal(op_meaning(OP_BRANCH), MEANS_ENGINE);
}

/* ---- the dispatch, with an engine and a memory that only tell what they are asked ---- */

typedef struct Asked {
    Terms terms;
    char text[200];
} Asked;

static int64_t number_in(const Asked *a, Sym s)
{
    int64_t number = -1;
    if (s.t.ix)
        (void)term_is_number(&a->terms, s.t, &number);
    return number;
}

static Sym tell(void *of, const char *what, Sym a, Sym b, Sym c)
{
    Asked *asked = of;
    size_t len = strlen(asked->text);
    snprintf(asked->text + len, sizeof asked->text - len, "%s(%d,%d,%d) ", what,
             (int)number_in(asked, a), (int)number_in(asked, b), (int)number_in(asked, c));
    return (Sym){.t = term_number(&asked->terms, 99)};
}

static Sym tell_operand(void *of, Ref ref, Type type)
{
    Asked *asked = of;
    (void)type;
    return (Sym){.t = term_number(&asked->terms, ref)};
}

static void tell_set(void *of, int32_t reg, Sym value)
{
    Asked *asked = of;
    size_t len = strlen(asked->text);
    snprintf(asked->text + len, sizeof asked->text - len, "%%%d=%d", (int)reg,
             (int)number_in(asked, value));
}

static Sym tell_any(void *of, const Instr *i, Type type)
{
    (void)i;
    (void)type;
    return tell(of, "any", (Sym){0}, (Sym){0}, (Sym){0});
}

static void tell_refusal(void *of, const Instr *i, const char *why)
{
    (void)i;
    tell(of, why ? "refused" : "lacking", (Sym){0}, (Sym){0}, (Sym){0});
}

static Sym tell_one(void *of, const Instr *i, Sym a)
{
    return tell(of, op_info[i->op].text, a, (Sym){0}, (Sym){0});
}

static Sym tell_two(void *of, const Instr *i, Sym a, Sym b)
{
    return tell(of, op_info[i->op].text, a, b, (Sym){0});
}

static void tell_free(void *of, const Instr *i, Sym a)
{
    (void)tell_one(of, i, a);
}

static void tell_store(void *of, const Instr *i, Sym a, Sym b)
{
    (void)tell_two(of, i, a, b);
}

static void tell_bulk(void *of, const Instr *i, Sym a, Sym b, Sym c)
{
    (void)tell(of, op_info[i->op].text, a, b, c);
}

static const Memory told = {.move = tell_two,
                            .distance = tell_two,
                            .compare = tell_two,
                            .load = tell_one,
                            .store = tell_store,
                            .copy = tell_bulk,
                            .fill = tell_bulk,
                            .alloc = tell_one,
                            .free = tell_free,
                            .lock = tell_one,
                            .held = tell_two};
static const Evaluator teller = {.operand = tell_operand,
                                 .set = tell_set,
                                 .any = tell_any,
                                 .refuse = tell_refusal,
                                 .memory = &told};

static void instructions_ask_the_right_function(void **state)
{
    static const int32_t refs[] = {4, 5, 6};
    static const struct {
        Instr i;
        const char *asks;
    } cases[] = {
        {{.op = OP_MOV, .type = S(8), .b = NO_REF}, "%3=1"},
        {{.op = OP_ADD, .type = S(8), .b = 2}, "%3=3"},
        {{.op = OP_ADD, .type = {TYPE_FLOAT, 64}, .b = 2}, "any(-1,-1,-1) %3=99"},
        {{.op = OP_EQ, .type = {TYPE_PTR, 64}, .b = 2}, "eq(1,2,-1) %3=99"},
        {{.op = OP_CAST, .type = {TYPE_PTR, 64}, .b = NO_REF}, "any(-1,-1,-1) %3=99"},
        {{.op = OP_INDEX, .b = 2}, "index(1,2,-1) %3=99"},
        {{.op = OP_FIELD, .b = NO_REF}, "field(1,-1,-1) %3=99"},
        {{.op = OP_DISTANCE, .b = 2}, "distance(1,2,-1) %3=99"},
        {{.op = OP_LOAD, .b = NO_REF}, "load(1,-1,-1) %3=99"},
        {{.op = OP_STORE, .b = 2}, "store(1,2,-1) "},
        {{.op = OP_COPY, .list = 1}, "copy(4,5,6) "},
        {{.op = OP_FILL, .list = 1}, "fill(4,5,6) "},
        {{.op = OP_APART, .list = 1}, "lacking(-1,-1,-1) "},
        {{.op = OP_ALLOC, .b = 2}, "alloc(2,-1,-1) %3=99"},
        {{.op = OP_FREE, .b = NO_REF}, "free(1,-1,-1) "},
        {{.op = OP_LENGTH, .b = NO_REF}, "lacking(-1,-1,-1) "},
        {{.op = OP_TRYACQUIRE, .b = NO_REF}, "tryacquire(1,-1,-1) %3=99"},
        {{.op = OP_HELD, .b = 2}, "held(1,2,-1) %3=99"},
        {{.op = OP_SEND, .list = 1}, "refused(-1,-1,-1) "},
        {{.op = OP_JUMP}, ""},
    };
    Asked asked = {0};
    Program program = {0};
    Theory theory = integers;
    (void)state;
    terms_begin(&asked.terms);
    theory.terms = &asked.terms;
    vec_push(&program.lists, ((List){NULL, 0}));
    vec_push(&program.lists, ((List){refs, 3}));
    Eval eval = {&teller, &theory, &program, &asked};
    theory.undefined = true;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        Instr i = cases[k].i;
        i.a = 1;
        i.dst = 3;
        asked.text[0] = '\0';
        assert_int_equal(eval_instr(&eval, &i), i.op != OP_JUMP);
        assert_string_equal(asked.text, cases[k].asks);
    }
    vec_free(&program.lists);
    terms_free(&asked.terms);
}

/* ---- Houdini ---- */

/* Candidates each of which needs another one: that of its number plus one; the last needs none. */
typedef struct Chain {
    bool left[10];
    int bad;         /* one that is broken by itself; -1: none */
    bool silent;     /* the model does not tell which */
    int asked, most; /* after so many questions the solver gives up */
} Chain;

static bool is_broken(const Chain *c, int k)
{
    return c->left[k] && (k == c->bad || (k + 1 < 10 && !c->left[k + 1]));
}

static SolverAnswer ask_chain(void *of)
{
    Chain *c = of;
    if (c->asked++ == c->most)
        return SOLVER_UNKNOWN;
    for (int k = 0; k < 10; k++)
        if (is_broken(c, k))
            return SOLVER_SAT;
    return SOLVER_UNSAT;
}

static bool drop_chain(void *of, Drop which)
{
    Chain *c = of, before = *c;
    bool dropped = false;
    for (int k = 9; k >= 0 && !(c->silent && which == DROP_BROKEN); k--)
        if (which == DROP_BROKEN ? is_broken(&before, k) : c->left[k]) {
            c->left[k] = false;
            dropped = true;
            if (which == DROP_ONE)
                return true;
        }
    return dropped;
}

static int run_chain(Chain *c, bool *settled)
{
    int left = 0;
    for (int k = 0; k < 10; k++)
        c->left[k] = true;
    *settled = houdini_run(&(Houdini){.of = c, .ask = ask_chain, .drop = drop_chain});
    for (int k = 0; k < 10; k++)
        left += c->left[k];
    return left;
}

static void houdini_finds_the_greatest(void **state)
{
    bool settled;
    (void)state;
    assert_int_equal(run_chain(&(Chain){.bad = -1, .most = 99}, &settled), 10);
    assert_true(settled);
    assert_int_equal(run_chain(&(Chain){.bad = 5, .most = 99}, &settled), 4); /* 6 to 9 */
    assert_true(settled);
    assert_int_equal(run_chain(&(Chain){.bad = 5, .most = 3}, &settled), 0);
    assert_false(settled);
    assert_int_equal(run_chain(&(Chain){.bad = 5, .most = 99, .silent = true}, &settled), 0);
    assert_true(settled);
}

/* A relation is the same of numbers and as a formula. */
static void relations_agree(void **state)
{
    Terms t;
    (void)state;
    terms_begin(&t);
    for (int relation = REL_EQ; relation <= REL_SLE_NEXT; relation++)
        for (int64_t a = 0; a < 256; a += 3)
            for (int64_t b = 0; b < 256; b++) {
                Term x = term_constant(&t, a, SORT_BITS(8)), y = term_constant(&t, b, SORT_BITS(8));
                bool holds = relation_holds((Relation)relation, a, b, 8);
                Term term = relation_term(&t, (Relation)relation, x, y);
                assert_true(holds ? term_is_true(&t, term) : term_is_false(&t, term));
            }
    terms_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_the_machines),
        cmocka_unit_test(booleans_are_the_machines),
        cmocka_unit_test(integers_are_the_machines),
        cmocka_unit_test(casts_of_words),
        cmocka_unit_test(casts_of_booleans),
        cmocka_unit_test(variables_become_numbers),
        cmocka_unit_test(rough_is_not_less),
        cmocka_unit_test(all_have_a_meaning),
        cmocka_unit_test(instructions_ask_the_right_function),
        cmocka_unit_test(houdini_finds_the_greatest),
        cmocka_unit_test(relations_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
