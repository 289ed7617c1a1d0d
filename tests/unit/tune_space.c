/* SPDX-License-Identifier: MIT
 *
 * Spaces and templates: how they are read, and the messages for wrong ones.
 */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "tune/space.h"
#include "tune/template.h"

#define SIZES "search n=8 m=4\nfinal n=7\n"

static struct aisp_err err;

static const char text[] = "# tiles\n"
			   "parameter mr = 2 4 8\r\n"
			   "\tparameter nr = 16 8 -1  # in this order\n"
			   "constraint mr * nr <= 64\n"
			   "constraint nr > 0\n"
			   "final m=5 n=9\n"
			   "search n=8 m=4\n"
			   "final m=4\n";

static void test_grid(void)
{
	struct aisp_space s;
	char buf[64];

	ok(!aisp_space_parse(&s, text, "x", &err), "a space");
	ok(s.n_params == 2 && s.n_points == 9 && s.n_feasible == 5,
	   "9 points, 5 of which hold");
	ok(aisp_space_value(&s, 3, 0) == 4 && aisp_space_value(&s, 3, 1) == 16,
	   "the last parameter changes fastest, in the file's order");
	ok(aisp_space_step(&s, 3, 0, 1) == 6 && aisp_space_step(&s, 3, 1, 1) == 4 &&
		   aisp_space_step(&s, 3, 1, -1) == -1 &&
		   aisp_space_step(&s, 6, 0, 1) == -1,
	   "neighbours, and ends");
	ok(aisp_space_find(&s, (int64_t[]){ 4, 8 }) == 4 &&
		   aisp_space_find(&s, (int64_t[]){ 4, 9 }) == -1,
	   "values to points");
	ok(!aisp_space_broken(&s, 0) && s.is_feasible[0], "2 * 16 holds");
	ok(!s.is_feasible[6] && !strcmp(aisp_space_broken(&s, 6), "mr * nr <= 64"),
	   "8 * 16 breaks the first");
	ok(!s.is_feasible[2] && !strcmp(aisp_space_broken(&s, 2), "nr > 0"),
	   "-1 the second");
	aisp_space_point_text(&s, 4, buf, sizeof(buf));
	ok(!strcmp(buf, "mr=4 nr=8"), "a point in words");
	aisp_space_point_text(&s, 4, buf, 6);
	ok(!strcmp(buf, "mr=4 "), "cut where there is no room");
	aisp_space_size_text(&s.size[0], buf, sizeof(buf));
	ok(s.n_sizes == 3 && !strcmp(buf, "m=4 n=8"), "the search's size, by name");
	aisp_space_size_text(&s.size[2], buf, sizeof(buf));
	ok(!strcmp(buf, "m=4"), "then those kept from it");
	aisp_space_release(&s);
}

/* A wrong space is refused with these words, which name the line. */
static void refused(const char *wrong, const char *words)
{
	struct aisp_space s;

	err.is_usage = false;
	ok(aisp_space_parse(&s, wrong, "x", &err) && err.is_usage &&
		   strstr(err.msg, words),
	   words);
	if (!strstr(err.msg, words))
		printf("# said: %s\n", err.msg);
}

static void test_refusals(void)
{
	refused("", "x:1: no parameter");
	refused("parameter a = 1\n", "no size to search at");
	refused("parameter a = 1\nsearch n=1\n", "no size is kept from the search");
	refused("parameter a = 1\nsearch n=1 m=2\nfinal m=2 n=1\n",
		"is that of the search");
	refused("parameter a = 1\nsearch n=1\nfinal n=2\nfinal n=2\n",
		"is that of another one");
	refused("parameter a = 1\nsearch n=1\nsearch n=2\n", "x:3: a second 'search'");
	refused("parameter a = 1 1\n" SIZES, "x:1: a has 1 twice");
	refused("parameter a = 1\nparameter a = 2\n" SIZES, "x:2: parameter a stands");
	refused("parameter A = 1\n" SIZES, "'A' is no parameter's name");
	refused("parameter a 1\n" SIZES, "want 'parameter a = VALUE ...'");
	refused("parameter a =\n" SIZES, "parameter a has no value");
	refused("parameter a = 1.5\n" SIZES, "'1.5' is no integer");
	refused("parameter a = 99999999999\n" SIZES, "is no integer below 2^31");
	refused("parameter a = 1\nconstraint\n" SIZES, "x:2: want a constraint");
	refused("parameter a = 1\nconstraint a <= b\n" SIZES, "x:2: constraint: 'b'");
	refused("parameter a = 1\nconstraint a <= 2 a\n" SIZES, "a line of its own");
	refused("parameter a = 1\nconstraint 1.5\n" SIZES, "comparison of integers");
	refused("parameter a = 0\nconstraint 8 % a == 0\n" SIZES, "no result");
	refused("parameter a = 1\nconstraint a > 1\n" SIZES, "no point satisfies");
	refused("parameter a = 1\nsearch n\n", "'n' is no NAME=VALUE");
	refused("parameter a = 1\nsearch n=1 n=2\n", "n stands in this size twice");
	refused("parameter a = 1\nsearch\n", "want NAME=VALUE");
	refused("params a = 1\n", "'params': want parameter");
}

