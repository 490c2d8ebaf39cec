# heddle -- one makefile.  Needs GNU make.
#
#   make            build ./heddle            make test      all tests; the last line counts them
#   make demo       check an example          make hard      the tests with sanitizers and tiny tables
#   make install    to $(DESTDIR)$(PREFIX)    make fuzz      broken input, random programs
#   make deps       Debian packages           make bench     compare with spin
#   make native     the bugs of the C tests, forced on real programs
#   make threads    what has threads of its own, with ThreadSanitizer
#   make planted    mistakes in the rules of weak memory and of reductions, planted one by one: each must be noticed
#   make debug      build/debug/heddle, which has --log (HACKING.md)
#   make deb        a Debian package in build/deb
#   make vscode     the extension for VS Code, build/heddle.vsix
#   make vscode-test   VS Code itself (code-server) with the extension
#   make format     clang-format              make lint      format, layers, sizes, globals, tables
#   make mpi        build ./heddle-mpi, for many machines (needs Open MPI)
#   make clean                                V=1 shows the commands

CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g1
BUILD ?= build/release
PROGRAM ?= heddle
JOBS := $(shell nproc 2>/dev/null || echo 1)
Q := $(if $(V),,@)

WARNINGS = -Wall -Wextra -Werror -Wswitch-enum -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
           -Wundef -Wpointer-arith -Wvla
COMPILE = $(CC) -std=c17 -D_GNU_SOURCE -Isrc $(C_FLAGS) $(if $(Z3),-DHAVE_Z3) $(if $(MHD),-DHEDDLE_SERVE) $(WARNINGS) $(CFLAGS)
LIBS = -lgmp -ljansson -lxxhash -lm -ldl $(LATE) $(if $(EARLY),$(EARLY_LIBS))

PACKAGES = gcc make libc6-dev binutils libxxhash-dev libjansson-dev libcmocka-dev coinor-libclp-dev libgmp-dev clang clang-format \
           clang-19 llvm-19-dev libz3-dev cvc5 libmicrohttpd-dev

# For `make test` only.
MPI_PACKAGES  = openmpi-bin libopenmpi-dev
NATIVE_PACKAGES = libclang-rt-19-dev valgrind gcc-multilib # what replay --native looks with
TEST_PACKAGES = chromium-headless-shell python3-jsonschema curl zsh fish $(if $(shell command -v npm),,nodejs npm)

SOURCES := $(sort $(shell find src -name '*.c'))

