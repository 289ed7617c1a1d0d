#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Rows on the CPU at sizes that are no multiple of anything, and with the mistakes that
# their shortcuts invite, each of which `aisp bench verify` must find.
# RUN: parallel test-all first
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
steps='*'

system=ch03_system
at ch03:flag n=1
at ch03:flag n=2
finds 'a step does not wait' $system flag turns_flag.h 's/^\t\twait_turn(t, i);/\t\tt->next = i;/'
finds 'the word of the call before is left' $system flag turns_flag.h 's/t->word = 0;/t->word |= 0;/'
at ch03:affinity n=1
at ch03:affinity n=130
finds 'the slot behind a message is summed' $system affinity ring_affinity.h 's/sum_of(r->slot\[i % SLOTS\])/sum_of(r->slot[(i + 1) % SLOTS])/'
one_node() # the variants themselves, where a machine has one node
{
	copy_row chapters/$system first_touch && sed -i 's/LEAST_NODES 2/LEAST_NODES 1/' "$pair/nodes_first_touch.h"
}
passes 'first_touch on one node' one_node
gives 0 ' 0 wrong' 'first_touch: right there' verify
gives 0 ' 0 wrong' 'first_touch: parts of a page' verify n=1025
finds 'the last elements are nobody'"'"'s' $system first_touch nodes_first_touch.h 's/LEAST_NODES 2/LEAST_NODES 1/; s/? n$/? n - 1/'
at ch03:limits n=1
at ch03:limits n=33
finds 'keys of one value are a part behind' $system limits optimized_limits.c 's/memcpy(next + 1, end, (N_BYTES - 1)/memcpy(next + 1, end + 1, (N_BYTES - 2)/'
finds 'the last byte is not looked at' $system limits optimized_limits.c 's/for (int b = 0; shift \&\&/for (int b = 0; shift > 8 \&\&/' n=99991
finds 'negative keys are behind the others' $system limits optimized_limits.c 's/ ^ 0x80000000u//'
steps=_half
finds 'what is left of the first run is left out' $system limits runs_limits.h 's/(size_t)(n_a - i) \* sizeof/(size_t)(n_a > i ? n_a - i - 1 : 0) * sizeof/'
steps='*'
at ch03:feed batches=1 batch=1 entries=1
at ch03:feed batches=3 batch=21 threads=3
finds 'the first batch is not used' $system feed optimized_feed.c 's/if (i > 0)/if (i > 1)/'
finds 'the last row of each few is left out' $system feed batch_feed.h 's/r < n; r++)/r < n - 1; r++)/'

