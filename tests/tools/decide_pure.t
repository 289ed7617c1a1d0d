#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The judge's rules (src/decide) compute: their objects, and those of src/base that they
# lead to, want nothing of a C library but arithmetic, text and memory.  What they know
# of devices is a table, src/device/device.c.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
B=${B:-build}

pure='calloc free malloc realloc|mem(cmp|cpy|move|set)|str(chr|cmp|cpy|len|ncmp|pbrk|error|rchr|spn|str|tod|tol|toul|toull)|v?snprintf|__isoc(99|23)_[a-z]+|__ctype_b_loc|__errno_location|qsort|json_[a-z_]+|__stack_chk_fail|[a-z]+1p|expm1|f?abs|fmax|fmin|sqrt|exp|log|log2|pow|ldexpf?|lgamma(_r)?|ceil|floor|erf|erfc|signgam|l?l?round|cbrt|tgamma|__(sin|a|ub)[a-z_0-9]*|_GLOBAL_OFFSET_TABLE_'

# impure OBJECT...: symbols that they need, neither defined here nor pure.
impure()
{
	nm -A "$@" "$B"/obj/src/base/*.o "$B"/obj/src/checks/*.o "$B"/obj/src/run/word.o | awk -v roots="$*" -v pure="$pure" '
	BEGIN {
		n = split(roots, left, " ")
		gsub(/ /, "|", pure)
	}
	{ sub(/:.*/, "", $1) }
	$(NF - 1) == "U" { wants[$1] = wants[$1] " " $NF; next }
	$(NF - 1) ~ /^[TDBRVW]$/ { owner[$NF] = $1 }
	END {
		for (i = 1; i <= n; i++) {
			m = split(wants[left[i]], name, " ")
			for (k = 1; k <= m; k++) {
				to = owner[name[k]]
				if (to && !(to in seen)) {
					seen[to] = 1
					left[++n] = to
				} else if (!to && name[k] !~ "^(" pure ")$" &&
					   name[k] !~ /^aisp_(checks|device_kind)$/) {
					print left[i] ": " name[k]
					bad = 1
				}
			}
		}
		exit bad
	}'
}

passes 'src/decide makes no system call' impure "$B"/obj/src/decide/*.o
printf '#include <time.h>\nlong aisp_x(void);\nlong aisp_x(void)\n{\n\treturn time(0);\n}\n' > "$scratch/x.c"
${CC:-cc} -c -o "$scratch/x.o" "$scratch/x.c"
gives 1 'x.o: time' 'one that reads a clock is found' impure "$scratch/x.o"
printf 'int aisp_launch_spawn(void);\nint aisp_x(void);\nint aisp_x(void)\n{\n\treturn aisp_launch_spawn();\n}\n' > "$scratch/x.c"
${CC:-cc} -c -o "$scratch/x.o" "$scratch/x.c"
gives 1 'x.o: aisp_launch_spawn' 'so is one that launches' impure "$scratch/x.o"
finish
