#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Policies of a cluster (chapter 17) are wrong, without a score, if they send requests
# to machines that do not exist, reject only half of a request, report other clocks than
# they were shown, or read hidden data.  tests/unit/cluster.c tests dropped requests.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
chapter=chapters/ch17_routing
finds() # NAME FILE SED
{
	finds_in "$1" "$chapter" "$of" "$2" "$3" requests=97
}
of=disagg
is_right "$chapter" "$of"
halves='v, v->c.n_machines \/ 2'
finds 'there is no such machine' optimized_disagg.c "s/split_at($halves)/(struct answer){ 0, (int32_t)v->c.n_machines, ALL }/"
finds 'half rejected' optimized_disagg.c "s/split_at($halves)/(struct answer){ NOBODY, 3, ALL }/"
finds 'steps of no token' optimized_disagg.c "s/split_at($halves)/(struct answer){ 0, 3, 0 }/"
finds 'who knows how long an answer will be' optimized_disagg.c "s/split_at($halves)/split_at(v, v->c.output[v->now] > 128 ? 1 : 2)/"
finds 'who knows when the next one comes' optimized_disagg.c "s/split_at($halves)/split_at(v, v->c.come[v->now + 1] > v->c.request[v->now][COME_US] + 9999 ? 1 : 2)/"
tells()
{
	mistaken "$chapter" "$of" cluster_run.h 's/= seen_ns(&c);/= seen_ns(\&c) + 1;/'
}
passes 'other clocks than were shown' tells
gives 3 '^WRONG .*seen_ns' 'other clocks than were shown: found' verify requests=97

of=reject
is_right "$chapter" "$of"
finds 'rejected, and makes tokens all the same' reject_view.h 's/{ NOBODY, NOBODY, SOME }/{ NOBODY, 0, SOME }/'
finds 'who rejects those with long answers' optimized_reject.c 's/first_token_us(v, a.fills_at) < limit_us(v)/v->c.output[v->now] < 64/'

of=balance
is_right "$chapter" "$of"
more() # NAME FILE SED: with few machines, so that many move
{
	finds_in "$1" "$chapter" "$of" "$2" "$3" machines=2
}
more 'no machine is left for answers' optimized_balance.c 's/ && \*n_fill < n_machines - 1//'

of=hetero
is_right "$chapter" "$of"
finds 'all machines are of the first kind' optimized_hetero.c 's/n_first_kind(v->param)/v->c.n_machines/'
finds 'who knows how long an answer will be goes to the cheap ones' optimized_hetero.c 's/n_first_kind(v->param)/v->c.output[v->now] > 128 ? 1 : 2/'
finish