storage=ch05_storage_io
at ch05:parse n=7
at ch05:parse n=4099 threads=3
finds 'doubt about a half is ignored' $storage parse decimal.h 's/return rest < half - DOUBT.*/return 1;/'
finds 'exponents are left out' $storage parse decimal.h 's/d->exponent += is_negative.*/e = 0;/'
at ch05:dedup documents=3 shingles=1
finds 'the last shingle is left out' $storage dedup minhash.h 's/i < n; i++/i < n - 1; i++/'
at ch05:decompress blocks=1
at ch05:decompress blocks=3 threads=5
finds 'long copies leave out every second part' $storage decompress wide_decompress.h 's/n -= COPY_BYTES;/n -= 2 * COPY_BYTES;/'
finds 'a match is taken for one that does not overlap' $storage decompress wide_decompress.h 's/far < COPY_BYTES) {/far < 0) {/'
finds 'the last block of a part is left' $storage decompress optimized_decompress_threads.c 's|(part + 1) / n_parts|& - 1|'
at ch05:tokenise documents=1 length=1 merges=1
at ch05:tokenise documents=3 length=700 merges=999 threads=2
finds 'the pair before a merge keeps its rank' $storage tokenise ranks_tokenise.h 's/if (at > 0)/if (at < 0)/'
finds 'of equal ranks the last counts' $storage tokenise ranks_tokenise.h 's/rank\[i\] < rank\[at\]/rank[i] <= rank[at]/'
finds 'words of the call before are remembered' $storage tokenise cache_tokenise.h 's/memset(seen, 0, N_SEEN .*/(void)io;/'
finds 'equal hashes are equal words' $storage tokenise cache_tokenise.h 's/ || memcmp(e->word, s, (size_t)n))/)/'
at ch05:loader records=3 words=7 batch=1 batches=1 outputs=33
at ch05:loader records=9 words=5 batch=6 batches=3 outputs=1 threads=1
finds 'the last record of a batch is left out' $storage loader layer_loader.h 's/for (int64_t i = 0; i < b.n; i += ROWS)/for (int64_t i = 0; i + 1 < b.n; i += ROWS)/' batch=5
finds 'the first batch is left out' $storage loader optimized_loader_thread.c 's/if (i > 0)/if (i > 1)/'
finds 'pages are taken for records' $storage loader optimized_loader_map.c 's/map + record_at(io, first + i + r)/map + record_at(io, first + i + r) \/ PAGE * PAGE/'
at ch05:weights elems=7 tensors=7
at ch05:weights elems=1048577 tensors=2 threads=3
finds 'tensors that a piece cuts begin anew' $storage weights file_weights.h 's/y + e->to + from - e->from/y + e->to/' elems=1048577
finds 'the last tensor of a piece is left' $storage weights file_weights.h 's/i < l->n; i++) {/i < l->n - 1; i++) {/'
at ch05:checkpoint elems=7 tensors=7
at ch05:checkpoint elems=1048577 tensors=2 threads=3
finds 'the last element of a tensor is left out' $storage checkpoint pieces_checkpoint.h 's/(size_t)(last - i) \* sizeof/(size_t)(last - i - 1) * sizeof/'
finds 'the last part of a page is left out' $storage checkpoint pieces_checkpoint.h 's/(bytes + PAGE_BYTES - 1)/bytes/'
finds 'the file keeps a whole last page' $storage checkpoint pieces_checkpoint.h 's/if (!rc && ftruncate/if (rc \&\& ftruncate/'
finds 'pieces overlap by a page' $storage checkpoint pieces_checkpoint.h 's/(size_t)i \* PIECE_BYTES/(size_t)i * (PIECE_BYTES - PAGE_BYTES)/' elems=1048577
at ch05:preprocess images=1 height=1 width=1 crop=1 out=1
at ch05:preprocess images=5 height=64 width=47 crop=9 out=30 threads=3
at ch05:preprocess crop=41 out=8
finds 'a mirrored picture is like others' $storage preprocess square_preprocess.h 's/s->is_mirrored ? s->out - 1 - o : o/o/'
finds 'the second colour is the first' $storage preprocess pixels_preprocess.h 's/(four_places){ 2, 3, 6, 7 }/(four_places){ 0, 1, 4, 5 }/'
finds 'columns behind the last four are left' $storage preprocess pixels_preprocess.h 's/^\tfor (; o < s->out; o++) {/\tfor (; o < 0; o++) {/'
finds 'the nearer of two rows will do' $storage preprocess square_preprocess.h 's/(float)(b\[j\] - a\[j\]) \* share/(float)(b[j] - a[j]) * (share > 0.5f)/'

memory=ch07_memory_access
at ch07:sort n=1
at ch07:sort n=257 threads=3
finds 'the sign is a digit like others' $memory sort radix.h 's/ ^ 0x80000000u//'
finds 'what is left in the lines is forgotten' $memory sort radix_lines.h 's/d < N_DIGITS; d++)$/d < 0; d++)/'
at ch07:spmv rows=1 per_row=7
at ch07:spmv rows=33 per_row=1 threads=7
finds 'parts of a row are not added up' $memory spmv optimized_spmv_merge.c 's/+= part\[k\].sum/+= 0/'

at ch07:scan n=1
at ch07:scan n=32769 threads=3
finds 'a lane is not carried on' $memory scan lanes_scan.h 's/sum = __builtin_shufflevector(v, v,/sum = 0 * __builtin_shufflevector(v, v,/'
finds 'the parts of threads before are left out' $memory scan optimized_scan_threads.c 's/start += part/start += 0 * part/'
at ch07:tiling rows=1 cols=4
at ch07:tiling rows=9 cols=36 threads=3
finds 'a row of a block is left out' $memory tiling filter_kernel.h 's/r - k < TAPS/r - k < TAPS - 1/'
finds 'columns behind the last block are left out' $memory tiling filter_block.h 's/j < cols ? j : cols, cols/cols, cols/'

at ch07:resident n=1 table=1
at ch07:resident n=4099 table=3
finds 'neighbours change places' $memory resident optimized_resident.c 's/_mm_set_ps(table\[index\[i + 3\]\], table\[index\[i + 2\]\]/_mm_set_ps(table[index[i + 2]], table[index[i + 3]]/'

