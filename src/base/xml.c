/* SPDX-License-Identifier: MIT */
#include "xml.h"

/* Bytes of the character at s in UTF-8 (RFC 3629); 0 if it is none. */
static size_t utf8_bytes(const unsigned char *s)
{
	size_t n = s[0] < 0x80   ? 1
		   : s[0] < 0xc2 ? 0
		   : s[0] < 0xe0 ? 2
		   : s[0] < 0xf0 ? 3
		   : s[0] < 0xf5 ? 4
				 : 0;

	for (size_t i = 1; i < n; i++)
		if (s[i] >> 6 != 2)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0; /* too long a form, a surrogate, beyond the last */
	if (s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe)
		return 0; /* U+FFFE and U+FFFF are no characters of XML */
	return n;
}

static const char *entity(unsigned char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return c < ' ' && c != '\n' && c != '\t' ? "?" : NULL;
	}
}

void aisp_xml_put(FILE *f, const char *text, size_t n_chars)
{
	const unsigned char *s = (const unsigned char *)text;

	for (; *s && n_chars; n_chars--) {
		size_t n = utf8_bytes(s);
		const char *instead = n ? entity(*s) : "?";

		if (instead)
			fputs(instead, f);
		else
			fwrite(s, 1, n, f);
		s += n ? n : 1;
	}
}
