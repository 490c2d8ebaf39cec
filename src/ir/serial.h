/* serial.h -- programs in which what `performs` says of a procedure is compared with what it does.
 */
#ifndef IR_SERIAL_H
#define IR_SERIAL_H

#include "ir/program.h"

/* Each call of a procedure whose `performs` is one action, or one of several, becomes a choice: as
 * it was, or without interruption, and then compared.  False: there is no such procedure. */
bool ir_serialize(Program *program);
/* Calls are again what they were. */
void ir_unserialize(Program *program);

#endif
