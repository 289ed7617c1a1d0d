/* SPDX-License-Identifier: MIT
 *
 * What the opening comment of a source says under a tag.
 */
#include <string.h>

#include "compile/tags.h"
#include "store_tmp.h"
#include "tap.h"

/* What text says after "FLAGS DIFFER"; "" without such a line. */
static const char *words_of(const char *text)
{
	static char words[16];
	char path[80];

	tmp_put("workload_x.h", text);
	snprintf(path, sizeof(path), "%s/workload_x.h", tmp_base);
	if (!aisp_source_tag(path, "FLAGS DIFFER", words, sizeof(words)))
		words[0] = '\0';
	return words;
}

static void is_words(const char *got, const char *want, const char *name)
{
	ok(!strcmp(got, want), name);
}

int main(void)
{
	char words[16] = "as it was";

	tmp_make();
	is_words(words_of("/* X\n *\n * FLAGS DIFFER: the lesson\n */\n"), "the lesson",
		 "the words of a line");
	is_words(words_of("/* X\n * FLAGS DIFFER: a\n * FLAGS DIFFER: b\n */\n"), "a",
		 "of the first one");
	is_words(words_of("/* X\n * FLAGS DIFFER: longer than its place\n */\n"),
		 "longer than ...", "and dots where there is no room for more");
	is_words(words_of("/* X\n * FLAGS DIFFER: a\vb\n */\n"), "a b",
		 "in plain characters");
	is_words(words_of("/* X\n *\n * FLAGS: -O3\n */\n"), "", "another tag");
	is_words(words_of("/* X\n * FLAGS DIFFER:\n */\n"), "", "a tag without words");
	is_words(words_of("/* X */\n * FLAGS DIFFER: late\n"), "", "only at the top");
	ok(!aisp_source_tag("/no/such", "ONLY", words, sizeof(words)) &&
		   !strcmp(words, "as it was"),
	   "a missing file has none");
	ok(!aisp_source_tag("/dev/zero", "ONLY", words, sizeof(words)),
	   "nor has what is no source");
	tmp_remove();
	return done();
}
