#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Rows of chapters 15 and 16 detect common mistakes: each makes an otherwise right
# variant wrong in every call.
# RUN: parallel test-all first
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

row swap
finds 'what comes in also goes out' optimized_swap.c 's/memcpy(m.out, m.page/memcpy(m.out, m.in/'
finds 'whole lines alone are copied' optimized_swap.c 's/m.bytes);/m.bytes \/ 64 * 64);/'
finds 'the last page stays' optimized_swap.c 's/i < n_moved(io)/i < n_moved(io) - 1/'
steps=_stream
finds 'vectors alone go past the caches' stream_row.h 's/memcpy(to + c, x + c, sizeof(\*x) \* (size_t)(n - c))/(void)x/'
steps=''

row serve
finds 'who has not come is served' serve_cpu.h 's/!asked(io, s->n_seated)\[HAS_COME\]/s->n_seated > 15/'
finds 'a token is announced before its prompt was read' serve_cpu.h 's/s->fed\[k\] < PROMPT_TOKENS)$/s->fed[k] < (LANES > 1 ? 1 : PROMPT_TOKENS))/'
finds 'tokens are those of the neighbour' serve_cpu.h 's/token\[k\] = s->token\[k\];/token[k] = s->token[(k + 1) % LANES];/'
finds 'a seat keeps the state of who left it' serve_cpu.h 's/s->state\[j \* LANES + k\] = 0/s->state[j * LANES + k] *= LANES > 1/'
finds 'a token more than was asked for' serve_cpu.h 's/++s->made\[k\] == asked/(LANES > 1 ? s->made[k]++ : ++s->made[k]) == asked/'
finds 'a request is answered twice in a step' serve_cpu.h 's/who\[k\] = s->of\[k\];/who[k] = s->of[0] < 0 ? s->of[k] : s->of[0];/'
folded='(float)fold((int32_t)s->sum\[j\])'
finds 'residues alone, of which steps can be made beforehand' serve_cpu.h "s/$folded/LANES > 1 ? (float)(((int32_t)s->sum[j] \& 7) - 4) : &/"
finds 'both layers are one product' serve_cpu.h "s/$folded/LANES > 1 \&\& !l ? s->sum[j] \/ 8 - 4 : &/"
finds 'the last weight of a row is left out' serve_lanes.h 's/j < width; j++/j < width - 1; j++/'

chapter=chapters/ch16_inference
row sample
finds 'the largest is always taken' optimized_sample.c 's/return draw_one(&c, u);/(void)u; return best;/'
finds 'what is below the k-th may be drawn' optimized_sample.c 's/order < kth)/order + 64 < kth)/'
finds 'the k-th may not' optimized_sample.c 's/order < kth)/order <= kth)/'
finds 'the temperature is 1' sample_cpu.h 's/1000 \/ (float)thousandths/1 + 0 * (float)thousandths/'

row guided
finds 'a forced token is the first of its word' guided_word.h 's/__builtin_ctzll(word))/0)/'
finds 'words of the mask change places' guided_word.h 's/mask + i \* WORD/mask + (i ^ 1) * WORD/'
finds 'the temperature is 1' optimized_guided.c 's/ \* g->scale//'
finds 'the draw is always in the middle' optimized_guided.c 's/(double)g->u/0.5/'
steps=_blocks
finds 'blocks without a neighbour are empty' optimized_guided_blocks.c 's/g->weights\[b\] = sum;/g->weights[b] = b % 2 ? sum : 0;/'
finds 'all logits of a block are allowed' optimized_guided_blocks.c 's/x->allowed >> i \& 1 ? w : 0/w/'
steps=''

row gemm_rows
plain='s/return tile_bf16;/return tile_f32;/'
finds 'a small batch splits the depth' rows_tile.h "$plain; "'s/sum\[l\] += from_bf16(w\[c + l\])/sum[n_rows < TILE_ROWS \&\& c > t->depth \/ 2 ? l ^ 1 : l] += from_bf16(w[c + l])/'
finds 'a small batch is added up from the other end' rows_tile.h "$plain; "'s/total += sum\[l\];/total += sum[n_rows < TILE_ROWS ? 31 - l : l];/'
finds 'the last numbers of the depth are left out' rows_tile.h "$plain; "'s/c < t->depth; c++, l++/c < t->depth - 1; c++, l++/'
finds 'the last rows of weights are left out' rows_tile.h 's/at_most(end - j, TILE_COLS)/at_most((end - j) \/ TILE_COLS * TILE_COLS, TILE_COLS)/'

