/* spl.c -- the front end for SPL: tokens, syntax tree, types, intermediate representation.
 *
 * K. Sen, M. Viswanathan, "Model checking multithreaded programs with asynchronous atomic methods",
 * CAV 2006: the language of its figure 1, and what doc/spl.md adds. */
#include "front/spl/spl.h"

#include "front/spl/ast.h"
#include "front/spl/lower.h"

static void unit_free(SUnit *unit)
{
    vec_each (SExpr *, e, &unit->exprs)
        vec_free(&(*e)->args);
    vec_each (SStmt *, s, &unit->stmts) {
        vec_free(&(*s)->labels);
        vec_free(&(*s)->list);
    }
    vec_each (SMethod *, m, &unit->methods) {
        vec_free(&(*m)->params);
        vec_free(&(*m)->body);
        vec_free(&(*m)->locals);
        vec_free(&(*m)->labels);
    }
    vec_each (SDecl *, decl, &unit->decls) {
        vec_free(&(*decl)->fields);
        vec_free(&(*decl)->methods);
        vec_free(&(*decl)->constants);
    }
    vec_free(&unit->exprs);
    vec_free(&unit->stmts);
    vec_free(&unit->methods);
    vec_free(&unit->decls);
    vec_free(&unit->names);
    arena_free(&unit->arena);
}

Program *spl_load(const Sources *sources, int file, const SplOptions *options, Diag *diag)
{
    SUnit unit = {.source = &sources->files.at[file], .diag = diag};
    STokens tokens = {0};
    Program *program = NULL;
    spl_lex(&unit, (uint16_t)file, &tokens);
    if (!diag->errors)
        spl_parse(&unit, tokens.at);
    if (!diag->errors)
        spl_check(&unit);
    if (!diag->errors)
        program = spl_lower(&unit, sources, options);
    vec_free(&tokens);
    unit_free(&unit);
    return program;
}
