#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Policies of chapter 20 are wrong if they name no tile or report another clock than
# they were shown; a policy that looks at later products sees none.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
chapter=chapters/ch20_search of=tune
finds() # NAME SED
{
	finds_in "$1" "$chapter" "$of" tune_run.h "$2"
}
is_right "$chapter" "$of"
finds 'no tile where there are few rows' 's/last->tile = choose(&s);/last->tile = s.m > 16 ? choose(\&s) : 0;/'
finds 'a tile beyond the last' 's/last->tile = choose(&s);/last->tile = choose(\&s) + N_TILES \/ 2;/'
tells()
{
	mistaken "$chapter" "$of" tune_run.h 's/\[step\] = took_ns;/[step] = took_ns + 1;/'
}
passes 'another clock than was shown' tells
gives 3 '^WRONG .*seen_ns' 'another clock than was shown: found' verify
passes 'looks ahead' mistaken "$chapter" "$of" tune_run.h \
	's/last->tile = choose(&s);/last->tile = step + 1 < s.p[PRODUCTS] \&\& ((const int32_t *)io->in[M].data)[step + 1] ? 0 : choose(\&s);/'
gives 0 ' 0 wrong' 'and sees nothing' verify
finish
