#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every path that the documents name is there, and the folders and files that
# docs/ARCHITECTURE.md leads to do what it says of them.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

# Paths of the tree between backquotes and in links, without those with <a name>.
paths() # FILE
{
	{
		grep -o '`[^`]*`' "$1" | tr -d '`'
		grep -o '](\([^)#:]*\))' "$1" | sed "s|](\(.*\))|$(dirname "$1")/\1|; s|^\./||; s|[^/]*/\.\./||"
	} | grep -E '^(src|include|tests|tools|docs|chapters|labs|mk|expectations)(/[A-Za-z0-9_./-]*)?$' | sort -u
}
missing() # FILE: those that are not there
{
	paths "$1" | while read -r path; do
		[ -e "$path" ] || echo "$1 names $path, which is not there"
	done
}
all_there()
{
	[ "$(paths "$1" | wc -l)" -ge "$2" ] && ! missing "$1" | grep .
}
passes 'paths of docs/ARCHITECTURE.md' all_there docs/ARCHITECTURE.md 40
passes 'paths of CONTRIBUTING.md' all_there CONTRIBUTING.md 3
passes 'paths of README.md' all_there README.md 3
for doc in docs/results.md docs/reports.md docs/expectations.md docs/tune.md; do
	passes "paths of $doc" all_there "$doc" 0
done
planted()
{
	printf 'see `src/judge/nowhere.c` and [x](docs/nowhere.md)\n' > "$scratch/x.md"
	missing "$scratch/x.md"
}
gives 0 'src/judge/nowhere.c, which is not there' 'a path that is not there is found' planted
folders() # every folder of src is in the table
{
	for dir in src/*/; do
		grep -q "^| .*\`${dir%/}\`" docs/ARCHITECTURE.md || echo "$dir is not explained"
	done | { ! grep .; }
}
passes 'every folder of src is explained' folders
holds() # PATTERN FILE
{
	grep -q "$1" "$2"
}
passes 'INVALID' holds 'AISP_OUTCOME_INVALID' src/decide/conclude.c
passes 'REGRESSED' holds 'REGRESSED' src/store/expect_judge.c
passes 'exit status' holds 'AISP_EXIT_REGRESSION' src/cli/gate.c
passes 'system calls' holds 'seccomp_rule_add' src/judge/filter.c
passes 'descriptors' holds 'posix_spawn_file_actions' src/judge/spawn.c
passes 'guards' holds 'AISP_GUARD_BYTES' src/device/layout.h
linked()
{
	grep -q '](docs/ARCHITECTURE.md)' README.md && grep -q '](CONTRIBUTING.md)' README.md
}
passes 'README.md leads there' linked
finish
