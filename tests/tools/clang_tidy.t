#!/bin/sh
# SPDX-License-Identifier: MIT
#
# clang-tidy finds nothing in src/, and is awake.  A commit tries half (tests/tools/tap.sh).
# RUN: test-all parallel first
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
command -v clang-tidy >/dev/null || skip_all 'clang-tidy is not installed'
kept_clean_under clang-tidy 14

planted()
{
	echo "$1" > "$scratch/planted.c"
	tools/analyze.sh tidy "$scratch/planted.c"
}
gives 1 'bugprone-misplaced-operator' 'a planted short allocation is found' planted \
	"$(printf '#include <stdlib.h>\n#include <string.h>\nchar *f(char *s); char *f(char *s) { return malloc(strlen(s + 1)); }')"
gives 1 'bugprone-implicit-widening' 'a planted overflow before widening is found' planted \
	'long f(int a, int b); long f(int a, int b) { return a * b; }'
gives 1 'clang-analyzer-core' 'a planted null dereference is found' planted \
	'int f(int n); int f(int n) { int *p = 0; if (n) p = &n; return *p; }'
gives 1 'readability-function-size' 'a planted long function is found' planted \
	"$(echo 'int x; void f(void); void f(void) {'; yes 'x++;' | head -n 90; echo '}')"
for file in $(sources); do
	is_turn 2 "$file" || continue
	case $file in
	# Intrinsics and __builtin_cpu_supports() of gcc 12.
	src/machine/peak_flops.c | src/machine/hw_features.c)
		skip "$file" 'uses what clang 14 does not know' ;;
	*) clean_once tidy "$file" tools/analyze.sh tidy "$file" ;;
	esac
done
finish
