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
raw() # FOLDER...: lines with a control character that an editor does not show
{
	! LC_ALL=C grep -rnP '[\x00-\x08\x0b-\x1f\x7f]' --include='*.[ch]' --include='*.cu' --include='*.t' "$@"
}
printf 'char *s = "a\vb";\n' > "$scratch/planted.c"
gives 1 'planted.c:1:' 'a planted control character is found' raw "$scratch"
passes 'no source has one' raw include src chapters labs exercises tests
for dir in include src chapters labs exercises tests; do
	[ -d $dir ] || continue
	# shellcheck disable=SC2046 # a list of files
	clean "$dir/" tools/analyze.sh format $(find $dir -name '*.[ch]' -o -name '*.cu')
done
finish
