#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Everything compiles for aarch64: what is written for one machine must say so.  A commit
# tries half (tests/tools/tap.sh).  Compiling only; headers of libraries that the cross
# compiler lacks are this machine's, which do not depend on the processor.
# RUN: test-all parallel first
cd "$(dirname "$0")/.." || exit 1
. tests/tools/tap.sh
cc=aarch64-linux-gnu-gcc
command -v $cc >/dev/null || skip_all "$cc is not installed"
version=$($cc --version | head -n 1)

flags='-std=gnu11 -O1 -D_GNU_SOURCE -Wall -Wextra -Wno-missing-field-initializers -Werror
	-DAISP_VERSION=__FILE__ -Iinclude -idirafter /usr/include
	-idirafter /usr/include/x86_64-linux-gnu -c -o /dev/null'
[ -z "$cuda" ] || flags="$flags -idirafter $cuda"

echo '#include <immintrin.h>' > "$scratch/planted.c"
# shellcheck disable=SC2086 # lists of flags
{
gives 1 'immintrin.h' 'a planted x86 header is refused' $cc $flags "$scratch/planted.c"
for file in $(sources); do
	is_turn 2 "$file" || continue
	clean_once cross "$file" $cc $flags -Isrc "$file"
done
for header in chapters/*/workload_*.h labs/*/workload_*.h; do
	[ -f "$header" ] && is_turn 2 "$header" || continue
	clean_once cross "$header" $cc $flags -include "$header" src/judge/workload_main.c
done
for file in chapters/*/*.c labs/*/*.c; do
	[ -f "$file" ] && is_turn 2 "$file" || continue
	case $file in
	*/template_*) continue ;; # of aisp tune: no source before a point is chosen
	esac
	# Its own FLAGS: and its workload's, as in mk/pairs.mk, but hardly optimized,
	# of which the build for this machine has the warnings.
	workload=$(sed -n 's/^#include "\(workload_[^"]*\)"/\1/p' "$file")
	own=$(sed -n 's/^ \* FLAGS: //p' "$file" "$(dirname "$file")/$workload")
	clean_once cross "$file" $cc $flags $own -iquote "$(dirname "$file")" -O1 "$file"
done
}
finish
