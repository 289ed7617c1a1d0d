/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/lines.h"
#include "recipe.h"
#include "store/program.h"

static const char cc_base[] =
	"-std=gnu11 -O2 -g -fPIC -shared -fvisibility=hidden -pthread "
	"-Wall -Wextra -Wno-missing-field-initializers";

/* Designated initializers need C++20; workload headers are C, which has restrict. */
static const char nvcc_base[] = "-std=c++20 -O3 -lineinfo -shared -cudart shared "
				"-Drestrict=__restrict__ -diag-suppress 177 -Xcompiler "
				"-fPIC,-fvisibility=hidden,-pthread,-Wall,-Wextra,"
				"-Wno-missing-field-initializers,-Wno-unused-function";

/* Only images that the driver loads as they are: the imports of intermediate code could
 * not be checked. */
static const char kernels_base[] = "-std=c++20 -O3 -lineinfo -fatbin -no-compress "
				   "-Drestrict=__restrict__ -diag-suppress 177";

/* `bench verify` compiles a baseline also so that it rounds differently, and must
 * accept it. */
static const struct {
	const char *suffix, *words;
} roundings[] = {
	{ ".off", "-ffp-contract=off" },
#ifdef __x86_64__
	{ ".fma", "-O3 -ffp-contract=fast -mfma" },
#else
	{ ".fma", "-O3 -ffp-contract=fast" },
#endif
	{ ".reassoc", "-O3 -fassociative-math -fno-signed-zeros -fno-trapping-math" },
};

/* Add a word that the object depends on. */
static void add(struct aisp_recipe *r, const char *word)
{
	aisp_words_add(&r->argv, "%s", word);
	aisp_words_add(&r->matters, "%s", word);
}

static void add_all(struct aisp_recipe *r, const char *words)
{
	aisp_words_split(&r->argv, words);
	aisp_words_split(&r->matters, words);
}

static void add_words(struct aisp_recipe *r, const struct aisp_words *w)
{
	for (int i = 0; i < w->n; i++)
		add(r, w->word[i]);
}

bool aisp_is_contract_object(const char *object)
{
	return !strncmp(object, "workload_", strlen("workload_"));
}

static bool ends(const char *s, size_t n, const char *end)
{
	size_t k = strlen(end);

	return n > k && !strncmp(s + n - k, end, k);
}

/* Find the source's file name, and the options of a rounding or "". */
static int parse_object(struct aisp_recipe *r, const struct aisp_recipe_order *o,
			const char **rounding, struct aisp_err *err)
{
	size_t n = strlen(o->object);
	char file[NAME_MAX + 8];
	const char *suffix;

	*rounding = "";
	r->is_kernels = ends(o->object, n, ".kernels");
	suffix = r->is_kernels ? ".kernels" : ".so";
	if (!ends(o->object, n, suffix))
		return aisp_err_set(err, "%s is no object of a pair", o->object);
	n -= strlen(suffix);
	for (size_t i = 0; i < sizeof(roundings) / sizeof(*roundings); i++)
		if (ends(o->object, n, roundings[i].suffix)) {
			*rounding = roundings[i].words;
			n -= strlen(roundings[i].suffix);
			break;
		}
	r->is_cuda = ends(o->object, n, ".cu");
	snprintf(file, sizeof(file), "%.*s%s", (int)n, o->object,
		 aisp_is_contract_object(o->object) ? ".h" : "");
	if (!aisp_allow_file(file))
		return aisp_err_set(err, "'%s': name it with letters, digits, _ and -",
				    file);
	snprintf(r->seen_dir, sizeof(r->seen_dir), "%s",
		 r->is_cuda && o->alias ? o->alias : o->dir);
	if (snprintf(r->source, PATH_MAX, "%s/%s", o->dir, file) >= PATH_MAX ||
	    snprintf(r->seen, PATH_MAX, "%s/%s", r->seen_dir, file) >= PATH_MAX)
		return aisp_err_set(err, "path too long: %s/%s", o->dir, file);
	return 0;
}

