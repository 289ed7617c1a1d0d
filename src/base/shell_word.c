/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

const char *aisp_shell_word(const char *word, char *buf, size_t size)
{
	bool is_quoted = !*word || strpbrk(word, " \t\n\"'\\$&;()<>|*?[]{}`#!~");
	size_t n = (size_t)snprintf(buf, size, is_quoted ? "'" : "");

	for (const char *s = word; *s && n < size; s++)
		n += (size_t)snprintf(buf + n, size - n, *s == '\'' ? "'\\''" : "%c",
				      *s);
	if (is_quoted && n < size)
		snprintf(buf + n, size - n, "'");
	return buf;
}
