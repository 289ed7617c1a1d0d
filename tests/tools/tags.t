#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A tag begins a line of a source's opening comment; within a sentence it is none, and
# nothing would say so.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tag='(FLAGS|LIBS|ONLY|WORKSPACE|CLASS|SUMMARY|SCRATCH|LAUNCH|WALLS|AFTER):'

# hidden FOLDER...: tags that stand behind other words, or end a line.
hidden()
{
	grep -rnE --include='*.[ch]' --include='*.cu' "^ \\* +[^ ].* $tag( |\$)|^ \\* $tag\$" "$@"
}

printf '/*\n * Some words. FLAGS: -O3\n */\n' > "$scratch/x.c"
gives 0 'FLAGS: -O3' 'a planted one is found' hidden "$scratch"
gives 1 '' 'there is none' hidden chapters labs exercises tests/exploits tests/corpus tests/gpu

# lost FOLDER...: files that come after what is not beside them, or after themselves.
lost()
{
	grep -rE --include='*.c' --include='*.cu' '^ \* AFTER: ' "$@" | while IFS=: read -r file _ after; do
		after=${file%/*}/optimized_${after# }.${file##*.}
		[ -f "$after" ] && [ "$after" != "$file" ] || echo "$file: $after"
	done | grep .
}
mkdir "$scratch/pairs"
printf '/*\n * AFTER: x_low\n */\n' | tee "$scratch/pairs/optimized_x_low.c" > "$scratch/pairs/optimized_x_top.c"
gives 0 'optimized_x_low.c: .*optimized_x_low.c$' 'a rung over itself is found' lost "$scratch/pairs"
rm "$scratch/pairs/optimized_x_low.c"
gives 0 'optimized_x_top.c: .*optimized_x_low.c$' 'a rung over nothing is found' lost "$scratch/pairs"
gives 1 '' 'there is none' lost chapters labs
finish
