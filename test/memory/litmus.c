/* litmus.c -- searches small programs under the memory models of models.h.
 *
 *   litmus FILE...
 *
 * They are C (.c) or the intermediate form (.ir).  `//: sc safe`, `//: delay bug assert`: what must come of it under which model.  Exit status 1 if
 * something else does. */
#include <stdio.h>

#include "front/c/c.h"
#include "models.h"

/* What stands behind `: NAME ` up to the end of the line; false: nothing. */
static bool find_tag(const char *text, const char *name, char *tag, size_t size)
{
    char mark[32];
    snprintf(mark, sizeof mark, ": %s ", name);
    const char *at = strstr(text, mark);
    if (!at)
        return false;
    at += strlen(mark);
    snprintf(tag, size, "%.*s", (int)strcspn(at, "\r\n"), at);
    return true;
}

/* The number of models under which something else comes of it than the file says. */
static int try_models(const char *name, const char *text, const Program *program)
{
    static const struct {
        const char *name;
        const struct MemoryModel *model;
    } models[] = {{"sc", NULL},          {"delay", &delay_model}, {"stale", &stale_model},
                  {"rc11", &rc11_model}, {"c11", &c11_model},     {"tso", &tso_model}};
    int wrong = 0, tried = 0;
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        char wanted[ANSWER], got[ANSWER];
        if (!find_tag(text, models[k].name, wanted, sizeof wanted))
            continue;
        search(program, models[k].model, got);
        tried++;
        if (strcmp(got, wanted) != 0) {
            printf("%s: under %s: %s, and not %s\n", name, models[k].name, got, wanted);
            wrong++;
        }
    }
    if (!tried)
        printf("%s: says of no model what must come of it\n", name);
    return tried ? wrong : 1;
}

static Program *load(Sources *sources, int file, Diag *diag)
{
    COptions options = {0};
    const char *name = sources->files.at[file].name;
    if (strcmp(name + strlen(name) - 3, ".ir") == 0)
        return ir_parse(sources, file, diag);
    return c_load(sources, &file, 1, &options, diag);
}

static int try_file(const char *name)
{
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    const char *why = "it is no program";
    char text[256] = "";
    uint32_t pc;
    int wrong = 1, file = source_read(&sources, name, &why);
    Program *program = file < 0 ? NULL : load(&sources, file, &diag);
    diag_print(&diag, stderr);
    if (program && ir_verify(program, text, sizeof text, &pc))
        wrong = try_models(name, sources.files.at[file].text, program);
    else
        printf("%s: %s\n", name, *text ? text : why);
    if (program)
        program_free(program);
    diag_free(&diag);
    source_free(&sources);
    return wrong;
}

int main(int count, char **names)
{
    int wrong = 0;
    for (int k = 1; k < count; k++)
        wrong += try_file(names[k]);
    printf("%d programs, %d answers are wrong\n", count - 1, wrong);
    return wrong || count < 2;
}
