/* memory.c -- malloc and its family.  They fail only with --malloc-may-fail, or if the size is
 * absurd. */
#include "intrinsics.h"

enum { ALIGNMENT_MAX = 1 << 30 };

static _Bool memory_is_short(size_t size)
{
    if (size <= __PTRDIFF_MAX__ && !(__heddle_option("malloc-may-fail") && __heddle_choose(0, 1)))
        return 0;
    errno_set(ENOMEM);
    return 1;
}

static void *memory_new(size_t size)
{
    return memory_is_short(size) ? NULL : __heddle_alloc(size);
}

void *malloc(size_t size)
{
    return memory_new(size);
}

void *calloc(size_t count, size_t size)
{
    if (size && count > __PTRDIFF_MAX__ / size) {
        errno_set(ENOMEM);
        return NULL;
    }
    return memory_is_short(count * size) ? NULL : __heddle_alloc_zero(count * size);
}

void free(void *object)
{
    __heddle_free(object);
}

/* Always moves, so that old pointers are seen to be stale.  Size 0 frees, as in glibc. */
static void *memory_resize(void *object, size_t size)
{
    if (!object)
        return memory_new(size);
    if (!size) {
        __heddle_free(object);
        return NULL;
    }
    if (memory_is_short(size))
        return NULL;
    size_t old = __heddle_size(object);
    void *moved = __heddle_alloc(size);
    __builtin_memcpy(moved, object, old < size ? old : size);
    __heddle_free(object);
    return moved;
}

void *realloc(void *object, size_t size)
{
    return memory_resize(object, size);
}

void *reallocarray(void *object, size_t count, size_t size)
{
    if (size && count > __PTRDIFF_MAX__ / size) {
        errno_set(ENOMEM);
        return NULL;
    }
    return memory_resize(object, count * size);
}

size_t malloc_usable_size(void *object)
{
    return object ? __heddle_size(object) : 0;
}

/* Objects have no address, so every alignment is as good as any other. */

static _Bool memory_is_alignment(size_t alignment)
{
    return alignment && !(alignment & (alignment - 1)) && alignment <= ALIGNMENT_MAX;
}

static void *memory_aligned(size_t alignment, size_t size)
{
    if (!memory_is_alignment(alignment)) {
        errno_set(EINVAL);
        return NULL;
    }
    return memory_new(size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memory_aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
    return memory_aligned(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    if (!memory_is_alignment(alignment) || alignment % sizeof(void *))
        return EINVAL;
    if (memory_is_short(size))
        return ENOMEM;
    *result = __heddle_alloc(size);
    return 0;
}
