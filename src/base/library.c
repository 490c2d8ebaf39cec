#include "base/library.h"

#include <dlfcn.h>
#include <stdio.h>

bool library_load(const char *name, char *why, size_t size)
{
    if (dlopen(name, RTLD_LAZY | RTLD_GLOBAL))
        return true;
    snprintf(why, size, "%s", dlerror());
    return false;
}
