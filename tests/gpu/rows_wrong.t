#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Rows on a GPU at sizes that are no multiple of anything, and with the mistakes that
# their shortcuts invite, each of which `aisp bench verify` must find.
# RUN: test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
nvidia-smi -L > /dev/null 2>&1 || skip_all 'no GPU'
steps='*'
kind=cu

intensity=ch09_intensity
at ch09:gemv_bf16 rows=1 cols=8
at ch09:gemv_bf16 rows=7 cols=4104
finds 'what is left of four is left out' $intensity gemv_bf16 optimized_gemv_bf16.cu 's/j + 32 \* k < n ?/k == 0 ?/'
finds 'the end of x is its begin' $intensity gemv_bf16 optimized_gemv_bf16.cu 's/min(j + 32 \* k, n - 1)/j/'

at ch09:convert elems=7
at ch09:convert elems=4099
finds 'the second of two is the first' $intensity convert optimized_convert.cu 's/return pack(lo, hi)/return pack(hi, lo)/'
finds 'what is left of eights is left out' $intensity convert convert_threads.h 's/for (; i < c.n; i++)/for (; i < c.n - 1; i++)/'

at ch09:norm_add_quant rows=1 cols=1
at ch09:norm_add_quant rows=5 cols=1037
at ch09:norm_add_quant rows=3 cols=8200
finds 'the second of two codes is the first' $intensity norm_add_quant norm_add_quant_row.h 's/high(word) \* inverse }/low(word) * inverse }/'
finds 'the maximum is that of the lower halves' $intensity norm_add_quant norm_add_quant_row.h 's/max(most >> 16, most & 0xffff)/most \& 0xffff/'

access=ch07_memory_access
at ch07:tiling rows=1 cols=4
at ch07:tiling rows=1030 cols=2052
finds 'tiles begin where their outputs do' $access tiling filter_tma.h 's/ - RADIUS, / , /'
finds 'a stage gets the next tile, not the one STAGES further' $access tiling filter_tma.h 's/t + STAGES \* stride/t + stride/' 'rows=2048 cols=2048'

occupancy=ch08_occupancy
at ch08:select n=1
at ch08:select n=8193 keep=100
at ch08:select n=40961 keep=1
finds 'the last of eight is never kept' $occupancy select optimized_select.cu 's/int i = 0; i < EIGHT; i++/int i = 0; i < EIGHT - 1; i++/'
finds 'edges of vectors are left out' $occupancy select optimized_select.cu 's/k < min(i + EIGHT, end)/k < 0/'
finds 'tiles begin where the first one does' $occupancy select optimized_select.cu 's/shift = before_tile(said, t, all)/shift = 0 * before_tile(said, t, all)/' n=40961
finds 'the second of two vectors begins where the first does' $occupancy select optimized_select.cu 's/place\[k + 1\] = all + /place[k + 1] = /' n=40961

training=ch13_training
at ch13:linear_bwd rows=7 inputs=17 outputs=13
at ch13:linear_bwd rows=1027 inputs=33 outputs=65
finds 'gradients before are forgotten' $training linear_bwd linear_as_is.h 's/beta.real = 1/beta.real = 0/'
finds 'the last strip is left out' $training linear_bwd linear_gpu.h 's/s < n_strips; s++/s < n_strips - 1; s++/'
at ch13:linear_loss rows=1 vocab=3 inputs=5
at ch13:linear_loss rows=321 vocab=1031 inputs=7
at ch13:loss_chunks rows=321 vocab=1031 inputs=7
finds 'rows before are forgotten' $training linear_loss linear_loss_gpu.h 's/beta.real = first > 0/beta.real = 0/' rows=300
finds 'what is left of the rows is left out' $training linear_loss linear_loss_gpu.h 's/!rc && s->rest.rows/0/' rows=300
finds 'words that came are like others' $training linear_loss linear_loss_gpu.h 's/(j == hit ? p.sum : 0)/0/'
finds 'sums do not shrink when the maximum grows' $training linear_loss linear_loss_gpu.h 's/p.sum \* power(p.max, logit)/p.sum/' vocab=5000
at ch13:muon rows=1 cols=1
at ch13:muon rows=20 cols=67 steps=2
finds 'x itself is not added' $training muon optimized_muon.cu 's/(float)POLY_A, m/0, m/'
finds 'the square stays that of the first step' $training muon optimized_muon.cu 's/rc || s == io->param\[STEPS\]/rc || s > 0/'
finds 'the sum of squares is that of a part' $training muon muon_gpu.h 's/i += (int64_t)PARTS \* BLOCK/i = n/' 'rows=256 cols=512'
at ch13:embed_bwd tokens=1 vocab=3 width=4
at ch13:embed_bwd tokens=700 vocab=1 width=52
at ch13:embed_bwd tokens=33 vocab=257 width=1
finds 'rows under way are all the first one' $training embed_bwd optimized_embed_bwd.cu 's/order\[k + a\]/order[k]/'
finds 'the last row of each few is left out' $training embed_bwd optimized_embed_bwd.cu 's/for (; k < n; k++)/for (; k < n - 1; k++)/'