/* The workload's tags come first, so that the source can override them. */
static int read_tags(struct aisp_tags *tags, const struct aisp_recipe *r,
		     const struct aisp_recipe_order *o, struct aisp_err *err)
{
	char *workload = aisp_source_workload(r->source), path[PATH_MAX + 32];
	int rc = 0;

	if (workload) {
		snprintf(path, sizeof(path), "%s/workload_%s.h", o->dir, workload);
		rc = aisp_allow_file(workload)
			     ? aisp_tags_read(tags, path, r->is_cuda, err)
			     : aisp_err_set(err, "%s: workload '%s' is no name",
					    r->source, workload);
	}
	free(workload);
	return rc ? -1 : aisp_tags_read(tags, r->source, r->is_cuda, err);
}

/* Check launch lines as far as possible without the workload's names. */
static int check_lines(const struct aisp_recipe *r, struct aisp_err *err)
{
	static const struct aisp_kernel_world anything;
	struct aisp_kernel_plan *plan;
	FILE *f;
	int rc;

	if (!r->is_kernels)
		return 0;
	plan = malloc(sizeof(*plan));
	f = aisp_source_open(r->source, err);
	rc = plan && f ? aisp_kernel_lines_read(plan, f, r->source, &anything, err)
		       : -1;
	if (f)
		fclose(f);
	free(plan);
	return rc;
}

static int skip(struct aisp_recipe *r)
{
	r->state = AISP_RECIPE_SKIPPED;
	return 0;
}

static bool lacks(struct aisp_recipe *r, struct aisp_toolchain *t,
		  const struct aisp_words *headers)
{
	for (int i = 0; i < headers->n; i++)
		if (!aisp_toolchain_has(t, headers->word[i], r->is_cuda)) {
			aisp_err_set(&r->why, "%s is not installed", headers->word[i]);
			return true;
		}
	return false;
}

/* Ask the library's own program for -l options, and for -L options of system folders.
 */
static int ask_config(struct aisp_recipe *r, const char *program)
{
	const char *const argv[] = { program, "--ldflags", "--libs", NULL };
	struct aisp_words words = { 0 };
	char *text;

	if (aisp_program_read(argv, &text, &r->why))
		return skip(r);
	aisp_words_split(&words, text);
	free(text);
	for (int i = 0; i < words.n; i++)
		if (!strncmp(words.word[i], "-L/usr/", 7) ||
		    !strncmp(words.word[i], "-L/opt/", 7) ||
		    aisp_allow_word(AISP_TAG_LIBS, words.word[i], false))
			add(r, words.word[i]);
	aisp_words_release(&words);
	return 0;
}

static void add_libraries(struct aisp_recipe *r, const struct aisp_tags *tags)
{
	add_words(r, &tags->of[AISP_TAG_LIBS]);
	for (int i = 0; i < tags->of[AISP_TAG_CONFIG].n; i++)
		ask_config(r, tags->of[AISP_TAG_CONFIG].word[i]);
}

/* Some linkers leave out libraries none of whose names is used, though dlsym() will. */
static void link_libraries(struct aisp_recipe *r, const struct aisp_tags *tags)
{
	if (!tags->of[AISP_TAG_LIBS].n && !tags->of[AISP_TAG_CONFIG].n)
		return;
	add(r, "-Wl,--push-state,--no-as-needed");
	add_libraries(r, tags);
	add(r, "-Wl,--pop-state");
}

static void make_cc(struct aisp_recipe *r, struct aisp_toolchain *t,
		    const struct aisp_recipe_order *o, const struct aisp_tags *tags,
		    const char *rounding)
{
	aisp_words_append(&r->argv, &t->cc);
	add_all(r, cc_base);
	aisp_words_add(&r->argv, "-I%s/include", o->root);
	aisp_words_add(&r->argv, "-iquote");
	aisp_words_add(&r->argv, "%s", o->dir);
	if (aisp_is_contract_object(o->object)) {
		char entry[PATH_MAX + 32];

		snprintf(entry, sizeof(entry), "%s/src/judge/workload_main.c", o->root);
		add(r, "-O3");
		add(r, "-include");
		add(r, r->source);
		add(r, entry);
	} else {
		add_words(r, &tags->of[AISP_TAG_FLAGS]);
		add_all(r, rounding);
		add(r, r->source);
		link_libraries(r, tags);
	}
	add(r, "-lm");
}

