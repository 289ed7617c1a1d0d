#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Nothing asks which device it is but the devices themselves: what differs is a fact or a
# function of their table.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

# What reads a member `on` or `is_gpu`, or declares the latter, in a file that is no
# device's own.  The fact is_gpu in a check's list of needs reads nothing.
branches()
{
	! find "$1/src" -name '*.[ch]' ! -path '*/src/device/cpu.c' ! -path '*/src/device/cuda.c' \
		! -path '*/src/cuda/*' -exec grep -nE \
		'(->|\.)(on|is_gpu)\b|\b(int|bool)( \*?[a-z_]+,)* \*?is_gpu\b' {} +
}
# LINE
planted()
{
	rm -rf "$scratch/src" && mkdir -p "$scratch/src/judge" &&
		echo "$1" > "$scratch/src/judge/x.c" && branches "$scratch"
}

passes 'no branch on a device' branches .
gives 1 'if (b->on)' 'a pointer that is NULL on the CPU' planted '	if (b->on)'
gives 1 'n.is_gpu' 'a flag that is set on a GPU' planted '	return n.is_gpu;'
gives 1 'bool is_gpu' 'a new flag of that name' planted '	bool is_gpu = true;'
passes 'a fact that a check needs' planted '	AISP_NEEDS(is_gpu, n_late),'
finish
