/* address.h -- finds the integers that hold addresses.
 *
 * A pointer is an object and an offset, and no number.  Programs put pointers into integers and
 * take them out again: tagged pointers, list heads that are a uintptr_t, numbers in the argument
 * of a thread.  An integer as wide as a pointer is an address, and has the type ptr in the IR, if
 * some pointer may flow into it (by ptrtoint) and it may flow into some pointer (by inttoptr).
 * Values flow through copies, additions, bit masks, calls, and through memory that has a name: a
 * variable, or a field of a struct.  All values that flow together are one class.  One that comes
 * from a pointer and is only compared is an address, too.  Memory that is
 * also accessed as a pointer makes both of its class: so clang treats atomic pointers.  If it is that
 * alone, without any cast, and the class is measured as numbers are, the memory is a union that holds a
 * pointer or a number of its own: no address.  A word of 128 bits that may be a pointer (unit.h,
 * wide_word) is one wherever such words are moved one by one. */
#ifndef FRONT_C_LOWER_ADDRESS_H
#define FRONT_C_LOWER_ADDRESS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/vec.h"
#include "front/c/lower/map.h"

typedef struct AddressClass {
    uint32_t parent; /* itself: the class is named by it */
    bool from, to;   /* from a pointer, to a pointer */
    bool casts;      /* one of these by a cast, not by memory alone */
    bool number;     /* used as only a number can be */
    bool measured;   /* multiplied, divided, compared by its size, made a float */
    bool read;       /* from memory without a name, by `*p` say, or from a field */
} AddressClass;

typedef struct Addresses {
    unsigned bits; /* of a pointer */
    bool wide[2];  /* these words of 128 bits may be pointers; set before address_find */
    Map nodes;     /* value, variable, function (its result) or field -> class */
    VEC(AddressClass) classes; /* 0 is unused */
} Addresses;

/* Only blocks in `reached` count. */
void address_find(Addresses *addresses, LLVMModuleRef module, const Map *reached,
                  unsigned pointer_bits);
/* Is this value (or variable, or the result of this function) an address? */
bool address_is(Addresses *addresses, LLVMValueRef value);
/* Is what a load, store or atomic access through this pointer moves an address? */
bool address_is_memory(Addresses *addresses, LLVMValueRef pointer);
void address_free(Addresses *addresses);

#endif
