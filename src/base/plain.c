/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "plain.h"

void aisp_make_plain(char *s, char by, const char *kept)
{
	for (; *s; s++)
		if (iscntrl((unsigned char)*s) && !strchr(kept, *s))
			*s = by;
}
