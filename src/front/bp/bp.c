/* bp.c -- the front end for Boolean programs: tokens, syntax tree, intermediate representation.
 *
 * T. Ball, S. Rajamani, "Bebop: a symbolic model checker for Boolean programs", SPIN 2000; threads and
 * constraints as SatAbs and Boom have them. */
#include "front/bp/bp.h"

#include "front/bp/ast.h"

static void unit_free(BUnit *unit)
{
    vec_each (BStmt *, s, &unit->stmts) {
        vec_free(&(*s)->labels);
        vec_free(&(*s)->names);
        vec_free(&(*s)->values);
        vec_free(&(*s)->body);
        vec_free(&(*s)->other);
    }
    vec_each (BProc *, proc, &unit->procs) {
        vec_free(&(*proc)->params);
        vec_free(&(*proc)->locals);
        vec_free(&(*proc)->body);
        vec_free(&(*proc)->starts);
        vec_free(&(*proc)->threads);
    }
    vec_free(&unit->globals);
    vec_free(&unit->procs);
    vec_free(&unit->stmts);
    arena_free(&unit->arena);
}

Program *bp_load(const Sources *sources, int file, Diag *diag)
{
    BUnit unit = {.source = &sources->files.at[file], .file = (uint16_t)file, .diag = diag};
    BTokens tokens = {0};
    Program *program = NULL;
    bp_lex(&unit, &tokens);
    if (!diag->errors)
        bp_parse(&unit, tokens.at);
    if (!diag->errors)
        program = bp_lower(&unit, sources);
    vec_free(&tokens);
    unit_free(&unit);
    return program;
}
