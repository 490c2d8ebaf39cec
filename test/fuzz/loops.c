/* loops.c -- do many rounds at once come to the same as one after the other?
 *
 *   loops [--seed=S] [--count=N] [--print]
 *
 * Random programs of one thread, in the intermediate form: loops of registers of 8 to 64 bits, with
 * steps of both signs, sums, products, casts, several exits, branches and loops inside, checked and
 * unchecked arithmetic.  Each is run to its end twice, with and without MachineOptions.rounds: it
 * must end in the same way, at the same place, with the same values.  A program of which that is not
 * true is printed; then the exit status is 1. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/state.h"

enum { REGISTERS = 5, MOST_STEPS = 20000, MOST_TEXT = 1 << 16 };

typedef struct Fuzz {
    uint64_t dice;
    FILE *out;
    const char *type[REGISTERS];
    uint32_t labels, temporaries, depth;
    uint32_t counter; /* a register that is tested and changed more often */
    uint32_t kept;    /* one that only its loop changes; REGISTERS: none */
    char declared[4096];
    uint64_t ended, failed, open, shorter;
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    f->dice = f->dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(f->dice >> 33) % below;
}

static const char *const types[] = {"s8",  "u8",  "s16", "u16", "s16",
                                    "u16", "s32", "u32", "s64", "u64"};
enum { TYPES = sizeof types / sizeof *types };

static uint32_t bits_of(const char *type)
{
    return (uint32_t)atoi(type + 1);
}

static uint32_t temporary(Fuzz *f, const char *type)
{
    size_t len = strlen(f->declared);
    snprintf(f->declared + len, sizeof f->declared - len, ", %%t%u: %s", f->temporaries, type);
    return f->temporaries++;
}

/* A constant of the type, often near its ends. */
static void put_number(Fuzz *f, const char *type, bool small)
{
    int64_t number = (int64_t)draw(f, small ? 5 : 200);
    uint32_t bits = bits_of(type);
    bool is_signed = *type == 's';
    int64_t most = bits == 64 ? 1000000 : ((int64_t)1 << (bits - is_signed)) - 1;
    if (!small && draw(f, 3) == 0)
        number = most - (int64_t)draw(f, 7);
    if (is_signed && draw(f, 2))
        number = -number;
    if (number > most || number < -most)
        number = draw(f, 100);
    fprintf(f->out, "%" PRId64, number);
}

/* A register of that type, or a constant. */
static void put_operand(Fuzz *f, const char *type, bool small)
{
    uint32_t reg = draw(f, REGISTERS);
    if (draw(f, 3) == 0 && strcmp(f->type[reg], type) == 0)
        fprintf(f->out, "%%a%u", reg);
    else
        put_number(f, type, small);
}

static uint32_t put_condition(Fuzz *f)
{
    static const char *const ops[] = {"lt", "le", "eq", "ne", "lt", "ne"};
    uint32_t reg = draw(f, 2) ? f->counter : draw(f, REGISTERS), c = temporary(f, "u1");
    const char *type = f->type[reg], *op = ops[draw(f, 6)];
    bool swap = draw(f, 3) == 0;
    if (bits_of(type) < 32 && draw(f, 3)) { /* as C has it */
        uint32_t wide = temporary(f, "s32");
        fprintf(f->out, "    %%t%u = cast s32 %%a%u : %s\n    %%t%u = %s s32 ", wide, reg, type, c,
                op);
        if (swap)
            put_number(f, type, false);
        fprintf(f->out, swap ? ", %%t%u" : "%%t%u, ", wide);
    } else {
        fprintf(f->out, "    %%t%u = %s %s ", c, op, type);
        if (swap)
            put_operand(f, type, false);
        fprintf(f->out, swap ? ", %%a%u" : "%%a%u, ", reg);
    }
    if (!swap)
        put_number(f, type, false);
    fputc('\n', f->out);
    return c;
}

static uint32_t not_kept(const Fuzz *f, uint32_t reg)
{
    return reg == f->kept ? (reg + 1) % REGISTERS : reg;
}

