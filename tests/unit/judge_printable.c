/* SPDX-License-Identifier: MIT
 *
 * Text of a process that may write arbitrary bytes.
 */
#include <stdio.h>
#include <string.h>

#include "base/plain.h"
#include "judge/printable.h"
#include "tap.h"

static const struct {
	const char *name, *from, *want;
} cases[] = {
	{ "plain", "16 at a time", "16 at a time" },
	{ "none", "", "" },
	{ "beyond ASCII", "3 \xc2\xb5s", "3 \xc2\xb5s" },
	{ "not UTF-8", "3 \xb5s", "3 ?s" },
	{ "some of it", "\xc2\xb5 \xff", "?? ?" },
	{ "control characters", "a\nb\x1b[31m", "a?b?[31m" },
	{ "those of 8 bits",
	  "a\xc2\x9b"
	  "1m\xc3\x9b",
	  "a??1m\xc3\x9b" },
	{ "what turns the order",
	  "a\xe2\x80\xae"
	  "b\xe2\x80\x94",
	  "a???b\xe2\x80\x94" },
	{ "too long", "0123456789abcdefghij", "0123456789abcde" },
	{ "cut inside a character", "0123456789abcd\xc2\xb5", "0123456789abcd?" },
};

int main(void)
{
	char plain[16];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char from[32] = "", to[16];

		memset(from, 'x', sizeof(from) - 1);
		memcpy(from, cases[i].from, strlen(cases[i].from) + 1);
		aisp_printable(to, from, sizeof(to));
		ok(!strcmp(to, cases[i].want), cases[i].name);
	}
	snprintf(plain, sizeof(plain), "a\xc2\x9b\x9b\xc3\x9b\t\n");
	aisp_make_plain(plain, '?', "\n");
	ok(!strcmp(plain, "a???\xc3\x9b?\n"), "of a text that is not UTF-8, too");
	return done();
}