tensor=ch10_tensor_cores
at ch10:gemm_bf16 m=1 n=8 k=8
at ch10:gemm_bf16 m=385 n=264 k=328
finds 'both blocks of a cluster fetch the same half' $tensor gemm_bf16 tiles.h 's/row += part \*/row += 0 */'
finds 'both blocks of a cluster have the same rows' $tensor gemm_bf16 persistent.h 's/P::DOWN + s.down) \* TILE_M/P::DOWN) * TILE_M/'
finds 'tiles behind the last column are left out' $tensor gemm_bf16 tiles_run.h 's/aisp_ceil_div(c->shape\[1\], P::N \* P::ACROSS)/(c->shape[1] \/ (P::N * P::ACROSS))/' n=1032
at ch10:long_rows rows=1 cols=7
at ch10:long_rows rows=2 cols=40000
finds 'sums of other maxima are added' $tensor long_rows long_rows.h 's/b.sum \* power_of_two(b.max - max)/b.sum/'
finds 'the last block is left out' $tensor long_rows long_rows_cluster.h 's/b < BLOCKS; b++/b < BLOCKS - 1; b++/'
finds 'the sum keeps its old maximum' $tensor long_rows optimized_long_rows.cu 's/s.sum \* power_of_two(s.max - max) +/s.sum +/' cols=40000

quantisation=ch19_quantisation
at ch19:quantise_rows rows=130 cols=67 block=16
at ch19:quantise_rows rows=256 cols=384 block=128
finds 'scales are of half a block' $quantisation quantise_rows halves_max.h 's|apart < lanes|apart < lanes / 2|' 'rows=128 cols=256 block=128'
finds 'edges are not turned' $quantisation quantise_rows optimized_quantise_rows.cu 's/r < n_rows; r += 32/r < n_rows - 1; r += 32/'
for format in 0 1 2 3 4 5 6; do
	at ch19:formats format=$format rows=3 blocks=5
done
finds 'integers have a bit for their sign' $quantisation formats formats_bits.h 's/sign ? -code : code/sign << 3 | code/' format=6
finds 'six bits: the second of three words is half a word' $quantisation formats optimized_formats.cu 's/ | other << 16//' format=2
finds 'small numbers have the steps of their own power of two' $quantisation formats optimized_formats.cu 's/max(aisp_bits_of_float(a) & 0x7f800000, least)/aisp_bits_of_float(a) \& 0x7f800000/'
for weights in fp4 fp6 int4; do
	at ch19:gemv_$weights rows=1 cols=32
	at ch19:gemv_$weights rows=17 cols=4160
done
finds 'a scale serves its neighbour' $quantisation gemv_fp4 optimized_gemv_fp4.cu 's/e4m3(code.y) }/e4m3(code.x) }/'
finds 'numbers below 1 are 0' $quantisation gemv_fp4 gemv_few_mma.h 's/return times_2_126(pair);/return (pair \& 0x01800180) ? times_2_126(pair) : 0;/'
finds 'rows 8 on are rows 0 on' $quantisation gemv_fp6 gemv_few_mma.h 's/load_codes<FORMAT>(m, row + 8,/load_codes<FORMAT>(m, row,/'
finds 'the second six bytes are the first' $quantisation gemv_fp6 optimized_gemv_fp6.cu 's/word + e \/ 2 \* 3 + e % 2/word + e \/ 2 * 3/'

