/* parse_use.c -- layouts that are named before they are declared: types refer to each other. */
#include "ir/parse.h"

bool parse_use(Parser *p, const char *word, UseKind kind, uint32_t of, uint32_t part)
{
    LayoutUse use = {.kind = kind, .of = of, .part = part, .name = ""};
    if (!parse_take_word(p, word))
        return true;
    use.pos = parse_token(p)->pos;
    if (!parse_need_name(p, "a layout", &use.name))
        return false;
    vec_push(&p->uses, use);
    return true;
}

/* Where the number of the layout goes. */
static uint32_t *place_of(Program *program, const LayoutUse *use)
{
    switch (use->kind) {
    case USE_LAYOUT:
        return &program->layouts.at[use->of].type;
    case USE_FIELD:
        return &program->layouts.at[use->of].fields.at[use->part].points;
    case USE_REGISTER:
        return &program->procs.at[use->of].registers.at[use->part].points;
    case USE_RESULT:
        break;
    }
    return &program->procs.at[use->of].points;
}

void parse_uses(Parser *p)
{
    vec_each (LayoutUse, use, &p->uses) {
        uint32_t layout = 0;
        if (!parse_find(p, SPACE_LAYOUT, use->name, &layout))
            parse_fails(p, use->pos, "there is no layout %s", use->name);
        else if (!p->errors) /* else what it belongs to may not be there */
            *place_of(p->b.program, use) = layout;
    }
}
