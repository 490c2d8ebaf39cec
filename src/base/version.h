/* version.h -- the version of heddle: the one at the top of CHANGELOG.md. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define HEDDLE_VERSION "0.21.0"

#endif
