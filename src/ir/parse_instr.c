/* parse_instr.c -- reads one instruction: its shape in op.def is the grammar. */
#include "ir/parse.h"

#include "ir/shape.h"
#include "ir/text.h"

typedef VEC(int32_t) Refs;

Label parse_label(Parser *p, const IrToken *name)
{
    uint32_t label = 0;
    if (parse_find(p, SPACE_LABEL, name->text, &label))
        return label;
    label = build_label(&p->b);
    vec_push(&p->labels, ((LabelUse){name->text, name->pos}));
    parse_add(p, SPACE_LABEL, name->text, label);
    return label;
}

static bool need_label(Parser *p, uint32_t *label)
{
    const IrToken *t = parse_token(p);
    const char *name = "";
    if (!parse_need_name(p, "a label", &name))
        return false;
    *label = parse_label(p, t);
    return true;
}

static bool find_register(Parser *p, const IrToken *t, uint32_t *r)
{
    bool numbered = !t->quoted && strchr("0123456789", t->text[0]);
    return parse_find(p, numbered ? SPACE_NUMBERED : SPACE_REGISTER, t->text, r);
}

/* A register that is set before it is declared becomes a temporary. */
static void set_register(Parser *p, const IrToken *t, Type type, int32_t *r)
{
    bool numbered = !t->quoted && strchr("0123456789", t->text[0]);
    uint32_t value = 0;
    if (!find_register(p, t, &value)) {
        value = (uint32_t)build_register(&p->b, NULL, type);
        parse_add(p, numbered ? SPACE_NUMBERED : SPACE_REGISTER, t->text, value);
    }
    *r = (int32_t)value;
}

static bool need_register(Parser *p, int32_t *r)
{
    const IrToken *t = parse_token(p);
    uint32_t value = 0;
    if (t->kind != TOKEN_REGISTER)
        return parse_expected(p, "a register");
    if (!find_register(p, t, &value)) {
        set_register(p, t, TYPE_S32, r); /* one complaint is enough */
        return parse_fails(p, t->pos, "register %%%s is not known here; declare it with `reg`",
                           t->text);
    }
    *r = (int32_t)value;
    p->at++;
    return true;
}

/* @global, &procedure */
static bool need_pointer(Parser *p, uint64_t *value)
{
    const IrToken *t = parse_token(p);
    uint32_t object = 0;
    if (t->kind != TOKEN_GLOBAL && t->kind != TOKEN_PROC)
        return parse_expected(p, "`@global` or `&procedure`");
    bool proc = t->kind == TOKEN_PROC;
    if (!parse_find(p, proc ? SPACE_PROC : SPACE_GLOBAL, t->text, &object))
        return parse_fails(p, t->pos, "there is no %s %s", proc ? "procedure" : "global", t->text);
    *value = pointer_make(proc ? PROC_OBJECT + object : object, 0);
    p->at++;
    return true;
}

static bool need_signed(Parser *p, int32_t *value)
{
    const IrToken *t = parse_token(p);
    int64_t number = (int64_t)t->value;
    if (t->kind != TOKEN_NUMBER)
        return parse_expected(p, "a number");
    if ((t->negative != (number < 0) && number) || number > INT32_MAX || number < INT32_MIN)
        return parse_fails(p, t->pos, "the number does not fit into 32 bits");
    *value = (int32_t)number;
    p->at++;
    return true;
}

/* constant = number | "null" | "true" | "false" | pointer | "(" pointer "+" number ")" */
static bool need_constant(Parser *p, uint64_t *value)
{
    const IrToken *t = parse_token(p);
    int32_t offset = 0;
    if (t->kind == TOKEN_GLOBAL || t->kind == TOKEN_PROC)
        return need_pointer(p, value);
    if (parse_take_sign(p, '(')) {
        if (!need_pointer(p, value) || !parse_need_sign(p, '+') || !need_signed(p, &offset))
            return false;
        *value |= (uint32_t)offset;
        return parse_need_sign(p, ')');
    }
    *value = parse_at_word(p, "true") ? 1 : 0;
    if (t->kind == TOKEN_NUMBER || t->kind == TOKEN_FLOAT)
        *value = t->value;
    else if (!parse_at_word(p, "null") && !parse_at_word(p, "true") && !parse_at_word(p, "false"))
        return parse_expected(
            p, "an operand (a register, a number, `null`, `@global` or `&procedure`)");
    p->at++;
    return true;
}

static bool need_operand(Parser *p, Ref *ref)
{
    uint64_t value = 0;
    if (parse_token(p)->kind == TOKEN_REGISTER)
        return need_register(p, ref);
    if (!need_constant(p, &value))
        return false;
    *ref = build_constant(&p->b, value);
    return true;
}

