/* SPDX-License-Identifier: MIT */
#include "profile/stacks.h"

#include "tap.h"

#include <string.h>

static void add(struct aisp_frame *root, const char *a, const char *b, const char *c,
		unsigned n)
{
	const char *names[] = { a, b, c };

	if (aisp_stacks_add(root, names, c ? 3 : b ? 2 : 1, n))
		abort();
}

static char *text_of(int (*write)(const struct aisp_frame *, FILE *),
		     const struct aisp_frame *root)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	ok(!write(root, f), "written");
	fclose(f);
	return text;
}

static int draw(const struct aisp_frame *root, FILE *f)
{
	return aisp_stacks_draw(root, "<title> & more", ":root{--ink:#123456}", f);
}

static void test_lines(void)
{
	struct aisp_frame root = { 0 };
	struct aisp_hot_line lines[2];

	add(&root, "run", "x.c:12", "run+0x40", 3);
	add(&root, "run", "x.c:12", "run+0x44", 2);
	add(&root, "run", "x.c:7", "run+0x8", 4);
	add(&root, "std::move", "y.h:3", "run+0x10", 1);
	ok(aisp_stacks_lines(&root, lines, 2) == 2 &&
		   !strcmp(lines[0].place, "x.c:12") && lines[0].share == 0.5 &&
		   !strcmp(lines[1].place, "x.c:7") && lines[1].share == 0.4,
	   "the hottest lines, instructions of one added up");
	aisp_stacks_release(&root);
	add(&root, "run", "std::sort", NULL, 3);
	ok(aisp_stacks_lines(&root, lines, 2) == 0, "a function is no line");
	aisp_stacks_release(&root);
}

/* Merges the trees of two processes, and counts samples within calls of some names. */
static void test_processes(void)
{
	static const char *const words[] = { "wait_", "poll", NULL };
	struct aisp_frame root = { 0 }, one = { 0 }, two = { 0 };
	char *text;

	add(&one, "run", "work", NULL, 3);
	add(&two, "run", "wait_for_it", "poll", 4);
	add(&two, "run", "poll", NULL, 2);
	add(&two, "run", "spool", NULL, 1);
	ok(aisp_stacks_within(&two, words) == 6 && !aisp_stacks_within(&one, words),
	   "samples in calls of these names, each once");
	ok(!aisp_stacks_graft(&root, "rank 1", &two) &&
		   !aisp_stacks_graft(&root, "rank 0", &one) && root.n == 10 &&
		   !one.n && !one.child,
	   "trees become branches");
	text = text_of(aisp_stacks_fold, &root);
	ok(!strcmp(text, "rank 0;run;work 3\n"
			 "rank 1;run;poll 2\n"
			 "rank 1;run;spool 1\n"
			 "rank 1;run;wait_for_it;poll 4\n"),
	   "with all that was on them");
	free(text);
	aisp_stacks_release(&root);
}

/* A box of 107 pixels has room for 14 characters. */
static void test_names(void)
{
	struct aisp_frame root = { 0 };
	char *text;

	add(&root, "source_of_many_words.h:54", NULL, NULL, 10);
	add(&root, "function_of_many_words+0x1a6", NULL, NULL, 10);
	add(&root, "function_of_many_words", NULL, NULL, 10);
	add(&root, "all_the_rest", NULL, NULL, 80);
	text = text_of(draw, &root);
	ok(!!strstr(text, ">:54</text>") && !!strstr(text, ">+0x1a6</text>"),
	   "a name without room: its line, its instruction");
	ok(!!strstr(text, ">function_of_..</text>"),
	   "or its beginning, and that it is cut");
	ok(!!strstr(text, ">all_the_rest</text>"), "a name with room is whole");
	ok(!!strstr(text, "</style>\n<title>&lt;title&gt; &amp; more</title>") &&
		   !!strstr(text, ">&lt;title&gt; &amp; more: 110 samples</text>"),
	   "the picture has a title, and its tab");
	ok(!!strstr(text, "its caller is below it"), "and says how it is read");
	free(text);
	aisp_stacks_release(&root);
}

int main(void)
{
	struct aisp_frame root = { 0 };
	const char *hottest;
	char *text;
	double share;

	ok(!aisp_stacks_hottest(&root, &share) && share == 0, "nothing sampled");
	add(&root, "run", "outer", "hot<int>", 50);
	add(&root, "run", "outer", NULL, 20);
	add(&root, "run", "hot<int>", NULL, 25);
	add(&root, "run", "odd;name\n", NULL, 5);
	add(&root, "run", "outer", "hot<int>", 10);
	ok(root.n == 110, "samples add up");
	text = text_of(aisp_stacks_fold, &root);
	ok(!strcmp(text, "run;hot<int> 25\n"
			 "run;odd_name_ 5\n"
			 "run;outer 20\n"
			 "run;outer;hot<int> 60\n"),
	   "folded: one line a stack, equal stacks together");
	free(text);
	hottest = aisp_stacks_hottest(&root, &share);
	ok(!strcmp(hottest, "hot<int>") && share > 0.77 && share < 0.78,
	   "the hottest function, wherever it was called from");
	text = text_of(draw, &root);
	ok(!!strstr(text, "&lt;title&gt; &amp; more: 110 samples"), "a title");
	ok(!!strstr(text, "<style>:root{--ink:#123456}") &&
		   !!strstr(text, ".paper{fill:var(--paper)}"),
	   "in the colours that it is given");
	ok(!!strstr(text, "<title>hot&lt;int&gt;: 60 samples, 54.5 %; 60 of its own"),
	   "a box says its samples");
	ok(!!strstr(text, "<title>run: 110 samples, 100.0 %; 0 of its own"),
	   "and those below it");
	ok(!strstr(text, "http") || !strstr(strstr(text, "http") + 4, "http"),
	   "no address but the name space");
	free(text);
	aisp_stacks_release(&root);
	test_lines();
	test_processes();
	test_names();
	return done();
}