intensity=ch09_intensity
at ch09:norm_add_quant rows=1 cols=1
at ch09:norm_add_quant rows=5 cols=1037 threads=3
finds 'the sum is of numbers before they are rounded' $intensity norm_add_quant norm_add_quant_cpu.h 's/{ rounded(from_bf16(x\[j\]) + from_bf16(residual\[j\])) }/{ from_bf16(x[j]) + from_bf16(residual[j]) }/'
finds 'negative numbers are no maximum' $intensity norm_add_quant norm_add_quant_cpu.h 's/(v.bits & 0x7fffffff)/v.bits/'
finds 'small numbers have the steps of their own power of two' $intensity norm_add_quant norm_add_quant_cpu.h 's/power.bits > least.bits ?/power.bits > 0 ?/'
finds 'the end of a row is not stored' $intensity norm_add_quant optimized_norm_add_quant_stream.c 's/q, to.cols)/q, to.cols \/ 16 * 16)/'

occupancy=ch08_occupancy
at ch08:divergence n=1 degree=1
at ch08:divergence n=129 degree=2
finds 'arguments are not clamped' $occupancy divergence lanes_divergence.h 's/return x < -1 .*/return x;/'
finds 'the last strip is left' $occupancy divergence optimized_divergence_partition.c 's/^\tflush(&side\[1\], y, c + degree + 1, degree);//'

at ch08:select n=1
at ch08:select n=4099 keep=100 threads=3
at ch08:select n=77 keep=1 threads=7
finds 'the limit is kept' $occupancy select select_eight.h 's/limit - 1/limit/; s/x\[i\] < limit/x[i] <= limit/' keep=100
finds 'what is left of eights is left out' $occupancy select select_eight.h 's/^\tfor (; i < n; i++)$/\tfor (; i < 0; i++)/'
finds 'parts begin where the part before does' $occupancy select optimized_select_threads.c 's/i < k; i++/i < k - 1; i++/'

streams=ch11_streams
at ch11:overlap tasks=1 rows=1 cols=7
finds 'the last sum alone counts' $streams overlap rows_overlap.h 's/all += sum\[k\]/all = sum[k]/'
at ch11:pipeline rows=1
finds 'the first chunk stays inside' $streams pipeline optimized_pipeline.c 's/if (i > 0)/if (i > 1)/'
finds 'every second tile is left out' $streams pipeline layer_pipeline.h 's/r += TILE_ROWS)/r += TILE_ROWS * 2)/'
at ch11:two_tasks rows=3 cols=1 points=65 degree=1
finds 'nobody helps the other' $streams two_tasks optimized_two_tasks.c 's/while (take\[!is_odd\](io, l))/while (0)/' threads=1
at ch11:dag steps=1 n=1
at ch11:dag steps=33 n=129 threads=3
finds 'two are added up, not averaged' $streams dag step_dag.h 's/v\[i\] \*= 0.5f/v[i] *= 1/'
finds 'both go from front to back' $streams dag step_dag.h 's/q\[-i\]/q[i - n + 1]/'

graphs=ch12_graphs
at ch12:steps n=1 steps=17
at ch12:steps n=33 steps=1
finds 'nobody waits for a neighbour' $graphs steps optimized_steps_fused.c 's/__ATOMIC_ACQUIRE) < round/__ATOMIC_ACQUIRE) < 0/'
finds 'edges of the round before' $graphs steps optimized_steps_fused.c 's/before->edge\[turn\]/before->edge[1 - turn]/'
finds 'the neighbour'"'"'s other end' $graphs steps optimized_steps_fused.c 's/behind->edge\[turn\]\[0\]/behind->edge[turn][1]/'
finds 'the last round is left out' $graphs steps optimized_steps_fused.c 's/left > 0; left -= w/left > w; left -= w/'
at ch12:field n=64 steps=1
at ch12:field n=2050 steps=33 threads=3
finds 'a tile begins one cell late' $graphs field optimized_field_wide.c 's/(first - steps) % n/(first - steps + 1) % n/'
finds 'the last step is left out' $graphs field optimized_field_wide.c 's/k <= steps; k++/k < steps; k++/'
at ch12:uneven n=1 mean=2
at ch12:uneven n=77 mean=5000
finds 'the last hit of a block counts' $graphs uneven optimized_uneven_trials.c 's/now < first ? now/now != NONE ? now/' mean=3
finds 'blocks after the first count from its begin' $graphs uneven optimized_uneven_trials.c 's/limit ? k + j/limit ? j/'

