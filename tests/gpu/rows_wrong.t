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
finds 'the last row of a band is the one before' $intensity gemv_bf16 optimized_gemv_bf16_split.cu 's/min(row + r, rows - 1)/min(row + r, rows - 2)/'
finds 'one warp alone counts' $intensity gemv_bf16 optimized_gemv_bf16_split.cu 's/all += part\[threadIdx.x\]\[i\]/all = part[threadIdx.x][i]/'

quantisation=ch19_quantisation
at ch19:quantise_rows rows=130 cols=67 block=16
at ch19:quantise_rows rows=256 cols=384 block=128
finds 'scales are of half a block' $quantisation quantise_rows halves_max.h 's|apart < lanes|apart < lanes / 2|' 'rows=128 cols=256 block=128'
finds 'edges are not turned' $quantisation quantise_rows optimized_quantise_rows.cu 's/if (i + r < rows)/if (i + 16 < rows)/'
for format in 0 1 2 3 4 5 6; do
	at ch19:formats format=$format rows=3 blocks=5
done
finds 'integers have a bit for their sign' $quantisation formats formats_bits.h 's/sign ? -code : code/sign << 3 | code/' format=6
finds 'six bits: the second of three words is half a word' $quantisation formats optimized_formats.cu 's/ | other << 16//' format=2
finds 'small numbers have the steps of their own power of two' $quantisation formats optimized_formats.cu 's/max(bits_of(a) & 0x7f800000, least)/bits_of(a) \& 0x7f800000/'
for row in gemv_fp4 gemv_fp6 gemv_int4; do
	at ch19:$row rows=1 cols=32
	at ch19:$row rows=17 cols=4160
done
finds 'a scale serves its neighbour' $quantisation gemv_fp4 optimized_gemv_fp4.cu 's/e4m3(code.y) }/e4m3(code.x) }/'
finds 'numbers below 1 are 0' $quantisation gemv_fp4 gemv_few_mma.h 's/return times_2_126(pair);/return (pair \& 0x01800180) ? times_2_126(pair) : 0;/'
finds 'rows 8 on are rows 0 on' $quantisation gemv_fp6 gemv_few_mma.h 's/load_codes<FORMAT>(m, row + 8,/load_codes<FORMAT>(m, row,/'
finds 'the second six bytes are the first' $quantisation gemv_fp6 optimized_gemv_fp6.cu 's/word + e \/ 2 \* 3 + e % 2/word + e \/ 2 * 3/'
finish
