#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tools/count_twins.pl finds bodies that are the same, and none that are not; and the
# tree has few of them.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

tree=$scratch/tree
mkdir -p "$tree/tools" "$tree/src"
cp tools/count_twins.pl "$tree/tools/"
git init -q "$tree"
body() # NAME COMMENT RESULT
{
	printf 'static int %s(int x)\n{\n\tint y = x;\n\n\t/* %s */\n\treturn y + %s;\n}\n' "$1" "$2" "$3"
}
count()
{
	git -C "$tree" add -A && "$tree/tools/count_twins.pl" "$@" src
}
body one 'a comment' 1 > "$tree/src/a.c"
body two 'a comment' 2 > "$tree/src/b.c"
gives 0 '^src  *0 surplus lines' 'bodies that differ' count
body three 'another comment' 1 > "$tree/src/c.c"
gives 0 '^src  *5 surplus lines' 'two bodies of two lines, with head and braces' count
gives 0 'src/c.c:1: three()' 'by name' count -v
body four 'a third' 1 >> "$tree/src/b.c"
gives 0 '^src  *10 surplus lines' 'each further one counts' count

tools/count_twins.pl > "$scratch/all"
has_at_most() # LINES FOLDERS
{
	echo "move what is shared into a header, or raise the ceiling with a reason: tools/count_twins.pl -v"
	awk -v folders="$2" -v most="$1" 'index($0, folders " ") == 1 { n++; ok = $(NF - 2) <= most } END { exit !(n == 1 && ok) }' "$scratch/all"
}
passes 'src has few' has_at_most 28 src
# Chapters may not include each other, and an exploit is read beside its twin.
passes 'so have chapters and labs' has_at_most 180 'chapters, labs'
passes 'and tests' has_at_most 200 tests
finish
