# What needs a CUDA toolkit: each directory src/cuda/<name>/ is one shared object,
# $B/cuda_<name>.so, that programs load when they need a GPU.  Without nvcc none
# is built, and their users say so.
NVCC      ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
CUDA_HOME  = $(patsubst %/bin/nvcc,%,$(NVCC))
PLUGINS   := $(if $(NVCC),$(patsubst src/cuda/%/,%,$(sort $(wildcard src/cuda/*/))))
# `make plugins` serves the GPU that is here; where there is none, those of these
# generations and, by an intermediate form, later ones.
ALL_ARCHS := 80 90 100
HERE_ARCHS = $(eval HERE_ARCHS := $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | tr -dc '0-9\n' | sort -u))$(HERE_ARCHS)
PLUGIN_ARCHS ?= $(or $(HERE_ARCHS),$(ALL_ARCHS))
NVFLAGS   := -std=c++20 -O3 -lineinfo \
             -Xcompiler -fPIC$(comma)-fvisibility=hidden$(comma)-Wall$(comma)-Wextra$(comma)-Wno-missing-field-initializers \
             -Xcompiler -include$(comma)aisp/plain_cmath.h -Werror all-warnings -Iinclude -Isrc
# ` * ARCH: 90a` in a .cu file's opening comment: code for that GPU alone.
plugin_arch = $(shell sed -n 's/^ \* ARCH: //p' $1)
gencode     = $(foreach a,$(or $(call plugin_arch,$1),$(PLUGIN_ARCHS)),-gencode arch=compute_$a$(comma)code=sm_$a) \
              $(if $(call plugin_arch,$1),,$(foreach a,$(lastword $(PLUGIN_ARCHS)),-gencode arch=compute_$a$(comma)code=compute_$a))
plugin_obj = $(patsubst %,$B/pic/%.o,$(basename $(wildcard src/cuda/$1/*.c src/cuda/$1/*.cu)))

$B/pic/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(filter-out -fsanitize% -fno-sanitize%,$(CFLAGS)) -fPIC -fvisibility=hidden -isystem $(CUDA_HOME)/include -c $< -o $@

# Objects for other GPUs are built again.
$B/pic/archs: FORCE
	@mkdir -p $(@D)
	@echo '$(PLUGIN_ARCHS)' | cmp -s - $@ || echo '$(PLUGIN_ARCHS)' > $@

$B/pic/%.o: %.cu $B/pic/archs
	@mkdir -p $(@D)
	$(NVCC) $(NVFLAGS) $(call gencode,$<) $(shell sed -n 's/^ \* FLAGS: //p' $<) -MMD -MP -c $< -o $@

$B/libbase.a: $(patsubst %.c,$B/pic/%.o,$(wildcard src/base/*.c src/kernel/*.c))
	@rm -f $@
	ar rcs $@ $^

# The driver's library is looked up when the plugin is loaded; its stub serves the link.
.SECONDEXPANSION:
$(PLUGINS:%=$B/cuda_%.so): $B/cuda_%.so: $$(call plugin_obj,$$*) $B/libbase.a
	$(NVCC) -shared -cudart shared -Xlinker -z$(comma)defs -Xlinker -rpath$(comma)$(CUDA_HOME)/lib64 -o $@ $^ \
		-L$(CUDA_HOME)/lib64/stubs -lcuda -lmd -lm $(shell sed -n 's/^ \* LIBS: //p' src/cuda/$*/*.c* 2>/dev/null)

plugins: $(PLUGINS:%=$B/cuda_%.so)
.PHONY: plugins
-include $(shell find $B/pic -name '*.d' 2>/dev/null)
