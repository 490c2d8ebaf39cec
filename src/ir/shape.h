/* shape.h -- reading the shapes of op.def piece by piece: for builder, verifier, printer, parser.
 */
#ifndef IR_SHAPE_H
#define IR_SHAPE_H

#include "ir/program.h"

/* One piece of a shape: a letter that names a field, or a character that stands for itself. */
typedef struct Piece {
    char letter;      /* 0: it stands for itself */
    const char *text; /* the character */
} Piece;

/* Takes the next piece off *shape; false at its end.  Spaces are pieces too. */
bool shape_next(const char **shape, Piece *piece);
/* Does the shape of op have any of these letters? */
bool shape_has(Op op, const char *letters);
/* The type of d, given op and type.  LENGTH also fills any other integer of 32 or 64 bits. */
Type instr_result(const Instr *instr);
/* The type that an operand must have, by the letter of its shape: one of a b A B f i c g. */
Type instr_operand(const Instr *instr, char letter);
/* The same for operand k of its list `l`, in procedure proc; VOID: any type is right. */
Type instr_list_operand(const Program *program, const Proc *proc, const Instr *instr, uint32_t k);
/* Where a field of so many bytes goes that follows the first `count` fields of the layout; bytes 0:
 * the size that the layout has with just these fields. */
uint32_t layout_next_offset(const Layout *layout, size_t count, uint32_t bytes);
/* Does it hand its list to a procedure, as arguments? */
bool op_passes(Op op);

/* The flags in the order in which they are written; the texts are those after the dot. */
typedef struct FlagInfo {
    Flag flag;
    const char *text;
    const char *ops; /* of a bit that has several names: the instructions that call it so */
} FlagInfo;
enum { FLAGS = 18 };
extern const FlagInfo flag_info[FLAGS];
/* Is this the name of the bit in such an instruction? */
bool flag_fits(const FlagInfo *flag, Op op);

#endif
