#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tools/mutate tells lines that a test sees from those that none does; and with
# TEST_ALL one of three lines of the tree's own, by the commit, which a test must see.
# RUN: parallel longer first
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

if [ -n "${TEST_ALL:-}" ]; then
	share=$(tests/tools/share.sh 3) n=1
	[ "$share" != all ] || share=0 n=3
	passes 'a changed line is seen by a test, or explained' tools/mutate --static --n=$n --skip="$share"
	finish
	exit
fi

# A tree of one file with one test, and a Makefile that knows the targets.
tree=$scratch/tree
mkdir -p "$tree/tools" "$tree/src/judge" "$tree/include" "$tree/tests/unit"
cp tools/mutate "$tree/tools/"
cat > "$tree/src/judge/seen.c" <<'END'
/* if (a < b) in a comment is no line */
int aisp_seen(int a, int b);
int aisp_seen(int a, int b)
{
	const char *text = "a < b"; /* a > b */

	return a < b && text;
}
END
cat > "$tree/tests/unit/seen.c" <<'END'
int aisp_seen(int a, int b);
int main(void)
{
	return !(aisp_seen(1, 2) && !aisp_seen(2, 2) && !aisp_seen(3, 2));
}
END
cat > "$tree/Makefile" <<'END'
all: aisp build/aisp-worker build/empty.so unit
build/obj/src/judge/%.o: src/judge/%.c
	@mkdir -p $(@D) && cc -g -Wall -Werror -fPIC -c $< -o $@ && echo $< >> build/compiled