# soname FILE: the name under which a program finds a shared library
soname = $(shell readelf -d $(1) 2>/dev/null | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')

# The libraries whose functions are named so are loaded when they are needed (src/base/library.h).
# The leak checker crashes on libraries that come late: the hard build has them EARLY.
LATE_NAMES = 'LLVM*' 'Clp_*' 'Z3_*' 'MHD_*'
LATE       = -Wl,-z,lazy -Wl,-z,dynamic-undefined-weak
EARLY_LIBS = -lClp $(if $(Z3),-lz3) $(if $(MHD),-lmicrohttpd) $(if $(LLVM),$(shell $(LLVM_CONFIG) --ldflags --libs))
CLP := $(call soname,$(shell $(CC) -print-file-name=libClp.so))
$(BUILD)/src/engine/bag/net/lp.o: C_FLAGS += -DHEDDLE_CLP='"$(CLP)"'
# Without Z3, prove needs --solver=cvc5; everything else is there.
Z3  := $(call soname,$(shell $(CC) -print-file-name=libz3.so))
$(BUILD)/src/smt/z3.o: C_FLAGS += -DHEDDLE_Z3='"$(Z3)"'

# Without libmicrohttpd there is no `heddle serve`.
MHD := $(call soname,$(shell $(CC) -print-file-name=libmicrohttpd.so))
$(BUILD)/src/serve/serve.o: C_FLAGS += -DHEDDLE_MHD='"$(MHD)"'
ifeq ($(MHD),)
SOURCES := $(filter-out src/serve/%,$(SOURCES))
endif

# The C front end needs clang and LLVM 19; without them heddle is built without it.
LLVM_CONFIG ?= llvm-config-19
CLANG_19    ?= clang-19
ifneq ($(shell command -v $(LLVM_CONFIG) && command -v $(CLANG_19)),)
C_FLAGS := -DHEDDLE_C -isystem $(shell $(LLVM_CONFIG) --includedir)
LLVM    := $(call soname,$(shell $(LLVM_CONFIG) --libfiles --link-shared))
$(BUILD)/src/front/c/c.o: C_FLAGS += -DHEDDLE_LLVM='"$(LLVM)"'
else
$(warning $(LLVM_CONFIG) or $(CLANG_19) is missing: heddle is built without the front end for C)
SOURCES := $(filter-out src/front/c/%,$(SOURCES))
endif
# heddle-mpi is heddle and src/mpi; it needs Open MPI.
MPI_CC  ?= mpicc
MPI     := $(shell command -v $(MPI_CC))
SOURCES := $(filter-out src/mpi/%,$(SOURCES))
$(BUILD)/src/mpi/mpi.o: C_FLAGS += $(if $(MPI),$(addprefix -isystem ,$(shell $(MPI_CC) --showme:incdirs 2>/dev/null)))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY := $(BUILD)/libheddle.a
UNIT    := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard test/unit/test_*.c)))
NATIVE  := $(BUILD)/test/models.o
MUTATE  := $(BUILD)/test/fuzz/mutate
ORACLE  := $(BUILD)/test/fuzz/oracle
PROOFS  := $(BUILD)/test/fuzz/proofs $(BUILD)/test/fuzz/clients
PERFORMS := $(BUILD)/test/fuzz/performs
NETS    := $(BUILD)/test/fuzz/nets
TASKS   := $(BUILD)/test/fuzz/tasks
PUSHDOWN := $(BUILD)/test/fuzz/pushdown
CEGAR   := $(BUILD)/test/fuzz/cegar
LOOPS   := $(BUILD)/test/fuzz/loops $(BUILD)/test/fuzz/runs $(BUILD)/test/fuzz/hangs
C_FUZZ  := $(if $(C_FLAGS),$(patsubst %,$(BUILD)/test/fuzz/%,c_programs c_inputs c_values c_proofs c_modular c_tally c_performs c_native c_schedule c_memory c_locks c_undefined c_address))
LITMUS  := $(if $(C_FLAGS),$(BUILD)/test/memory/litmus)
REDUCTION := $(BUILD)/test/memory/reduction
EXECUTIONS := $(if $(C_FLAGS),$(BUILD)/test/memory/executions)
WEAK := $(BUILD)/test/memory/weak
CODE    := $(sort $(shell find src test lib -name '*.[ch]'))

# The same makefile once more, for other builds.
AGAIN = $(MAKE) --no-print-directory
HARD  = $(AGAIN) BUILD=build/hard EARLY=yes PROGRAM=build/hard/heddle \
        CFLAGS='-O0 -g1 -DHARD -DHEDDLE_LOG -fsanitize=address,undefined -fno-sanitize-recover=all'
CLANG = $(AGAIN) BUILD=build/clang CC=clang CFLAGS=-fsyntax-only

all: $(PROGRAM)

$(PROGRAM): $(BUILD)/src/main.o $(LIBRARY)
	@echo "link  $@"
	$(Q)$(COMPILE) -o $@ $^ $(LIBS)

$(PROGRAM)-mpi: $(BUILD)/src/main.o $(BUILD)/src/mpi/mpi.o $(LIBRARY)
	@echo "link  $@"
	$(Q)$(COMPILE) -o $@ $^ $(LIBS) $(shell $(MPI_CC) --showme:link)

mpi: $(if $(MPI),$(PROGRAM)-mpi)
	$(if $(MPI),@:,$(error heddle-mpi needs Open MPI: libopenmpi-dev and openmpi-bin))

