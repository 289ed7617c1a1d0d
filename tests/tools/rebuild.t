#!/bin/sh
# SPDX-License-Identifier: MIT
#
# An object is as new as the headers that it was made of, from wherever its directory is
# named, and in whichever place the tree lies.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tree=$scratch/tree pairs=chapters/ch99_pairs
mkdir -p "$tree/src/judge" "$tree/$pairs" "$tree/chapters/common"
ln -s "$PWD/mk" "$PWD/include" "$tree/"
cp aisp "$tree/"
cp src/judge/workload_main.c "$tree/src/judge/"
echo '#include <aisp/workload.h>
static const struct aisp_workload workload;' > "$tree/$pairs/workload_x.h"
echo '#define ANSWER 42' > "$tree/chapters/common/answer.h"
printf '#include "workload_x.h"\n#include "../common/answer.h"\nint answer = ANSWER;\n' > "$tree/$pairs/baseline_x.c"
cp "$tree/$pairs/baseline_x.c" "$tree/$pairs/optimized_x.c"
object=build/pairs/$pairs/baseline_x.c.so

build() # FROM TREE PATTERN
{
	cd "$1" && "$2/aisp" build "$3" >/dev/null
}
built_at() # the time of the object, after a build
{
	"$1/aisp" build ch99 >/dev/null && stat -c %y "$1/$object"
}
is_kept() # TREE
{
	before=$(stat -c %y "$1/$object")
	[ "$(built_at "$1")" = "$before" ]
}
is_made_again()
{
	! is_kept "$1"
}
passes 'built by a relative path' build "$tree/chapters" "$tree" ./ch99_pairs
passes 'nothing is to be done by its name' is_kept "$tree"
touch "$tree/chapters/common/answer.h"
passes 'nor if a header was only touched' is_kept "$tree"
echo '#define ANSWER 43' > "$tree/chapters/common/answer.h"
passes 'a header that is included has changed' is_made_again "$tree"
echo '/* more */' >> "$tree/$pairs/workload_x.h"
passes 'so has the workload' is_made_again "$tree"
mv "$tree" "$scratch/elsewhere"
tree=$scratch/elsewhere
passes 'the tree was carried elsewhere: nothing is to be done' is_kept "$tree"
passes 'also without a compiler' env CC=no-such-compiler "$tree/aisp" build ch99
gives 1 'common/answer.h' 'what is recorded are our own files' \
	sh -c "cat '$tree/$object.stamp'; grep -q /usr/ '$tree/$object.stamp'"
finish