training=ch13_training
at ch13:grad_norm n=33 threads=3
finds 'the last strip is not scaled' $training grad_norm grad_norm_back.h 's/scale(g + i, factor, n - i)/scale(g + i, factor, 0)/'
at ch13:linear_bwd rows=7 inputs=17 outputs=13 threads=3
finds 'gradients are not added to those before' $training linear_bwd product_kernel.h 's/^\(\t*\)if (t->is_added)$/\1if (t->k < 0)/'
finds 'terms behind the first 128 replace those before' $training linear_bwd product_kernel.h 's/ || p > 0 }/ }/' outputs=300
at ch13:linear_ce rows=65 vocab=131 inputs=7
finds 'sums do not shrink when the maximum grows' $training linear_ce linear_ce.h 's/before\[i\] - max\[i\]/0/'
finds 'words that came are like others' $training linear_ce linear_ce.h 's/-=$/+= 0 */'
finds 'rows before are forgotten' $training linear_ce linear_ce.h 's/r->is_added = first > 0/r->is_added = 0/' rows=97
at ch13:embed_bwd tokens=1 vocab=3 threads=3
at ch13:embed_bwd tokens=200 vocab=1
finds 'words that do not come are left' $training embed_bwd embed_groups.h 's/memset(row, 0, bytes);/if (begin_of(\&g, v) < g.end[v]) memset(row, 0, bytes);/'
finds 'the begin of a word is its end' $training embed_bwd embed_groups.h 's/g->end\[word - 1\] : 0/g->end[word - 1] + 1 : 0/'
finds 'the last part ends early' $training embed_bwd optimized_embed_bwd_threads.c 's/int64_t rows = io->param\[TOKENS\] + /int64_t rows = /'
at ch13:accumulate rows=97 width=7
at ch13:accumulate rows=1 layers=1
finds 'parts are not added up' $training accumulate net_run.h 's/t->first > 0/0/' rows=193
finds 'the last part is left out' $training accumulate net_stored.h 's/i < rows; i += n/i + n <= rows; i += n/'
finds 'all parts have the first rows' $training accumulate net_run.h 's/ + t->first \* t->io/ + 0 * t->io/' rows=193
at ch13:recompute layers=5 width=13
at ch13:recompute rows=1 layers=1
finds 'a segment begins with what its first layer makes' $training recompute net_again.h 's/segment_takes(a, layer \/ a->n_layers)/segment_takes(a, 0)/'
finds 'slopes are those of the layer before' $training recompute net_again.h 's/took(\&a, l), sums_of(\&a, l));/took(\&a, l), sums_of(\&a, l ? l - 1 : 0));/'
finds 'sums of the last segment serve all' $training recompute net_again.h 's/^\t\tgo_there(&a, first, end);/\t\tif (end == layers) go_there(\&a, first, end);/'
at ch13:muon rows=1 cols=1
at ch13:muon rows=20 cols=67 steps=2 threads=3
finds 'x itself is not added' $training muon muon_half.h 's/+= (float)POLY_A/+= 0/'
finds 'halves are not completed' $training muon muon_half.h 's/m - end, end - i)/m - end, 0)/'
finds 'rows behind the last tile are left' $training muon product_kernel.h 's/i < x->m; i += TILE_ROWS/i + TILE_ROWS <= x->m; i += TILE_ROWS/'
finds 'tiles end before the diagonal' $training muon product_kernel.h 's/first + i + TILE_ROWS - j/first + i - j/'
at ch13:alloc_trace blocks=200 step=9
at ch13:alloc_trace blocks=1000 step=100
finds 'a gap of half the size will do' $training alloc_trace optimized_alloc_trace.c 's/gap_bytes(g, k) >= bytes/gap_bytes(g, k) >= bytes \/ 2/'
finds 'a class is smaller than its blocks' $training alloc_trace alloc_class.h 's/((\*grains - 1) >> shift) + 1/*grains >> shift/'
finds 'a block ends when the next begins' $training alloc_trace optimized_alloc_trace_plan.c 's/all\[k\].to <= p->from/all[k].to <= p->from + 1/'
at ch13:alloc_retry blocks=200 step=9
at ch13:alloc_retry blocks=1000 step=100 share=100
finds 'one place goes back, whatever is missing' $training alloc_retry optimized_alloc_retry.c 's/while (is_short/if (is_short/'
finds 'places go back when the block is there' $training alloc_retry optimized_alloc_retry_wanted.c 's/least_wanted(c, now), now)/least_wanted(c, now), now + 1)/'
at ch13:tape rows=1 layers=1 width=1
at ch13:tape rows=33 layers=2 width=67
finds 'a place is given up while it is needed' $training tape tape_places.h 's/t->last\[r.at\] == step/t->last[r.at] <= step + 9/'
finds 'parts of a gradient replace each other' $training tape tape_plan.h 's/x->n_given++ > 0/0 * x->n_given++/'
finds 'the way back begins with the first node' $training tape tape_plan.h 's/for (int32_t i = t->n_nodes; i-- > 0;)/for (int32_t i = 0; i < t->n_nodes; i++)/'
steps=_fused
finds 'the slope is that of the share alone' $training tape tape_kernels.h 's/^ELEMENTWISE(slope, .*/ELEMENTWISE(slope, a[i] * share(b[i]))/'
steps='*'
at ch13:classifier rows=3 vocab=1000
finds 'the target is like other words' $training classifier classifier_row.h 's/power\[target\] -= sum/power[target] -= 0/'