/* Operands, registers (only) or pairs `operand: label`, separated by commas; at least one. */
static bool need_list(Parser *p, char letter, uint32_t *list)
{
    Refs refs = {0};
    bool right = true;
    do {
        int32_t ref = 0;
        uint32_t label = 0;
        parse_skip_newlines(p);
        right = letter == 'D' ? need_register(p, &ref) : need_operand(p, &ref);
        vec_push(&refs, ref);
        if (right && strchr("cg", letter)) {
            right = parse_need_sign(p, ':') && need_label(p, &label);
            vec_push(&refs, (int32_t)label);
        }
    } while (right && parse_take_sign(p, ','));
    *list = build_list(&p->b, refs.at, refs.len);
    vec_free(&refs);
    return right;
}

static bool need_error(Parser *p, int32_t *error)
{
    for (*error = 0; *error < ERRORS; ++*error)
        if (parse_take_word(p, error_info[*error].key))
            return true;
    return parse_expected(p, "the key of an error, like `assert` or `null`,");
}

bool parse_need_string(Parser *p, uint32_t *string)
{
    const IrToken *t = parse_token(p);
    if (t->kind != TOKEN_STRING)
        return parse_expected(p, "a text in quotes");
    *string = build_string(&p->b, t->text);
    p->at++;
    return true;
}

static bool take_offset(Parser *p, int32_t *offset)
{
    bool minus = parse_at_sign(p, '-');
    if (!parse_take_sign(p, '+') && !parse_take_sign(p, '-'))
        return true;
    if (!minus)
        return need_signed(p, offset);
    uint64_t number = 0;
    if (!parse_need_number(p, "an offset", (uint64_t)INT32_MAX + 1, &number))
        return false;
    *offset = (int32_t) - (int64_t)number;
    return true;
}

static bool take_limit(Parser *p, uint32_t *limit)
{
    uint64_t number = 0;
    if (!parse_take_word(p, "below"))
        return true;
    if (!parse_need_number(p, "a limit", UINT32_MAX, &number))
        return false;
    *limit = (uint32_t)number;
    return true;
}

static bool take_region(Parser *p, uint32_t *region)
{
    const IrToken *t = parse_token(p);
    bool there = t->kind == TOKEN_STRING || (t->kind == TOKEN_NAME && !text_is_reserved(t->text));
    return !there || parse_need_known(p, SPACE_REGION, "a region", region);
}

static bool need_word(Parser *p, const char *word)
{
    return parse_take_word(p, word) || parse_expected(p, word);
}

static bool parse_letter(Parser *p, char letter, Instr *i)
{
    const IrToken *t = parse_token(p);
    switch (letter) {
    case 'd':
        if (t->kind != TOKEN_REGISTER)
            return parse_expected(p, "a register");
        p->at++;
        set_register(p, t, instr_result(i), &i->dst);
        return true;
    case 'D':
        return need_list(p, letter, &i->dsts);
    case 'a':
    case 'A':
    case 'f':
        return need_operand(p, &i->a);
    case 'b':
    case 'B':
    case 'i':
        return need_operand(p, &i->b);
    case 't':
        return parse_need_type(p, &i->type);
    case 's':
        return parse_need_type(p, &i->from);
    case 'o':
        return take_offset(p, &i->offset);
    case 'k':
        return need_signed(p, &i->offset);
    case 'w':
        return take_limit(p, &i->other);
    case 'e':
        return need_error(p, &i->offset);
    case 'r':
        return take_region(p, &i->region);
    case 'y':
        return parse_need_known(p, SPACE_LAYOUT, "a layout", &i->other);
    case 'p':
        return parse_need_known(p, SPACE_PROC, "a procedure", &i->other);
    case 'x':
        return parse_need_known(p, SPACE_EXCEPTION, "an exception", &i->other);
    case 'm':
        return parse_need_string(p, &i->other);
    case 'v':
        return !parse_take_word(p, "as") || parse_need_string(p, &i->other);
    case 'n':
        return parse_need_string(p, &i->target);
    case 'l':
    case 'c':
    case 'g':
        return need_list(p, letter, &i->list);
    case 'L':
        return need_label(p, &i->target);
    case 'M':
        return need_label(p, &i->other);
    case 'h':
        return need_word(p, "head") && need_label(p, &i->target);
    case 'u':
        return !parse_take_word(p, "unwind") || need_label(p, &i->target);
    }
    return false;
}

static bool at_end(const Parser *p)
{
    TokenKind kind = parse_token(p)->kind;
    return kind == TOKEN_NEWLINE || kind == TOKEN_END || parse_at_sign(p, ';') ||
           parse_at_sign(p, '@') || parse_at_sign(p, '}') || parse_at_sign(p, ')');
}

