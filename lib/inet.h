/* inet.h -- families of addresses.  Private to lib/. */
#ifndef HEDDLE_INET_H
#define HEDDLE_INET_H

enum { AF_INET = 2, AF_INET6 = 10 };

#endif
