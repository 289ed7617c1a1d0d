#!/bin/sh
# SPDX-License-Identifier: MIT
#
# share.sh N - which of N parts of a long test this commit tries, from 0; `all` where
# SHARE=all asks for them.  Parts go round by the commits' numbers, so that N commits
# in a row have tried everything.
cd "$(dirname "$0")/../.." || exit 1
[ "${SHARE:-}" != all ] || { echo all; exit; }
n=$(git rev-list --count --first-parent HEAD 2> /dev/null) || n=0
echo $((n % $1))
