#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every contract compiles, and every variant for a CPU: of rows that run on GPUs alone, or
# in test-all, no other test of `make test` would know.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

compiles()
{
	${CC:-cc} -std=gnu11 -fsyntax-only -Iinclude -x c "$1"
}
printf '#include <aisp/workload.h>\nint c = AISP_NOTHING;\n' > "$scratch/workload_planted.h"
gives 1 'AISP_NOTHING' 'a planted name that nobody declares is found' compiles "$scratch/workload_planted.h"
for file in chapters/*/workload_*.h labs/*/workload_*.h; do
	passes "$file" compiles "$file"
done

variants_compile()
{
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -fopenmp -march=x86-64-v4 -fsyntax-only \
		-Iinclude -iquote "$1" "$1"/baseline_*.c "$1"/optimized_*.c
}
mkdir "$scratch/planted"
echo 'int c = nothing;' > "$scratch/planted/baseline_a.c"
: > "$scratch/planted/optimized_a.c"
gives 1 'nothing.*undeclared' 'a planted fault of a variant is found' variants_compile "$scratch/planted"
for folder in $(find chapters labs -name 'optimized_*.c' -exec dirname {} + | sort -u); do
	passes "$folder" variants_compile "$folder"
done
finish
