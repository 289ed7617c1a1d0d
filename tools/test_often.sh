#!/bin/bash
# SPDX-License-Identifier: MIT
#
# test_often.sh [N [TARGET]] - `make test` (or TARGET, or one test file) N times on the
# machine as it is and N times beside a neighbour that compiles; 3 unless told.  A line
# for each run goes to build/often/log and to the screen, with its seconds, its tests and
# the names of those that failed.  What the runs printed is kept in a folder for each call,
# build/often/TIME.  Exits with 1 if one failed.
set -u
set -m # each job in a process group of its own
cd "$(dirname "$0")/.." || exit 1
n=${1:-3} target=${2:-test}
often=build/often neighbour=''
out=$often/$(date -u +%Y%m%dT%H%M%SZ)_$$
is_failed=0
mkdir -p "$out" || exit 1

compile_for_ever()
{
	while rm -rf "$out/neighbour"; do
		make -s -j1 NVCC= B="$out/neighbour" "$out/neighbour/libaisp.a" || return
	done
}

stop_neighbour()
{
	[ -z "$neighbour" ] || kill -- "-$neighbour" 2>/dev/null
	neighbour=''
	rm -rf "$out/neighbour"
}
trap stop_neighbour EXIT
trap 'exit 1' INT TERM

say()
{
	echo "$*" | tee -a "$often/log"
}

once()
{
	case $target in
	*.t) B=build AISP_HISTORY=off prove --failures --comments --exec '' "$target" ;;
	*) make "$target" ;;
	esac
}

run() # NAME
{
	local since=$SECONDS verdict=ok
	once > "$out/$1.out" 2>&1 </dev/null || verdict=FAILED
	[ $verdict = ok ] || is_failed=1
	say "$1: $verdict, $((SECONDS - since)) s, $(sed -n 's/^Files=.*\(Tests=[0-9]*\),.*/\1/p' "$out/$1.out"), load $(cut -d' ' -f1-3 /proc/loadavg)"
	# prove's summary: `tests/x.t (Wstat: 256 Tests: 9 Failed: 1)` and the numbers.
	grep -A 1 '(Wstat: ' "$out/$1.out" | tee -a "$often/log"
}

say "$target, $(date -u +%Y-%m-%dT%H:%M:%SZ), $(git describe --always --dirty 2>/dev/null), $(nproc) CPUs"
for ((i = 1; i <= n; i++)); do
	run "quiet_$i"
done
compile_for_ever > "$out/neighbour.out" 2>&1 &
neighbour=$!
for ((i = 1; i <= n; i++)); do
	run "beside_$i"
done
exit $is_failed
