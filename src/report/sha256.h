/* sha256.h -- the hash by which a witness names its program (FIPS 180-4). */
#ifndef REPORT_SHA256_H
#define REPORT_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHA256_TEXT = 65 };

/* In hexadecimal digits. */
void sha256_text(const void *bytes, size_t len, char text[SHA256_TEXT]);

#endif
