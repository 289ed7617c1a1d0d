# Builds the pairs of one directory:
#     make -f mk/pairs.mk ROOT=<aisp's root> SRC=<directory> OUT=<output directory>
# A file is a shared object; nothing is listed by hand.  Each object's exact
# command line lies beside it in <object>.cmd.  What cannot be built here has a
# <object>.why with the reason instead.  Lines in a source's (or its
# workload's) opening comment change the build of that source:
#      * FLAGS: -fopenmp           further compiler flags
#      * LIBS: -ldnnl              further libraries
#      * NEEDS: oneapi/dnnl/dnnl.h a header without which the source is skipped
#      * FLAGS DIFFER: why         a workload whose baseline shall be compiled for less;
#                                  nothing is changed, compile.inductor_asymmetry reads it
#      * ARCH: sm_90a              the GPUs of a .cu file; else those of DEFAULT_ARCH
# With KEEP=1 a variant that does not compile is noted in its .why like any other
# reason, and the others are built.
override ROOT := $(abspath $(ROOT))
override SRC  := $(abspath $(SRC))
override OUT  := $(abspath $(OUT))
CC    ?= cc
NVCC  ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
CUDA_LIB := $(if $(NVCC),$(patsubst %/bin/nvcc,%/lib64,$(NVCC)))
CUDA_INCLUDE := $(if $(NVCC),$(addprefix $(dir $(NVCC))../include,/ /cccl/))
DEFAULT_ARCH := sm_80 sm_90 sm_100
WERROR ?=
BASE  := -std=gnu11 -O2 -g -fPIC -shared -fvisibility=hidden -pthread -Wall -Wextra -Wno-missing-field-initializers \
         $(WERROR) -I$(ROOT)/include -I$(SRC)

# Designated initializers want C++20; workload headers are C, hence restrict.
comma := ,
NVBASE := -std=c++20 -O3 -lineinfo -shared -cudart shared -Xlinker -rpath$(comma)$(CUDA_LIB) -Drestrict=__restrict__ -diag-suppress 177 \
          -Xcompiler -fPIC$(comma)-fvisibility=hidden,-pthread,-Wall,-Wextra,-Wno-missing-field-initializers,-Wno-unused-function \
          $(if $(WERROR),-Werror all-warnings) -I$(ROOT)/include -I$(SRC)

WORKLOADS := $(notdir $(wildcard $(SRC)/workload_*.h))
VARIANTS  := $(notdir $(wildcard $(SRC)/baseline_*.c $(SRC)/optimized_*.c))
CUDA      := $(notdir $(wildcard $(SRC)/baseline_*.cu $(SRC)/optimized_*.cu))

all: $(WORKLOADS:%.h=$(OUT)/%.so) $(VARIANTS:%=$(OUT)/%.so) $(CUDA:%=$(OUT)/%.so)

# The workload header of a variant is the one that it includes.
workload_of = $(SRC)/$(shell sed -n 's/^\#include "\(workload_[^"]*\)"/\1/p' $1)
tag = $(shell sed -n 's/^ \* $1: //p' $2 2>/dev/null)
tags = $(call tag,$1,$(call workload_of,$2) $2)
hash := \#
has = $(shell printf '%s\n' '$(hash)if !__has_include(<$1>)' '$(hash)error' '$(hash)endif' | \
              $(CC) $(CUDA_INCLUDE:%=-I%) -E -x c - >/dev/null 2>&1 && echo yes)
lacks = $(strip $(foreach h,$(call tags,NEEDS,$1),$(if $(call has,$h),,$h)))
# What an object was made of, among our own files, wherever the tree lies: it may be
# built in one place and carried to another.
find_own = tr -s ' \\\\' '\n' < $@.d | \
           sed -n -e '\|^$@$$|d' -e 's|^$(SRC)/\(.*[^:]\)$$|$$(SRC)/\1|p;t' \
               -e 's|^$(ROOT)/\(.*[^:]\)$$|$$(ROOT)/\1|p' | \
           sed 's|.*|$$(OUT)/$(@F): &\n&:|' > $@.d.tmp && mv $@.d.tmp $@.d
# Compile beside the target and move, so that a killed build leaves no half object.
define compile
@mkdir -p $(@D)
@printf '%s\n' '$(1) $(2)' > $@.cmd
$(1) -MMD -MP -MT $@ -MF $@.d -o $@.tmp $(2) $(if $(KEEP),2> $@.log || $(call blame))
@[ ! -e $@.tmp ] || { $(find_own) && mv $@.tmp $@ && rm -f $@.why; }
endef
define blame
{ cat $@.log >&2; rm -f $@ $@.cmd $@.tmp; \
  printf 'does not compile: %s\n' "$$(grep -m 1 -E 'error|undefined' $@.log)" > $@.why; }
endef
define skip
@mkdir -p $(@D) && rm -f $@ $@.cmd && echo '$(1)' > $@.why
endef

$(OUT)/workload_%.so: $(SRC)/workload_%.h $(ROOT)/src/judge/workload_main.c $(ROOT)/mk/pairs.mk
	$(call compile,$(CC) $(BASE) -O3 -include $<,$(ROOT)/src/judge/workload_main.c -lm)

$(OUT)/%.c.so: $(SRC)/%.c $(ROOT)/mk/pairs.mk
	$(if $(call lacks,$<),$(call skip,$(call lacks,$<) is not installed), \
	  $(call compile,$(CC) $(BASE) $(call tags,FLAGS,$<),$< $(call tags,LIBS,$<) -lm))

# Code for each GPU that this nvcc knows, and for later ones an intermediate form
# unless the source names its GPUs.
nvcc_archs := $(if $(wildcard $(SRC)/*.cu),$(if $(NVCC),$(shell $(NVCC) --list-gpu-code)))
archs = $(or $(call tags,ARCH,$1),$(DEFAULT_ARCH))
known = $(filter $(nvcc_archs) $(nvcc_archs:%=%a),$(call archs,$1))
gencode = $(foreach a,$(call known,$1),-gencode arch=$(a:sm_%=compute_%),code=$a) \
          $(if $(call tags,ARCH,$1),,-gencode arch=$(lastword $(patsubst sm_%,compute_%,$(call known,$1)))$(comma)code=$(lastword $(patsubst sm_%,compute_%,$(call known,$1))))

$(OUT)/%.cu.so: $(SRC)/%.cu $(ROOT)/mk/pairs.mk
	$(if $(NVCC),$(if $(call lacks,$<),$(call skip,$(call lacks,$<) is not installed), \
	  $(if $(call known,$<), \
	    $(call compile,$(NVCC) $(NVBASE) $(strip $(call gencode,$<)) $(call tags,FLAGS,$<),$< $(call tags,LIBS,$<)), \
	    $(call skip,this nvcc does not know $(call archs,$<)))), \
	  $(call skip,nvcc is not installed))

# The same baseline compiled so that rounding differs: bench verify's positive controls.
fp_off     := -ffp-contract=off
fp_fma     := -O3 -ffp-contract=fast $(if $(filter x86_64,$(shell uname -m)),-mfma)
fp_reassoc := -O3 -fassociative-math -fno-signed-zeros -fno-trapping-math
$(OUT)/%.off.so $(OUT)/%.fma.so $(OUT)/%.reassoc.so: $(SRC)/% $(ROOT)/mk/pairs.mk
	$(call compile,$(CC) $(BASE) $(call tags,FLAGS,$<) $(fp_$(subst .,,$(suffix $(basename $@)))),$< $(call tags,LIBS,$<) -lm)

-include $(wildcard $(OUT)/*.so.d)
.PHONY: all
