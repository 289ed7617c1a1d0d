#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A tag begins a line of a source's opening comment; within a sentence it is none, and
# nothing would say so.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tag='(FLAGS|LIBS|ONLY|WORKSPACE|CLASS|SUMMARY|SCRATCH|LAUNCH|WALLS):'

# hidden FOLDER...: tags that stand behind other words, or end a line.
hidden()
{
	grep -rnE --include='*.[ch]' --include='*.cu' "^ \\* +[^ ].* $tag( |\$)|^ \\* $tag\$" "$@"
}

printf '/*\n * Some words. FLAGS: -O3\n */\n' > "$scratch/x.c"
gives 0 'FLAGS: -O3' 'a planted one is found' hidden "$scratch"
gives 1 '' 'there is none' hidden chapters labs exercises tests/exploits tests/corpus tests/gpu
finish
