/* page.c -- see page.h.  The texts are parts of the executable. */
#include "serve/page.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/version.h"

#define EMBED(name, file)                                                                          \
    __asm__(".section .rodata\n"                                                                   \
            "embed_serve_" #name ": .incbin \"" file "\"\n"                                        \
            ".byte 0\n"                                                                            \
            ".previous\n");                                                                        \
    extern const char embed_serve_##name[];

EMBED(style, "src/serve/html/serve.css")
EMBED(script, "src/serve/html/serve.js")
EMBED(body, "src/serve/html/body.html")

#define EXAMPLE(name, file, language, command, title) EMBED(example_##name, file)
#include "serve/examples.def"
#undef EXAMPLE

typedef struct Example {
    const char *name, *language, *command, *title, *text;
} Example;

static const Example examples[] = {
#define EXAMPLE(name, file, language, command, title)                                              \
    {#name, language, command, title, embed_serve_example_##name},
#include "serve/examples.def"
#undef EXAMPLE
};

/* Without the lines that are for test/run. */
static json_t *example_text(const char *text)
{
    char *kept = malloc(strlen(text) + 1), *end = kept;
    if (!kept)
        return json_null();
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        len += line[len] == '\n';
        if (strncmp(line, "//: ", 4) != 0 && strncmp(line, "#: ", 3) != 0) {
            memcpy(end, line, len);
            end += len;
        }
        line += len;
    }
    json_t *string = json_stringn(kept, (size_t)(end - kept));
    free(kept);
    return string;
}

static int put_json(const char *text, size_t len, void *out)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] == '<')
            fputs("\\u003c", out);
        else
            fputc(text[i], out);
    return 0;
}

static void put_examples(FILE *out)
{
    json_t *array = json_array();
    for (size_t k = 0; k < sizeof examples / sizeof *examples; k++) {
        const Example *e = &examples[k];
        json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", e->name,
                                               "language", e->language, "command", e->command,
                                               "title", e->title, "text", example_text(e->text)));
    }
    json_dump_callback(array, put_json, out, JSON_COMPACT);
    json_decref(array);
}

char *page_text(size_t *len)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, len);
    if (!out)
        return NULL;
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<title>heddle</title>\n<style>\n%s</style>\n</head>\n<body>\n%s",
            embed_serve_style, embed_serve_body);
    fputs("<script type=\"application/json\" id=\"examples\">\n", out);
    put_examples(out);
    fprintf(out,
            "\n</script>\n<script>\nconst heddleVersion = '%s';\n%s</script>\n</body>\n</html>\n",
            HEDDLE_VERSION, embed_serve_script);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
