/* SPDX-License-Identifier: MIT
 *
 * Small pieces of text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/plain.h"
#include "base/text.h"
#include "tap.h"

static void test_base_name(void)
{
	ok(!strcmp(aisp_base_name("/usr/lib/libm.so.6"), "libm.so.6"), "a path");
	ok(!strcmp(aisp_base_name("libm.so.6"), "libm.so.6"), "a name");
	ok(!strcmp(aisp_base_name("dir/"), ""), "a directory has none");
}

static void test_below(void)
{
	ok(aisp_is_below("/foo", "/foo") && aisp_is_below("/foo/bar", "/foo"),
	   "a folder, and what is in it");
	ok(!aisp_is_below("/foobar", "/foo") && !aisp_is_below("/fo", "/foo"),
	   "but none whose name begins alike");
}

static void test_now(void)
{
	time_t before = time(NULL), then;
	char text[32];
	struct tm tm = { 0 };
	const char *end;

	aisp_now_text(text);
	end = strptime(text, "%Y-%m-%dT%H:%M:%SZ", &tm);
	then = timegm(&tm);
	ok(end && !*end, "the time by ISO 8601");
	ok(then >= before && then <= time(NULL), "is this moment, in UTC");
}

static void test_plain(void)
{
	char text[] = "a\033[2J\tb\n\x7f";

	aisp_make_plain(text, '?', "\t");
	ok(!strcmp(text, "a?[2J\tb??"), "control characters, but for those to keep");
}

static bool is_word(const char *word, const char *want)
{
	char s[64];

	return !strcmp(aisp_shell_word(word, s, sizeof(s)), want);
}

static void test_shell_word(void)
{
	char cut[5];

	ok(is_word("ch07:t@cpu", "ch07:t@cpu"), "a plain word stays as it is");
	ok(is_word("a b", "'a b'") && is_word("gemm*", "'gemm*'") && is_word("", "''"),
	   "what a shell would split, match or lose is quoted");
	ok(is_word("it's", "'it'\\''s'"), "a quotation mark ends no word");
	ok(is_word("100%", "100%"), "no format");
	ok(!strcmp(aisp_shell_word("a long one", cut, sizeof(cut)), "'a l"),
	   "cut where the room ends");
}

static bool is_left(const char *text, const char *want)
{
	char s[64];

	snprintf(s, sizeof(s), "%s", text);
	aisp_drop_comments(s);
	return !strcmp(s, want);
}

static void test_comments(void)
{
	ok(is_left("a/* b */c // d\ne", "a       c     \ne"), "of either kind");
	ok(is_left("a/*/b*/c", "a      c") && is_left("a/**/b", "a    b"),
	   "to their own end");
	ok(is_left("\"/* a */\" 'b//'", "\"/* a */\" 'b//'"), "not in a text");
	ok(is_left("\"a\\\"/*b*/\"/*c*/", "\"a\\\"/*b*/\"     "),
	   "which a quotation mark behind a backslash does not end");
	ok(is_left("a /* b", "a     ") && is_left("\"a\\", "\"a\\"),
	   "nor what never ends");
}

int main(void)
{
	setenv("TZ", "America/New_York", 1);
	test_base_name();
	test_below();
	test_now();
	test_plain();
	test_comments();
	test_shell_word();
	return done();
}
