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
	if (!aisp_source_tag(path, AISP_TAG_FLAGS_DIFFER, words, sizeof(words)))
		words[0] = '\0';
	return words;
}

static void is_words(const char *got, const char *want, const char *name)
{
	ok(!strcmp(got, want), name);
}

static bool is_almost(const char *line, const char *tag)
{
	const char *found = aisp_tag_almost(line);

	return tag ? found && !strcmp(found, tag) : !found;
}

static void test_almost(void)
{
	ok(is_almost(" * FLAGS: -O3\n", NULL) && is_almost(" * ONLY: n == 1\n", NULL),
	   "a tag is no slip");
	ok(is_almost(" * FLAG: -O3\n", "FLAGS") &&
		   is_almost(" * WORKSPACES: 4\n", "WORKSPACE") &&
		   is_almost(" * Workspace: 4 * n\n", "WORKSPACE") &&
		   is_almost(" * Flags: -O3\n", "FLAGS"),
	   "another number or case is");
	ok(is_almost(" * FLGAS: -O3\n", "FLAGS") &&
		   is_almost(" * WORKPACE: 4\n", "WORKSPACE") &&
		   is_almost(" * WALLLS: mpi\n", "WALLS") &&
		   is_almost(" * FLAGS DIFER: the lesson\n", "FLAGS DIFFER"),
	   "or a letter");
	ok(is_almost("/* FLAGS: -O3 */\n", "FLAGS") &&
		   is_almost("// FLAGS: -O3\n", "FLAGS") &&
		   is_almost(" *  FLAGS: -O3\n", "FLAGS") &&
		   is_almost(" * FLAGS : -O3\n", "FLAGS"),
	   "or another place");
	ok(is_almost(" * what they\n", NULL) && is_almost(" * need:\n", NULL) &&
		   is_almost(" * Arch: Zen 3, AVX2\n", NULL) &&
		   is_almost(" * Workspace is dear\n", NULL) &&
		   is_almost(" * MARCH: of 2026\n", NULL) &&
		   is_almost(" * EACH: 3\n", NULL) &&
		   is_almost(" * LAUNCH: 1\n", NULL) &&
		   is_almost("FLAGS: return 0;\n", NULL),
	   "prose and code are not");
}

int main(void)
{
	char words[16] = "as it was";

	test_almost();
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
	ok(!aisp_source_tag("/no/such", AISP_TAG_ONLY, words, sizeof(words)) &&
		   !strcmp(words, "as it was"),
	   "a missing file has none");
	ok(!aisp_source_tag("/dev/zero", AISP_TAG_ONLY, words, sizeof(words)),
	   "nor has what is no source");
	tmp_remove();
	return done();
}
