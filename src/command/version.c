/* version.c -- which heddle this is, and what it finds to work with. */
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "command/topic.h"
#include "front/c/c.h"
#include "smt/solver.h"

/* The first line that a program says of itself. */
static void print_program(const char *name, const char *command, FILE *out)
{
    char line[128] = "";
    FILE *in = popen(command, "r");
    bool found = in && fgets(line, sizeof line, in);
    if (in)
        pclose(in);
    line[strcspn(line, "\n")] = 0;
    fprintf(out, "  %-6s %s\n", name, found ? line : "not found");
}

void topic_print_version(FILE *out)
{
    char text[64];
    fputs("heddle " HEDDLE_VERSION "\n", out);
#ifdef HEDDLE_C
    fprintf(out, "  %-6s %s\n", "LLVM", c_version(text, sizeof text) ? text : "not found");
    print_program("clang", "clang-19 --version 2>/dev/null", out);
#else
    fputs("  without the front end for C\n", out);
#endif
    fprintf(out, "  %-6s %s\n", "Z3", solver_z3_version(text, sizeof text) ? text : "not found");
    print_program("cvc5", "cvc5 --version 2>/dev/null", out);
}