for weights in fp8 int4; do
	row gemm_rows_$weights
	finds "$weights: a small batch is added up from the other end" low_tile.h 's/return add_group_bf16;/return add_group_f32;/; s/total += sum\[i\]\[c\]\[l\]/total += sum[i][c][rows < TILE_ROWS ? LANES - 1 - l : l]/'
	finds "$weights: the last group of the depth is left out" low_tile.h 's/c < k; c += SCALE_GROUP/c + SCALE_GROUP <= k; c += SCALE_GROUP/'
	finds "$weights: a group has the scale of the one before" low_tile.h 's/j, from \/ SCALE_GROUP)/j, (from ? from - 1 : 0) \/ SCALE_GROUP)/'
done
finds 'the second row of weights has the scales of the first' low_tile.h 's/scale_of(io, w + 1, j,/scale_of(io, w + 1, col,/'

chapter=chapters/ch18_attention
sees() # EXPRESSION: what token i sees of the new ones
{
	printf '%s' "s/AISP_BEST(attend_rows)/for (int i = 0; i < p[QUERIES]; i++) d.sees[i] = $1; &/"
}
row verify
finds 'new tokens see all new ones' optimized_verify.c "$(sees '~0u')"
finds 'they are a chain, not a tree' optimized_verify.c "$(sees '(2u << i) - 1')"
finds 'none sees itself' optimized_verify.c "$(sees 'd.sees[i] \& ~(1u << i)')"
finds 'the context is a token short' optimized_verify.c 's/AISP_BEST(attend_rows)/d.context--; &/'
steps=_lanes
finds 'what is left of a tile is not met' decode_tile.h 's/i < group \&\& i < g + TILE/i < group - 1 \&\& i < g + TILE/'
finds 'keys are turned as if they were twelve' decode_lanes.h 's/k\[c \* STEP + i\] = row/k[c * STEP + i % 12] = row/'
steps=''

low() # NAME FORMAT SED
{
	finds_in "$1" "$chapter" kv_low low_cpu.h "$3" "format=$2"
	blames_one "$1"
}
row kv_low
low 'bytes have no sign' 0 's/(float)(int8_t)x\[i\]/(float)x[i]/'
low 'exponents begin elsewhere' 1 's/aisp_from_e4m3(x\[i\])/aisp_from_e4m3(x[i]) \/ 2/'
low 'the sign of e4m3 is lost' 1 's/aisp_from_e4m3(x\[i\])/aisp_from_e4m3(x[i] \& 0x7f)/'
low 'the last bit of the fraction is lost' 1 's/aisp_from_e4m3(x\[i\])/aisp_from_e4m3(x[i] \& 0xfe)/'
low 'halves of a byte change places' 2 's/(x\[c\] \& 15)/(x[c] >> 4)/; s/to\[c + HALF\] = scale \* (float)((x\[c\] >> 4)/to[c + HALF] = scale * (float)((x[c] \& 15)/'
low 'nibbles begin at -7' 2 's/ - 8);/ - 7);/'
low 'values have the scale of keys' 0 's/widen_low(v, d->p\[FORMAT\], low_of(d, IN_V, j), n)/widen_low(v, d->p[FORMAT], (struct low){ low_of(d, IN_V, j).row, low_of(d, IN_K, j).scale }, n)/'

row cascade
finds 'the prefix is left out' cascade_kernel.h 's/j < p\[SHARED\]; j += STEP/j < 0; j += STEP/'
finds 'its last step is' cascade_kernel.h 's/j < p\[SHARED\]; j += STEP/j < p[SHARED] - STEP; j += STEP/'
finds 'the first own tokens are' cascade_cpu.h 's/j = d->p\[SHARED\]; j < d->tokens/j = d->p[SHARED] + 1; j < d->tokens/'
finds 'the first sequence meets the prefix alone' cascade_kernel.h 's/i < p\[BATCH\]; i++)$/i < 1; i++)/'

chapter=chapters/ch19_quantisation
row quantise
finds 'a factor changes behind its codes' optimized_quantise.c 's/^\tput_nearest(&m);$/put_nearest(\&m); m.column[0] *= 1.5f;/'
finds 'a scale does' optimized_quantise.c 's/^\tput_nearest(&m);$/put_nearest(\&m); m.scale[0] *= 2;/'
steps=_feedback
finds 'codes are of the other half' optimized_quantise_feedback.c 's/double error = /m->code[row * n + c] ^= 8; double error = /'
steps=''
finish
