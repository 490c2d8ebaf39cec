/* getopt.c -- <getopt.h> and <unistd.h>: options on the command line.
 *
 * As POSIX has it: the first argument that is no option ends them.  (GNU goes on behind it: if an
 * option comes later, the verdict is not "safe".)  Nothing is printed about wrong options. */
#include "intrinsics.h"

char *optarg;
int optind = 1, opterr = 1, optopt;
static int getopt_letter; /* which letter of the argument is next; 0: the argument is new */

/* Of getopt_long. */
typedef struct {
    const char *name;
    int argument; /* 0: none, 1: needed, 2: may be there, behind '=' */
    int *flag, value;
} LongOption;

enum { NO_ARGUMENT, NEEDS_ARGUMENT, MAY_HAVE_ARGUMENT };

/* As in glibc a program that sets optind to 0 begins anew. */
static void getopt_begin(void)
{
    if (optind)
        return;
    optind = 1;
    getopt_letter = 0;
}

/* The argument that is next begins with '-'; at "--" options end. */
static _Bool getopt_at_option(int count, char *const *args)
{
    if (optind >= count || !args[optind])
        return 0;
    const char *word = args[optind];
    if (word[0] == '-' && word[1] == '-' && !word[2]) {
        optind++;
        return 0;
    }
    if (word[0] == '-' && word[1])
        return 1;
    for (int k = optind; k < count; k++)
        if (args[k][0] == '-')
            __heddle_doubt(
                "options behind other arguments were not read (getopt); give options first in "
                "--arguments");
    return 0;
}

/* Where the letter stands among those that are known; NULL: nowhere. */
static const char *getopt_find(const char *letters, char letter)
{
    for (; *letters && letter != ':'; letters++)
        if (*letters == letter)
            return letters;
    return NULL;
}

/* The option has an argument: the rest of its word, or the next one.  False: there is none. */
static _Bool getopt_take(int count, char *const *args, char *rest, _Bool optional)
{
    optind++;
    optarg = *rest ? rest : NULL;
    if (optarg || optional)
        return 1;
    if (optind < count)
        optarg = args[optind++];
    return optarg != NULL;
}

int getopt(int count, char *const *args, const char *letters)
{
    getopt_begin();
    optarg = NULL;
    if (!getopt_letter && !getopt_at_option(count, args))
        return -1;
    if (!getopt_letter)
        getopt_letter = 1;
    char *word = args[optind];
    char letter = word[getopt_letter++];
    const char *known = getopt_find(letters, letter);
    if (known && known[1] == ':') {
        _Bool found = getopt_take(count, args, word + getopt_letter, known[2] == ':');
        getopt_letter = 0;
        optopt = found ? optopt : letter;
        return found ? letter : letters[0] == ':' ? ':' : '?';
    }
    if (!word[getopt_letter]) {
        getopt_letter = 0;
        optind++;
    }
    if (known)
        return letter;
    optopt = letter;
    return '?';
}

/* How much of the name the word has: 0: something else, 1: its beginning, 2: all. */
static int getopt_match(const char *name, const char *word)
{
    while (*word && *word != '=' && *name == *word)
        name++, word++;
    return *word && *word != '=' ? 0 : *name ? 1 : 2;
}

/* The option with this name, or the only one that begins so; -1: none, or several. */
static int getopt_find_long(const LongOption *options, const char *word)
{
    int found = -1, close = 0;
    for (int k = 0; options[k].name; k++) {
        int match = getopt_match(options[k].name, word);
        if (match == 2)
            return k;
        if (match)
            found = k, close++;
    }
    return close == 1 ? found : -1;
}

int getopt_long(int count, char *const *args, const char *letters, const LongOption *options,
                int *index)
{
    getopt_begin();
    if (!getopt_letter && !getopt_at_option(count, args))
        return -1;
    if (getopt_letter || args[optind][1] != '-')
        return getopt(count, args, letters);
    char *word = args[optind] + 2, *rest = word;
    int k = getopt_find_long(options, word);
    optarg = NULL;
    while (*rest && *rest != '=')
        rest++;
    optopt = 0;
    _Bool has = *rest == '=';
    if (k < 0 || (has && options[k].argument == NO_ARGUMENT)) {
        optind++;
        return '?';
    }
    if (has || options[k].argument != NEEDS_ARGUMENT) {
        optind++;
        optarg = has ? rest + 1 : NULL;
    } else if (!getopt_take(count, args, rest, 0))
        return letters[0] == ':' ? ':' : '?';
    if (index)
        *index = k;
    if (!options[k].flag)
        return options[k].value;
    *options[k].flag = options[k].value;
    return 0;
}
