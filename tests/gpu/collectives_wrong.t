#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Collectives between GPUs at sizes that are no multiple of anything, and with the
# mistakes that their shortcuts invite, each of which `aisp bench verify` must find.
# RUN: test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
n_gpus=$(nvidia-smi -L 2> /dev/null | grep -c '^GPU ')
[ "$n_gpus" -ge 2 ] || skip_all 'fewer than two GPUs'
kind=cu
chapter=ch04_distributed

# only STEP NAME ROW FILE SED [PARAM=VALUE...]: of one variant of the row.
only()
{
	steps=$1
	shift
	name=$1 row=$2 file=$3 line=$4
	shift 4
	finds "$name" $chapter "$row" "$file" "$line" "$*"
}

for elems in 1 7 4099 100003 1048577 3000001; do
	at ch04:allreduce_bf16 elems=$elems
done
for elems in 1 7 4099 100003 1048576; do
	at ch04:allreduce_small elems=$elems
	at ch04:allreduce_small ranks=1 elems=$elems
done
for row in allgather reducescatter alltoall p2p; do
	at ch04:$row elems=1
	at ch04:$row elems=100003
	at ch04:$row elems=1200000
	at ch04:$row ranks=1 elems=100003
done
at ch04:halo rows=1 cols=1 steps=1
at ch04:halo rows=17 cols=300 steps=5
at ch04:halo rows=8 cols=256 steps=8
at ch04:norm_allreduce rows=1 cols=1
at ch04:norm_allreduce rows=7 cols=8200
at ch04:norm_allreduce rows=300 cols=16384
at ch04:buckets layers=1 width=1 vocab=1 positions=1
at ch04:buckets layers=2 width=33 vocab=101
at ch04:buckets layers=1 width=64 vocab=40000
at ch04:overlap layers=1 rows=1 width=1
at ch04:overlap layers=3 rows=5 width=37
at ch04:overlap layers=2 rows=35 width=516
at ch04:tp_mlp rows=1 width=1 inner=1
at ch04:tp_mlp rows=131 width=37 inner=5
at ch04:tp_mlp rows=2100 width=260 inner=40
at ch04:pipeline microbatches=1 rows=1 width=1
at ch04:pipeline microbatches=3 rows=5 width=37
at ch04:pipeline microbatches=6 rows=65 width=255
for row in moe_dispatch moe_combine; do
	at ch04:$row tokens=1 experts=1 chosen=1 width=1
	at ch04:$row tokens=37 experts=3 chosen=5 width=7
	at ch04:$row tokens=1000 experts=8 chosen=7 width=1020
done
at ch04:ring_attention rows=1 heads=1 dim=1
at ch04:ring_attention rows=200 heads=3 dim=21
at ch04:ring_attention rows=130 heads=2 dim=128
at ch15:kv_handoff layers=1 pages=1 width=1 elems=1
at ch15:kv_handoff layers=3 pages=11 width=37 elems=135
at ch15:kv_handoff layers=5 pages=40 width=68 elems=516

