#!/bin/sh
# SPDX-License-Identifier: MIT
#
# list_checks.sh [rules|guarantees] - CATEGORY/NAME of every check in src/checks: a
# rule is a file, a guarantee an entry of its category's guarantees.c.
set -eu
cd "$(dirname "$0")/../src/checks"

rules()
{
	find . -mindepth 2 -name '*.c' ! -name guarantees.c | sed 's|^\./||; s|\.c$||'
}

guarantees()
{
	cat ./*/guarantees.c | tr -s ' \t\n' ' ' |
		grep -o 'AISP_GUARANTEE( \{0,1\}[a-z0-9_]*, [a-z0-9_]*,' |
		sed 's|.*(||; s|[ ,]*||; s|, |/|; s|,$||'
}

for kind in ${1-rules guarantees}; do "$kind"; done | LC_ALL=C sort
