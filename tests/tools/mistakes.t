#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Each mistake that a *_wrong.t makes changes a line of the tree as it is now: an edit
# that moves such a line fails here, not an hour later or on a machine with a GPU.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

all_change() # FILE
{
	! ONLY_CHANGES=1 "$1" | grep '^not ok'
}
for file in tests/*/*_wrong.t; do
	passes "$file" all_change "$file"
done
finish
