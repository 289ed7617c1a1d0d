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

quantisation=ch19_quantisation
at ch19:quantise_rows rows=130 cols=67 block=16
at ch19:quantise_rows rows=256 cols=384 block=128
finds 'scales are of half a block' $quantisation quantise_rows optimized_quantise_rows.cu 's|apart = LANES / 2|apart = LANES / 4|' 'rows=128 cols=256 block=128'
finds 'edges are not turned' $quantisation quantise_rows optimized_quantise_rows.cu 's/if (i + r < rows)/if (i + 16 < rows)/'
finish
