#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A workload that does not compile, or whose functions do not return, is named with file
# and function; a variant that does not compile has a row.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
aisp=$PWD/aisp
export AISP_HISTORY=off XDG_CACHE_HOME="$scratch/cache"
pair=$scratch/pair
cp -r tests/fixtures/pair "$pair"
cp -r "$pair" "$scratch/whole" # measured after the pair, by its name
with_saved_peaks "$scratch/cache"

# broken FILE SED: one line of the good pair changed.
broken()
{
	rm -rf "$pair"
	cp -r "$scratch/whole" "$pair"
	sed -i "$2" "$pair/$1"
	! cmp -s "$pair/$1" "$scratch/whole/$1"
}
run()
{
	"$aisp" bench run --no-history --preset small --artifacts-dir "$scratch/runs" "$pair"
}
verify()
{
	"$aisp" bench verify "$pair"
}
# breaks NAME SED PATTERN: a workload so changed is refused with status 3.
breaks()
{
	passes "$1" broken workload_x.h "$2"
	gives 3 "$3" "$1: named by bench run" run
}
breaks 'a syntax error' 's/pr->flops = 2.0/pr->flops = = 2.0/' \
	'pair/workload_x.h:[0-9]*:.*error: expected expression'
gives 3 'pair/workload_x.h:[0-9]*:.*error: expected expression' 'also by verify' verify
breaks 'a bad pointer' 's/pr->flops = 2.0/*(volatile int *)8 = 1, pr->flops = 2.0/' \
	'/pair/workload_x.h: problem(): SIGSEGV at address 0x8'
breaks 'a division by zero' 's/pr->flops = 2.0/volatile int zero = 0; pr->flops = 1 % zero/' \
	'/pair/workload_x.h: problem(): SIGFPE: an integer division by 0'
breaks 'a failed assertion' 's/pr->flops = 2.0/assert(p[N] < 0), pr->flops = 2.0/' \
	'/pair/workload_x.h: problem(): SIGABRT'
breaks 'endless recursion' '0,/aisp_add_in/s//problem(p, pr), aisp_add_in/' \
	'/pair/workload_x.h: problem(): SIGSEGV'
breaks 'an endless loop' 's/pr->flops = 2.0.*/while (*(volatile int64_t *)\&pr->flops == 0) ;/' \
	'/pair/workload_x.h: problem(): no end after 2 s of CPU time'
breaks 'a bad text' 's/"scale and add"/(const char *)24/' \
	'/pair/workload_x.h: struct aisp_workload: SIGSEGV at address 0x18'
breaks 'a bad pointer in reference()' 's/(void)o;/ref = (double *)16;/' \
	'/pair/workload_x.h: reference(): SIGSEGV at address 0x10'
gives 3 '/pair/workload_x.h: reference(): SIGSEGV' 'also by verify' verify
breaks 'exit()' 's/pr->flops = 2.0/_Exit(0), pr->flops = 2.0/; s/#include <aisp.workload.h>/&\n#include <stdlib.h>\n#define _Exit exit/' \
	'/pair/workload_x.h: problem(): it called exit()'

breaks 'an older ABI' 's/.abi = AISP_ABI/.abi = 1/' \
	'/pair/workload_x.h: made for ABI 1 of aisp/workload.h, this is ABI [0-9]*: build it again'
breaks 'no ABI' '/.abi = AISP_ABI/d' \
	'made for ABI 0 of aisp/workload.h, this is ABI [0-9]*: write .abi = AISP_ABI'
breaks 'a rank of too many' 's/"out", AISP_F32, 1/"out", AISP_F32, 6/' "tensor 'out': rank 6, want 1 to 5"
breaks 'an output that is read in reference()' 's/(void)o;/ref[0] = aisp_out_f32(io, 0)[first];/' \
	"reference(): SIGSEGV at .*: io->out\[0\].data is NULL here, as 'out' is no choice"
breaks 'no problem()' 's/\.problem = .*//' \
	'/pair/workload_x.h: struct aisp_workload needs a .problem'
breaks 'a negative dimension' 's/aisp_add_in.*/&\n\tpr->in[0].shape[0] = -3;/' \
	"/pair/workload_x.h: problem(): tensor .*: dimension 0 is -3"

# A folder of its own for each way to be broken, beside one that is whole.
beside()
{
	"$aisp" bench run --no-history --pairs 3 --preset small --artifacts-dir "$scratch/runs" "$@"
}
replay()
{
	cat "$scratch/both"
	return "$both_gave"
}
# both NAME PATTERN: the broken pair is named so, and the other one measured.
both()
{
	beside "$pair" "$scratch/whole" >"$scratch/both" 2>&1
	both_gave=$?
	gives 3 "$2" "$1 is named" replay
	gives 3 '^whole:x@cpu *[FSI]' 'and what is beside it is measured' replay
}
carries_on()
{
	passes "$1" broken "$2" "$3"
	both "$1" "$4"
}
carries_on 'a crash' workload_x.h 's/pr->flops = 2.0/*(volatile int *)8 = 1, pr->flops = 2.0/' \
	'^aisp: .*/pair/workload_x.h: problem(): SIGSEGV at address 0x8'
