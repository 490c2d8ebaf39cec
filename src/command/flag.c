/* flag.c -- see flag.h. */
#include "command/flag.h"

#include <string.h>
#include <unistd.h>

/* Their value stands behind them, or is the next word.  `file`: it is a folder or a file. */
typedef struct Known {
    const char *name;
    bool file;
} Known;
static const Known known[] = {{"-isystem", true}, {"-iquote", true}, {"-idirafter", true},
                              {"-include", true}, {"-I", true},      {"-D", false},
                              {"-U", false}};

static const Known *find(const char *word)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strncmp(word, known[k].name, strlen(known[k].name)) == 0)
            return &known[k];
    return NULL;
}

static bool is_alone(const char *word)
{
    return strncmp(word, "-std=", 5) == 0;
}

int flag_count(int left, const char *const *words)
{
    const Known *flag = find(words[0]);
    if (!flag)
        return is_alone(words[0]);
    bool whole = !words[0][strlen(flag->name)];
    return !whole ? 1 : left > 1 ? 2 : 0;
}

bool flag_names_file(const char *flag)
{
    const Known *is = find(flag);
    return is && is->file;
}

/* A header of -include may stand in a folder of -I. */
static const char *place_of(Arena *arena, const char *folder, const char *name, const char *path)
{
    const char *there = *path == '/' ? path : arena_print(arena, "%s/%s", folder, path);
    return strcmp(name, "-include") == 0 && access(there, F_OK) != 0 ? path : there;
}

int flag_take(int left, const char *const *words, const char *folder, Arena *arena,
              FlagWords *flags)
{
    int count = flag_count(left, words);
    const Known *flag = count ? find(words[0]) : NULL;
    if (!flag) {
        if (count)
            vec_push(flags, arena_copy(arena, words[0], strlen(words[0])));
        return count;
    }
    const char *value = count == 2 ? words[1] : words[0] + strlen(flag->name);
    value = arena_copy(arena, value, strlen(value));
    vec_push(flags, flag->name);
    vec_push(flags, flag->file ? place_of(arena, folder, flag->name, value) : value);
    return count;
}
