/* c_subject.c -- see c_subject.h. */
#include "c_subject.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "check/replay.h"
#include "command/symbolic.h"
#include "command/tally.h"
#include "engine/bag/crowd/crowd.h"
#include "engine/bound/bound.h"
#include "engine/explore/explore.h"
#include "engine/modular/modular.h"
#include "engine/summarize/summarize.h"
#include "flow/slice.h"
#include "ir/verify.h"

uint32_t dice_draw(uint64_t *dice, uint32_t below)
{
    *dice = *dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*dice >> 33) % below;
}

const char *dice_pick(uint64_t *dice, const char *const *texts, size_t count)
{
    return texts[dice_draw(dice, (uint32_t)count)];
}

bool subject_begin(const SubjectOptions *options, int argc, char **argv)
{
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--print") == 0)
            *options->print = true;
        else if (sscanf(argv[k], "--seed=%" SCNu64, options->seed) != 1 &&
                 sscanf(argv[k], "--count=%" SCNu64, options->count) != 1) {
            fprintf(stderr, "%s: cannot use %s\n", argv[0], argv[k]);
            return false;
        }
    if (mkdtemp(options->folder))
        return true;
    perror(options->folder);
    return false;
}

bool subject_load(Subject *s, uint64_t seed, const char *name, const COptions *options)
{
    const char *why = NULL;
    char text[256];
    uint32_t pc;
    s->diag.sources = &s->sources;
    int file = source_read(&s->sources, name, &why);
    s->program = file < 0 ? NULL : c_load(&s->sources, &file, 1, options, &s->diag);
    if (s->program && ir_verify(s->program, text, sizeof text, &pc))
        return true;
    diag_print(&s->diag, stderr);
    fprintf(stderr, "seed %" PRIu64 ": %s\n", seed,
            s->program ? text : "the program cannot be loaded");
    return false;
}

bool subject_compile(SubjectFile *file, uint64_t seed, const char *name, const COptions *options)
{
    const char *why = NULL;
    char bitcode[256];
    Subject s = {0};
    s.diag.sources = &s.sources;
    snprintf(bitcode, sizeof bitcode, "%s.bc", name);
    int read = source_read(&s.sources, name, &why);
    file->options = options;
    bool compiled = read >= 0 && c_compile(&s.sources, read, options, bitcode, &s.diag) &&
                    source_read(&file->sources, bitcode, &why) >= 0;
    if (!compiled) {
        diag_print(&s.diag, stderr);
        fprintf(stderr, "seed %" PRIu64 ": the file cannot be compiled\n", seed);
    }
    unlink(bitcode);
    subject_free(&s);
    return compiled;
}

bool subject_load_part(Subject *s, uint64_t seed, const char *name, const SubjectFile *file,
                       const char *entry)
{
    const Source *bitcode = &file->sources.files.at[0];
    CPart part = {bitcode->text, bitcode->len, entry};
    COptions options = *file->options;
    options.part = &part;
    return subject_load(s, seed, name, &options);
}

void subject_file_free(SubjectFile *file)
{
    source_free(&file->sources);
}

void subject_free(Subject *s)
{
    if (s->program)
        program_free(s->program);
    diag_free(&s->diag);
    source_free(&s->sources);
}

const char *method_name(Method method)
{
    static const char *const names[] = {"unreduced", "reduced", "summarize", "bound",
                                        "crowd",     "modular", "symbolic",  "tally"};
    return names[method];
}

const char *verdict_name(VerdictKind verdict)
{
    return verdict == VERDICT_BUG ? "bug" : verdict == VERDICT_SAFE ? "safe" : "unknown";
}

bool subject_search(const Subject *s, uint64_t seed, uint32_t properties, Method method,
                    double seconds, VerdictKind *verdict)
{
    static const Engine *const engines[METHODS] = {
        &engine_explore, &engine_explore, &engine_summarize, &engine_bound,
        &engine_crowd,   &engine_modular, &engine_symbolic,  &engine_tally};
    Options options = option_defaults();
    options.no_reduction = method == PLAIN;
    options.no_recall = s->program->code.len % 2; /* the measure is the same with it and without */
    Job job = {.program = s->program, .options = &options, .properties = properties};
    budget_begin(&job.budget, seconds, 0, false);
    Slice slice = {0};
    if (method != PLAIN)
        flow_slice(s->program, !program_is_weak(s->program), &slice);
    if (slice.program)
        job.program = slice.program;
    engine_run(engines[method], &job);
    char why[256];
    bool replayed = true;
    vec_each (Bug, bug, &job.bugs) {
        if (bug->error != ERR_ENDLESS) /* see session_replay */
            job.program = s->program;
        if (!check_replay(&job, bug, why, sizeof why)) {
            fprintf(stderr, "seed %" PRIu64 ", %s: %s does not replay: %s\n", seed,
                    method_name(method), error_info[bug->error].key, why);
            replayed = false;
        }
    }
    bool open = job.verdict == VERDICT_BOUNDED || (method == CROWD && job.undefined.text);
    *verdict = open ? VERDICT_UNKNOWN : job.verdict;
    job_free(&job);
    slice_free(&slice);
    return replayed;
}

void subject_print(const char *name)
{
    char line[512];
    FILE *in = fopen(name, "r");
    while (in && fgets(line, sizeof line, in))
        fputs(line, stdout);
    if (in)
        fclose(in);
}
