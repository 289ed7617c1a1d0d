# `make test`: within ten minutes on two cores; unit tests run under AddressSanitizer
# and UBSan.  `make test-all`: what takes longer, and the unit tests as they are built
# for users.  A test file says in itself which of them runs it, and whether beside others:
# tools/list_tests.sh.
UNIT_BIN := $(UNIT:tests/unit/%.c=$B/unit/%)
# The sanitizer keeps these from a part of what they test: they run without it as well.
UNIT_BARE := $(patsubst tests/unit/%.c,$B/unit/%,$(shell grep -l __SANITIZE_ADDRESS__ tests/unit/*.c))
FUZZ_BIN := $(patsubst tests/fuzz/%.c,$B/fuzz/%,$(wildcard tests/fuzz/*.c))
PROVE     = B=$B AISP_HISTORY=off HARNESS_RULESFILE=$B/rules.yml \
            prove -j$(shell nproc) --failures --comments --exec ''
# As many jobs as the caller asked for, else two.
SUBMAKE   = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j2)

# The parsers as libFuzzer wants them: CC=clang CONFIG=fuzz.  gcc's warnings are
# the build's, clang's those of .clang-tidy; src/machine has kernels in the
# words of gcc.
ifeq ($(CONFIG),fuzz)
CFLAGS += -w -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
endif

unit: $(UNIT_BIN)

fuzz: $(FUZZ_BIN)

# The folders that parsers and their readers need, less than half of the library; without
# names of instructions that clang 14 does not know.
NOT_CLANG := src/machine/hw_features.c src/machine/peak_flops.c
FUZZED    := $(filter-out $(NOT_CLANG),$(wildcard $(patsubst %,src/%/*.c,base checks device kernel machine report run store tune)))
$B/libfuzz.a: $(call obj,$(FUZZED))
	@rm -f $@
	ar rcs $@ $^

$B/fuzz/%: tests/fuzz/%.c $B/libfuzz.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -fsanitize=fuzzer $< -o $@ $B/libfuzz.a $(LDLIBS)

$B/rules.yml: FORCE
	@tools/list_tests.sh rules $(UNIT_BIN) $(UNIT_BIN:$B/%=$B/asan/%) > $@

# What tests take for this machine's peaks: there they decide nothing, and to measure
# them takes ten seconds.
test-peaks: all
	@find $B/test-cache -name peak.json 2>/dev/null | grep -q . || \
	 XDG_CACHE_HOME=$(abspath $B)/test-cache ./aisp peak >/dev/null 2>&1 || \
	 echo 'no peaks: the tests measure them'

test: all docs $B/rules.yml test-peaks
	@$(SUBMAKE) CONFIG=asan B=$B/asan unit
	@$(SUBMAKE) $(UNIT_BARE)
	@$(PROVE) $(UNIT_BIN:$B/%=$B/asan/%) $(UNIT_BARE) $$(tools/list_tests.sh test)

test-all: all docs $B/rules.yml test-peaks
	@$(SUBMAKE) plugins unit
	@TEST_ALL=1 $(PROVE) $(UNIT_BIN) $$(tools/list_tests.sh test-all)

.PHONY: test-all test-peaks unit fuzz

# Figures of aisp itself, printed and not asserted.
bench-self: all
	@tools/bench_self.pl

.PHONY: bench-self

# What needs a GPU, on a machine with one.  GPU_TESTS may name some of them.
GPU_TESTS ?= $B/gpu/device $(sort $(wildcard tests/gpu/*.t))

$B/gpu/%: tests/gpu/%.c $B/libaisp.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests $< -o $@ $B/libaisp.a $(LDLIBS)

gpu-programs: $B/gpu/device

test-gpu: all plugins gpu-programs
	@B=$B prove --failures --comments --exec '' $(GPU_TESTS)

.PHONY: test-gpu gpu-programs
