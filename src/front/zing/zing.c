/* zing.c -- see zing.h. */
#include "front/zing/zing.h"

#include "front/zing/check.h"
#include "front/zing/lower.h"
#include "ir/label.h"

Program *zing_load(const Sources *sources, const int *files, size_t count,
                   const ZingOptions *options, Diag *diag)
{
    Arena arena = {0};
    Program *program = NULL;
    ZUnit *unit = zing_parse(sources, files, count, options->defines, &arena, diag);
    ZModel *model = unit ? zing_check(unit, options, diag) : NULL;
    if (model)
        program = zing_lower(model, sources, options);
    if (program)
        label_note(program);
    if (unit)
        vec_free(&unit->asks);
    arena_free(&arena);
    return program;
}
