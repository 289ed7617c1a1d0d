/* SPDX-License-Identifier: MIT
 *
 * launch_meet.c - find the other nodes of the same run.
 */
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "launch_options.h"

#define LIMIT_NS    INT64_C(300000000000)
#define LEAST_BYTES 16 /* of a token, so that nobody can guess it */
#define MOST_BYTES  16000

/* Options that differ from node to node; each has a value. */
static const char *const own[] = { "--node-rank",  "--artifacts-dir", "--rdzv-token",
				   "--launch-via", "--output",        "-o" };

/* How many words to skip: 2 if the value of an own option follows it, 1 if it is
 * inside. */
static int is_own(const char *word)
{
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		size_t n = strlen(own[i]);

		if (!strcmp(word, own[i]))
			return 2;
		if (!strncmp(word, own[i], n) && (word[n] == '=' || n == 2))
			return 1;
	}
	return 0;
}

/* Hashes the words that must be equal on all nodes. */
static int hash_words(int argc, char *const *argv, char hex[65], struct aisp_err *err)
{
	char text[MOST_BYTES] = "";
	size_t used = 0;

	for (int i = 1; i < argc; i++) {
		int n = is_own(argv[i]);
		size_t bytes = strlen(argv[i]);

		if (n) {
			i += n - 1;
			continue;
		}
		if (used + bytes + 2 > sizeof(text))
			return aisp_err_usage(err,
					      "a command line of more than %d "
					      "bytes",
					      MOST_BYTES);
		memcpy(text + used, argv[i], bytes);
		used += bytes;
		text[used++] = '\n';
	}
	text[used] = '\0';
	aisp_hash_text(text, hex);
	return 0;
}

static int check_token(const char *path, struct aisp_err *err)
{
	struct stat st;

	if (stat(path, &st)) {
		aisp_err_errno(err, "--rdzv-token %s", path);
		err->is_usage = true;
		return -1;
	}
	if (st.st_size < LEAST_BYTES)
		return aisp_err_usage(err,
				      "--rdzv-token %s: want %d secret bytes or "
				      "more",
				      path, LEAST_BYTES);
	return 0;
}

int launch_options_meet(struct launch_options *o, struct suite_options *suite, int argc,
			char *const *argv, struct aisp_err *err)
{
	struct aisp_rendezvous r = { .endpoint = o->endpoint,
				     .token_file = o->token_file,
				     .node = o->node - 1,
				     .n_nodes = o->n_nodes,
				     .limit_ns = LIMIT_NS };

	if (!o->node)
		return 0;
	if (check_token(o->token_file, err) || hash_words(argc, argv, r.words, err) ||
	    aisp_hash_file("/proc/self/exe", r.program, err) ||
	    aisp_meet_open(&o->meet, &r, &suite->suite.seed, err))
		return -1;
	suite->suite.meet = &o->meet;
	return 0;
}
