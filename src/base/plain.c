/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "plain.h"

/* The length of the character at s, by its first byte, as far as bytes are there. */
static size_t n_bytes(const unsigned char *s)
{
	size_t want = s[0] < 0xc2 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4, n = 1;

	while (n < want && s[n] >> 6 == 2)
		n++;
	return n;
}

/* U+0000 to U+001F and U+007F to U+009F, the latter also as single bytes; and
 * characters that reverse the order of text. */
static bool is_control(const unsigned char *s, size_t n)
{
	if (n == 1)
		return iscntrl(s[0]) || (s[0] >= 0x80 && s[0] < 0xa0);
	if (n == 2)
		return s[0] == 0xc2 && s[1] < 0xa0;
	return n == 3 && s[0] == 0xe2 &&
	       ((s[1] == 0x80 && s[2] >= 0xaa && s[2] <= 0xae) ||
		(s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
}

void aisp_make_plain(char *text, char by, const char *kept)
{
	unsigned char *s = (unsigned char *)text;

	while (*s) {
		size_t n = n_bytes(s);

		if (is_control(s, n) && !strchr(kept, s[0]))
			memset(s, by, n);
		s += n;
	}
}