at ch19:recipes steps=1 rows=1 blocks=1
at ch19:recipes steps=19 rows=3 blocks=5
finds 'words change places' $quantisation recipes recipes_gpu.h 's/to_codes(v.x, v.y, inverse)/to_codes(v.y, v.x, inverse)/'
finds 'a scale is twice what was divided by' $quantisation recipes recipes_gpu.h 's/r.scale\[i \/ SHARERS\] = scale/r.scale[i \/ SHARERS] = scale + 1/'
at ch19:sparse24 m=1 n=8 k=128
at ch19:sparse24 m=131 n=200 k=640
finds 'rows 8 below have the places of rows above' $quantisation sparse24 optimized_sparse24.cu 's/at\[8 \* WORDS\]/at[0]/'
finds 'wgmma: every second lane gives the same places' $quantisation sparse24 optimized_sparse24_wgmma.cu 's/lane % 2 ? 0x7632 : 0x5410/0x5410/'

inference=ch16_inference
at ch16:gemm_rows rows=1 others=64
at ch16:gemm_rows rows=9 others=8 cols=1000 depth=4128
at ch16:gemm_rows rows=33 others=17 cols=8200 depth=288
finds 'others meet the weights of the first' $inference gemm_rows optimized_gemm_rows.cu 's/i ? WB : W\]/W]/'
finds 'the last steps of the depth are left out' $inference gemm_rows optimized_gemm_rows.cu 's/io->param\[DEPTH\], s->n_blocks/io->param[DEPTH] - 256, s->n_blocks/'
finds 'x keeps its places' $inference gemm_rows_fp8 low_stages.h 's/P::FORMAT::turn(v);//'
finds 'exponents of weights begin elsewhere' $inference gemm_rows_fp8 low_formats.h 's/0x7b807b80/0x7b007b00/'
finds 'weights of 4 bits begin at -7' $inference gemm_rows_int4 low_formats.h 's/0x43084308/0x43074307/'
finds 'a group has the scale of its neighbour' $inference gemm_rows_int4 low_scales.h 's/ & ~3u) | (group & 3)/ \& ~3u) | (~group \& 3)/'
finds 'the second of two stages is the first' $inference gemm_rows_int4 low_stages.h 's/w, j \* AISP_ROW_BYTES/w, i * AISP_ROW_BYTES/' depth=4128
for format in 0 1 2; do
	at ch16:block_formats rows=1 blocks=1 format=$format
	at ch16:block_formats rows=19 blocks=5 format=$format