static void put_step(Fuzz *f, uint32_t reg)
{
    uint32_t from = draw(f, REGISTERS);
    reg = not_kept(f, reg);
    const char *type = f->type[reg], *trap = draw(f, 3) ? "" : ".trap";
    switch (draw(f, 12)) {
    case 0:
        fprintf(f->out, "    %%a%u = cast%s %s %%a%u : %s\n", reg, draw(f, 4) ? "" : trap, type,
                from, f->type[from]);
        break;
    case 1:
        fprintf(f->out, "    %%a%u = %s%s %s %%a%u, ", reg, draw(f, 2) ? "mul" : "sub", trap, type,
                reg);
        put_operand(f, type, true);
        fputc('\n', f->out);
        break;
    case 2:
        if (strcmp(type, f->type[from]) != 0)
            break;
        fprintf(f->out, "    %%a%u = %s %s %%a%u, ", reg,
                (const char *const[]){"and", "or", "xor", "mul", "mul", "mul"}[draw(f, 6)], type,
                from);
        put_operand(f, type, true);
        fputc('\n', f->out);
        break;
    case 3: { /* as C has it */
        uint32_t wide = temporary(f, "s32"), sum = temporary(f, "s32");
        if (bits_of(type) > 16)
            break;
        fprintf(f->out, "    %%t%u = cast s32 %%a%u : %s\n    %%t%u = add.trap s32 %%t%u, ", wide,
                reg, type, sum, wide);
        put_number(f, "s8", true);
        fprintf(f->out, "\n    %%a%u = cast %s %%t%u : s32\n", reg, type, sum);
        break;
    }
    case 4:
        fprintf(f->out, "    %%a%u = %s %s %%a%u\n", reg, draw(f, 2) ? "not" : "neg", type, reg);
        break;
    default:
        fprintf(f->out, "    %%a%u = %s%s %s %%a%u, ", reg, draw(f, 3) ? "add" : "sub", trap, type,
                reg);
        put_operand(f, type, true);
        fputc('\n', f->out);
        break;
    }
}

static void put_loop(Fuzz *f);

static void put_body(Fuzz *f, uint32_t exit)
{
    for (uint32_t n = 1 + draw(f, 4); n > 0; n--) {
        uint32_t kind = draw(f, 10), yes = f->labels, no = f->labels + 1, c;
        f->labels += 2;
        if (kind == 0 && f->depth < 2 && (f->kept == REGISTERS || draw(f, 4) == 0)) {
            put_loop(f);
        } else if (kind <= 2) {
            c = put_condition(f);
            fprintf(f->out, "    branch %%t%u, b%u, b%u\n  b%u:\n", c, kind == 1 ? exit : yes, no,
                    yes);
            put_step(f, draw(f, REGISTERS));
            fprintf(f->out, "    jump b%u\n  b%u:\n", no, no);
        } else if (kind == 3 && draw(f, 3) == 0) {
            c = put_condition(f);
            fprintf(f->out, "    assert %%t%u, \"as it was\"\n", c);
        } else {
            put_step(f, draw(f, REGISTERS));
        }
        if (draw(f, 12) == 0)
            fputs("    point\n", f->out);
    }
}

static void put_loop(Fuzz *f)
{
    uint32_t head = f->labels, body = f->labels + 1, exit = f->labels + 2, c = 0;
    bool first = draw(f, 3) != 0, sense = draw(f, 2);
    f->labels += 3;
    f->depth++;
    f->counter = not_kept(f, draw(f, REGISTERS));
    fprintf(f->out, "  b%u:\n", head);
    if (first) {
        c = put_condition(f);
        fprintf(f->out, "    branch %%t%u, b%u, b%u\n", c, sense ? body : exit,
                sense ? exit : body);
    } else {
        fprintf(f->out, "    jump b%u\n", body);
    }
    fprintf(f->out, "  b%u:\n", body);
    uint32_t counter = f->counter;
    put_body(f, exit);
    f->counter = counter;
    if (draw(f, 8))
        fprintf(f->out, "    %%a%u = %s%s %s %%a%u, %u\n", counter, draw(f, 3) ? "add" : "sub",
                draw(f, 3) ? "" : ".trap", f->type[counter], counter, 1 + draw(f, 3) * draw(f, 2));
    if (!first)
        c = put_condition(f);
    fputs("    point\n", f->out);
    if (first)
        fprintf(f->out, "    jump b%u\n", head);
    else
        fprintf(f->out, "    branch %%t%u, b%u, b%u\n", c, head, exit);
    fprintf(f->out, "  b%u:\n", exit);
    f->depth--;
}