/* Add intermediate code for later GPUs, unless the source names its GPUs. */
static void add_gencode(struct aisp_recipe *r, bool is_declared)
{
	const char *last = "";

	for (int i = 0; i < r->archs.n; i++) {
		last = r->archs.word[i] + 3;
		aisp_words_add(&r->argv, "-gencode");
		aisp_words_add(&r->argv, "arch=compute_%s,code=sm_%s", last, last);
	}
	if (is_declared)
		return;
	aisp_words_add(&r->argv, "-gencode");
	aisp_words_add(&r->argv, "arch=compute_%s,code=compute_%s", last, last);
}

static void make_nvcc(struct aisp_recipe *r, struct aisp_toolchain *t,
		      const struct aisp_recipe_order *o, const struct aisp_tags *tags)
{
	aisp_words_add(&r->argv, "%s", t->nvcc);
	add_all(r, r->is_kernels ? kernels_base : nvcc_base);
	if (!r->is_kernels) {
		aisp_words_add(&r->argv, "-Xlinker");
		aisp_words_add(&r->argv, "-rpath,%s/lib64", t->cuda);
	}
	aisp_words_add(&r->argv, "-I%s/include", o->root);
	aisp_words_add(&r->argv, "-Xcompiler");
	aisp_words_add(&r->argv, "-include,aisp/plain_cmath.h");
	aisp_words_add(&r->argv, "-Xcompiler");
	aisp_words_add(&r->argv, "-iquote,%s", r->seen_dir);
	add_gencode(r, r->is_kernels || tags->of[AISP_TAG_ARCH].n > 0);
	add_words(r, &tags->of[AISP_TAG_FLAGS]);
	aisp_words_add(&r->argv, "%s", r->seen);
	aisp_words_add(&r->matters, "%s", r->source);
	if (!r->is_kernels)
		add_libraries(r, tags);
}

static int find_compiler(struct aisp_recipe *r, struct aisp_toolchain *t,
			 struct aisp_err *err)
{
	if (aisp_toolchain_cc(t, err) || (r->is_cuda && aisp_toolchain_nvcc(t, err)))
		return -1;
	if (r->is_cuda ? t->nvcc[0] : t->cc.n)
		return 0;
	aisp_err_set(&r->why, "%s is not installed%s", r->is_cuda ? "nvcc" : "cc",
		     r->is_cuda ? "" : " (run ./setup.sh, or set $CC)");
	return skip(r);
}

static int choose_archs(struct aisp_recipe *r, struct aisp_toolchain *t,
			const struct aisp_recipe_order *o, const struct aisp_tags *tags,
			struct aisp_err *err)
{
	int rc;

	if (!r->is_cuda || !t->nvcc[0])
		return 0;
	rc = aisp_toolchain_archs(t, &tags->of[AISP_TAG_ARCH], o->is_all_archs,
				  &r->archs, &r->why);
	if (rc < 0)
		return aisp_err_set(err, "%s", r->why.msg);
	r->is_for_others = rc && t->here.n;
	return rc ? skip(r) : 0;
}

static int fill(struct aisp_recipe *r, struct aisp_toolchain *t,
		const struct aisp_recipe_order *o, const struct aisp_tags *tags,
		const char *rounding, struct aisp_err *err)
{
	if (find_compiler(r, t, err) || choose_archs(r, t, o, tags, err))
		return -1;
	if (!r->state && lacks(r, t, &tags->of[AISP_TAG_NEEDS]))
		skip(r);
	if (r->is_cuda)
		make_nvcc(r, t, o, tags);
	else
		make_cc(r, t, o, tags, rounding);
	return aisp_words_check(&r->argv, err) || aisp_words_check(&r->matters, err)
		       ? -1
		       : 0;
}

int aisp_recipe_make(struct aisp_recipe *r, struct aisp_toolchain *t,
		     const struct aisp_recipe_order *o, struct aisp_err *err)
{
	struct aisp_tags tags = { 0 };
	const char *rounding;
	int rc = 0;

	*r = (struct aisp_recipe){ .state = AISP_RECIPE_READY };
	if (parse_object(r, o, &rounding, &r->why) || read_tags(&tags, r, o, &r->why) ||
	    check_lines(r, &r->why))
		r->state = AISP_RECIPE_REFUSED;
	else
		rc = fill(r, t, o, &tags, rounding, err);
	aisp_tags_release(&tags);
	return rc;
}

void aisp_recipe_release(struct aisp_recipe *r)
{
	aisp_words_release(&r->argv);
	aisp_words_release(&r->matters);
	aisp_words_release(&r->archs);
}
