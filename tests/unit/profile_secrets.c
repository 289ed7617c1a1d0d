/* SPDX-License-Identifier: MIT */
#include "profile/secrets.h"

#include "store_tmp.h"
#include "tap.h"

static int becomes(const char *text, const char *want)
{
	size_t n = strlen(text);
	char *got = aisp_secrets_remove(text, &n);
	int is_same = n == strlen(want) && same(got, want);

	free(got);
	return is_same;
}

static void names(void)
{
	ok(aisp_env_is_shown("OMP_NUM_THREADS") && aisp_env_is_shown("PATH") &&
		   aisp_env_is_shown("LC_ALL"),
	   "what concerns performance is shown");
	ok(!aisp_env_is_shown("HOME") && !aisp_env_is_shown("DATABASE_URL") &&
		   !aisp_env_is_shown(""),
	   "nothing else");
	ok(!aisp_env_is_shown("CUDA_API_KEY") && !aisp_env_is_shown("OMP_token") &&
		   !aisp_env_is_shown("AISP_PASSWORD"),
	   "nor what sounds like a secret");
}

static void texts(void)
{
	char with_nul[] = "a\0hunter22\0b";
	size_t n = sizeof(with_nul) - 1;
	char *got;

	clearenv();
	ok(becomes("nothing to hide", "nothing to hide"), "an empty environment");
	setenv("PASSWORD", "hunter22", 1);
	setenv("LONGER", "hunter22-and-more", 1);
	setenv("ODD", "say \"no\"\\\nnow", 1);
	setenv("PIN", "12345", 1);
	setenv("PWD", "/some/directory", 1);
	setenv("KEYFILE", "/home/x/.ssh/id", 1);
	setenv("OMP_PLACES", "threads-of-mine", 1);
	ok(becomes("hunter22,xhunter22y hunter2", "[$PASSWORD],x[$PASSWORD]y hunter2"),
	   "a value, wherever it stands");
	ok(becomes("hunter22-and-more", "[$LONGER]"), "the longer of two goes first");
	ok(becomes("say \"no\"\\\nnow", "[$ODD]"), "odd characters");
	ok(becomes("{\"say \\\"no\\\"\\\\\\nnow\"}", "{\"[$ODD]\"}"),
	   "as JSON has them");
	ok(becomes("12345", "12345"), "short values would be found everywhere");
	ok(becomes("/some/directory", "/some/directory"), "paths say little");
	ok(becomes("/home/x/.ssh/id", "[$KEYFILE]"), "unless the name tells otherwise");
	ok(becomes("threads-of-mine", "threads-of-mine"), "what is shown stays");
	got = aisp_secrets_remove(with_nul, &n);
	ok(n == 15 && !memcmp(got, "a\0[$PASSWORD]\0b", 15), "text with NUL in it");
	free(got);
}

static void documents(void)
{
	json_t *j = json_pack("{s[s{ss}i] ss si}", "list", "hunter22", "deep",
			      "is hunter22", 22, "plain", "text", "PASSWORD", 7);
	json_t *want = json_pack("{s[s{ss}i] ss si}", "list", "[$PASSWORD]", "deep",
				 "is [$PASSWORD]", 22, "plain", "text", "PASSWORD", 7);

	ok(!aisp_secrets_clean(j) && json_equal(j, want), "every string of a document");
	json_decref(j);
	json_decref(want);
}

int main(void)
{
	names();
	texts();
	documents();
	return done();
}
