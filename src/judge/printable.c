/* SPDX-License-Identifier: MIT */
#include <jansson.h>
#include <stdbool.h>

#include "base/plain.h"
#include "printable.h"

static bool is_utf8(const char *s)
{
	json_t *text = json_string(s);
	bool is_text = text;

	json_decref(text);
	return is_text;
}

void aisp_printable(char *to, const volatile char *from, size_t size)
{
	bool is_kept;
	size_t n = 0;

	while (n + 1 < size && (to[n] = from[n]))
		n++;
	to[n] = '\0';
	is_kept = is_utf8(to);
	for (size_t i = 0; i < n && !is_kept; i++)
		if ((unsigned char)to[i] > 0x7f)
			to[i] = '?';
	aisp_make_plain(to, '?', "");
}