carries_on 'an end' workload_x.h \
	's/pr->flops = 2.0/_Exit(0), pr->flops = 2.0/; s/#include <aisp.workload.h>/&\n#include <stdlib.h>\n#define _Exit exit/' \
	'^aisp: .*/pair/workload_x.h: problem(): it called exit()'
carries_on 'a size below 1' workload_x.h 's/aisp_add_in.*/&\n\tpr->in[0].shape[0] = -3;/' \
	'^aisp: .*/pair/workload_x.h: problem(): tensor .*: dimension 0 is -3'
gives 3 '/workload_x.h: problem(): tensor' 'whatever the user asks for' beside "$pair" "$scratch/whole" --param n=64
gives 2 'dimension 0 is -5' "a size that only the user is to blame for" beside "$scratch/whole" --param n=-5
carries_on 'a crash of reference()' workload_x.h 's/(void)o;/ref = (double *)16;/' \
	'is broken: .*/pair/workload_x.h: reference(): SIGSEGV at address 0x10'
carries_on 'its end' workload_x.h 's/(void)o;/exit(0);/; s/#include <aisp.workload.h>/&\n#include <stdlib.h>/' \
	'is broken: .*/pair/workload_x.h: reference(): it called exit()'
carries_on 'its end without a word' workload_x.h 's/(void)o;/_exit(0);/; s/#include <aisp.workload.h>/&\n#include <unistd.h>/' \
	'is broken: .*/pair/workload_x.h: it ended its process'
# has FUNCTION TYPE PARAMETERS: the workload has that function, which crashes.
has()
{
	carries_on "a crash of $1()" workload_x.h \
		"s/^static const struct aisp_workload/static $2 bad($3) { return *($2 *)24; }\n&/; s/\.problem = /.$1 = (void *)bad, &/" \
		"is broken: .*/pair/workload_x.h: $1(): SIGSEGV at address 0x18"
}
has prepare int 'const struct aisp_io *io, uint64_t bits'
has invariant 'volatile long' 'const struct aisp_io *io'
# The sizes of the trial are fine; others, which variants do not know, are tried later.
carries_on 'a crash of reference() at other sizes' workload_x.h \
	's/(void)o;/if (io->in[0].shape[0] != 1000) ref = (double *)16;/' \
	'is broken: .*/pair/workload_x.h: reference(): SIGSEGV at address 0x10'
gives 3 'reference(): SIGSEGV.*; a new process measures the other comparisons$' 'which is said' replay
carries_on 'its end there' workload_x.h \
	's/(void)o;/if (io->in[0].shape[0] != 1000) exit(0);/; s/#include <aisp.workload.h>/&\n#include <stdlib.h>/' \
	'is broken: .*/pair/workload_x.h: reference(): it called exit()'
carries_on 'an incomplete workload' workload_x.h 's/\.problem = .*//' \
	'^aisp: .*/pair/workload_x.h: struct aisp_workload needs a .problem'
mv "$pair/baseline_x.c" "$scratch"
both 'a pair without a baseline' '^aisp: .*/optimized_x.c has no baseline'
gives 3 '^aisp bench run: .*/optimized_x.c has no baseline' 'nor anything else' beside "$pair"
cp -r "$pair" "$scratch/third"
gives 3 'has no baseline.* (and 1 more' 'two of them' beside "$pair" "$scratch/third"

passes 'a header that is no C' broken workload_x.h 's/pr->flops = 2.0/pr->flops = = 2.0/'
add_y()
{
	for part in workload_x.h baseline_x.c optimized_x.c; do
		sed 's/workload_x/workload_y/' "$scratch/whole/$part" > "$pair/$(echo $part | sed 's/_x/_y/')"
	done
}
passes 'beside a good pair' add_y
gives 3 '^aisp: .*pair/workload_x.h:[0-9]*:.*error: expected expression' 'is named' run
gives 3 '^pair:y@cpu *[FSI]' 'and the other pair is measured' run
sweep()
{
	"$aisp" bench run --no-history --preset small --param n=64,128 --artifacts-dir "$scratch/runs" "$pair"
}
gives 3 '^pair:y@cpu.* n=128 .*[FSI]' 'so it is in a sweep' sweep
passes 'a variant that does not compile' broken optimized_x.c 's/^static /static nothing_there /'
gives 3 'WRONG .*optimized_x.c: does not compile: .*optimized_x.c:[0-9]*:.*error' 'has a row of verify' verify
gives 3 'not built: does not compile: .*optimized_x.c:[0-9]*:.*error' 'and of a run' run
passes 'a library that is not there' broken optimized_x.c '2s/.*/ * LIBS: -lnosuchthing/'
gives 3 'cannot find -lnosuchthing' "the linker's words" run
finish