attention=ch18_attention
at ch18:ssm_scan heads=1 seq=1 dim=32
at ch18:ssm_scan heads=9 seq=161 dim=96
finds 'a chunk forgets those before it' $attention ssm_scan ssm_chunk_cpu.h 's/scale(state, STATE \* dim, o->left\[STEPS - 1\])/scale(state, STATE * dim, 0)/'
finds 'states do not shrink' $attention ssm_scan ssm_chunk_cpu.h 's/scale(state, STATE \* dim, o->left\[STEPS - 1\])/scale(state, STATE * dim, 1)/'
finds 'a step sees the one behind it' $attention ssm_scan ssm_chunk_cpu.h 's/u <= t ?/u <= t + 1 ?/'
at ch18:attention_bwd heads=1 seq=1 dim=1
at ch18:attention_bwd heads=2 seq=129 dim=33 causal=1 threads=3
at ch18:attention_bwd seq=64 dim=128 causal=0
finds 'keys behind a query are seen' $attention attention_bwd attention_bwd_tile.h 's/attended(p, at->i + r) - at->j/SIDE/'
finds 'the gradient of the sum of weights is left out' $attention attention_bwd attention_bwd_tile.h 's/ - t->d\[r\]//'
finds 'a block of keys forgets the blocks before' $attention attention_bwd attention_bwd_tile.h 's/is_added ? y\[r \* dim + c\] : 0/is_added ? 0 : 0/'
finds 'the scale of scores is left out' $attention attention_bwd attention_bwd_tile.h 's/p\[DIM\], scale, 0);/p[DIM], 1, 0);/'

compilers=ch14_compilers
at ch14:specialise n=65 taps=5
at ch14:specialise n=1000 taps=32
finds 'the table names the wrong filter' $compilers specialise optimized_specialise.c 's/filter_7_by_3 }/filter_8 }/'
finds 'elements behind the last strip are next to each other' $compilers specialise strips_specialise.h 's/x\[i + p\[APART\] \* t\]/x[i + t]/'
at ch14:shapes rows=1
finds 'lanes behind the row count' $compilers shapes vectors_kernel.h 's/(lane < n - i \* AISP_LANES)/(lane < AISP_LANES)/'
finds 'the bucket is one too small' $compilers shapes vectors_kernel.h 's/switch ((n + LANES - 1) /switch (n /'
at ch14:tile_gemm m=1 n=1 k=1
at ch14:tile_gemm m=65 n=130 k=300
finds 'sums do not begin at 0' $compilers tile_gemm tile_kernels.h 's/int sum = tile_variable(p, tile_splat(p, tile_float(p, 0)/int sum = tile_variable(p, tile_splat(p, tile_float(p, 1)/'
at ch14:tile_softmax rows=1 cols=1
at ch14:tile_softmax rows=3 cols=1000
finds 'the rest of a row has no mask' $compilers tile_softmax tile_llvm_region.h 's/e->is_masked = part;/e->is_masked = 0;/'
finds 'lanes of a sum are left out' $compilers tile_softmax tile_llvm_sinks.h 's/while (lanes > 1) {/while (lanes > 2) {/'
at ch14:block seqs=1 seq=1 dim=2 heads=1 hidden=1
at ch14:block seqs=2 seq=33 dim=80 heads=5 hidden=129
finds 'a group keeps what another reads' $compilers block block_groups.h 's/to->of\[u\] != to->of\[v\])/0)/'
finds 'columns behind a row count' $compilers block block_program.h 's/if (cols != from->cols) {/if (cols != cols) {/'
finds 'a place is given away too early' $compilers block block_memory.h 's/m->step\[v\] <= m->last\[u\]/m->step[v] + 2 <= m->last[u]/'

