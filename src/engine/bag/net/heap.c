/* heap.c -- a binary heap; see steps.h. */
#include "engine/bag/net/steps.h"

static bool before(const HeapEntry *a, const HeapEntry *b)
{
    return a->key < b->key || (a->key == b->key && a->id < b->id);
}

/* A walker, see base/check.h: nobody comes before its parent. */
static void check_heap(const Heap *heap)
{
    for (size_t i = 1; i < heap->len; i++)
        assert(!before(&heap->at[i], &heap->at[(i - 1) / 2]));
}

void heap_push(Heap *heap, double key, uint32_t id)
{
    HeapEntry entry = {key, id};
    assert(key == key); /* a number: else there is no order */
    vec_push(heap, entry);
    size_t i = heap->len - 1;
    for (; i && before(&entry, &heap->at[(i - 1) / 2]); i = (i - 1) / 2)
        heap->at[i] = heap->at[(i - 1) / 2];
    heap->at[i] = entry;
    if (check_is_due(heap->len))
        check_heap(heap);
}

uint32_t heap_pop(Heap *heap)
{
    uint32_t id = heap->at[0].id;
    HeapEntry entry = vec_pop(heap);
    size_t i = 0;
    while (2 * i + 1 < heap->len) {
        size_t child = 2 * i + 1;
        if (child + 1 < heap->len && before(&heap->at[child + 1], &heap->at[child]))
            child++;
        if (!before(&heap->at[child], &entry))
            break;
        heap->at[i] = heap->at[child];
        i = child;
    }
    if (heap->len)
        heap->at[i] = entry;
    if (check_is_due(heap->len))
        check_heap(heap);
    return id;
}
