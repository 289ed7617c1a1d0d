/* SPDX-License-Identifier: MIT
 *
 * The GPUs that a .cu file is compiled for: those that it declares, that this nvcc
 * knows, or that are here.
 */
#include <string.h>

#include "compile/toolchain.h"
#include "tap.h"

static const struct {
	const char *name, *declared, *here;
	int is_all;
	const char *archs, *why;
} cases[] = {
	{ "the GPU that is here", "", "sm_90", 0, "sm_90", NULL },
	{ "one that is not usual", "", "sm_89", 0, "sm_89", NULL },
	{ "two kinds", "", "sm_80 sm_90", 0, "sm_80 sm_90", NULL },
	{ "a later one than nvcc knows: what it can translate", "", "sm_110", 0,
	  "sm_80 sm_90 sm_100", NULL },
	{ "a later one than all", "", "sm_130", 0, "sm_80 sm_90 sm_100 sm_120", NULL },
	{ "none here", "", "", 0, NULL, "no GPU is here" },
	{ "all, wherever they are", "", "", 1, "sm_80 sm_90 sm_100 sm_120", NULL },
	{ "all that is declared", "sm_90a sm_100a", "", 1, "sm_90a sm_100a", NULL },
	{ "declared, and here", "sm_90a", "sm_90", 0, "sm_90a", NULL },
	{ "declared for another", "sm_90a", "sm_100", 0, NULL, "it is for sm_90a" },
	{ "an 'a' runs on its own model alone", "sm_100a", "sm_103", 0, NULL,
	  "which sm_103 cannot run" },
	{ "the best of its generation", "sm_80 sm_86 sm_90", "sm_89", 0, "sm_86",
	  NULL },
	{ "of the same generation", "sm_90 sm_120", "sm_121", 0, "sm_120", NULL },
	{ "not known to this nvcc", "sm_130a", "sm_130", 1, NULL, "does not know" },
};

static int is_line(const struct aisp_words *w, const char *want)
{
	char *line = aisp_words_line(w);
	int is_same = line && !strcmp(line, want);

	if (!is_same)
		printf("# got '%s'\n", line ? line : "");
	free(line);
	return is_same;
}

int main(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct aisp_toolchain t = { .has_asked_gpus = true };
		struct aisp_words declared = { 0 }, archs = { 0 };
		struct aisp_err err = { 0 };
		int rc;

		aisp_words_split(&t.known,
				 "sm_80 sm_86 sm_89 sm_90 sm_100 sm_103 sm_120");
		aisp_words_split(&t.here, cases[i].here);
		aisp_words_split(&declared, cases[i].declared);
		rc = aisp_toolchain_archs(&t, &declared, cases[i].is_all, &archs, &err);
		ok(cases[i].archs ? !rc && is_line(&archs, cases[i].archs)
				  : rc == 1 && strstr(err.msg, cases[i].why),
		   cases[i].name);
		aisp_words_release(&declared);
		aisp_words_release(&archs);
		aisp_toolchain_release(&t);
	}
	return done();
}