basics=ch01_basics
at ch01:gemm_many batch=1 m=1 n=1 k=1
at ch01:gemm_many batch=18 m=8 n=8 k=8 threads=5
finds 'the second row of B is left out' $basics gemm_many tiny_gemm_many.h 's/p = 1; p < k; p++/p = 2; p < k; p++/'
passes 'it is where sides are 8' mistaken chapters/$basics gemm_many tiny_gemm_many.h 's/p = 1; p < SIDE; p++/p = 2; p < SIDE; p++/'
gives 3 '^WRONG .*optimized_' 'it is where sides are 8: found' "$aisp" bench verify --variants --param m=8 --param n=8 --param k=8 "$pair"
finds 'lanes are not turned back' $basics gemm_many optimized_gemm_many_lanes.c 's/y\[l \* n + i\] = x\[i \* LANES + l\]/y[l * n + i] = x[l * n + i]/'

cuda_basics=ch06_cuda_basics
at ch06:blocks_2d rows=1 cols=1
at ch06:blocks_2d rows=65 cols=4097
finds 'the third column is left out' $cuda_basics blocks_2d median_blocks_2d.h 's/low(low(most\[0\], most\[1\]), most\[2\])/low(most[0], most[1])/'
finds 'the first row of a block is left out' $cuda_basics blocks_2d optimized_blocks_2d_threads.c 's/r = i; r </r = i + 1; r </'

quantisation=ch19_quantisation
at ch19:quantise_rows rows=130 cols=67 block=16
finds 'ties go up' $quantisation quantise_rows e4m3_cpu.h 's/0x7ffff + (bits >> 20 & 1)/0x80000/'
finds 'edges are not turned' $quantisation quantise_rows quantise_strip.h 's/a < least(i + 8, rows)/a < i/'
for format in 0 1 2 3 4 5 6; do
	at ch19:formats format=$format rows=3 blocks=5
done
finds 'ties go down' $quantisation formats formats_bits.h 's/bits >> drop & 1/bits >> drop \& 0/'
finds 'integers have a bit for their sign' $quantisation formats formats_bits.h 's/sign ? -code : code/sign << 3 | code/' format=6
finds 'codes lie the other way round' $quantisation formats formats_bits.h 's/<< (k \* bits)/<< ((7 - k) * bits)/' format=3
finds 'a scale of 0 divides' $quantisation formats formats_bits.h 's/return scale > 0 ? 1 \/ scale : 0/return 1 \/ scale/' format=4
at ch19:sparse24 m=1 n=8 k=128
at ch19:sparse24 m=3 n=72 k=256
finds 'both kept weights of four have the first one'"'"'s place' $quantisation sparse24 optimized_sparse24.c 's/(4 \* g + 2) & 3/4 * g \& 3/'
at ch19:prune24 rows=4 cols=4
at ch19:prune24 rows=20 cols=68
finds 'a pattern is that of the transpose' $quantisation prune24 patterns_prune24.h 's/mask >> i & 1 ?/mask >> (i % 4 * 4 + i \/ 4) \& 1 ?/'
at ch19:recipes steps=1 rows=1 blocks=1
at ch19:recipes steps=19 rows=3 blocks=3
finds 'numbers are half as large as their scale says' $quantisation recipes recipes_cpu.h 's/power(BIAS - scale)/power(BIAS - 1 - scale)/'
search=ch20_search
at ch20:strassen m=8 n=8 k=8
at ch20:strassen m=200 n=72 k=520
finds 'the second of two parts is left out' $search strassen strassen_cpu.h 's/t < x->n_c; t++/t < 1; t++/'
finds 'a difference is a sum' $search strassen strassen_cpu.h 's/x + s->sign\[1\] \*/x +/'

low=ch19_quantisation
at ch19:switch tokens=1 rows=2 width=1
at ch19:switch tokens=5 rows=33 width=127 unsure=100
finds 'who is ahead by the high plane wins' $low switch switch_cpu.h 's/return 255 \* sum \/ 256/return 0 * sum/' unsure=100
finds 'a low part has a sign' $low switch switch_cpu.h 's/DEFINE_DOT(dot_low, uint8_t)/static int32_t dot_low(const uint8_t *w, const int8_t *x, int64_t n) { return dot_high((const int8_t *)w, x, n); }/' unsure=100
finds 'the last of equals wins' $low switch switch_cpu.h 's/if (x > best)/if (x >= best)/' 'width=1 unsure=100'
finish