only _push 'what is less than a vector is left out' allreduce_bf16 peer_one_shot.h 's/if (i >= x.count())/if (i >= x.n_full)/'
only _push 'nobody waits for a peer' allreduce_bf16 peer_one_shot.h 's/aisp_gpu_signal_wait(&r, r.rank, signal_of(blockIdx.x, threadIdx.x),/(void)(/' elems=1000003
only _push 'one rank is a last bit off' allreduce_bf16 peer_one_shot.h 's/y.store(i, s.rounded());/{ uint4 v = s.rounded(); v.x ^= r.rank == 1; y.store(i, v); }/'
only _chunks 'the last chunk is left out' allreduce_bf16 peer_exchange.h 's/k < n; k++/k < n - 1; k++/' elems=3000001
only _chunks 'a chunk is not waited for' allreduce_bf16 peer_exchange.h 's/aisp_gpu_signal_wait(&r, r.rank, signal_of(channel, threadIdx.x),/(void)(/' elems=1000003
only _packets 'flags are not looked at' allreduce_bf16 packet.h 's/return N == 7 ? .*/return true;/' elems=100003
only _packets 'a word of a packet is lost' allreduce_bf16 packet.h 's/w\[3 \* k + 2\] = v.z/w[3 * k + 2] = 0/'
only _bulk 'what is less than a vector is left out' allreduce_bf16 peer_bulk_push.h 's/i = x.n_full; i < x.count()/i = x.count(); i < x.count()/'
only _two_shot 'sums of others are not waited for' allreduce_bf16 peer_two_shot.h 's/await(r, channel + SUMMED, .*/__syncthreads();/' elems=1000003
only _two_shot_packets 'its own terms are left out' allreduce_bf16 peer_two_shot_packets.h 's/if (k == r.rank)/if (k == r.rank) continue;\n\t\t\telse if (!w.w)/'
only _two_shot 'parts are too small' allreduce_bf16 peer_two_shot.h 's|(n_vectors + ranks - 1) / ranks|n_vectors / ranks|'
only _push 'nobody waits for a peer' allreduce_small peer_one_shot.h 's/aisp_gpu_signal_wait(&r, r.rank, signal_of(blockIdx.x, threadIdx.x),/(void)(/' elems=1000003
only _push 'all but the first vectors are left out' allreduce_small optimized_allreduce_small_push.cu 's/{ x, y, n,/{ x, y, min(n, (int64_t)8192),/' elems=100003
only _packets 'its own terms are left out' allreduce_small peer_packets.h '/if (rank == r.rank) {/,/continue;/s/add_words(s, own);/;/' elems=100003
only _packets 'flags are not looked at' allreduce_small packet.h 's/return N == 7 ? .*/return true;/' elems=100003
only _push 'its own block is left out' allgather peer_exchange.h 's/if constexpr (KIND == GATHER || KIND == SWAP)/if constexpr (KIND == SWAP)/'
only _push 'all get the first block' alltoall peer_exchange.h 's/KIND == ADD_PART || KIND == SWAP/KIND == ADD_PART/'
only _push 'all add up the first block' reducescatter peer_exchange.h 's/KIND == ADD_PART || KIND == SWAP/KIND == SWAP/'
only _engine 'what comes is not waited for' p2p optimized_p2p_engine.cu '/^\tall_are_here/d' elems=4000000
only '' 'edges do not wait' halo optimized_halo.cu 's/aisp_gpu_signal_wait(&r, r.rank, halo_signal(side),/(void)(/'
only '' 'the first row for the last' halo optimized_halo.cu 's/s.next + (s.rows - 1) \* s.cols, s, s.step/s.next, s, s.step/'
only '' 'squares of a third of the row' norm_allreduce norm_row.h 's/squares += squares_of/squares = squares_of/'
only '' 'a row is not waited for' norm_allreduce peer_one_shot.h 's/aisp_gpu_signal_wait(&r, r.rank, signal_of(blockIdx.x, threadIdx.x),/(void)(/' rows=100
only _packets 'the residual is left out' norm_allreduce norm_row.h '/s\[i\].add(residual/d'
only '' 'the last layer is left out' overlap optimized_overlap.cu 's/i <= last/i < last/'
only '' 'layers have the places of others' overlap layers_overlap_gpu.h 's/s.from = layer \* n/s.from = piece * n/'
only '' 'gradients of peers are not waited for' overlap span_sums.h '/2 \* s.number + 1/d'
only '' 'sums of peers are not waited for' overlap span_sums.h '/2 \* s.number + 2/d' 'layers=2 width=1030'
only '' 'tiles of one rank are enough' tp_mlp tiles_tp_mlp.h 's/(uint32_t)(tiles \* r.n)/(uint32_t)tiles/'
only '' 'a band lacks its last element' tp_mlp tiles_tp_mlp.h 's/end \* width, 0, 0/end * width - 1, 0, 0/'
only '' 'some negative features are kept' tp_mlp rows_tp_mlp_gpu.h 's/fmaxf(v.y, 0)/v.y/'
only _chunks 'the last chunk is left out' tp_mlp optimized_tp_mlp_chunks.cu 's/first < rows \&\& !status/first + CHUNK_ROWS <= rows \&\& !status/'
only '' 'the last bucket is left out' buckets optimized_buckets.cu 's/i \* BUCKET_ELEMS < n/(i + 1) * BUCKET_ELEMS <= n/'
only '' 'what peers show is not waited for' buckets span_sums.h '/2 \* s.number + 1/d'
only _flat 'the last of what is less than four is zero' buckets rank_product.h 's/if (e < left)/if (e < left - 1)/'
only '' 'nobody waits for a microbatch' pipeline stage_pipeline_gpu.h 's/aisp_gpu_signal_wait(&r, r.rank, way, tiles)/(void)tiles/'
only '' 'sums begin anew with each microbatch' pipeline stage_pipeline_gpu.h 's/s->width, m == 0 }/s->width, true }/'
only '' 'weights do not wait for gradients' pipeline optimized_pipeline.cu 's/int status = streams_join(b, aisp_stream(s->io))/int status = 0/'
only _1f1b 'what is handed on has no curve' pipeline stage_pipeline_gpu.h 's/return here ? z/return !here ? z/'
only '' 'a group is not waited for' moe_dispatch moe_dispatch_gpu.h 's/await_group(r, source, g);/;/' 'tokens=1000 width=1020'
only '' 'a row goes to the rank of the last expert alone' moe_dispatch moe_dispatch_gpu.h 's/needed |= 1u/needed = 1u/'
only '' 'rows of groups before are forgotten' moe_dispatch moe_push.h 's/start\[m.experts \* n + e\] + start\[e \* n + at\]/start[m.experts * n + e] + 0 * start[at]/'
only _pull 'shown rows are not waited for' moe_dispatch moe_dispatch_gpu.h 's/await_group(r, source, g);/;/' 'tokens=1000 width=1020'
only '' 'sums are not waited for' moe_combine optimized_moe_combine.cu 's/await_group(r, threadIdx.x, g);/;/' 'tokens=1000 width=1020'
only '' 'weights are those of its own tokens' moe_combine optimized_moe_combine.cu 's/weights_in(r, m, r.rank, owner)/weights_in(r, m, r.rank, r.rank)/'
only '' 'a rank of two is left out' moe_combine optimized_moe_combine.cu 's/s\[u\].add(__ldcg/s[u].clear(), s[u].add(__ldcg/'
only '' 'keys behind a query are seen' ring_attention ring_gpu.h 's/key < n && key <= late + y + RING_SIDE \* i/key < n/'
only '' 'sums do not shrink when a larger score comes' ring_attention ring_gpu.h 's/sum\[i\] = sum\[i\] \* shrink/sum[i] = sum[i]/' 'rows=200'
only '' 'keys of a rank are not waited for' ring_attention ring_parts.h 's/await_rows(r, own.n, source, j);/;/' 'rows=512'
only _zigzag 'sums of others are taken before they are made' ring_attention ring_halves.h 's/(uint32_t)(tiles_of(half_rows(half, own.n)) \* h.heads)/0/' 'rows=512'
only _zigzag 'positions of a second half are those of the first' ring_attention ring_halves.h 's/q.first = owner \* own.n + at/q.first = owner * own.n/'
at ch04:compress elems=1
at ch04:compress elems=100003
at ch04:compress elems=3000001
only '' 'codes are not waited for' compress compress_gpu.h 's/await(r, (int)blockIdx.x, .*/__syncthreads();/' elems=1000003
only '' 'sums are not waited for' compress compress_gpu.h 's/await(r, (int)blockIdx.x + SUMMED, .*/__syncthreads();/' elems=1000003
only '' 'each rank keeps its own sums as they are' compress compress_gpu.h 's/c = encode(sum_of(b));/const struct eight sum = sum_of(b);\n\t\t\tc = encode(sum);/; s/^[\t ]*decode(c));/sum);/'
only '' 'all blocks have the first scale' compress compress_gpu.h 's/c.scale = __ldcg(scale + slot \* s.part + b)/c.scale = __ldcg(scale + slot * s.part)/'
chapter=ch15_serving
only '' 'a tile is not waited for' kv_handoff optimized_kv_handoff.cu 's/aisp_gpu_signal_wait(&r, r.rank, tile_signal(p, layer, tile),/(void)(/' 'pages=16 elems=512'
only '' 'pages lie as in the prompt' kv_handoff kv_handoff_gpu.h 's|p.slot\[token / PAGE_TOKENS\]|(token / PAGE_TOKENS)|'
only '' 'layers lie upon each other in a window' kv_handoff kv_handoff_gpu.h 's/(layer \* p.pages \* PAGE_TOKENS + token)/token/'
chapter=ch13_training
for elems in 1 2051 100003 1048576; do
	at ch13:zero1_step elems=$elems
