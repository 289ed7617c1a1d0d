# The one build: `make` (aisp, which builds pairs when it is asked for them), `make
# pairs plugins` (all of them, for all GPUs), `make test`, `make install`.  Files are
# found by wildcard: add one and run make; there is no list to edit.
CC     ?= cc
PREFIX ?= /usr/local
B      ?= build
CONFIG ?=

WARN := -Wall -Wextra -Wno-missing-field-initializers -Wshadow -Wvla -Wundef -Wstrict-prototypes -Wmissing-prototypes \
        -Wwrite-strings -Werror
comma := ,
SAN  := $(if $(filter asan,$(CONFIG)),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all)
CFLAGS := -std=gnu11 $(if $(SAN),-O1 -g1,-O2 -g) -D_GNU_SOURCE $(WARN) $(SAN) -Iinclude -Isrc -MMD -MP
# The library; a shared one is there before its programs, which need no link when it
# changes: tools/mutate.
LIB    := $B/libaisp.a
ON_LIB := $(LIB)
ifeq ($(CONFIG),shared)
LIB    := $B/libaisp.so
ON_LIB := | $(LIB)
CFLAGS += -fPIC -Wl,-rpath,$(abspath $B)
endif
LDLIBS := -ljansson -ldw -lelf -lmd -lresolv -lmicrohttpd -lsqlite3 -lhwloc -lnuma -lseccomp -ldl -lm -lpthread

LIB_SRC    := $(wildcard src/base/*.c src/device/*.c src/probes/*.c src/machine/*.c src/profile/*.c \
                         src/checks/*.c src/checks/*/*.c src/compile/*.c src/decide/*.c src/kernel/*.c src/run/*.c src/size/*.c src/store/*.c src/tune/*.c src/report/*.c src/dashboard/*.c) \
              $(filter-out src/judge/workload_main.c,$(wildcard src/judge/*.c))
# The program: commands, and what one of them does at length.
CLI_SRC    := $(wildcard src/cli/*.c src/collective/*.c src/command/*.c src/prove/*.c src/profiling/*.c src/show/*.c src/triage/*.c src/tuning/*.c)
WORKER_SRC := $(filter-out src/worker/empty.c,$(wildcard src/worker/*.c)) src/base/err.c src/base/fit.c src/base/plain.c
CHECKS     := $(wildcard src/checks/*/*.c)
COMMANDS   := $(sort $(wildcard src/cli/cmd_*.c))
UNIT       := $(wildcard tests/unit/*.c)

obj = $(patsubst %.c,$B/obj/%.o,$1)

all: aisp $B/aisp-worker $B/aisp-mpi $B/empty.so

$B/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@

# A rule's table entry is its file name: src/checks/timing/x.c defines
# aisp_check_timing_x; a guarantee's is its name in the category's table; a command's is
# its file name again: cmd_bench_run.c, aisp_cmd_bench_run.
$B/checks.c: $(CHECKS) tools/list_checks.sh Makefile
	@mkdir -p $(@D)
	@tools/gen_table.sh 'aisp/check.h' 'struct aisp_check' aisp_check_ aisp_checks \
		$(subst /,_,$(shell tools/list_checks.sh)) > $@

$B/commands.c: $(COMMANDS) Makefile
	@mkdir -p $(@D)
	@tools/gen_table.sh 'cli/cli.h' 'struct aisp_command' aisp_ aisp_commands \
		$(COMMANDS:src/cli/%.c=%) > $@

$B/obj/%.o: $B/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@

# Files that become part of the program as they are (src/report/embed.h).
CHART_JS ?= /usr/share/javascript/chart.js/chart.min.js
$B/obj/src/report/html_assets.o: CFLAGS += -DAISP_CHART_JS='"$(CHART_JS)"'
$B/obj/src/report/html_assets.o: $(wildcard src/report/web/*) $(CHART_JS)
$B/obj/src/dashboard/dashboard_assets.o: $(wildcard src/dashboard/web/*)
$B/obj/src/report/checklist.o: docs/checklist.md
$B/obj/src/size/size_parse.o: $(wildcard docs/size/*.txt)
$(CHART_JS):
	@echo "$@ is missing: install libjs-chart.js, or run ./setup.sh" >&2; exit 1

$B/libaisp.a: $(call obj,$(LIB_SRC)) $B/obj/checks.o
	@rm -f $@
	ar rcs $@ $^

$B/libaisp.so: $(call obj,$(LIB_SRC)) $B/obj/checks.o
	$(CC) $(CFLAGS) -shared -Wl,-soname,libaisp.so -o $@ $^

aisp: $(call obj,$(CLI_SRC)) $B/obj/commands.o $(ON_LIB)
	$(CC) $(CFLAGS) $(RPATH) -o $@ $(filter-out $(LIB),$^) $(LIB) $(LDLIBS)

# Libraries that another distribution may lack, for a build that is carried there.
RPATH := -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/$B/deps'
deps: aisp
	@mkdir -p $B/deps
	@for lib in $$(ldd aisp | awk '/=> \// && !/lib(c|m|dl|pthread)\.so/ { print $$3 }'); do \
		[ -e "$B/deps/$${lib##*/}" ] || cp -L "$$lib" $B/deps || exit; \
	done

$B/aisp-worker: $(call obj,$(WORKER_SRC))
	$(CC) $(CFLAGS) -o $@ $^ -ldl -pthread

# By whom ranks of a vendor's MPI find each other; without PMIx it says so.
# It may be installed later: then what was built without it is built again.
PMIX_CFLAGS := $(shell pkg-config --cflags pmix 2>/dev/null)
PMIX_LIBS   := $(shell pkg-config --libs pmix 2>/dev/null)
$B/obj/pmix: FORCE
	@mkdir -p $(@D)
	@echo '$(PMIX_CFLAGS)' | cmp -s - $@ || echo '$(PMIX_CFLAGS)' > $@
$B/obj/src/mpihost/%.o: CFLAGS += $(PMIX_CFLAGS)
$B/obj/src/mpihost/mpihost_serve.o: $B/obj/pmix
$B/aisp-mpi: $(call obj,$(wildcard src/mpihost/*.c))
	$(CC) $(CFLAGS) -o $@ $^ $(PMIX_LIBS) -pthread

# The empty variant, with which the judge calibrates its doorbell.
$B/empty.so: src/worker/empty.c include/aisp/variant.h
	@mkdir -p $(@D)
	$(CC) $(filter-out -fsanitize%,$(CFLAGS)) -fPIC -shared -fvisibility=hidden $< -o $@

$B/unit/%: tests/unit/%.c $(ON_LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests $< $(filter %.o,$^) -o $@ $(LIB) $(LDLIBS)
$B/unit/prove_judge: $(call obj,$(addprefix src/prove/prove_,model.c json.c judge.c))
$B/unit/collective: $(call obj,$(addprefix src/collective/collective_,health.c machine.c measure.c text.c))
$B/unit/reset_plan: $(call obj,src/cli/reset_plan.c)
$B/unit/demands: $(call obj,src/cli/demands.c)
$B/unit/gate: $(call obj,$(addprefix src/cli/,gate.c progress.c))
$B/unit/progress: $(call obj,src/cli/progress.c)
$B/unit/batch_rows: private CFLAGS += -iquote chapters/ch10_tensor_cores

clean:
	rm -rf $B aisp

FORCE:
-include $(shell find $B/obj $B/unit -name '*.d' 2>/dev/null)
.PHONY: all test clean FORCE
include mk/course.mk mk/cuda.mk mk/pairs.mk mk/install.mk mk/test.mk