$(LIBRARY): $(filter-out $(BUILD)/src/main.o,$(OBJECTS))
	@rm -f $@
	$(Q)$(AR) rcs $@ $^
	$(Q)objcopy --wildcard $(LATE_NAMES:%=--weaken-symbol=%) $@

$(BUILD)/%.o: %.c $(BUILD)/command
	@mkdir -p $(@D)
	@echo "cc    $<"
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

# The models of lib/ as bitcode, for both data models, become a part of the executable.
MODELS = $(CLANG_19) -c -emit-llvm -O1 -Xclang -disable-llvm-passes -g -gembed-source -ffreestanding \
         -fno-discard-value-names -fno-builtin -fno-stack-protector -fno-pic -ffp-contract=off -Wall -Werror
$(BUILD)/lib/lp64.bc: $(wildcard lib/*.[ch])
	@mkdir -p $(@D)
	$(Q)$(MODELS) -m64 -o $@ lib/all.c
$(BUILD)/lib/ilp32.bc: $(wildcard lib/*.[ch])
	@mkdir -p $(@D)
	$(Q)$(MODELS) -m32 -o $@ lib/all.c
$(BUILD)/src/front/c/driver/embed.o: $(BUILD)/lib/lp64.bc $(BUILD)/lib/ilp32.bc lib/heddle.h $(wildcard lib/include/*.h lib/include/*/*.h) $(wildcard lib/native/*)
$(BUILD)/src/front/c/driver/embed.o: C_FLAGS += -DHEDDLE_LP64='"$(BUILD)/lib/lp64.bc"' \
    -DHEDDLE_ILP32='"$(BUILD)/lib/ilp32.bc"'

# The pages of the manual, for `heddle help`.
$(BUILD)/src/command/topic.o: $(wildcard doc/*.md)

# The page of --html, its script and its style.
$(BUILD)/src/report/html.o: $(wildcard src/report/html/*)

# The page of `heddle serve`, with its examples.
$(BUILD)/src/serve/page.o: $(wildcard src/serve/html/*) src/serve/examples.def $(wildcard examples/*.zing examples/*/*)

# Holds the compiler's command line: another compiler or other flags compile everything anew.
$(BUILD)/command: .FORCE
	@mkdir -p $(@D)
	@echo '$(COMPILE)' | cmp -s - $@ || echo '$(COMPILE)' > $@

$(UNIT): %: %.o $(LIBRARY)
	@echo "link  $@"
	$(Q)$(COMPILE) -o $@ $^ $(LIBS) -lcmocka