done
finds 'upper four rows have the scales of the lower' $inference block_formats blocks_packed.h 's/halves_at(block + 8 \* upper)/halves_at(block)/' format=0
finds 'the upper halves of bytes meet the first numbers' $inference block_formats blocks_packed.h 's/0x0f0f0f0f, 4, x\[i + 4\]/0x0f0f0f0f, 4, x[i]/' format=1
finds 'scales of the last four groups lack two bits' $inference block_formats blocks_packed.h 's/ | (before >> 2 \& 0x30303030)//' format=2
serving=ch15_serving
at ch15:swap layers=1 elems=8
at ch15:swap layers=3 moved=7 pages=7 elems=8200
finds 'what comes in also goes out' $serving swap optimized_swap.cu 's/PER_PAGE, leaves\[k\])/PER_PAGE, comes[k])/'
finds 'what is left of a row of vectors is left out' $serving swap optimized_swap.cu 's/i < n; i += AHEAD/i + 3 * PER_PAGE < n; i += AHEAD/' elems=8200
at ch15:accept rows=1 vocab=33 drafts=1
at ch15:accept rows=3 vocab=499 drafts=40
finds 'the draw is from p, not from what is left of it' $serving accept optimized_accept.cu 's/c.q = n < k ? q + n \* vocab : NULL/c.q = NULL/'
finds 'the last part is left out' $serving accept optimized_accept.cu 's/= sum;$/= part < PARTS - 1 ? sum : 0;/' vocab=128
finds 'drafts are counted in twos' $serving accept optimized_accept.cu 's/n_accepted\[row\] = n;/n_accepted[row] = n \/ 2 * 2;/'
at ch15:draft tokens=32 vocab=2
at ch15:draft tokens=331 ngram=64 draft=9 vocab=3
finds 'any place of an n-gram is the first' $serving draft optimized_draft.cu 's/atomicMin(place, (uint32_t)i)/atomicMax(place, (uint32_t)i)/'
finds 'equal hashes are equal n-grams' $serving draft optimized_draft.cu 's/return common_tokens(d.text, i, (int)e, n) == n;/return e != EMPTY \&\& d.text[i] == d.text[e];/'
finds 'a draft begins a token late' $serving draft draft_gpu.h 's/d.text\[e + 1 + k\]/d.text[min(e + 2 + k, i)]/'
at ch15:experts tokens=1
at ch15:experts tokens=61 experts=7 k=2 width=80 inner=56 skew=100
finds 'the gate is the other product' $serving experts experts_gpu.h 's/gate(d\[0\]\[i\], d\[1\]\[i\])/gate(d[1][i], d[0][i])/'
finds 'the last of each token'"'"'s experts does not count' $serving experts experts_sums.h 's/for (int i = 0; i < k; i++)$/for (int i = 0; i < k - 1; i++)/'
finds 'weights of experts change places' $serving experts experts_sums.h 's/o.weight\[token \* k + i\])/o.weight[token * k + k - 1 - i])/'
at labs/moe:router tokens=1
at labs/moe:router tokens=61 experts=7 k=2 width=80 inner=56
at labs/moe:router tokens=300 experts=264 k=3 width=80 inner=56
at ch16:guided rows=37 vocab=71
at ch16:guided rows=5 vocab=16392 states=4
finds 'sums stay relative to an old largest' $inference guided optimized_guided.cu 's/t.sum \* power_of_two((t.largest - largest) \* scale)/t.sum/'
finds 'parts before the draw do not count' $inference guided optimized_guided.cu 's/\*before = sum;/*before = 0;/' vocab=32000
finds 'one of four vectors is left out' $inference guided optimized_guided.cu 's/i + 32 \* k < end ?/k < 3 \&\& i + 32 * k < end ?/' vocab=32000

attention=ch18_attention
for format in 0 1 2; do
	at ch18:kv_low format=$format group=16 page=32
	at ch18:kv_low format=$format batch=1 tokens=1 heads=1
