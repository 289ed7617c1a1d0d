#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Policies of chapter 17 whose steps were drawn beforehand: impossible answers are
# wrong, and a policy that looks ahead sees nothing.
# RUN: parallel test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh
. tests/cli/mistakes.sh
chapter=chapters/ch17_routing
finds() # NAME FILE SED
{
	finds_in "$1" "$chapter" "$of" "$2" "$3"
}
# sees_nothing FILE SED: a policy would be wrong if it saw a row to come.
sees_nothing()
{
	passes "$of: looks ahead" mistaken "$chapter" "$of" "$1" "$2"
	gives 0 ' 0 wrong' "$of: and sees nothing" verify
}
of=kv_pages steps=_shared
is_right "$chapter" "$of"
finds 'a page is free when the first of its users ends' kv_run.h 's/!--t->users\[page\]/--t->users[page] >= 0/'
finds 'what held a content once holds it still' kv_run.h 's/ && t->holds\[page\] == content//'
finds 'a page is free twice' kv_run.h 's/= page;$/= t->free[t->own[N_FREE]] = page;/; s/--t->own\[N_FREE\]\]/(t->own[N_FREE] -= 1) \/ 2]/'
finds 'a place that there is not' kv_run.h 's/return \*at - 1;/return *at - 2;/'
finds 'who ends has a place' kv_run.h 's/\*place = NOBODY;/*place = 0;/'
sees_nothing kv_run.h 's/\*place = NOBODY;/*place = NOBODY; if (step + 1 < io->param[STEPS] \&\& ((const int32_t *)io->in[CONTENT].data)[step + 1]) { *place = -5; return 0; }/'
steps=_large
finds 'pages are smaller than was said' kv_run.h 's/page \* t->page/page * (t->page - 1)/'

of=early_exit steps=''
is_right "$chapter" "$of"
finds 'the token of the layer before is taken' exit_run.h 's/top\[step\] : ON/top[step - !!layer] : ON/'
finds 'that a token is taken is no token' exit_run.h 's/top\[step\] : ON/1 : ON/'
sees_nothing exit_run.h 's/? top\[step\] : ON/? top[step] + (layer + 1 < io->param[LAYERS] \&\& top[step + 1]) : ON/'

of=prefix steps=_heads
is_right "$chapter" "$of"
finds 'a slot that there is not' prefix_run.h 's/t.slot\[block\[b\]\] - 1 : NOBODY/t.slot[block[b]] - 1 : io->param[CAPACITY]/'
finds 'two blocks in a slot' prefix_run.h 's/is_taken |= of_block\[b\] == s;/is_taken = false;/'
finds 'blocks behind a missing one are found' prefix_run.h 's/while (found < n && slot\[found\] != NOBODY)/for (int64_t b = 0; b < n; b++) if (slot[b] != NOBODY)/'
finds 'what has left is still there' prefix_run.h 's/t->slot\[t->holds\[slot\] - 1\] = 0;/(void)slot;/'
finds 'a block that is computed is found' prefix_run.h 's/\[step\] = found;/[step] = found + (found < n);/'
sees_nothing prefix_run.h 's/\[step\] = found;/[step] = step + 1 < io->param[PROMPTS] \&\& block[most] > 0 ? -5 : found;/'
finish