# The models in lib/ as ordinary functions, named model_*, for their unit tests.
$(NATIVE): $(wildcard lib/*.[ch]) test/unit/native.h
	@mkdir -p $(@D)
	@echo "cc    lib/all.c"
	$(Q)$(CC) -std=c17 -O1 -g -ffreestanding -fno-builtin -Wall -Wextra -Werror -include test/unit/native.h \
	    -c -o $@ lib/all.c
	$(Q)objcopy --prefix-symbols=model_ $@
	$(Q)objcopy --redefine-sym model__GLOBAL_OFFSET_TABLE_=_GLOBAL_OFFSET_TABLE_ $@

$(filter $(BUILD)/test/unit/test_models_%,$(UNIT)): $(NATIVE)

$(MUTATE): $(BUILD)/test/fuzz/mutate.o $(LIBRARY)
$(ORACLE): $(patsubst %,$(BUILD)/test/fuzz/%.o,agree blind contexts move node oracle predicate random section shrink) $(LIBRARY)
$(PROOFS): %: %.o $(BUILD)/test/fuzz/proving.o $(LIBRARY)
$(PERFORMS): $(patsubst %,$(BUILD)/test/fuzz/%.o,performs proving serial_case serial_world) $(LIBRARY)
$(NETS): $(BUILD)/test/fuzz/nets.o $(LIBRARY)
$(TASKS): $(BUILD)/test/fuzz/tasks.o $(LIBRARY)
$(CEGAR): $(BUILD)/test/fuzz/cegar.o $(LIBRARY)
$(LOOPS): %: %.o $(LIBRARY)
$(PUSHDOWN): $(patsubst %,$(BUILD)/test/fuzz/%.o,pushdown pushdown_bound pushdown_post) $(LIBRARY)
$(filter %/c_performs,$(C_FUZZ)): $(patsubst %,$(BUILD)/test/fuzz/%.o,serial_case serial_world)
$(filter %/c_native,$(C_FUZZ)): $(patsubst %,$(BUILD)/test/fuzz/%.o,native_type native_value native_code native_library native_form)
$(BUILD)/test/fuzz/c_native.o $(BUILD)/test/fuzz/c_schedule.o: $(wildcard test/fuzz/native/*)
$(filter %/c_memory,$(C_FUZZ)): $(patsubst %,$(BUILD)/test/fuzz/%.o,memory blind c_points)
$(filter %/c_inputs %/c_values,$(C_FUZZ)): $(BUILD)/test/fuzz/c_claims.o
$(C_FUZZ): %: %.o $(BUILD)/test/fuzz/c_subject.o $(BUILD)/test/fuzz/c_threads.o $(LIBRARY)
$(MUTATE) $(ORACLE) $(PROOFS) $(PERFORMS) $(NETS) $(TASKS) $(PUSHDOWN) $(CEGAR) $(LOOPS) $(C_FUZZ):
	@echo "link  $@"
	$(Q)$(COMPILE) -o $@ $^ $(LIBS)

# The machine with other memory models; they are there for tests only.
$(LITMUS): $(patsubst %,$(BUILD)/test/memory/%.o,litmus search delay stale) $(LIBRARY)
$(EXECUTIONS): $(patsubst %,$(BUILD)/test/memory/%.o,executions enumerate survey) $(LIBRARY)
$(WEAK): $(patsubst %,$(BUILD)/test/memory/%.o,weak small enumerate survey buffers) $(LIBRARY)
$(REDUCTION): $(patsubst %,$(BUILD)/test/memory/%.o,reduction rounds) $(LIBRARY)
$(LITMUS) $(EXECUTIONS) $(WEAK) $(REDUCTION):
	@echo "link  $@"
	$(Q)$(COMPILE) -o $@ $^ $(LIBS)

programs: $(PROGRAM) $(UNIT) $(LITMUS) $(EXECUTIONS) $(WEAK) $(REDUCTION) $(MUTATE) $(ORACLE) $(PROOFS) $(PERFORMS) $(NETS) $(TASKS) $(PUSHDOWN) $(CEGAR) $(LOOPS) $(C_FUZZ) $(if $(MPI),$(PROGRAM)-mpi)
	@:

# What the shortened tests with sanitizers need: to link the others takes longer than to run them.
SHORT = $(PROGRAM) $(UNIT) $(WEAK) $(MUTATE) $(ORACLE) $(PERFORMS) $(NETS) $(TASKS) $(PUSHDOWN) $(LOOPS) $(filter %/c_memory %/c_inputs,$(C_FUZZ))
short: $(SHORT)
	@:

demo: deps
	@$(AGAIN) -j$(JOBS) all
	./heddle check examples/c/deposit.c || test $$? -eq 1

test: deps
	@tools/deps $(TEST_PACKAGES)
	@tools/deps $(NATIVE_PACKAGES) || true # then test/native/run says what it could not try
	@tools/deps $(MPI_PACKAGES) || true # then test/mpi/run tests nothing, and says so
	@tools/npm test/lsp || true # then test/lsp/run fails, and says why
	@$(AGAIN) -j$(JOBS) programs
	@$(HARD) -j$(JOBS) short
	@test/run all

native: deps
	@tools/deps $(NATIVE_PACKAGES) || true
	@$(AGAIN) -j$(JOBS) all
	test/native/run all

# Each in a build of its own, so this takes a while; make test only asks whether they can be planted still.
planted: deps
	@$(AGAIN) -j$(JOBS) all $(WEAK) $(LITMUS) $(REDUCTION) $(BUILD)/test/unit/test_judge
	@CC='$(CC)' test/memory/planted
	@CC='$(CC)' LIST=test/case/planted.txt test/memory/planted

hard: deps
	@$(HARD) -j$(JOBS) programs
	@test/run hard

# Threads of heddle's own: the turns of engines, the watch over a solver; and the table that processes share.
THREADS = build/threads
threads: deps
	@$(AGAIN) -j$(JOBS) BUILD=$(THREADS) PROGRAM=$(THREADS)/heddle CFLAGS='-O1 -g -fsanitize=thread' all $(THREADS)/test/unit/test_base $(THREADS)/test/unit/test_share
	setarch -R $(THREADS)/test/unit/test_base
	setarch -R $(THREADS)/test/unit/test_share
	HEDDLE=$(THREADS)/heddle setarch -R test/run $(wildcard test/cli/*auto*.test test/c/modular-*.c) test/case/endless-and-assert.zing examples/popl04/figure8.zing

# heddle with --log, for whoever wants to know why a verdict came out (HACKING.md).
debug: deps
	@$(AGAIN) -j$(JOBS) BUILD=build/debug PROGRAM=build/debug/heddle CFLAGS='-O2 -g -DHEDDLE_LOG' all

# What clang warns of; it makes no objects.
clang:
	@$(CLANG) -j$(JOBS) objects
objects: $(OBJECTS) $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard test/unit/*.c test/memory/*.c test/fuzz/*.c)))
	@:

fuzz: deps
	@$(AGAIN) -j$(JOBS) programs
	@$(HARD) -j$(JOBS) programs
	test/run fuzz-forever

bench: deps
	@tools/deps spin
	@$(AGAIN) -j$(JOBS) all
	bench/run
	bench/reduction
	bench/bound
	bench/languages
	bench/proofs
	bench/summaries

lint: all
	@tools/lint $(BUILD)
	@$(AGAIN) clang

format:
	clang-format -i $(CODE) $(wildcard src/*/html/*.js test/html/*.js)

deps:
	@tools/deps $(PACKAGES)

# The extension for VS Code, packed: build/heddle.vsix.
vscode:
	@tools/deps $(if $(shell command -v npm),,nodejs npm)
	@tools/npm contrib/vscode
	@cp -R contrib/vscode/. build/npm/contrib/vscode
	cd build/npm/contrib/vscode && npx --no-install vsce package --no-git-tag-version --skip-license --allow-missing-repository -o ../../../heddle.vsix

# The extension in VS Code itself: some hundred megabytes from npm.
vscode-test: all vscode
	@tools/deps chromium curl
	@test/vscode/run

SHARE = $(DESTDIR)$(PREFIX)/share
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/doc/heddle $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
	    $(SHARE)/zsh/vendor-completions $(SHARE)/fish/vendor_completions.d
	install -m 755 heddle $(DESTDIR)$(PREFIX)/bin/heddle
	$(if $(MPI),! test -x heddle-mpi || install -m 755 heddle-mpi $(DESTDIR)$(PREFIX)/bin/heddle-mpi)
	install -m 644 README.md LICENSE CHANGELOG.md doc/*.md doc/schema.json $(SHARE)/doc/heddle
	cp -R examples contrib $(SHARE)/doc/heddle
	tools/manpage ./heddle >$(SHARE)/man/man1/heddle.1
	./heddle completion bash >$(SHARE)/bash-completion/completions/heddle
	./heddle completion zsh >$(SHARE)/zsh/vendor-completions/_heddle
	./heddle completion fish >$(SHARE)/fish/vendor_completions.d/heddle.fish

# A Debian package in build/deb.
deb: all
	rm -rf build/deb
	@$(AGAIN) install DESTDIR=build/deb/root PREFIX=/usr MPI=
	tools/deb ./heddle build/deb

clean:
	rm -rf build heddle heddle-mpi

.FORCE:
.PHONY: .FORCE all programs short objects demo test native planted hard threads debug clang fuzz bench lint format deps vscode vscode-test install deb mpi clean
.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
