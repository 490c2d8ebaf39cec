/* sys/epoll.h -- the system's, with events that are not packed: heddle keeps no pointers where they are
 * not aligned.  The real program has the system's own. */
#ifndef HEDDLE_NATIVE
#define __packed__
#endif
#include_next <sys/epoll.h>
#undef __packed__

#if !defined HEDDLE_EPOLL_H && !defined HEDDLE_NATIVE
#define HEDDLE_EPOLL_H

#define epoll_ctl  __heddle_epoll_ctl
#define epoll_wait __heddle_epoll_wait
int __heddle_epoll_ctl(int, int, int, struct epoll_event *);
int __heddle_epoll_wait(int, struct epoll_event *, int, int);

#endif
