/* stdatomic.h -- clang's, for objects that are not declared _Atomic, too, as gcc's is. */
#include_next <stdatomic.h>

#ifndef HEDDLE_STDATOMIC_H
#define HEDDLE_STDATOMIC_H

#define __heddle_atomic(p) ((_Atomic(__typeof_unqual__(*(p))) volatile *)(p))
/* A number that is cast to an _Atomic type has, for gcc, the plain type.  For clang it is a value that nothing takes but
 * arithmetic: so 0 is added. */
#define __heddle_value(p, v)                                                                       \
    _Generic((v), _Atomic(__typeof_unqual__(*(p)))                                                 \
             : _Generic((v), _Atomic(__typeof_unqual__(*(p)))                                      \
                        : (v), default : 0) +                                                      \
                   0,                                                                              \
               default                                                                             \
             : (v))

#undef atomic_init
#define atomic_init(p, value)                                                                      \
    __c11_atomic_init((_Atomic(__typeof_unqual__(*(p))) *)(p), __heddle_value(p, value))

#undef atomic_store
#undef atomic_store_explicit
#undef atomic_load
#undef atomic_load_explicit
#undef atomic_exchange
#undef atomic_exchange_explicit
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak
#undef atomic_compare_exchange_weak_explicit
#undef atomic_fetch_add
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or
#undef atomic_fetch_or_explicit
#undef atomic_fetch_xor
#undef atomic_fetch_xor_explicit
#undef atomic_fetch_and
#undef atomic_fetch_and_explicit

#define atomic_store(p, v)                                                                         \
    __c11_atomic_store(__heddle_atomic(p), __heddle_value(p, v), __ATOMIC_SEQ_CST)
#define atomic_store_explicit(p, v, o)                                                             \
    __c11_atomic_store(__heddle_atomic(p), __heddle_value(p, v), o)
#define atomic_load(p)             __c11_atomic_load(__heddle_atomic(p), __ATOMIC_SEQ_CST)
#define atomic_load_explicit(p, o) __c11_atomic_load(__heddle_atomic(p), o)
#define atomic_exchange(p, v)                                                                      \
    __c11_atomic_exchange(__heddle_atomic(p), __heddle_value(p, v), __ATOMIC_SEQ_CST)
#define atomic_exchange_explicit(p, v, o)                                                          \
    __c11_atomic_exchange(__heddle_atomic(p), __heddle_value(p, v), o)
#define atomic_compare_exchange_strong_explicit(p, e, v, o, f)                                     \
    __c11_atomic_compare_exchange_strong(__heddle_atomic(p), e, __heddle_value(p, v), o, f)
#define atomic_compare_exchange_strong(p, e, v)                                                    \
    atomic_compare_exchange_strong_explicit(p, e, v, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak_explicit(p, e, v, o, f)                                       \
    __c11_atomic_compare_exchange_weak(__heddle_atomic(p), e, __heddle_value(p, v), o, f)
#define atomic_compare_exchange_weak(p, e, v)                                                      \
    atomic_compare_exchange_weak_explicit(p, e, v, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_fetch_add_explicit(p, v, o)                                                         \
    __c11_atomic_fetch_add(__heddle_atomic(p), __heddle_value(p, v), o)
#define atomic_fetch_add(p, v) atomic_fetch_add_explicit(p, v, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub_explicit(p, v, o)                                                         \
    __c11_atomic_fetch_sub(__heddle_atomic(p), __heddle_value(p, v), o)
#define atomic_fetch_sub(p, v) atomic_fetch_sub_explicit(p, v, __ATOMIC_SEQ_CST)
#define atomic_fetch_or_explicit(p, v, o)                                                          \
    __c11_atomic_fetch_or(__heddle_atomic(p), __heddle_value(p, v), o)
#define atomic_fetch_or(p, v) atomic_fetch_or_explicit(p, v, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor_explicit(p, v, o)                                                         \
    __c11_atomic_fetch_xor(__heddle_atomic(p), __heddle_value(p, v), o)
#define atomic_fetch_xor(p, v) atomic_fetch_xor_explicit(p, v, __ATOMIC_SEQ_CST)
#define atomic_fetch_and_explicit(p, v, o)                                                         \
    __c11_atomic_fetch_and(__heddle_atomic(p), __heddle_value(p, v), o)
#define atomic_fetch_and(p, v) atomic_fetch_and_explicit(p, v, __ATOMIC_SEQ_CST)

#endif
