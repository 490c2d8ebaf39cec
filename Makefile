# heddle -- one makefile.  Needs GNU make.
#
#   make            build ./heddle            make test      all tests; the last line counts them
#   make demo       check an example          make hard      the tests with sanitizers and tiny tables
#   make install    to $(DESTDIR)$(PREFIX)    make fuzz      broken input, random programs
#   make deps       Debian packages           make bench     compare with spin
#   make format     clang-format              make lint      format, layers, sizes, globals, tables
#   make clean                                V=1 shows the commands

CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
BUILD ?= build/release
PROGRAM ?= heddle
JOBS := $(shell nproc 2>/dev/null || echo 1)
Q := $(if $(V),,@)

WARNINGS = -Wall -Wextra -Werror -Wswitch-enum -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
           -Wundef -Wpointer-arith -Wvla
COMPILE = $(CC) -std=c17 -D_GNU_SOURCE -Isrc $(WARNINGS) $(CFLAGS)
LIBS = -ljansson -lxxhash -lm

PACKAGES = gcc make libc6-dev binutils libxxhash-dev libjansson-dev libcmocka-dev clang clang-format

SOURCES := $(sort $(shell find src -name '*.c'))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY := $(BUILD)/libheddle.a
UNIT    := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard test/unit/test_*.c)))
MUTATE  := $(BUILD)/test/fuzz/mutate
ORACLE  := $(BUILD)/test/fuzz/oracle
CODE    := $(sort $(shell find src test -name '*.[ch]'))

# The same makefile once more, for other builds.
AGAIN = $(MAKE) --no-print-directory
HARD  = $(AGAIN) BUILD=build/hard PROGRAM=build/hard/heddle \
        CFLAGS='-O1 -g -fno-omit-frame-pointer -DHARD -fsanitize=address,undefined -fno-sanitize-recover=all'
CLANG = $(AGAIN) BUILD=build/clang PROGRAM=build/clang/heddle CC=clang

all: $(PROGRAM)

$(PROGRAM): $(BUILD)/src/main.o $(LIBRARY)
	@echo "link  $@"
	$(Q)$(COMPILE) -o $@ $^ $(LIBS)

$(LIBRARY): $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/%.o: %.c $(BUILD)/command
	@mkdir -p $(@D)
	@echo "cc    $<"
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

# Holds the compiler's command line: another compiler or other flags compile everything anew.
$(BUILD)/command: .FORCE
	@mkdir -p $(@D)
	@echo '$(COMPILE)' | cmp -s - $@ || echo '$(COMPILE)' > $@

$(UNIT): %: %.o $(LIBRARY)
	@echo "link  $@"
	$(Q)$(COMPILE) -o $@ $^ $(LIBS) -lcmocka

$(MUTATE): $(BUILD)/test/fuzz/mutate.o $(LIBRARY)
$(ORACLE): $(patsubst %,$(BUILD)/test/fuzz/%.o,agree move node oracle random section shrink) $(LIBRARY)
$(MUTATE) $(ORACLE):
	@echo "link  $@"
	$(Q)$(COMPILE) -o $@ $^ $(LIBS)

programs: $(PROGRAM) $(UNIT) $(MUTATE) $(ORACLE)
	@:

demo: deps
	@$(AGAIN) -j$(JOBS) all
	./heddle check examples/philosophers.zing || test $$? -eq 1

test: deps
	@$(AGAIN) -j$(JOBS) programs
	@$(HARD) -j$(JOBS) programs
	@test/run all

hard: deps
	@$(HARD) -j$(JOBS) programs
	@test/run hard

clang:
	@$(CLANG) -j$(JOBS) programs

fuzz: deps
	@$(AGAIN) -j$(JOBS) programs
	@$(HARD) -j$(JOBS) programs
	test/run fuzz-forever

bench: deps
	@tools/deps spin
	@$(AGAIN) -j$(JOBS) all
	bench/run
	bench/reduction
	bench/summaries

lint: all
	@tools/lint $(BUILD)

format:
	clang-format -i $(CODE)

deps:
	@tools/deps $(PACKAGES)

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/doc/heddle
	install -m 755 heddle $(DESTDIR)$(PREFIX)/bin/heddle
	install -m 644 README.md LICENSE doc/*.md $(DESTDIR)$(PREFIX)/share/doc/heddle

clean:
	rm -rf build heddle

.FORCE:
.PHONY: all programs demo test hard clang fuzz bench lint format deps install clean
.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