done
finds 'bytes have no sign' $attention kv_low low_words.h 's/put_in(x, 0x00ff00ff, 0x00800080)/put_in(x, 0x00ff00ff, 0)/' format=0
finds 'exponents begin elsewhere' $attention kv_low low_words.h 's/0x7b807b80/0x7b007b00/' format=1
finds 'nibbles begin at -7' $attention kv_low low_words.h 's/0xba80ba80/0xba60ba60/' format=2
finds 'values have the scale of keys' $attention kv_low optimized_kv_low.cu 's/scale_boxes(s, x.v, lane)/scale_boxes(s, x.k, lane)/' format=0
finds 'numbers of a result keep the order of tiles' $attention kv_low softmax_columns.h 's|m \* 16 + lane / 4 \* 2\]|m * 16 + (lane / 4 * 2 + 8) % 16]|' format=0
finds 'both boxes are of one page' $attention kv_low low_ring.h 's|lane % BOXES \* BOX;|0 * BOXES;|' format=0
at ch18:verify queries=8 group=16
at ch18:verify queries=1 group=1 tokens=1
finds 'new tokens see all new ones' $attention verify optimized_verify.cu 's/!(seen\[i % 4 \/ 2\] >> at & 1)/0/'
finds 'rows eight apart see the same' $attention verify optimized_verify.cu 's/x, mine + 8)/x, mine)/'
finds 'the last step is left out' $attention verify paged_tile.h 's/(t.x.end - t.x.token + STEP - 1) \/ STEP/(t.x.end - t.x.token) \/ STEP/'
at ch18:cascade batch=33 shared=0
at ch18:cascade batch=17 shared=4128 group=16
at ch18:cascade batch=29 group=7 page=48 shared=4128
finds 'one part of the prefix alone counts' $attention cascade cascade_launch.h 's/merge(first, x.n_parts + 1,/merge(first, 1,/'
finds 'the first own tokens are left out' $attention cascade cascade_own.h 's/head, x.tokens,/head, x.tokens + SLAB,/'
finds 'what the last tile lacks counts' $attention cascade cascade_prefix.h 's/if (end < KEYS)/if (end < 0)/'
at ch18:attention_bwd_bf16 heads=1 seq=1 dim=64 causal=1
at ch18:attention_bwd_bf16 heads=3 seq=129 dim=128 causal=1
at ch18:attention_bwd_bf16 heads=2 seq=640 dim=64 causal=0
bwd='heads=2 seq=333 causal=1'
finds 'mma.sync: keys behind a query are seen' $attention attention_bwd_bf16 optimized_attention_bwd_bf16.cu 's/is_causal \&\& y > query + x ? 0 : p/p/' "$bwd dim=64"
finds 'mma.sync: the gradient of the sum of weights is left out' $attention attention_bwd_bf16 optimized_attention_bwd_bf16.cu 's/(dp\[i\] - t.d\[stage\].*\])/dp[i]/' "$bwd dim=128"
finds 'keys behind a query are seen' $attention attention_bwd_bf16 attention_bwd_groups.h 's/is_causal && key + 63 > query/0/' "$bwd dim=128"
finds 'the gradient of the sum of weights is left out' $attention attention_bwd_bf16 attention_bwd_rows.h 's/s.d\[place\] = sum/s.d[place] = 0/' "$bwd dim=64"
finds 'both halves of dq are one' $attention attention_bwd_bf16 attention_bwd_roles.h 's/s.dq + tile \* TILE/s.dq + (tile - group) * TILE/' "$bwd dim=128"
at ch18:attention_fp8 heads=1 seq=1 causal=1
at ch18:attention_fp8 heads=3 seq=129 causal=1
at ch18:attention_fp8 heads=2 seq=640 causal=0
finds 'values keep the order of keys' $attention attention_fp8 attention_fp8_values.h 's/return place .*;/return place;/'
finds 'weights of rows 8 below are those above' $attention attention_fp8 attention_fp8_rows.h 's/at = i . 2 . 8 + i % 2 . 2/at = i \/ 2 * 8/'
finds 'sums of weights have the scales of values' $attention attention_fp8 attention_fp8_rows.h 's/ \* x.back//' seq=333
finds 'each of four threads counts all weights' $attention attention_fp8 attention_fp8_groups.h 's/quarter(sm);//'
finds 'integers are compared whatever their signs' $attention attention_fp8 attention_fp8_rows.h 's/if (__all_sync(~0u, most >= 0))/if (true)/'
finds 'sums do not shrink when the maximum grows' $attention attention_fp8 attention_fp8_rows.h 's/x.by\[i % 4 . 2\], part/1, part/' 'seq=640 causal=0'
finds 'all keys have the scale of the first' $attention attention_fp8 attention_fp8_tiles.h 's/x.k\[first + key\]/x.k[first]/' seq=333
at ch18:ssm_scan heads=1 seq=1 dim=32
at ch18:ssm_scan heads=9 seq=161 dim=96
finds 'numbers have one part' $attention ssm_scan ssm_products.h 's/part\[1\] = pack(.*;/part[1] = 0;/'
finds 'a chunk forgets those before it' $attention ssm_scan ssm_products.h 's/\*= s.left\[CHUNK - 1\]/= 0/'
finds 'a step sees the one behind it' $attention ssm_scan ssm_products.h 's/step + 1 <= row ?/step <= row ?/'
finds 'what is left is that of the second of two steps' $attention ssm_scan ssm_chunk.h 's/first += sum - both/first = sum/'
at ch10:gemm_3xtf32 m=1 n=8 k=8
at ch10:gemm_3xtf32 m=300 n=520 k=1032
finds 'what is left of A is left out' $tensor gemm_3xtf32 optimized_gemm_3xtf32.cu 's/d, a + low + k, b + k, k > 0/d, a + low + k, b + k, 0/'
finds 'low parts are those of the high ones' $tensor gemm_3xtf32 split_tf32.h 's/nearest_tf32(x.y - h.y)/nearest_tf32(x.x - h.x)/'
at ch10:gemm_f64 m=1 n=2 k=2
at ch10:gemm_f64 m=131 n=257 k=70
finds 'rows 8 below are those above' $tensor gemm_f64 f64_warp.h 's/a, 8 \* i + 8, k/a, 8 * i, k/'
finds 'the last step of k is left out' $tensor gemm_f64 f64_tile.h 's/if (next < n_steps)/if (next < n_steps - 1)/'
finds 'wide: rows 8 below change places' $tensor gemm_f64 f64_warp.h 's/"d"(a\[1\]), "d"(a_below\[1\])/"d"(a_below[1]), "d"(a[1])/'
finds 'tma: pieces of 16 bytes keep their order' $tensor gemm_f64 optimized_gemm_f64_tma.cu 's/piece ^ row % 8/piece/'
at ch10:gemm_switch m=1 n=8 k=8
at ch10:gemm_switch m=131 n=136 k=72
search=ch20_search
at ch20:strassen m=8 n=8 k=8
at ch20:strassen m=264 n=136 k=72
finds 'a difference is a sum' $search strassen optimized_strassen.cu 's/to->y += sign \* x.y/to->y += x.y/'
graphs=ch12_graphs
at ch12:branch n=1 steps=1
at ch12:branch n=1025 steps=33
finds 'the last step of a graph is left out' $graphs branch optimized_branch.cu 's/s < n_steps; s++/s < n_steps - 1; s++/'
finds 'all steps read the first decision' $graphs branch optimized_branch_kernel.cu 's/kind + s);/kind);/'
at ch12:train_step batch=1 inputs=1 hidden=1 outputs=1
at ch12:train_step batch=33 inputs=17 hidden=65 outputs=19
finds 'the slope of silu is its share' $graphs train_step train_step.h 's/share \* (1 + z\[i\] \* (1 - share))/share/'
streams=ch11_streams
at ch11:priority n=1 ring=1 steps=1
at ch11:priority n=1000003 ring=300 steps=3
finds 'what is left of fours is left out' $streams priority optimized_priority_partition.cu 's/i = fours \* 4 + threadIdx.x/i = n/' n=10007
basics=ch01_basics
at ch01:gemm_batch batch=1 m=1 n=1 k=1
at ch01:gemm_batch batch=5 m=17 n=65 k=33
finds 'all products have the first A' $basics gemm_batch tile_gemm_batch.h 's/x.a + (int64_t)blockIdx.z \* x.m \* x.k/x.a/'
at ch01:batch_size requests=1 n_in=1 n_out=1
at ch01:batch_size requests=35 n_in=513 n_out=33
finds 'all groups are the first' $basics batch_size layer_batch_size.h 's/aisp_in_f32(io, 0) + r \* n_in/aisp_in_f32(io, 0)/' requests=17
memory=ch07_memory_access
at ch07:resident n=1 table=1
at ch07:resident n=10001 table=3
finds 'the fourth of four has the index of the third' $memory resident resident_gpu.h 's/r.table + at.w/r.table + at.z/'
at ch12:mlp_chain layers=1 width=256
at ch12:mlp_chain layers=5 width=2304
finds 'what is left of a row is left out' $graphs mlp_chain optimized_mlp_chain.cu 's/return add_rest(c, p, row, x, HELD, sum);/return sum;/' width=2304
finds 'all products have the weights of the first' $graphs mlp_chain mlp_chain.h 's/(int64_t)p \* c.d + row/row/'
finish
