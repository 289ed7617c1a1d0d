#!/bin/sh
# SPDX-License-Identifier: MIT
#
# An analyser looks again only at files that have changed; tests that take turns try new
# files at each commit.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

mkdir "$scratch/src"
echo '#include "x.h"' > "$scratch/src/x.c"
echo 'int a;' > "$scratch/src/x.h"
printf '#!/bin/sh\necho looked >> %s/looks\n! grep -h bad %s/src/*\n' "$scratch" "$scratch" > "$scratch/analyser"
chmod +x "$scratch/analyser"
# TAP of one test in a shell of its own; B is where stamps lie.
test_of() # VERSION
{
	: > "$scratch/looks"
	sh -c '. tests/tools/tap.sh; B=$1 version=$2 && clean_once kind "$1/src/x.c" "$1/analyser"; finish' \
		tests/tools/stamps.t "$scratch" "$1"
}
looks() # N VERSION
{
	test_of "$2" > "$scratch/tap"
	[ "$(wc -l < "$scratch/looks")" = "$1" ] && grep -q '^ok 1' "$scratch/tap"
}
passes 'the first time it looks' looks 1 1.0
passes 'the second time it does not' looks 0 1.0
echo 'int b;' >> "$scratch/src/x.h"
passes 'a header has changed' looks 1 1.0
passes 'another version of the analyser' looks 1 1.1
echo 'int bad;' >> "$scratch/src/x.c"
gives 1 '^not ok 1' 'what is found fails' test_of 1.1
gives 1 '^not ok 1' 'as often as it is looked at' test_of 1.1

gives 0 '^chapters/ch09_intensity/baseline_layernorm.c .*/optimized_layernorm_simd.c .*/workload_layernorm.h |ch09:layernorm_simd@cpu$' \
	'a row has its files, their headers and its targets' rows ch09:layernorm_simd@cpu

# turns N_COMMITS: which of six files this commit tries, of a tree with so many.
turns()
{
	rm -rf "$scratch/tree" && mkdir -p "$scratch/tree/tests/tools" && cd "$scratch/tree" || return
	cp "$root/tests/tools/share.sh" tests/tools/ && git init -q .
	for commit in $(seq "$1"); do
		[ "$commit" -lt "$1" ] || echo > c
		git add . && git -c user.name=x -c user.email=x commit -q --allow-empty -m "$commit"
	done
	echo > f
	unset SHARE
	for file in a b c d e f; do
		! is_turn 3 "$file" || printf '%s ' $file
	done
}
# What comments say is changed in a, and what the compiler is told in b.
words()
{
	rm -rf "$scratch/tree" && mkdir -p "$scratch/tree/tests/tools" && cd "$scratch/tree" || return
	cp "$root/tests/tools/share.sh" tests/tools/ && git init -q .
	printf '/* X\n *\n * One.\n * FLAGS: -O2\n */\nint x;\n' | tee a > b
	for commit in $(seq 12); do
		[ "$commit" -lt 12 ] || sed -i 's/One/Another word,\n * and more/' a
		[ "$commit" -lt 12 ] || sed -i 's/-O2/-O3/' b
		git add . && git -c user.name=x -c user.email=x commit -q --allow-empty -m "$commit"
	done
	unset SHARE
	for file in a b; do
		! is_turn 99 "$file" || printf '%s ' $file
	done
}
root=$PWD
gives 0 '^b (' 'words of a comment change nothing, tags do' words
gives 0 '^b c e f (' 'a third, what a commit changed, and what is in none yet' turns 23
gives 0 '^a c d f (' 'the next commit another third' turns 25
gives 0 '^a b c d e f (' 'where nobody knows what was changed, all' turns 7
finish
