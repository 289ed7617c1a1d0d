# `make pairs`: all pairs, for all GPUs, without a warning.  The commands that run
# targets build what they need by themselves; how, is src/compile, where the one
# list of compilers' options lies (recipe.c, allow.c).  Lines in a source's (or its
# workload's) opening comment change the build of that source:
#      * FLAGS: -fopenmp           further options, of those that change code alone
#      * LIBS: -ldnnl              further libraries
#      * CONFIG: llvm-config       libraries as this program names them
#      * NEEDS: oneapi/dnnl/dnnl.h a header without which the source is skipped
#      * FLAGS DIFFER: why         a workload whose baseline shall be compiled for less;
#                                  nothing is changed, compile.inductor_asymmetry reads it
#      * WALLS: mpi                (or nccl) a library that needs those of docs/tiers.md
#      * ARCH: sm_90a              the GPUs of a .cu file; else sm_80, sm_90, sm_100, sm_120
pairs: aisp
	@CC='$(CC)' NVCC='$(NVCC)' ./aisp build --all-gpus --strict
.PHONY: pairs
