/* executions.c -- how many executions a program has.
 *
 *   executions [--model=rc11|c11|apart|sc] [--no-races] [--machine] [--most=STATES] FILE...
 *
 * FILE is C or the intermediate form, without loops that have no bound.  Prints for each
 *
 *   FILE: 4 executions, 0 blocked, 4 outcomes
 *
 * and `race`, or another error, if there is one.  --no-races: a data race is none.  --machine: the view
 * machine must have the same outcomes, action by action, with transactions and with persistent sets;
 * if not, that is said, and the exit status is 1. */
#include <stdio.h>
#include <stdlib.h>

#include "front/c/c.h"
#include "models.h"

typedef struct Settings {
    EnumerateModel model;
    bool races, machine;
    uint32_t most;
    COptions c;
} Settings;

/* Where main returns the process ends, and there is no such run.  Here the thread ends, so that what it
 * has done last counts, also as a part of a transaction; other threads go on. */
static void let_main_end(Program *program)
{
    vec_each (Proc, proc, &program->procs) {
        if (!proc->library || strcmp(proc->name, "(start)") != 0)
            continue;
        for (uint32_t pc = proc->begin; pc < proc->end; pc++)
            if (program->code.at[pc].op == OP_ASSUME)
                program->code.at[pc] = (Instr){.op = OP_POINT, .a = NO_REF, .b = NO_REF};
    }
}

static Program *load(const Settings *settings, Sources *sources, int file, Diag *diag)
{
    const char *name = sources->files.at[file].name;
    if (strlen(name) > 3 && strcmp(name + strlen(name) - 3, ".ir") == 0)
        return ir_parse(sources, file, diag);
    Program *program = c_load(sources, &file, 1, &settings->c, diag);
    if (program)
        let_main_end(program);
    return program;
}

static void print(const char *name, const Survey *s)
{
    printf("%s: %llu executions, %llu blocked, %zu outcomes, %u states%s", name,
           (unsigned long long)s->complete, (unsigned long long)s->blocked, s->outcomes.len,
           s->states, s->racy ? ", race" : "");
    if (s->error)
        printf(", %s", s->error);
    printf("%s\n", s->too_many ? ", too many states" : "");
}

static bool has_same(const Survey *a, const Survey *b)
{
    return a->outcomes.len == b->outcomes.len && a->racy == b->racy && !a->error == !b->error &&
           (!a->outcomes.len ||
            memcmp(a->outcomes.at, b->outcomes.at, a->outcomes.len * sizeof *a->outcomes.at) == 0);
}

static bool compare(const Settings *settings, const char *name, const Program *program,
                    const Survey *graphs)
{
    static const char *const texts[] = {"the machine", [SURVEY_TRANSACTIONS] = "transactions",
                                        [SURVEY_PERSISTENT] = "persistent sets"};
    bool same = true;
    for (int kind = SURVEY_ALL; settings->machine && !graphs->too_many && kind <= SURVEY_PERSISTENT;
         kind++) {
        if (kind == SURVEY_GRAPHS)
            continue;
        Survey s = survey(program, survey_machine(settings->model == ENUMERATE_C11),
                          (SurveyKind)kind, settings->most);
        if (!has_same(graphs, &s)) {
            printf("%s: by %s: ", name, texts[kind]);
            print(name, &s);
            same = false;
        }
        survey_free(&s);
    }
    return same;
}

static bool count(const Settings *settings, const char *name)
{
    bool same = true;
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    const char *why = "it is no program";
    int file = source_read(&sources, name, &why);
    Program *program = file < 0 ? NULL : load(settings, &sources, file, &diag);
    diag_print(&diag, stderr);
    if (program) {
        Survey s = survey(program, enumerate_model(settings->model, settings->races), SURVEY_GRAPHS,
                          settings->most);
        print(name, &s);
        program->allows_races = !settings->races;
        same = compare(settings, name, program, &s);
        survey_free(&s);
        program_free(program);
    } else {
        printf("%s: %s\n", name, why);
    }
    diag_free(&diag);
    source_free(&sources);
    return program && same;
}

static bool set(Settings *settings, const char *option)
{
    static const char *const names[ENUMERATE_MODELS] = {"rc11", "c11", "apart", "sc"};
    if (strcmp(option, "--no-races") == 0) {
        settings->races = false;
        return true;
    }
    if (strcmp(option, "--machine") == 0) {
        settings->machine = true;
        return true;
    }
    if (strncmp(option, "--most=", 7) == 0) {
        settings->most = (uint32_t)strtoul(option + 7, NULL, 10);
        return true;
    }
    for (int k = 0; k < ENUMERATE_MODELS; k++)
        if (strncmp(option, "--model=", 8) == 0 && strcmp(option + 8, names[k]) == 0) {
            settings->model = (EnumerateModel)k;
            return true;
        }
    return false;
}

int main(int count_of, char **arguments)
{
    Settings settings = {.races = true, .most = 1 << 20};
    bool ok = count_of > 1;
    for (int k = 1; k < count_of; k++)
        if (strncmp(arguments[k], "--", 2) == 0 ? !set(&settings, arguments[k])
                                                : !count(&settings, arguments[k]))
            ok = false;
    return !ok;
}
