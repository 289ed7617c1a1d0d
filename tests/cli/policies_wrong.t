#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Policies of chapter 17 are wrong, without a score, if they give impossible commands or
# report another clock than they were shown.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
chapter=chapters/ch17_routing
finds() # NAME FILE SED
{
	finds_in "$1" "$chapter" batching "$2" "$3"
}
is_right "$chapter" batching
finds 'who has not come gets a seat' optimized_batching.c 's/return admit_or_step(v, ALL);/struct command c = admit_or_step(v, ALL); c.of += c.command == ADMIT; return c;/'
finds 'more than all seats' optimized_batching.c 's/return admit_or_step(v, ALL);/int32_t i = first_waiting(v); return i < 0 ? (struct command){ STEP_ON, ALL } : (struct command){ ADMIT, i };/'
finds 'who has no seat is stopped' optimized_batching.c 's/return admit_or_step(v, ALL);/int32_t i = first_waiting(v); return i < 0 || has_seat(v) ? admit_or_step(v, ALL) : (struct command){ STOP, i };/'
finds 'fewer tokens than none' optimized_batching.c 's/admit_or_step(v, ALL)/admit_or_step(v, -1)/'
finds 'no command' optimized_batching.c 's/return admit_or_step(v, ALL);/return (struct command){ v->clock[N_SEATED] > 2 ? STEP_ON : 4, 0 };/'
tells()
{
	mistaken "$chapter" batching batching_run.h 's/= v.clock\[NOW_NS\];/= v.clock[NOW_NS] + 1;/'
}
passes 'another clock than was shown' tells
gives 3 '^WRONG .*seen_ns' 'another clock than was shown: found' verify
of=decode_worker
finds_in 'more than there is room for' "$chapter" "$of" decode_view.h 's/v->param\[ROOM\]/(2 * v->param[ROOM])/g' room=2048
of=prefill_worker
finds_in 'nobody gets a seat' "$chapter" "$of" prefill_view.h 's/i == NOBODY ?/i < NOBODY ?/'
of=classes
finds_in 'the one behind him gets the seat' "$chapter" "$of" optimized_classes.c 's/(struct command){ ADMIT, i }/(struct command){ ADMIT, i + 1 }/'
of=models
finds_in 'an answer from before that was never given' "$chapter" "$of" optimized_models.c 's/if (view\[IS_KNOWN\])/if (view[RAN] == NONE)/'
finds_in 'an answer of nobody is taken' "$chapter" "$of" optimized_models.c 's/return model;/return TAKE;/'
finds_in 'who knows how hard it is' "$chapter" "$of" models_run.h 's/decide(io->param, view)/((const int32_t *)io->in[HARD].data)[view[QUESTION]] > 800 ? LARGE : decide(io->param, view)/'
of=pool
finds_in 'a page leaves that is not there' "$chapter" "$of" evict_run.h 's/page : c.page\[slot\];/page : c.page[slot] + 1;/'
finds_in 'what left is there' "$chapter" "$of" evict_run.h 's/c.slot\[c.page\[slot\]\] = 0;/;/'
chapter=chapters/ch20_search of=plan
is_right "$chapter" "$of"
finds_in 'GPUs that there are not' "$chapter" "$of" optimized_plan.c 's/best.tensor ? best/best.tensor ? (struct plan){ best.tensor, 3 * best.stages, 0 }/'
finds_in 'who knows the rates' "$chapter" "$of" plan_run.h 's/= choose(io->param, job_at(io, step))/= best_plan(io->param, job_at(io, step), (struct rates[]){ rates_at(io, step) })/'
finish
