#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every source is as clang-format leaves it.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
command -v clang-format >/dev/null || skip_all 'clang-format is not installed'
kept_clean_under clang-format 14

printf 'int f(void) { return 0; }\n' > "$scratch/planted.c"
cp .clang-format "$scratch"
gives 1 'should be clang-formatted' 'a planted one-line function is found' \
	tools/analyze.sh format "$scratch/planted.c"
for dir in include src chapters labs exercises tests; do
	[ -d $dir ] || continue
	# shellcheck disable=SC2046 # a list of files
	clean "$dir/" tools/analyze.sh format $(find $dir -name '*.[ch]' -o -name '*.cu')
done
finish
