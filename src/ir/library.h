/* library.h -- functions and objects of lib/ that heddle knows by name.  `make lint` looks for each of them there. */
#ifndef IR_LIBRARY_H
#define IR_LIBRARY_H

#define LIBRARY_JOIN     "__heddle_thread_join"
#define LIBRARY_DETACH   "__heddle_thread_detach"
#define LIBRARY_ME       "thread_me"
#define LIBRARY_VALID    "thread_valid"
#define LIBRARY_BIT      "thread_bit"
#define LIBRARY_ANY      "thread_any"
#define LIBRARY_ARRIVED  "barrier_count"
#define LIBRARY_JOINED   "thread_joined"
#define LIBRARY_DETACHED "thread_detached"
#define LIBRARY_SELF     "pthread_self"
#define LIBRARY_CURRENT  "thrd_current"

#endif