/* A space of parameters a, b ... with n values each; the caller frees it. */
static char *many(int n_params, int n)
{
	char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	if (!f)
		exit(1);
	for (int p = 0; p < n_params; p++) {
		fprintf(f, "parameter %c =", "abcdefghijklm"[p]);
		for (int i = 0; i < n; i++)
			fprintf(f, " %d", i);
		fputc('\n', f);
	}
	fputs(SIZES, f);
	if (fclose(f))
		exit(1);
	return out;
}

static void refused_many(int n_params, int n, const char *words)
{
	char *wrong = many(n_params, n);

	refused(wrong, words);
	free(wrong);
}

static void test_limits(void)
{
	struct aisp_space s;
	char *full = many(2, AISP_SPACE_MAX_VALUES);

	refused_many(1, AISP_SPACE_MAX_VALUES + 1, "more than 64 values");
	refused_many(3, AISP_SPACE_MAX_VALUES, "more than 65536 points");
	refused_many(AISP_SPACE_MAX_PARAMS + 1, 1, "more than 12 parameters");
	ok(!aisp_space_parse(&s, full, "x", &err) && s.n_points == 4096,
	   "as many values as there may be");
	aisp_space_release(&s);
	free(full);
}

static const char template[] = "/* Opening.\n * FLAGS: -O3\n */\n"
			       "int x = AISP_TUNE_MR * AISP_TUNE_NR;\n";

static void test_template(void)
{
	struct aisp_space s, wide;
	char *source;

	aisp_space_parse(&s, text, "x", &err);
	ok(!aisp_template_check(template, &s, "t.c", &err), "a template of this space");
	source = aisp_template_render(template, &s, 4);
	ok(source && !strcmp(source, "/* Opening.\n * FLAGS: -O3\n */\n"
				     "#define AISP_TUNE_MR 4\n#define AISP_TUNE_NR 8\n"
				     "int x = AISP_TUNE_MR * AISP_TUNE_NR;\n"),
	   "the point behind the opening comment");
	free(source);
	source = aisp_template_render(
		"/* LAUNCH: k<<<AISP_TUNE_NR, AISP_TUNE_MR>>>() */\n"
		"AISP_TUNE_MR\n",
		&s, 4);
	ok(source && !strcmp(source, "/* LAUNCH: k<<<8, 4>>>() */\n"
				     "#define AISP_TUNE_MR 4\n#define AISP_TUNE_NR 8\n"
				     "AISP_TUNE_MR\n"),
	   "in the opening comment, which is not compiled, the values themselves");
	free(source);
	source = aisp_template_render("int x;\n", &s, 0);
	ok(source && !strncmp(source, "#define AISP_TUNE_MR 2\n", 23),
	   "or first, where there is none");
	free(source);
	ok(!aisp_space_parse(&wide, "parameter a = 7\nparameter bcd = -8\n" SIZES, "x",
			     &err),
	   "names of two lengths");
	source = aisp_template_render("int x;\n", &wide, 0);
	ok(source && !strcmp(source, "#define AISP_TUNE_A   7\n"
				     "#define AISP_TUNE_BCD -8\nint x;\n"),
	   "values below each other");
	free(source);
	aisp_space_release(&wide);
	ok(aisp_template_check("AISP_TUNE_MR AISP_TUNE_NR AISP_TUNE_NRX", &s, "t.c",
			       &err) &&
		   strstr(err.msg, "AISP_TUNE_NRX is no parameter"),
	   "a macro that the space lacks");
	ok(aisp_template_check("XAISP_TUNE_NR AISP_TUNE_MR", &s, "t.c", &err) &&
		   strstr(err.msg, "AISP_TUNE_NR is used nowhere"),
	   "a parameter that the template lacks");
	aisp_space_release(&s);
}

int main(void)
{
	test_grid();
	test_refusals();
	test_limits();
	test_template();
	return done();
}
