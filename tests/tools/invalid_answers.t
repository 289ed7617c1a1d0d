#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Whatever a variant answers, what judges it stays within its tensors: workloads whose
# reference follows answers, or that count a score.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

follows_answers() # WORKLOAD
{
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -E -Iinclude -x c "$1" | grep -Eq '[.>]is_choice = |[.]compute = '
}
takes_any() # WORKLOAD
{
	# shellcheck disable=SC2086 # CC may have words
	${CC:-cc} -std=gnu11 -O1 -g -D_GNU_SOURCE -fsanitize=address,undefined -fno-sanitize-recover=all \
		-Iinclude -iquote "$(dirname "$1")" -include "$1" tests/tools/invalid_answers.c \
		-o "$scratch/answers" -lm && "$scratch/answers"
}
for workload in chapters/*/workload_*.h labs/*/workload_*.h; do
	! follows_answers "$workload" || passes "$workload" takes_any "$workload"
done
cp chapters/ch17_routing/*.h "$scratch"
sed -i 's/return got >= 0 && .*/return got;/' "$scratch/waits.h"
gives 1 'AddressSanitizer' 'an answer that is believed is found' takes_any "$scratch/workload_route.h"
finish
