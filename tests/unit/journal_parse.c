/* SPDX-License-Identifier: MIT
 *
 * A break in the chain of a journal's lines is found, and named by its line.
 */
#include <string.h>

#include "base/hash.h"
#include "store/journal_check.h"
#include "tap.h"

static char text[4096];

/* Appends line i, which names the hash of its predecessor. */
static void add(int i, const char *prev, char hash[65])
{
	size_t n = strlen(text);

	snprintf(text + n, sizeof(text) - n, "{\"prev\":\"%s\",\"seq\":%d}", prev, i);
	aisp_hash_text(text + n, hash);
	n = strlen(text);
	snprintf(text + n, sizeof(text) - n, "\n");
}

/* Makes four lines; number and predecessor of the last one may be wrong. */
static void make(int last, const char *prev)
{
	char hash[65] = "";

	text[0] = '\0';
	for (int i = 0; i < 3; i++)
		add(i, hash, hash);
	add(last, prev ? prev : hash, hash);
}

/* The only thing that is wrong with the text, or "". */
static const char *what(size_t n_bytes)
{
	static char found[256];
	struct aisp_differences d;
	json_t *lines;

	aisp_differences_init(&d);
	lines = aisp_journal_parse(text, n_bytes, "", &d);
	snprintf(found, sizeof(found), "%s",
		 !d.n_edited ? ""
		 : json_array_size(d.texts) == 1
			 ? json_string_value(json_array_get(d.texts, 0))
			 : "several");
	json_decref(lines);
	aisp_differences_release(&d);
	return found;
}

int main(void)
{
	make(3, NULL);
	ok(!*what(strlen(text)), "a whole chain");
	ok(!strcmp(what(strlen(text) - 1), "journal.jsonl ends within a line"),
	   "cut within a line");
	make(4, NULL);
	ok(!strcmp(what(strlen(text)), "journal.jsonl: line 4 has the number 4: lines "
				       "were removed or moved"),
	   "a number too high");
	make(3, "0123");
	ok(!strcmp(what(strlen(text)), "journal.jsonl: line 4 does not follow the one "
				       "before: one of the two was edited"),
	   "another predecessor");
	make(3, NULL);
	memcpy(text + strlen(text), "x\n", 3);
	ok(!strcmp(what(strlen(text)), "journal.jsonl: line 5 is no JSON object"),
	   "what is no JSON");
	return done();
}
