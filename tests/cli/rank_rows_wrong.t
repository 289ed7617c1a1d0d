#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Rows whose work ranks share, between more of them than there are CPUs and at sizes that
# do not cut evenly; and the mistakes that people make with them, each of which `aisp
# bench verify` must find.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
steps='*'

for ranks in 3 5; do
	at ch04:buckets ranks=$ranks layers=2 width=33 vocab=101
	at ch04:overlap ranks=$ranks layers=3 rows=5 width=37
	at ch04:tp_mlp ranks=$ranks rows=131 width=37 inner=5
	at ch04:pipeline ranks=$ranks microbatches=3 rows=5 width=37
	at ch04:ring_attention ranks=$ranks rows=69 heads=2 dim=21
	at ch04:moe_dispatch ranks=$ranks tokens=37 experts=3 chosen=5 width=7
	at ch04:moe_combine ranks=$ranks tokens=37 experts=3 chosen=5 width=7
	at ch04:compress ranks=$ranks elems=5003
	at ch13:zero1_step ranks=$ranks elems=2051
	at ch13:zero2_step ranks=$ranks layers=4 rows=3 width=45
	at ch13:fsdp_layer ranks=$ranks layers=3 rows=5
	at ch15:kv_handoff ranks=$ranks layers=3 pages=3 width=7 elems=35
	at ch04:queue ranks=$ranks messages=131 words=17 slots=2
	at ch18:decode_ranks ranks=$ranks requests=1 tokens=19 heads=1 group=5
done
at ch04:buckets ranks=8 layers=1 width=1 vocab=1 positions=1 # parts without an element
at ch04:overlap ranks=8 layers=1 rows=1 width=1
at ch04:tp_mlp ranks=8 rows=1 width=1 inner=1
at ch04:pipeline ranks=8 microbatches=2 rows=2 width=3
at ch04:ring_attention ranks=8 rows=1 heads=1 dim=1 # a half without a row
at ch04:moe_dispatch ranks=8 tokens=1 experts=1 chosen=1 width=1
at ch04:moe_combine ranks=8 tokens=1 experts=1 chosen=1 width=1
at ch04:compress ranks=8 elems=257
at ch13:zero1_step ranks=8 elems=1
at ch13:zero2_step ranks=8 layers=1 rows=1 width=8
at ch13:fsdp_layer ranks=8 layers=2 rows=1 width=8
at ch15:kv_handoff ranks=8 layers=1 pages=1 width=1 elems=1
at ch04:queue ranks=8 messages=3 words=1 slots=1
at ch04:queue ranks=2 messages=1 words=1 slots=64
at ch18:decode_ranks ranks=8 requests=1 tokens=1 heads=1 group=1

distributed=ch04_distributed
finds 'the last bucket is left out' $distributed buckets optimized_buckets.c 's|(n + BUCKET_ELEMS - 1) / BUCKET_ELEMS|n / BUCKET_ELEMS|'
finds 'a bucket is summed before all have shown it' $distributed buckets reduce_behind.h 's/^\t\t\tawait_peers(r, SHOWN, i);//'
finds 'a layer is summed before all have it' $distributed overlap reduce_behind.h 's/await_peers(r, SHOWN, i)/await_peers(r, SHOWN, i - 1)/'
finds 'parts are taken before they are summed' $distributed overlap reduce_behind.h 's/^\t\t\tawait_peers(r, ADDED, i - 1);//'
finds 'the first layer is not summed' $distributed overlap reduce_behind.h 's/i >= 2/i >= 3/'
finds 'the last row of a chunk is not summed' $distributed tp_mlp optimized_tp_mlp.c 's/chunk_end(io, chunk) \* w }/(chunk_end(io, chunk) - 1) * w }/'
finds 'what is below 0 stays' $distributed tp_mlp rows_tp_mlp.h 's/x\[i\] > 0 ? x\[i\] : 0/x[i]/'
finds 'weights are learned before gradients came' $distributed pipeline optimized_pipeline.c 's/n_learned < n_back/n_learned < n_forward/'
finds 'nobody waits for the stage before' $distributed pipeline stage_pipeline.h 's/__ATOMIC_ACQUIRE) > m/__ATOMIC_ACQUIRE) >= 0/'
finds 'weights are not turned' $distributed pipeline stage_pipeline.h 's/s.turned\[j \* w + i\]/s.turned[i * w + j]/'
finds 'the first microbatch does not come back' $distributed pipeline optimized_pipeline_1f1b.c 's/m >= ahead/m > ahead/'
finds 'keys behind a query are seen' $distributed ring_attention online_ring_attention.h 's/seen < b->n ? seen : b->n/b->n/'
finds 'sums do not shrink when a larger score comes' $distributed ring_attention online_ring_attention.h 's/shrink = aisp_exp2f(.*/shrink = 1;/'
finds 'a block is taken before it is shown' $distributed ring_attention optimized_ring_attention.c '/await_round(r, rank, 1);/d'
finds 'sums are fetched before they are made' $distributed ring_attention optimized_ring_attention_zigzag.c 's/2 \* r->n - 1 - half, 2);/2 * r->n - 1 - half, 1);/'
finds 'rows of the first rank'"'"'s experts' $distributed moe_dispatch rows_moe_dispatch.h 's/e < io->ranks->rank \* io->param\[EXPERTS\]/e < 0/'
finds 'rows are taken before they are shown' $distributed moe_dispatch optimized_moe_dispatch_pull.c '/aisp_rank_barrier(r, 1);/d'
finds 'rows of ranks lie upon each other' $distributed moe_dispatch optimized_moe_dispatch_pull.c 's/p->next\[e\]\[rank\] = at;/p->next[e][rank] = begin;/'
finds 'rows of other ranks before are forgotten' $distributed moe_combine optimized_moe_combine.c 's/(row + rows_before(io, e, r->rank)) \* w/row * w/'
finds 'rows are added up before they are shown' $distributed moe_combine optimized_moe_combine.c '/aisp_rank_barrier(r, 2);/d'
finds 'codes are cut off' $distributed compress optimized_compress.c 's/x\[i\] \* up + 0x1.8p23f/(float)(int32_t)(x[i] * up) + 0x1.8p23f/'
finds 'all blocks have the first scale' $distributed compress optimized_compress.c 's/scale = c->scale\[b\]/scale = c->scale[0]/'
finds 'each rank keeps its own sums as they are' $distributed compress optimized_compress.c 's/^\t\tencode(&sums, b, sum, elems_of(io, b));/&\n\t\tmemcpy(aisp_out_f32(io, 0) + b * BLOCK, sum, (size_t)elems_of(io, b) * sizeof(float));/; s/k < r->n; k++) {$/k < r->n; k++) { if (k == r->rank \&\& aisp_signal_of(r, 0, AISP_N_SIGNALS - 1)[0] >= 2 * (uint32_t)r->n) continue;/'

