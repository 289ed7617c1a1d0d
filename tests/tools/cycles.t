#!/bin/sh
# SPDX-License-Identifier: MIT
#
# No file of src uses one that uses it, and find_cycles.py sees those that do.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
B=${B:-build}

objects()
{
	find src -name '*.c' ! -path 'src/worker/*' ! -path 'src/cuda/*' ! -path src/judge/workload_main.c |
		sed "s|^|$B/obj/|; s|c\$|o|"
}
# shellcheck disable=SC2046 # names of ours, without blanks
passes 'no circles of files' tools/find_cycles.py $(objects)
# planted NAME CALLED
planted()
{
	printf 'void %s(void);\nvoid %s(void);\nvoid %s(void)\n{\n\t%s();\n}\n' "$1" "$2" "$1" "$2" > "$scratch/$1.c"
	${CC:-cc} -c -o "$scratch/$1.o" "$scratch/$1.c"
}
planted a b
planted b c
planted c a
gives 1 'circle: .*/a.o .*/b.o .*/c.o' 'three in a circle' tools/find_cycles.py "$scratch"/[abc].o
planted c d
passes 'three in a row' tools/find_cycles.py "$scratch"/[abc].o
finish
