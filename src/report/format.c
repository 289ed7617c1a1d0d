/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"

void aisp_format_number(char *buf, size_t size, double v)
{
	double a = fabs(v);
	int decimals = a < 0.9995   ? 4
		       : a < 9.9995 ? 3
		       : a < 99.995 ? 2
		       : a < 999.95 ? 1
				    : 0;

	buf[0] = '\0';
	if (isnan(v))
		return;
	if (a != 0 && (a < 0.1 || a >= 1e6))
		snprintf(buf, size, "%.4g", v);
	else
		snprintf(buf, size, "%.*f", decimals, v);
}

void aisp_format_exact(char *buf, size_t size, double v)
{
	buf[0] = '\0';
	if (isnan(v))
		return;
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(buf, size, "%.*g", digits, v);
		if (strtod(buf, NULL) == v)
			return;
	}
}

void aisp_format_ns(char *buf, size_t size, double ns)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	char number[32];
	int i = 0;

	for (; i < 3 && ns >= 999.95; i++)
		ns /= 1000;
	aisp_format_number(number, sizeof(number), ns);
	snprintf(buf, size, "%s%s%s", number, number[0] ? " " : "",
		 number[0] ? units[i] : "");
}

void aisp_format_ratio(char *buf, size_t size, double ratio, double lo, double hi)
{
	char a[32], b[32], c[32];

	aisp_format_number(a, sizeof(a), ratio);
	aisp_format_number(b, sizeof(b), lo);
	aisp_format_number(c, sizeof(c), hi);
	if (!a[0])
		snprintf(buf, size, "%s", "");
	else if (!b[0] || !c[0])
		snprintf(buf, size, "%sx", a);
	else
		snprintf(buf, size, "%sx [%s, %s]", a, b, c);
}

/* Takes the next code point; an invalid byte of UTF-8 counts as one. */
static uint32_t next(const unsigned char **s)
{
	uint32_t c = *(*s)++;
	int n = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;

	if (n)
		c &= 0x3fu >> n;
	for (; n && (**s & 0xc0) == 0x80; n--)
		c = c << 6 | (*(*s)++ & 0x3fu);
	return c;
}

/* Can it control a terminal, or reverse the order of text? */
static int is_control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069);
}

/* Writes the next code point or its replacement; returns its bytes, at most 4. */
static size_t next_clean(char *to, const unsigned char **s)
{
	const unsigned char *start = *s;
	uint32_t c = next(s);

	if (is_control(c)) {
		*to = c == '\n' || c == '\t' ? ' ' : '?';
		return 1;
	}
	memcpy(to, start, (size_t)(*s - start));
	return (size_t)(*s - start);
}

void aisp_format_text(char *buf, size_t size, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t n = 0;

	while (*s) {
		char clean[4];
		size_t len = next_clean(clean, &s);

		if (n + len >= size)
			break;
		memcpy(buf + n, clean, len);
		n += len;
	}
	buf[n] = '\0';
}

void aisp_print_text(FILE *f, const char *text)
{
	aisp_print_begin(f, text, strlen(text));
}

void aisp_print_begin(FILE *f, const char *text, size_t n_bytes)
{
	const unsigned char *s = (const unsigned char *)text;

	while (*s) {
		char clean[4];
		size_t len = next_clean(clean, &s);

		if (len > n_bytes)
			break;
		fwrite(clean, 1, len, f);
		n_bytes -= len;
	}
}

void aisp_print_markdown(FILE *f, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strchr("\\`*_[]<>|&~#", text[i]))
			fputc('\\', f);
		fputc(text[i], f);
	}
}

/* Width by Unicode's annex 11 (East Asian Width); combining marks have none. */
static int width_of(uint32_t c)
{
	static const struct {
		uint32_t first, last;
		int width;
	} blocks[] = {
		{ 0x300, 0x36f, 0 },     { 0x200b, 0x200f, 0 },
		{ 0x20d0, 0x20f0, 0 },   { 0xfe00, 0xfe0f, 0 },
		{ 0x1100, 0x115f, 2 },   { 0x2e80, 0xa4cf, 2 },
		{ 0xac00, 0xd7a3, 2 },   { 0xf900, 0xfaff, 2 },
		{ 0xfe30, 0xfe6f, 2 },   { 0xff00, 0xff60, 2 },
		{ 0xffe0, 0xffe6, 2 },   { 0x1f300, 0x1f64f, 2 },
		{ 0x1f900, 0x1f9ff, 2 }, { 0x20000, 0x3fffd, 2 },
	};

	for (size_t i = 0; i < sizeof(blocks) / sizeof(*blocks); i++)
		if (c >= blocks[i].first && c <= blocks[i].last)
			return blocks[i].width;
	return 1;
}

int aisp_text_width(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	int width = 0;

	while (*s)
		width += width_of(next(&s));
	return width;
}
