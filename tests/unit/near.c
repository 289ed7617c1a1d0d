/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/near.h"
#include "tap.h"

/* The suggestion for the word, from these names. */
static const char *answer(const char *word, const char *const *names)
{
	static char text[400];
	struct aisp_near near = { word };

	for (int i = 0; names[i]; i++)
		aisp_near_add(&near, names[i]);
	return aisp_near_text(&near, text, sizeof(text));
}

static int same(const char *a, const char *b)
{
	if (!strcmp(a, b))
		return 1;
	printf("# got  '%s'\n# want '%s'\n", a, b);
	return 0;
}

int main(void)
{
	static const char *const commands[] = { "bare",  "bench",  "checks",
						"clean", "doctor", NULL };
	static const char *const many[] = { "abcd1", "abcd2", "abcd3", "abcd", NULL };
	char cut[12], long_word[400];
	struct aisp_near near = { "bench" };

	ok(same(answer("bnech", commands), "; did you mean bench?"),
	   "two letters that changed places");
	ok(same(answer("ben", commands), "; did you mean bench?"), "half a word");
	ok(same(answer("doctr", commands), "; did you mean doctor?"), "a letter less");
	ok(same(answer("nonsense", commands), ""), "nothing is near");
	ok(same(answer("q", commands), ""), "nothing shares the one letter");
	ok(same(answer("abcd", many), "; did you mean abcd, abcd1 or abcd2?"),
	   "three at most, the whole word before the half one");
	ok(same(answer("transpse",
		       (const char *const[]){ "transform", "transpose", NULL }),
		"; did you mean transpose?"),
	   "what is much further away than the nearest is not meant");
	ok(same(answer("parm", (const char *const[]){ "warmup", "param", NULL }),
		"; did you mean param?"),
	   "the whole name decides between two beginnings");
	aisp_near_add(&near, "bench");
	aisp_near_add(&near, "bench");
	ok(same(aisp_near_text(&near, cut, sizeof(cut)), "; did you m"),
	   "named once, and cut where the room ends");
	memset(long_word, 'x', sizeof(long_word));
	long_word[sizeof(long_word) - 1] = '\0';
	ok(same(answer(long_word, commands), ""), "a long word");
	return done();
}