done
only '' 'gradients are not waited for' zero1_step zero1_step_chunks.h 's/await(r, channel, .*/__syncthreads();/' elems=1000003
only '' 'parameters are not waited for' zero1_step zero1_step_chunks.h 's/await(r, channel + SUMMED, .*/__syncthreads();/' elems=1000003
only '' 'the last chunk is not handed out' zero1_step optimized_zero1_step.cu 's/k < n + 2; k++/k < n + 1; k++/'
only '' 'what is less than a vector has no gradients' zero1_step zero1_step_chunks.h 's/at >= stride)/at >= a.g.n_full)/'
at ch13:fsdp_forward rows=1 outputs=16 inputs=8
at ch13:fsdp_forward rows=130 outputs=400 inputs=72
only '' 'weights are not waited for' fsdp_forward optimized_fsdp_forward.cu 's/aisp_gpu_signal_wait(&r, r.rank, part, 1)/(void)part/' 'rows=8 outputs=8192 inputs=4096'
only '' 'all weights are its own' fsdp_forward optimized_fsdp_forward.cu 's/far ? part_in(io, r->rank, part) : io/io/'
only '' 'all outputs are the first part' fsdp_forward optimized_fsdp_forward.cu 's/part \* part_outputs(io))/0)/'
at ch13:fsdp_backward rows=1 outputs=16 inputs=8
at ch13:fsdp_backward rows=130 outputs=400 inputs=72
only '' 'weights are not waited for' fsdp_backward optimized_fsdp_backward.cu '/await_all.*WEIGHTS/d' 'rows=8 outputs=8192 inputs=4096'
only '' 'gradients are not waited for' fsdp_backward optimized_fsdp_backward.cu '/await_all.*GRADIENTS/d' 'rows=8 outputs=8192 inputs=4096'
only '' 'all parts are of the first outputs' fsdp_backward optimized_fsdp_backward.cu 's/part \* part_outputs(io), staged/0, staged/'
only '' 'gradients leave before they are made' fsdp_backward optimized_fsdp_backward.cu 's/rc ? rc : streams_fork(b->pushes, aisp_stream(io));/rc;/' 'rows=4096 outputs=2048 inputs=2048'
only '' 'the own gradients are left out' fsdp_backward fsdp_backward_gpu.h 's/int k = 0; k < n_ranks/int k = 1; k < n_ranks/'

