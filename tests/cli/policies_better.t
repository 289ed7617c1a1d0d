#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Policies do what their lessons say, on episodes that are the same each time: without a
# judge, by the workload's own score.
# RUN: test-all parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

# score FOLDER FILE [PARAM VALUE]...: the mean of five episodes.
score()
{
	folder=$1 file=$2 play=$scratch/$2
	shift 2
	[ -x "$play" ] || {
		printf '#include "%s/%s.c"\n#include "tests/fixtures/play.h"\n' "$folder" "$file" > "$play.c"
		"${CC:-cc}" -std=gnu11 -O2 -D_GNU_SOURCE -I. -Iinclude -iquote "$folder" "$play.c" -o "$play" -lm || return
	}
	"$play" 5 "$@"
}
# ahead NAME FACTOR MORE LESS FOLDER [PARAM VALUE]...: MORE is FACTOR times LESS, at least;
# where little is good, LESS names the better one.
ahead()
{
	name=$1 factor=$2 more=$3 less=$4 folder=$5
	shift 5
	a=$(score "$folder" "$more" "$@") b=$(score "$folder" "$less" "$@")
	awk "BEGIN { exit !(\"$a\" != \"\" && \"$b\" != \"\" && $a >= $factor * $b) }"
	ok $? "$name: $a, $b"
}
serving=chapters/ch17_routing search=chapters/ch20_search

ahead 'batching: a limit for which pieces of 512 are too long' 1.5 \
	optimized_batching_adaptive optimized_batching_chunks $serving token_ms 8
ahead 'and one for which they are not' 0.95 optimized_batching_adaptive optimized_batching_chunks $serving
ahead 'classes: urgent ones before others' 1.05 optimized_classes_urgent baseline_classes $serving
ahead 'who is due first, in steps as was promised' 1.05 optimized_classes optimized_classes_urgent $serving
ahead 'a promise for which steps of 512 are too long' 1.2 optimized_classes optimized_classes_urgent $serving token_ms 8
ahead 'prefill_worker: short prompts share a step' 1.05 optimized_prefill_worker_packed baseline_prefill_worker $serving load 100
ahead 'the shortest that can be in time' 1.2 optimized_prefill_worker optimized_prefill_worker_packed $serving
ahead 'decode_worker: who fits now' 2 optimized_decode_worker_paged baseline_decode_worker $serving
ahead 'the smallest first' 1.1 optimized_decode_worker optimized_decode_worker_paged $serving
ahead 'where there is room for all nothing is gained' 0.99 baseline_decode_worker optimized_decode_worker $serving room 900000
ahead 'models: an answer from before' 2 baseline_models optimized_models_before $serving
ahead 'the smallest that is sure' 1.5 optimized_models_before optimized_models_upward $serving
ahead 'where a wrong answer costs little' 1.05 optimized_models_upward optimized_models $serving wrong 30
ahead 'no question comes twice: nothing is saved' 0.95 optimized_models_before baseline_models $serving questions 900000 skew 0
known=$scratch/known
mkdir "$known"
cp $serving/*.h "$known"
sed 's/view.HINT. > power_of.model. + NEAR/view[HINT] - 400 * (trace_unit((uint64_t)view[QUESTION], N_MODELS) - 0.5) > power_of[model]/' \
	$serving/optimized_models.c > "$known/optimized_models_known.c"
passes 'who takes the noise out' sh -c "grep -q trace_unit '$known/optimized_models_known.c'"
a=$(score "$known" optimized_models_known) b=$(score $serving optimized_models)
awk "BEGIN { exit !($a >= $b) }"
ok $? "knows no more: $a, $b"
ahead 'tune: an agent learns what arithmetic does not know' 1.05 baseline_tune optimized_tune_learner $search
ahead 'more where there is more to learn' 1.1 baseline_tune optimized_tune_learner $search unknown 150
ahead 'plan: no layer shared by nodes' 1.5 baseline_plan optimized_plan_table $search
ahead 'the least by arithmetic' 1.1 optimized_plan_table optimized_plan $search
ahead 'by rates that are far off' 1.05 optimized_plan_table optimized_plan $search unknown 60
finish
