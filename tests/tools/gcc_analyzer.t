#!/bin/sh
# SPDX-License-Identifier: MIT
#
# gcc -fanalyzer finds nothing in src/, and is awake.  A commit tries half (tests/tools/tap.sh).
# RUN: test-all parallel first
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
command -v gcc >/dev/null || skip_all 'gcc is not installed'
kept_clean_under gcc 12

cat > "$scratch/leak.c" <<'EOF'
#include <stdlib.h>
int f(int n);
int f(int n) { char *p = malloc(8); if (!p || n) return -1; free(p); return 0; }
EOF
gives 1 'analyzer-malloc-leak' 'a planted leak is found' tools/analyze.sh gcc "$scratch/leak.c"
for file in $(sources); do
	is_turn 2 "$file" || continue
	clean_once analyzer "$file" tools/analyze.sh gcc "$file"
done
finish
