/* topic.c -- see topic.h. */
#include "command/topic.h"

#include <string.h>

#define EMBED(name, file)                                                                          \
    __asm__(".section .rodata\n"                                                                   \
            "topic_" #name ": .incbin \"" file "\"\n"                                              \
            ".byte 0\n"                                                                            \
            ".previous\n");                                                                        \
    extern const char topic_##name[]

EMBED(bag, "doc/bag.md");
EMBED(bp, "doc/bp.md");
EMBED(bound, "doc/bound.md");
EMBED(c, "doc/c.md");
EMBED(editors, "doc/editors.md");
EMBED(explore, "doc/explore.md");
EMBED(hunt, "doc/hunt.md");
EMBED(ir, "doc/ir.md");
EMBED(library, "doc/c-library.md");
EMBED(manual, "doc/manual.md");
EMBED(modular, "doc/modular.md");
EMBED(memory, "doc/memory.md");
EMBED(nets, "doc/nets.md");
EMBED(serve, "doc/serve.md");
EMBED(scale, "doc/scale.md");
EMBED(projects, "doc/projects.md");
EMBED(spec, "doc/spec.md");
EMBED(spl, "doc/spl.md");
EMBED(summarize, "doc/summarize.md");
EMBED(hangs, "doc/hangs.md");
EMBED(tutorial, "doc/tutorial.md");
EMBED(zing, "doc/zing.md");

typedef struct Topic {
    const char *name, *what, *text;
} Topic;

static const Topic topics[] = {
    {"tutorial", "from a broken C program to a proved one", topic_tutorial},
    {"manual", "the command line, verdicts, reading a trace, JSON", topic_manual},
    {"serve", "in a browser: heddle serve", topic_serve},
    {"editors", "editors, heddle.toml, git, GitHub, Docker", topic_editors},
    {"c", "C programs", topic_c},
    {"memory", "memory models: sc, rc11, c11, tso", topic_memory},
    {"hangs", "threads that are stuck for good", topic_hangs},
    {"scale", "large searches: several cores, limits", topic_scale},
    {"library", "which functions of the C library are known", topic_library},
    {"projects", "libraries without a main, and whole projects", topic_projects},
    {"zing", "the Zing language", topic_zing},
    {"spl", "SPL, and programs that post tasks", topic_spl},
    {"bp", "Boolean programs", topic_bp},
    {"nets", "Petri nets", topic_nets},
    {"ir", "the intermediate form", topic_ir},
    {"explore", "the engine that explores every interleaving", topic_explore},
    {"hunt", "the engine that looks for bugs only", topic_hunt},
    {"summarize", "the engine that summarizes procedures", topic_summarize},
    {"bound", "the engine that counts contexts; pushdown systems", topic_bound},
    {"bag", "the engine for any number of threads", topic_bag},
    {"modular", "the engine for any number of threads and all numbers, in C", topic_modular},
    {"prove", "specifications, proved one method at a time", topic_spec},
};
enum { TOPICS = sizeof topics / sizeof *topics };

bool topic_print(const char *name, FILE *out)
{
    for (size_t k = 0; k < TOPICS; k++)
        if (strcmp(topics[k].name, name) == 0) {
            fputs(topics[k].text, out);
            return true;
        }
    return false;
}

const char *topic_name(size_t k)
{
    return k < TOPICS ? topics[k].name : NULL;
}

const char *topic_what(size_t k)
{
    return k < TOPICS ? topics[k].what : NULL;
}

void topic_list(FILE *out)
{
    for (size_t k = 0; k < TOPICS; k++)
        fprintf(out, "  heddle help %-10s %s\n", topics[k].name, topics[k].what);
}
