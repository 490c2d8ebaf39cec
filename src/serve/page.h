/* page.h -- the page of heddle serve, in one piece: nothing is loaded from anywhere else. */
#ifndef SERVE_PAGE_H
#define SERVE_PAGE_H

#include <stddef.h>

/* To be freed; NULL: there is no memory. */
char *page_text(size_t *len);

#endif
