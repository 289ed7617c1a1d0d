#!/bin/sh
# SPDX-License-Identifier: MIT
#
# aisp bench list-targets: what the tree and other directories hold.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export XDG_CACHE_HOME="$scratch/cache"
list()
{
	"$aisp" bench list-targets "$@"
}

gives 0 '^ch07:transpose_tiled@cpu  *[0-9]* variants ' 'the tree' list
gives 0 '^ch07:transpose_tiled@cpu ' 'a glob' list --targets 'ch0*:transpose*'
gives 0 '^ch07:transpose_tiled@cpu ' "a pair's name is all its variants" list ch07:transpose
only_ch07()
{
	list --chapter ch07 > "$scratch/list" && [ -s "$scratch/list" ] &&
		! grep -v '^ch07:' "$scratch/list"
}
passes '--chapter' only_ch07
none_but() # ID OPTION...
{
	id=$1
	shift
	list "$@" | cut -d' ' -f1 > "$scratch/list" && [ "$(cat "$scratch/list")" = "$id" ]
}
passes '--chapter narrows what patterns select' none_but ch07:transpose_tiled@cpu \
	--chapter ch07 -t 'ch0*:transpose_tiled@cpu' ch01:fusion
gives 2 'nothing that the patterns select lies in chapter ch01' 'to nothing, perhaps' \
	list --chapter ch01 ch07:transpose
sorted()
{
	list | cut -d' ' -f1 > "$scratch/list" && LC_ALL=C sort -c "$scratch/list"
}
passes 'sorted' sorted
gives 2 "'ch7'; did you mean ch07?" 'a chapter without its zero' "$aisp" bench list-targets ch7
gives 2 "'ch7:transpose'; did you mean ch07:transpose" 'or a pair of it' "$aisp" bench list-targets ch7:transpose
gives 2 "'ch07:transpose_tild'.*did you mean ch07:transpose_tiled" 'a miss' \
	list -t ch07:transpose_tild

dir=$scratch/d\ e
passes 'a directory with a blank' "$aisp" new "$dir:one"
gives 0 '^d e:one@cpu  *2 variants  not built yet$' 'is listed' list -t "$dir"
is_json()
{
	list --json -t "$dir" > "$scratch/json" &&
		jq -e --arg dir "$dir" 'length == 1 and .[0].target == "d e:one@cpu" and
			.[0].directory == $dir and .[0].n_variants == 2 and
			.[0].is_built == false and .[0].why == "not built yet"' "$scratch/json"
}
if command -v jq >/dev/null; then
	passes 'JSON' is_json
fi
printf '#include "workload_one.h"\n' > "$dir/optimized_two.c"
gives 0 '^d e:one@cpu  *2 variants' 'one bad file stops no other' list -t "$dir"
gives 0 'aisp: .*/optimized_two.c has no baseline: write baseline_two.c' 'and is named' list -t "$dir"
gives 2 'optimized_two.c has no baseline' 'nothing but it' list -t "$dir:two"
mv "$dir/optimized_two.c" "$dir/optimized_two.cpp"
gives 0 'aisp: .*/optimized_two.cpp is not a variant: variants are C, in files that end in .c' \
	'C++ is named' list -t "$dir"
gives 3 'optimized_two.cpp is not a variant' 'by `run`, too' "$aisp" bench run --no-history -t "$dir:two"
rm "$dir/optimized_two.cpp" "$dir/baseline_one.c"
gives 2 'optimized_one.c has no baseline: write baseline_one.c' 'a broken pair' list -t "$dir"
not_there()
{
	[ ! -e "$XDG_CACHE_HOME" ]
}
passes 'and nothing was built' not_there
finish
