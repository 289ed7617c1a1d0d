#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every contract compiles: of rows that run on GPUs alone no other test of `make test`
# would know.
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
finish
