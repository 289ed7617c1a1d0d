#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Rows of chapters 15 and 16 tell the mistakes that people make with them: each, in an
# otherwise right variant, is wrong in every call.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
chapter=chapters/ch15_serving

row() # ROW
{
	of=$1
	is_right "$chapter" "$of"
}
finds() # NAME FILE SED
{
	finds_in "$1" "$chapter" "$of" "$2" "$3"
	blames_one "$1"
}
row kv_append
finds 'the angle is of the other sign' kv_fused.h 's/c \* x\[i\] - s/c * x[i] + s/'
finds 'one half alone is rotated' kv_fused.h 's/to_bf16(c \* x\[i + HALF\] + s \* x\[i\])/to_bf16(x[i + HALF])/'
finds 'all tokens have the first position' kv_fused.h 's/angles_of(a, t)/angles_of(a, 0)/'
finds 'slots are taken in order' kv_fused.h 's/a->slot\[t\]/t/'
finds 'values are rotated as keys are' kv_fused.h 's/put_rounded(a->pages_v + at, page, a->v + x, heads)/put_rotated(a->pages_v + at, page, a->v + x, heads, angle)/'
finds 'values are cut, not rounded' kv_fused.h 's/to_bf16(x\[i\])/(uint16_t)(*(const uint32_t *)(x + i) >> 16)/'
finds 'heads of a slot are neighbours' kv_fused.h 's/page = a->p\[PAGE\]/page = 1/'

row route_experts
finds 'an expert is named twice' optimized_route_experts.c 's/ids\[i\] = expert;/ids[i] = i \&\& order == best[i - 1] ? ids[i - 1] : expert;/'
finds 'the smallest are taken' optimized_route_experts.c 's/best\[i - 1\] < order/best[i - 1] > order/'
finds 'the last expert is not looked at' optimized_route_experts.c 's/e < experts; e++/e < experts - 1; e++/'
finds 'weights of the others' optimized_route_experts.c 's/ids, k, aisp_out/ids, k - 1, aisp_out/'

row draft
finds 'the last match, not the first' optimized_draft.c 's/return x->end - 1;/{ int32_t e = x->end; x->end = (int32_t)i + 1; return e - 1; }/'
finds 'equal hashes are equal n-grams' optimized_draft.c 's/return agree(text, i, e, n) == n;/(void)text; (void)i; (void)e; return n > 0;/'
finds 'the shortest match, not the longest' optimized_draft.c 's/if (e < i) {/if (e < i \&\& !longest) {/'
finds 'a draft begins a token early' optimized_draft.c 's/put_draft(d, i, longest, end)/put_draft(d, i, longest, end - 1)/'

row permute
finds 'a token is named twice' permute_cpu.h 's/m->row\[j\] = (int32_t)(i \/ k);/m->row[j] = (int32_t)(i \/ k \/ 2 * 2);/'
finds 'all rows go to the first place of their token' permute_stream.h 's/m.back\[t \* k + i\]/m.back[t * k]/'
finds 'experts begin one row late' permute_cpu.h 's/m->start\[e + 1\] += m->start\[e\]/m->start[e + 1] += m->start[e] + !e/'

row accept
finds 'drafts count in twos' optimized_accept.c 's/n = n_accepted(io, row);/n = n_accepted(io, row) \/ 2 * 2;/'
finds 'the draw is from p, not from what is left of it' optimized_accept.c 's/c.q ? c.q + first : NULL/NULL/; s/c->q ? c->q + first : NULL/NULL/'
finds 'the number of the next row decides' optimized_accept.c 's/share_of(io, row)/share_of(io, (row + 1) % io->param[ROWS])/'

row experts
finds 'the gate is the other product' expert_lanes.h 's/gate_of(g\[l\], u\[l\])/gate_of(u[l], g[l])/'
finds 'the last rows of an expert are left out' expert_chunk.h 's/while (at < end) {/while (at + N_LANES <= end) {/'
finds 'weights are those of the neighbour' expert_chunk.h 's/c.weight\[i\] = m->weight\[row\]/c.weight[i] = m->weight[row ^ 1]/'
finds 'the first expert alone counts' expert_chunk.h 's/c.weight\[i\] = m->weight\[row\]/c.weight[i] = row % k ? 0 : 1/'
finds 'inner numbers change places' expert_lanes.h 's/to_bf16(b) << 16 | to_bf16(a)/to_bf16(a) << 16 | to_bf16(b)/'

chapter=chapters/ch16_inference
row sample
finds 'the largest is always taken' optimized_sample.c 's/return draw_one(&c, u);/(void)u; return best;/'
finds 'what is below the k-th may be drawn' optimized_sample.c 's/order < kth)/order + 64 < kth)/'
finds 'the k-th may not' optimized_sample.c 's/order < kth)/order <= kth)/'
finds 'the temperature is 1' sample_cpu.h 's/1000 \/ (float)thousandths/1 + 0 * (float)thousandths/'

row gemm_rows
plain='s/return tile_bf16;/return tile_f32;/'
finds 'a small batch splits the depth' rows_tile.h "$plain; "'s/sum\[l\] += from_bf16(w\[c + l\])/sum[n_rows < TILE_ROWS \&\& c > t->depth \/ 2 ? l ^ 1 : l] += from_bf16(w[c + l])/'
finds 'a small batch is added up from the other end' rows_tile.h "$plain; "'s/total += sum\[l\];/total += sum[n_rows < TILE_ROWS ? 31 - l : l];/'
finds 'the last numbers of the depth are left out' rows_tile.h "$plain; "'s/c < t->depth; c++, l++/c < t->depth - 1; c++, l++/'
finds 'the last rows of weights are left out' rows_tile.h 's/at_most(end - j, TILE_COLS)/at_most((end - j) \/ TILE_COLS * TILE_COLS, TILE_COLS)/'
finish