build/libaisp.so: $(patsubst %.c,build/obj/%.o,$(wildcard src/judge/*.c))
	cc -shared -o $@ $^
build/libaisp.a: $(patsubst %.c,build/obj/%.o,$(wildcard src/judge/*.c))
	rm -f $@ && ar rcs $@ $^
unit: build/unit/seen
lib := build/libaisp.$(if $(CONFIG),so,a)
build/unit/seen: tests/unit/seen.c $(lib)
	@mkdir -p $(@D) && cc $< -o $@ $(CURDIR)/$(lib)
aisp build/aisp-worker build/empty.so:
	touch $@
END
touch "$tree/include/x.h"
echo /build > "$tree/.gitignore"
git init -q "$tree"
mutate() # as tools/mutate, there
{
	(unset MAKEFLAGS && "$tree/tools/mutate" "$@")
}
list()
{
	mutate --list | sed 's/.*: //' | sort | tr '\n' ' '
}
one_line()
{
	[ "$(mutate --list | wc -l)" = 1 ] && mutate --list | grep -q 'return a < b && text;'
}
passes 'lines of functions only; no comment, no text' one_line
same_draw()
{
	[ "$(mutate --list --seed=x)" = "$(mutate --list --seed=x)" ]
}
passes 'the same seed draws the same' same_draw
gives 0 '^killed .* src/judge/seen.c:7: .* (by build/unit/seen)' 'a line that a test sees' mutate
gives 0 '^1 of 1 mutants killed; 0 survived' 'and the count' mutate
record=$scratch/record.json
gives 0 '^killed' 'with a record' mutate --record="$record"
passes 'which has what was tried, where, when, and of which commit' jq -e '.seed == "aisp" and .n == 1 and .count == {killed: 1} and
	(.machine | test(" CPUs$")) and (.date | test("^20..-..-..$")) and
	(.mutants[0] | .state == "killed" and .by == "build/unit/seen" and .commit and (.mutant | endswith("becomes <=") or endswith("becomes ||")))' "$record"
jq '.mutants[].commit = "another"' "$record" > "$record.old"
cp "$tree/tests/unit/seen.c" "$scratch/seen.c"
echo 'int main(void) { return 0; }' > "$tree/tests/unit/seen.c"
gives 0 '^killed' 'what it knows to be killed is not tried again' mutate --record="$record"
gives 1 '^SURVIVED' 'but for another seed' mutate --seed=x --record="$record"
gives 1 '^SURVIVED' 'and what survived is' mutate --seed=x --record="$record"
gives 0 '^killed' 'what another commit knows neither' mutate --record="$record.old"
gives 1 '^SURVIVED' 'unless all are tried again' mutate --record="$record.old" --again
mkdir "$tree/tests/cli"
printf '#!/bin/sh\n! cmp -s src/judge/seen.c "%s"/src/judge/seen.c || exit 0\nexit 1\n' "$tree" > "$tree/tests/cli/seen.t"
printf '#!/bin/sh\ntouch "%s/ran"\n' "$scratch" > "$tree/tests/cli/other.t"
chmod +x "$tree"/tests/cli/*.t
gives 0 '^killed .* (by tests/cli/seen.t)' 'what no unit test sees a test of a command may, one that concerns the file' \
	mutate --seed=x
passes 'and no other is run' test ! -e "$scratch/ran"
printf '#!/bin/sh\nexit 1\n' > "$tree/tests/cli/seen.t"
gives 1 '^unclear .*: tests/cli/seen.t fails without it$' 'by a test that always fails nothing is told' mutate --seed=x
gives 1 '^unclear .*: tests/cli/seen.t fails without it$' 'nor when that is known' mutate --seed=x
printf 'int aisp_other(int a);\nint aisp_other(int a)\n{\n\treturn a > 7;\n}\n' > "$tree/src/judge/other.c"
printf '#!/bin/sh\n! cmp -s src/judge/other.c "%s"/src/judge/other.c || exit 0\nexit 1\n' "$tree" > "$tree/tests/cli/other.t"
gives 0 '^1 of 2 mutants killed; 0 survived.*; 1 unclear$' 'which fails the whole only if it is so of all' mutate --seed=x
rm "$tree/src/judge/other.c"
printf '#!/bin/sh\n! cmp -s src/judge/seen.c "%s"/src/judge/seen.c || ! echo x >> "%s/tries" || [ "$(wc -l < "%s/tries")" -ge 2 ] || exit 1\ncmp -s src/judge/seen.c "%s"/src/judge/seen.c\n' "$tree" "$scratch" "$scratch" "$tree" > "$tree/tests/cli/seen.t"
gives 0 '^killed .* (by tests/cli/seen.t)' 'one that fails by chance is tried again' mutate --seed=x
rm "$tree"/tests/cli/*.t
cp "$scratch/seen.c" "$tree/tests/unit/seen.c"
printf 'int aisp_unseen(int a);\nint aisp_unseen(int a)\n{\n\treturn a > 7;\n}\n' > "$tree/src/judge/unseen.c"
gives 1 '^SURVIVED .* src/judge/unseen.c:4: ' 'a line that none sees' mutate
gives 1 '^1 of 2 mutants killed; 1 survived' 'is counted' mutate
untouched()
{
	grep -q 'return a > 7;' "$tree/src/judge/unseen.c" && cmp "$tree/src/judge/unseen.c" "$tree/build/mutate/src/judge/unseen.c"
}
passes 'the tree and its copy are as they were' untouched
mutate --list --only='*/unseen.c' | sed 's/$/ | nobody calls it/' > "$tree/tests/mutants.txt"
gives 0 'explained .*nobody calls it' 'unless it is explained' mutate
gives 0 '0 survived, 1 more that tests/mutants.txt explains' 'and counted apart' mutate
mutate --list --only='*/unseen.c' | sed 's/$/ | the same: nobody calls it/' > "$tree/tests/mutants.txt"
gives 0 '^equivalent .*the same: nobody calls it' 'what is the same in effect is named so' mutate
printf 'void aisp_same(int a);\nvoid aisp_same(int a)\n{\n\t(void)(a < 7);\n}\n' > "$tree/src/judge/same.c"
gives 0 '^0 of 0 mutants killed' 'a change that changes no code is none' mutate --only='*/same.c'
from_what_is_built()
{
	rm -rf "$tree/build" && mkdir "$tree/build" && (unset MAKEFLAGS && make -s -C "$tree") && mutate --static --only='*/seen.c' &&
		[ "$(sort -u "$tree/build/mutate_static/build/compiled")" = src/judge/seen.c ]
}
gives 0 '^killed .* src/judge/seen.c:7: .* (by build/unit/seen)' 'what is built already is not compiled again' from_what_is_built
finish