/* A number that grows ever faster, or turns back, is compared with one that it passes on its way. */
static void put_curve(Fuzz *f, uint32_t exit, bool turns)
{
    uint32_t x = turns ? (f->kept + 1) % REGISTERS : f->kept, y = (f->kept + 2) % REGISTERS;
    const char *type = f->type[x], *trap = draw(f, 4) ? "" : ".trap";
    uint32_t at = temporary(f, type), c = temporary(f, "u1"), on = f->labels++;
    uint32_t edge = draw(f, bits_of(type) == 8 ? 120 : 40 + 40 * draw(f, 20));
    bool below = draw(f, 2);
    if (turns)
        fprintf(f->out,
                "    %%a%u = add%s %s %%a%u, %%a%u\n    %%a%u = sub %s %%a%u, %u\n"
                "    %%t%u = mov %s %%a%u\n",
                x, trap, type, x, y, y, type, y, 1 + draw(f, 3), at, type, x);
    else
        fprintf(f->out, "    %%t%u = mul%s %s %%a%u, %%a%u\n", at, trap, type, x,
                strcmp(type, f->type[y]) == 0 && draw(f, 2) ? y : x);
    fprintf(f->out, "    %%t%u = %s %s ", c, draw(f, 2) ? "lt" : "le", type);
    if (below)
        fprintf(f->out, "%%t%u, %u\n", at, edge);
    else
        fprintf(f->out, "%u, %%t%u\n", edge, at);
    fprintf(f->out, "    branch %%t%u, b%u, b%u\n  b%u:\n", c, below ? on : exit, below ? exit : on,
            on);
}

/* A loop that counts to a number, and nobody else changes its counter: so there are many rounds, and most go
 * the same way. */
static void put_counted(Fuzz *f)
{
    uint32_t head = f->labels, reg = draw(f, REGISTERS), c = temporary(f, "u1");
    uint32_t x = (reg + 1) % REGISTERS, y = (reg + 2) % REGISTERS;
    const char *type = f->type[reg];
    int step = 1 + (int)draw(f, 3), first = (int)draw(f, 5);
    int last = first + step * (5 + (int)draw(f, bits_of(type) == 8 ? 35 : 200));
    bool down = draw(f, 3) == 0, exact = draw(f, 3) == 0, curve = draw(f, 3);
    bool turns = curve && draw(f, 2) && strcmp(f->type[x], f->type[y]) == 0;
    f->labels += 3;
    f->depth++;
    f->counter = f->kept = reg;
    if (turns)
        fprintf(f->out, "    %%a%u = mov %s %u\n    %%a%u = mov %s %u\n", x, f->type[x],
                draw(f, 30), y, f->type[y], 5 + draw(f, 40));
    fprintf(f->out, "    %%a%u = mov %s %d\n    point\n  b%u:\n    %%t%u = %s %s ", reg, type,
            down ? last : first, head, c, exact ? "ne" : "lt", type);
    if (down)
        fprintf(f->out, "%d, %%a%u\n", first, reg);
    else
        fprintf(f->out, "%%a%u, %d\n", reg, last);
    fprintf(f->out, "    branch %%t%u, b%u, b%u\n  b%u:\n", c, head + 1, head + 2, head + 1);
    if (curve)
        put_curve(f, head + 2, turns);
    if (!curve || draw(f, 3) == 0)
        put_body(f, head + 2);
    fprintf(f->out, "    %%a%u = %s%s %s %%a%u, %d\n    point\n    jump b%u\n  b%u:\n", reg,
            down ? "sub" : "add", draw(f, 3) ? "" : ".trap", type, reg, step, head, head + 2);
    f->kept = REGISTERS;
    f->depth--;
}

static void put_program(Fuzz *f, char *text, size_t size)
{
    bool counted = draw(f, 4) != 0, alike = counted && draw(f, 2);
    static char code[MOST_TEXT];
    f->out = fmemopen(code, sizeof code, "w");
    f->labels = f->temporaries = f->depth = 0;
    *f->declared = 0;
    for (uint32_t k = 0; k < REGISTERS; k++) {
        f->type[k] = k && (alike || draw(f, 2)) ? f->type[k - 1] : types[draw(f, TYPES)];
        fprintf(f->out, "    %%a%u = mov %s ", k, f->type[k]);
        put_number(f, f->type[k], draw(f, 2));
        fputc('\n', f->out);
    }
    f->kept = REGISTERS;
    if (counted)
        put_counted(f);
    else
        put_loop(f);
    if (draw(f, 3) == 0)
        put_loop(f);
    for (uint32_t k = 0; k < REGISTERS; k++)
        fprintf(f->out, "    store %s [@g%u], %%a%u g%u\n", f->type[k], k, k, k);
    fputs("    return\n", f->out);
    fclose(f->out);
    f->out = fmemopen(text, size, "w");
    for (uint32_t k = 0; k < REGISTERS; k++)
        fprintf(f->out, "global g%u: %s\n", k, f->type[k]);
    fputs("thread Main\n\nproc Main() {\n    reg ", f->out);
    for (uint32_t k = 0; k < REGISTERS; k++)
        fprintf(f->out, "%s%%a%u: %s", k ? ", " : "", k, f->type[k]);
    fprintf(f->out, "%s\n    point\n%s}\n", f->declared, code);
    fclose(f->out);
}