# What only more than two ranks can get wrong.
if [ "$n_gpus" -ge 4 ] || [ -n "${ONLY_CHANGES:-}" ]; then
	at ch04:compress ranks=4 elems=100003
	at ch13:zero1_step ranks=4 elems=100003
	at ch13:fsdp_forward ranks=4 rows=130 outputs=416 inputs=72
	at ch13:fsdp_backward ranks=4 rows=130 outputs=416 inputs=72
	for elems in 1 7 100003 1048576; do
		at ch04:allreduce_bf16 ranks=4 elems=$elems
	done
	for n in 3 4; do
		at ch04:allreduce_small ranks=$n elems=100003
	done
	chapter=ch04_distributed
	only _packets 'the last rank leaves its own out' allreduce_bf16 peer_packets.h 's/if (PEERS \&\& r.rank == PEERS)/if (!PEERS)/' 'ranks=4 elems=100003'
	only _two_shot_packets 'sums lie where the terms lay' allreduce_bf16 peer_two_shot_packets.h 's/has_sums ? r.n - 1 : 0/0 * has_sums/' 'ranks=4 elems=100003'
	only _two_shot_packets 'one part alone is handed out' allreduce_bf16 peer_two_shot_packets.h 's/int source = (r.rank + far) % r.n/int source = (r.rank + 1) % r.n/' 'ranks=4 elems=100003'
	only '' 'one peer alone gets the sums' compress compress_gpu.h 's/put(peer, slot(peer, r.rank, true)/peer = (r.rank + 1) % r.n, &/' ranks=4
	chapter=ch13_training
	only '' 'one peer alone gets the parameters' zero1_step zero1_step_chunks.h 's/stepped((r.rank + far) % r.n, r.rank)\[i\]/stepped((r.rank + 1) % r.n, r.rank)[i]/' ranks=4
	only '' 'gradients of all lie upon each other' fsdp_backward optimized_fsdp_backward.cu 's/gradients_in(io, part, r->rank)/gradients_in(io, part, 0)/' 'ranks=4'
	only '' 'all peers are told by the first part' fsdp_forward optimized_fsdp_forward.cu 's/signal_wait(&r, r.rank, part, 1)/signal_wait(\&r, r.rank, (r.rank + r.n - 1) % r.n, 1)/' 'ranks=4 rows=8 outputs=8192 inputs=4096'
fi
finish
