#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Collectives of chapter 4 between more processes than there are CPUs, at sizes that do
# not cut evenly; and the mistakes that people make with them, each wrong in every call.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
chapter=chapters/ch04_distributed
steps='*'

finds() # NAME ROW FILE SED [PARAM=VALUE]
{
	finds_in "$1" $chapter "$2" "$3" "$4" "${5:-}"
}

for ranks in 3 4 5 8; do
	at ch04:allreduce ranks=$ranks elems=10007
	at ch04:allgather ranks=$ranks elems=5003
	at ch04:reducescatter ranks=$ranks elems=5003
	at ch04:alltoall ranks=$ranks elems=5003
	at ch04:halo ranks=$ranks rows=5 cols=37 steps=4
	at ch04:norm_allreduce ranks=$ranks rows=3 cols=37
done
at ch04:allreduce ranks=8 elems=3 # parts without an element
at ch04:alltoall ranks=2 elems=1
at ch04:halo ranks=3 rows=1 cols=1 steps=1

finds 'a part too few' allreduce allreduce.h 's|n \* rank / r->n|n / r->n * rank|'
finds 'each adds in an order of its own' allreduce allreduce.h 's/r->window\[0\] + from/r->window[r->rank] + from/; s/r->window\[k\]/r->window[(r->rank + k) % r->n]/' ranks=3
finds 'a step of the ring is missed' allreduce optimized_allreduce_ring.c 's/step < n - 1; step++/step < n - 2; step++/'
finds 'what was added is not handed on' allreduce optimized_allreduce_ring.c '/copy_range(g->window, g->y/d' ranks=3
finds 'the last child is forgotten' allreduce optimized_allreduce_tree.c 's/bit < r->n; bit/bit < r->n - 1; bit/'
finds 'who is more than a power of two is left out' allreduce optimized_allreduce_halving.c '/h->r->window\[rank + 1\], h->part/d' ranks=3
finds 'the middle is nobody'"'"'s' allreduce optimized_allreduce_halving.c 's/? (struct range){ middle, /? (struct range){ middle + 1, /'

finds 'shown before it is there' allgather optimized_allgather.c '/copy_strip(r->window/d; s/^\t}$/\t\tcopy_strip(r->window[r->rank], aisp_in_f32(io, 0), \&s);\n\t}/'
finds 'blocks lie in the order of their coming' allgather optimized_allgather.c 's/y + peer \* elems/y + far * elems/'
finds 'the last strip is left out' allgather strips.h 's/return s->n > 0/return s->n == STRIP_ELEMS/'
finds 'a peer too few' reducescatter optimized_reducescatter.c 's/far < r->n/far < r->n - 1/'
finds 'its own block is left out' reducescatter optimized_reducescatter.c 's/copy_strip(y, .*/memset(y + s.from, 0, (size_t)s.n * sizeof(float));/'
finds 'blocks that are the peers'"'"' own' alltoall optimized_alltoall.c 's/shown_by(r, peer, r->rank/shown_by(r, peer, peer/'
finds 'all rows are the first' norm_allreduce optimized_norm_allreduce.c 's/sum_row(io, i, sum)/sum_row(io, 0, sum)/'
finds 'the residual stream is left out' norm_allreduce norm_allreduce_cpu.h 's/float v = sum\[j\] + from_bf16(residual\[j\]);/float v = sum[j];/'
finds 'the norm is that of one rank' norm_allreduce optimized_norm_allreduce.c 's/squares, cols)/squares \/ 2, cols)/; s/sum, row_of(&io->in\[RESIDUAL\], i), cols);/sum, row_of(\&io->in[RESIDUAL], i), cols) \/ 2;/'
finds 'rows of another step' halo grid.h 's/rank - 1, step, 1/rank - 1, step + 1, 1/'
finds 'the first row for the last' halo grid.h 's/rank - 1, step, 1/rank - 1, step, 0/'
finds 'the last row is not worked out again' halo optimized_halo.c 's/if (g->rows > 1)/if (g->rows < 1)/'
finds 'a row too few is exchanged' halo optimized_halo_wide.c 's/i < g->extra; i++/i < g->extra - 1; i++/'
finish