/* Is what the shape has next left out here?  Only lists, texts and cases may be. */
static bool left_out(const Parser *p, const char *shape, const Piece *piece)
{
    if (piece->letter)
        return piece->letter == 'l' && at_end(p);
    return *piece->text == ',' && strchr("lmc", shape[1]) && !parse_at_sign(p, ',');
}

static bool parse_fields(Parser *p, const char *shape, Instr *i)
{
    Piece piece;
    while (shape_next(&shape, &piece)) {
        if (left_out(p, shape, &piece)) {
            shape += piece.letter ? 0 : 2; /* the space and the letter after the comma */
            continue;
        }
        if (piece.letter ? !parse_letter(p, piece.letter, i)
                         : *piece.text != ' ' && !parse_need_sign(p, *piece.text))
            return false;
    }
    return true;
}

static bool is_text(const char *text, const char *word, size_t len)
{
    return strncmp(text, word, len) == 0 && !text[len];
}

/* `trap`, `acquire`: the bits of a flag or of an order; false: there is none of that name, in
 * this instruction. */
static bool find_flag(Op op, const char *word, size_t len, uint16_t *flags)
{
    for (int k = 0; k < FLAGS; k++)
        if (is_text(flag_info[k].text, word, len) && flag_fits(&flag_info[k], op)) {
            *flags |= (uint16_t)flag_info[k].flag;
            return true;
        }
    for (MemoryOrder order = ORDER_RELAXED; order < ORDERS; order++)
        if (is_text(order_text[order], word, len)) {
            *flags = (uint16_t)(*flags & ((1u << ORDER_SHIFT) - 1)) | order_flags(order);
            return true;
        }
    return false;
}

/* `add.trap`: finds op and flags. */
static bool parse_op(Parser *p, Instr *i)
{
    const IrToken *t = parse_token(p);
    size_t len = t->kind == TOKEN_NAME ? strcspn(t->text, ".") : 0;
    for (i->op = 0; i->op < OPS; i->op++)
        if (strncmp(op_info[i->op].text, t->text, len) == 0 && !op_info[i->op].text[len])
            break;
    if (!len || i->op == OPS)
        return parse_expected(p, "an instruction");
    for (const char *flag = t->text + len; *flag; flag += len) {
        len = strcspn(++flag, ".");
        if (!find_flag(i->op, flag, len, &i->flags))
            return parse_fails(p, t->pos, "`%s` has no flag `%.*s`", op_info[i->op].text, (int)len,
                               flag);
    }
    p->at++;
    return true;
}

/* `%x, %y =`: leaves p->at behind it; false if the line does not begin with it. */
static bool skip_results(Parser *p)
{
    size_t begin = p->at;
    while (parse_token(p)->kind == TOKEN_REGISTER) {
        p->at++;
        if (parse_take_sign(p, '='))
            return true;
        if (!parse_take_sign(p, ','))
            break;
    }
    p->at = begin;
    return false;
}

/* The instruction's results, at token `begin`, once its type is known. */
static bool parse_results(Parser *p, size_t begin, Instr *i)
{
    size_t end = p->at;
    p->at = begin;
    if (!parse_letter(p, op_info[i->op].shape[0], i))
        return false;
    if (!parse_at_sign(p, '='))
        return parse_expected(p, "`=` after the one register");
    p->at = end;
    return true;
}

/* instruction = [registers "="] op fields [position] */
static bool parse_whole(Parser *p)
{
    Instr i = {.dst = NO_REF, .a = NO_REF, .b = NO_REF};
    size_t begin = p->at;
    Pos pos = parse_token(p)->pos;
    bool results = skip_results(p);
    Pos op_pos = parse_token(p)->pos;
    if (!parse_op(p, &i))
        return false;
    const char *text = op_info[i.op].text, *shape = op_info[i.op].shape;
    bool takes = strncmp(shape, "d = ", 4) == 0 || strncmp(shape, "D = ", 4) == 0;
    if (results && !takes)
        return parse_fails(p, op_pos, "`%s` gives no result; write it without `=`", text);
    if (!results && takes && *shape == 'd')
        return parse_fails(p, op_pos, "`%s` gives a result; write `%%x = %s ...`", text, text);
    if (!parse_fields(p, shape + (takes ? 4 : 0), &i) || !parse_position(p, &pos) ||
        (results && !parse_results(p, begin, &i)))
        return false;
    p->b.pos = pos;
    build_emit(&p->b, i);
    return true;
}

bool parse_instr(Parser *p)
{
    const IrToken *t = parse_token(p);
    int32_t unused;
    if (parse_whole(p))
        return true;
    for (; t->kind == TOKEN_REGISTER; t += 2) { /* so that the next lines know its results */
        set_register(p, t, TYPE_S32, &unused);
        if (t[1].kind != TOKEN_SIGN)
            break;
    }
    return false;
}
