#!/bin/sh
# SPDX-License-Identifier: MIT
#
# aisp new: a pair that compiles without a warning and verifies as it is.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export XDG_CACHE_HOME="$scratch/cache"
dir=$scratch/deep/dir

gives 0 'aisp bench run --targets .*dir:my_pair2$' 'writes, and says what comes next' \
	"$aisp" new "$dir:my_pair2"
gives 0 '^3 ready, 0 skipped, 0 broken$' 'all three compile without a warning' \
	"$aisp" build --strict "$dir"
no_placeholder()
{
	! grep -r NAME "$dir"
}
passes 'no placeholder is left' no_placeholder
gives 0 ' 0 wrong, 0 partial' 'verifies as it is' "$aisp" bench verify --targets "$dir:my_pair2"
sed 's/r < rows/r < rows - 1/' "$dir/optimized_my_pair2.c" > "$dir/optimized_my_pair2_short.c"
gives 3 '^WRONG .*my_pair2_short.c: sum' 'and a step of it that leaves out a row is wrong' \
	"$aisp" bench verify --variants --targets "$dir:my_pair2"
rm "$dir/optimized_my_pair2_short.c"

gives 0 'bench run' 'a pair that updates in place' "$aisp" new --in-place "$scratch/state:y"
gives 0 ' 0 wrong' 'verifies as it is' "$aisp" bench verify --targets "$scratch/state:y"
gives 0 "^  y .*hidden from variants" 'its input is hidden' "$aisp" show "$scratch/state:y"
gives 0 "^  y .*updated in place: starts as the input 'y'" 'and its output starts as that' \
	"$aisp" show "$scratch/state:y"

echo mine > "$dir/optimized_other.c"
gives 2 'optimized_other.c exists.*nothing was written' 'never overwrites' "$aisp" new "$dir:other"
passes 'nor writes the rest' test ! -e "$dir/workload_other.h"
gives 2 'no chapter ch99; for a directory of that name, write ./ch99' 'no such chapter' \
	"$aisp" new ch99:x
gives 2 "'Big' is no name" 'a name that is none' "$aisp" new "$dir:Big"
gives 2 "'1a' is no name for a pair: .*, a letter first" 'one that begins with a digit' "$aisp" new "$dir:1a"
gives 2 'no line break in its name' 'a directory that no command would take' "$aisp" new "$dir/a
b:x"
passes 'is not made' test ! -e "$dir/a
b"
gives 2 'CHAPTER:NAME or DIR:NAME' 'no name' "$aisp" new ch07
gives 2 'No such file\|Not a directory\|Permission' 'a place that cannot be' \
	"$aisp" new "$dir/workload_my_pair2.h/x:y"
# No room: what could not be written whole is taken away again.
no_room()
{
	(trap '' XFSZ && ulimit -f 1 && "$aisp" new "$scratch/full:x")
}
gives 2 'write .*/full/.*File too large' 'a disk that is full' no_room
passes 'and nothing is left there' test -z "$(ls "$scratch/full")"

# A plain word is a directory here, where no chapter has that name.
here()
{
	cd "$scratch" && "$@"
}
gives 0 'aisp bench run --targets mydir:colsum$' 'a plain word is a directory' \
	here "$aisp" new mydir:colsum
passes 'of that name' test -e "$scratch/mydir/optimized_colsum.c"
gives 0 "aisp bench run --targets 'my dir:colsum'$" 'what a shell would cut is quoted' \
	here "$aisp" new 'my dir:colsum'
gives 0 "aisp bench run --targets 'my'\\\\''dir:colsum'$" 'and a quotation mark, too' \
	here "$aisp" new "my'dir:colsum"
gives 0 '^mydir:colsum@cpu ' 'and is found by it' here "$aisp" bench list-targets --targets mydir
gives 0 '^mydir:colsum@cpu ' 'and by the name in it' here "$aisp" bench list-targets --targets mydir:c*
mkdir "$scratch/ch07"
gives 0 '^ch07:transpose_tiled@cpu ' 'a chapter comes before a directory' \
	here "$aisp" bench list-targets --targets ch07

# In a chapter: a copy of the tree, so that the real one stays as it is.
mkdir -p "$scratch/tree/chapters/ch07_memory_access" "$scratch/tree/mk"
cp "$aisp" "$scratch/tree/aisp"
cp mk/pairs.mk "$scratch/tree/mk/"
mkdir "$scratch/tree/tools" && cp -r tools/skeleton "$scratch/tree/tools/"
passes 'a chapter by its number' "$scratch/tree/aisp" new ch07:fresh
passes 'lands in its directory' test -e \
	"$scratch/tree/chapters/ch07_memory_access/optimized_fresh.c"
finish
