#!/bin/sh
# SPDX-License-Identifier: MIT
#
# ch16:block_formats computes each format, also with a number of rows that is no
# multiple of eight, and detects common mistakes.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
chapter=chapters/ch16_inference
steps='*'

for format in 0 1 2; do
	gives 0 ' 0 wrong' "format $format" "$aisp" bench verify --param format=$format --param rows=19 --param blocks=1 ch16:block_formats
done
gives 2 'format is 0' 'a format that there is not' "$aisp" bench verify --param format=3 ch16:block_formats

finds() # NAME FORMAT FILE SED
{
	finds_in "$1" $chapter block_formats "$3" "$4" "format=$2"
}
own=optimized_block_formats.c
packed=optimized_block_formats_packed.c
finds 'bytes without a sign' 0 $own 's/(int8_t)q\[i\]/q[i]/'
finds 'halves of a byte are neighbours' 1 $own 's/x\[i + GROUP \/ 2\]/x[i + 1]/'
finds 'minima are forgotten' 2 $own 's/g.least \* sums/0 * sums/'
finds 'minima are added, not subtracted' 2 $packed 's/is_k ? -(float)least_of/is_k ? (float)least_of/; s/return rows_[a-z0-9]*;$/return rows_portable;/'
finds 'rows without a pack are left out' 1 $packed 's/i < p\[ROWS\]; i += TOGETHER/i + TOGETHER <= p[ROWS]; i += TOGETHER/'
finish