typedef struct End {
    OutcomeKind kind;
    ErrorKind error;
    uint32_t pc;
    uint64_t steps;
    char values[REGISTERS * 32];
} End;

static void keep_values(const Outcome *o, End *end)
{
    *end->values = 0;
    vec_each (Event, event, &o->events) {
        size_t len = strlen(end->values);
        if (event->kind == EVENT_WRITE)
            snprintf(end->values + len, sizeof end->values - len, "%s=%s ", event->name,
                     event->value);
    }
}

static End run(const Program *program, MachineOptions options)
{
    Machine *m = machine_new(program, options);
    Outcomes out = {0};
    State state = {0};
    End end = {.kind = OUTCOME_STEP};
    machine_initial(m, &out);
    state_initial(m, &out.all.at[0], &state);
    while (end.kind == OUTCOME_STEP && end.steps < MOST_STEPS) {
        const StateThread *thread = &state.threads.at[0];
        machine_step(m, thread->tid, state.g, thread->l, thread->s, &out);
        const Outcome *o = &out.all.at[0];
        end = (End){.kind = o->kind, .error = o->error, .pc = o->pc, .steps = end.steps + 1};
        if (o->kind != OUTCOME_STEP)
            keep_values(o, &end);
        if (outcome_has_successor(o))
            state_apply(&state, 0, o);
    }
    state_free(&state);
    outcomes_free(&out);
    machine_free(m);
    return end;
}

/* One program; false: something is wrong. */
static bool try(Fuzz *f, const char *text)
{
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    int file = source_add(&sources, "loops.ir", text, strlen(text));
    Program *program = ir_parse(&sources, file, &diag);
    diag_print(&diag, stderr);
    bool good = program != NULL;
    if (program) {
        End plain = run(program, (MachineOptions){0}), fast = plain;
        bool wrong = plain.kind == OUTCOME_WRONG;
        if (plain.kind == OUTCOME_STEP)
            f->open++;
        else {
            plain = run(program, (MachineOptions){.record = true}); /* it tells the values */
            fast = run(program, (MachineOptions){.record = true, .rounds = true});
            good = plain.kind == fast.kind && fast.steps <= plain.steps &&
                   strcmp(plain.values, fast.values) == 0 &&
                   (!wrong || (plain.error == fast.error && plain.pc == fast.pc));
        }
        f->failed += wrong;
        f->ended += plain.kind == OUTCOME_ENDED;
        f->shorter += plain.steps > 8 && fast.steps * 4 < plain.steps;
        if (!good)
            printf("%d at %u with %s\n%d at %u with %s\n", (int)plain.kind, plain.pc, plain.values,
                   (int)fast.kind, fast.pc, fast.values);
        program_free(program);
    }
    diag_free(&diag);
    source_free(&sources);
    return good;
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, count = 1000;
    bool print = false;
    static char text[2 * MOST_TEXT];
    Fuzz f = {0};
    for (int k = 1; k < argc; k++) {
        print |= strcmp(argv[k], "--print") == 0;
        if (strncmp(argv[k], "--seed=", 7) == 0)
            seed = strtoull(argv[k] + 7, NULL, 10);
        if (strncmp(argv[k], "--count=", 8) == 0)
            count = strtoull(argv[k] + 8, NULL, 10);
    }
    for (uint64_t n = 0; n < count; n++) {
        f.dice = (seed + n) * 0x9e3779b97f4a7c15u + 1;
        draw(&f, 2);
        put_program(&f, text, sizeof text);
        if (print)
            puts(text);
        if (!try(&f, text)) {
            printf("seed %" PRIu64 "\n%s", seed + n, text);
            return 1;
        }
    }
    printf("%" PRIu64 " programs: %" PRIu64 " end, %" PRIu64 " fail, %" PRIu64 " go on; in %" PRIu64
           " most rounds were done at once\n",
           count, f.ended, f.failed, f.open, f.shorter);
    return 0;
}