finds 'a slot is filled before it was emptied' $distributed queue queue_ring.h 's/told(q, USED) + q->slots/told(q, USED) + 2 * q->slots/'
finds 'messages are used before they are there' $distributed queue queue_ring.h 's/e->is_there = told(q, SENT)/e->is_there = q->n/'
finds 'messages go back' $distributed queue queue_slots.h 's/.to = (r->rank + 1) % r->n/.to = r->rank/'
finds 'a message that stands for itself is a change' $distributed queue queue_slots.h 's/if (m % WHOLE)/if (m > 0)/'
finds 'a slot too far' $distributed queue queue_slots.h 's/x = slot_of(q, q->r->rank, m)/x = slot_of(q, q->r->rank, m + 1)/'

training=ch13_training
finds 'gradients are summed, not averaged' $training zero1_step sharded_step.h 's/float g = share \* g0/float g = g0/'
finds 'parameters are taken before their step' $training zero1_step optimized_zero1_step.c '/aisp_rank_barrier(io->ranks, 2);/d'
finds 'the last strip is left out' $training zero1_step optimized_zero1_step.c 's/i < n; i += STRIP_ELEMS/i + STRIP_ELEMS < n; i += STRIP_ELEMS/'
finds 'a layer is added up before all have it' $training zero2_step optimized_zero2_step.c 's/await(io->ranks, MADE, i + 1);/await(io->ranks, MADE, i);/'
finds 'parameters are taken before their step' $training zero2_step optimized_zero2_step.c 's/await(r, ADDED, layers);//'
finds 'two layers have one room' $training zero2_step optimized_zero2_step.c 's/own_window(io) + i % ROOMS \* n/own_window(io)/'
finds 'the last strip is left out' $training zero2_step zero2_step_cpu.h 's/i < n; i += STRIP_ELEMS/i + STRIP_ELEMS < n; i += STRIP_ELEMS/'
finds 'weights are gathered before they are shown' $training fsdp_layer optimized_fsdp_layer.c '/await(&s, SHOWN, l + 1);/d'
finds 'the sums of the first layer are forgotten' $training fsdp_layer optimized_fsdp_layer.c '/^\tsum_behind(&s, 0);/d'

serving=ch15_serving
finds 'a layer is taken while it is prefilled' $serving kv_handoff optimized_kv_handoff.c 's/aisp_signal_wait(r, 0, 0, (uint32_t)l + 1)/aisp_signal_wait(r, 0, 0, (uint32_t)l)/'
finds 'pages lie as in the prompt' $serving kv_handoff pages_kv_handoff.h 's/slot\[page\])/page + 0 * slot[page])/'

attention=ch18_attention
finds 'parts count as if they had one maximum' $attention decode_ranks optimized_decode_ranks.c 's/float by = aisp_exp2f(.*/float by = 1;/'
finds 'totals are added as they are' $attention decode_ranks optimized_decode_ranks.c 's/total += by \* part/total += part/'
finds 'a part is left out' $attention decode_ranks optimized_decode_ranks.c 's/rank = 0; rank < n; rank++/rank = 0; rank < n - 1; rank++/'
finds 'parts are taken before they are there' $attention decode_ranks optimized_decode_ranks.c 's/^\t\t\t\t (uint32_t)far);/\t\t\t\t 0);/'
finds 'queries are taken before they are there' $attention decode_ranks optimized_decode_ranks.c '/aisp_signal_wait(r, owner, ASKED, 1);/d'
finds 'the keys of other requests' $attention decode_ranks optimized_decode_ranks.c 's/at = head \* io->param/at = h * io->param/'
finish
