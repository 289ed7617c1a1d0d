#!/bin/sh
# SPDX-License-Identifier: MIT
#
# An object is as new as the headers that it was made of, however and from wherever its
# directory is named, and in whichever place the tree lies.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
tree=$scratch/tree
mkdir -p "$tree/src/judge" "$tree/my/pairs" "$tree/my/common"
ln -s "$PWD/mk" "$PWD/include" "$tree/"
cp src/judge/workload_main.c "$tree/src/judge/"
echo '#include <aisp/workload.h>' > "$tree/my/pairs/workload_x.h"
echo '#define ANSWER 42' > "$tree/my/common/answer.h"
printf '#include "workload_x.h"\n#include "../common/answer.h"\nint answer = ANSWER;\n' > "$tree/my/pairs/baseline_x.c"

build() # DIRECTORY ROOT SRC OUT
{
	cd "$1" && make -s -f "$2/mk/pairs.mk" ROOT="$2" SRC="$3" OUT="$4" "$(pwd)/$4/baseline_x.c.so"
}
later()
{
	find "$tree/build" -exec touch -d '1 hour ago' {} +
	touch "$1"
}
age()
{
	find "$tree/my" "$tree/src" -exec touch -d '2 hours ago' {} +
}
new_enough()
{
	make -q -f "$2/mk/pairs.mk" ROOT="$2" SRC="$2/my/pairs" OUT="$1" "$1/baseline_x.c.so"
}
passes 'built by relative paths' build "$tree" . my/pairs build
out=$tree/build
age
find "$tree/build" -exec touch -d 'now' {} +
passes 'nothing is to be done by absolute ones' new_enough "$out" "$tree"
later "$tree/my/common/answer.h"
gives 1 '' 'a header that is included is newer' new_enough "$out" "$tree"
age
later "$tree/my/pairs/workload_x.h"
gives 1 '' 'so is the workload' new_enough "$out" "$tree"
age
find "$tree/build" -exec touch -d 'now' {} +
mv "$tree" "$scratch/elsewhere"
passes 'the tree was carried elsewhere: nothing is to be done' new_enough "$scratch/elsewhere/build" "$scratch/elsewhere"
gives 1 'common/answer.h' 'what is recorded are our own files' \
	sh -c "cat '$scratch/elsewhere/build/'*.d; grep -q /usr/ '$scratch/elsewhere/build/'*.d"
finish
