#!/bin/sh
# SPDX-License-Identifier: MIT
#
# No finding of shellcheck in the project's scripts; those in Perl compile.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
command -v shellcheck >/dev/null || skip_all 'shellcheck is not installed'
kept_clean_under shellcheck 0.9

# shellcheck disable=SC2016 # the planted fault
echo 'rm -rf $1' > "$scratch/planted.sh"
gives 1 'SC2086' 'a planted unquoted word is found' shellcheck -s sh "$scratch/planted.sh"
for file in setup.sh .ci/run deploy/*.sh tools/*.sh tune/*.sh tests/*.sh tests/*/*.sh tests/*/*/*.sh tests/*.t tests/*/*.t; do
	[ -f "$file" ] || continue
	case $(head -n 1 "$file") in
	*perl*) passes "$file" perl -c "$file" ;;
	*) clean "$file" shellcheck -x -P SCRIPTDIR -S warning "$file" ;;
	esac
done
clean tools/completion.bash shellcheck -s bash -S warning tools/completion.bash
finish
