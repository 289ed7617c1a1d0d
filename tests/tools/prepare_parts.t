#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Inputs that prepare_part() changes have the same bits in however many parts.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

compiled() # WORKLOAD
{
	# shellcheck disable=SC2086 # CC may have words
	${CC:-cc} -std=gnu11 -O1 -D_GNU_SOURCE -Iinclude -iquote "$(dirname "$1")" -include "$1" \
		tests/tools/prepare_parts.c -o "$scratch/parts" -lm && "$scratch/parts"
}
for workload in $(grep -l 'prepare_part = ' chapters/*/workload_*.h labs/*/workload_*.h); do
	passes "$workload" compiled "$workload"
done
cat > "$scratch/workload_overlap.h" <<'END'
#include <aisp/workload.h>

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	(void)p;
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_I32, 1, { 64 } });
}

static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part, int64_t n_parts)
{
	int32_t *x = io->in[0].data;

	(void)bits;
	for (int64_t i = aisp_part_begin(64, part, n_parts); i < aisp_part_begin(64, part + 1, n_parts); i++)
		x[i] += i ? x[i - 1] : 0;
}

static const struct aisp_workload workload = { .title = "overlap", .problem = problem, .prepare_part = prepare_part };
END
gives 1 'x differs in' 'one part that reads another is found' compiled "$scratch/workload_overlap.h"
finish
