#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Names are unique and ours, no banned function is called, and check_names.sh
# sees it when that is not so.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tool=$PWD/tools/check_names.sh

passes 'the tree keeps to its names' "$tool" "${B:-build}/libaisp.a"
# FILE LINE
planted()
{
	rm -rf "$scratch/tree" && mkdir -p "$scratch/tree/$(dirname "$1")" "$scratch/tree/src/base" &&
		cd "$scratch/tree" || return 125
	touch src/base/twice.c
	printf '/* a comment\n * of two lines */\n%s\n' "$2" > "$1"
	"$tool"
}
archive()
{
	cd "$scratch" || return 125
	echo "$1" > x.c && gcc -c x.c && ar rcs x.a x.o && "$tool" x.a
}
gives 1 'twice.c: a basename used twice' 'a second twice.c' planted src/judge/twice.c ''
passes 'a second main.c' planted src/judge/main.c ''
gives 1 'x.a: helper lacks the prefix' 'an exported function without prefix' archive 'void helper(void) {}'
gives 1 'x.a: table lacks the prefix' 'an exported object without prefix' archive 'int table[2] = {1};'
passes 'static and prefixed symbols' archive 'static int x; int *aisp_x(void) { return &x; }'
for call in strcpy strcat sprintf strtok gmtime localtime rand system atoi clock; do
	gives 1 "src/x.c:3: banned: $call" "a call of $call()" planted src/x.c "int x = $call (y);"
	passes "$call in a longer name, a string, a comment" planted src/x.c \
		"int x = my_$call(y) + ${call}_r(y); p(\"$call(y) \\\" $call(y)\"); /* $call(y) */ // $call(y)"
done
gives 1 'chapters/a/x.cu:3: banned: rand' 'a call in a chapter' planted chapters/a/x.cu 'rand();'
finish
