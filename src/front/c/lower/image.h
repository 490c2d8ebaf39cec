/* image.h -- the initial value of a variable as bytes and addresses. */
#ifndef FRONT_C_LOWER_IMAGE_H
#define FRONT_C_LOWER_IMAGE_H

#include "front/c/lower/func.h"

/* An address, or an expression with one, somewhere in the bytes. */
typedef struct ImageAddress {
    uint32_t offset;
    LLVMValueRef value;
} ImageAddress;

typedef struct Image {
    uint8_t *bytes;
    uint32_t size;
    VEC(ImageAddress) addresses;
} Image;

/* Of a constant; variables and functions that it names become part of the program. */
Image image_make(Unit *u, LLVMValueRef constant);
/* Emits the stores that make zeroed memory at `base + offset` this image. */
void image_store(Func *f, const Image *image, Ref base, uint32_t offset);
void image_free(Image *image);

#endif
