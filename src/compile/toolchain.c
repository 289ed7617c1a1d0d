/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "machine/nvml.h"
#include "store/program.h"
#include "toolchain.h"

static bool is_program(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

/* Finds a program as a shell does. */
static bool find_program(const char *name, char path[PATH_MAX])
{
	const char *at = getenv("PATH");

	if (strchr(name, '/')) {
		snprintf(path, PATH_MAX, "%s", name);
		return is_program(path);
	}
	for (at = at ? at : "/usr/local/bin:/usr/bin:/bin";; at++) {
		int n = (int)strcspn(at, ":");

		if (n && snprintf(path, PATH_MAX, "%.*s/%s", n, at, name) < PATH_MAX &&
		    is_program(path))
			return true;
		at += n;
		if (!*at)
			return false;
	}
}

static int ask(const char *program, const char *option, char **text,
	       struct aisp_err *err)
{
	const char *const argv[] = { program, option, NULL };

	return aisp_program_read(argv, text, err);
}

static int identify(const char *program, char id[65], struct aisp_err *err)
{
	char *text;

	if (ask(program, "--version", &text, err))
		return -1;
	aisp_hash_text(text, id);
	free(text);
	return 0;
}

int aisp_toolchain_cc(struct aisp_toolchain *t, struct aisp_err *err)
{
	const char *cc = getenv("CC");
	struct aisp_words words = { 0 };
	char path[PATH_MAX];

	if (t->has_asked_cc)
		return 0;
	t->has_asked_cc = true;
	aisp_words_split(&words, cc && *cc ? cc : "cc");
	if (words.n && find_program(words.word[0], path)) {
		aisp_words_add(&t->cc, "%s", path);
		for (int i = 1; i < words.n; i++)
			aisp_words_add(&t->cc, "%s", words.word[i]);
	}
	aisp_words_release(&words);
	if (aisp_words_check(&t->cc, err))
		return -1;
	return t->cc.n ? identify(path, t->cc_id, err) : 0;
}

/* If $NVCC is set it decides; empty, it says that there is no nvcc. */
static bool find_nvcc(char path[PATH_MAX])
{
	const char *nvcc = getenv("NVCC");

	if (nvcc)
		return *nvcc && find_program(nvcc, path);
	return find_program("nvcc", path) ||
	       find_program("/usr/local/cuda/bin/nvcc", path);
}

int aisp_toolchain_nvcc(struct aisp_toolchain *t, struct aisp_err *err)
{
	char *text, *end;

	if (t->has_asked_nvcc)
		return 0;
	t->has_asked_nvcc = true;
	if (!find_nvcc(t->nvcc)) {
		t->nvcc[0] = '\0';
		return 0;
	}
	snprintf(t->cuda, sizeof(t->cuda), "%s", t->nvcc);
	for (int i = 0; i < 2; i++) {
		end = strrchr(t->cuda, '/');
		if (end && end > t->cuda)
			*end = '\0';
	}
	if (identify(t->nvcc, t->nvcc_id, err) ||
	    ask(t->nvcc, "--list-gpu-code", &text, err))
		return -1;
	aisp_words_split(&t->known, text);
	free(text);
	return aisp_words_check(&t->known, err);
}

void aisp_toolchain_gpus(struct aisp_toolchain *t)
{
	struct aisp_nvml nvml;
	unsigned n = 0;

	if (t->has_asked_gpus)
		return;
	t->has_asked_gpus = true;
	if (!aisp_nvml_open(&nvml, NULL) && nvml.capability && !nvml.count(&n))
		for (unsigned i = 0; i < n; i++) {
			struct aisp_nvml_device *d;
			char arch[32];
			int major, minor;

			if (nvml.by_index(i, &d) || nvml.capability(d, &major, &minor))
				continue;
			snprintf(arch, sizeof(arch), "sm_%d%d", major, minor);
			if (!aisp_words_has(&t->here, arch))
				aisp_words_add(&t->here, "%s", arch);
		}
	aisp_nvml_close(&nvml);
}

void aisp_toolchain_take_gpu(struct aisp_toolchain *t, const char *gpu)
{
	t->has_asked_gpus = true;
	aisp_words_add(&t->here, "%s", gpu);
}

void aisp_toolchain_release(struct aisp_toolchain *t)
{
	aisp_words_release(&t->cc);
	aisp_words_release(&t->known);
	aisp_words_release(&t->here);
}

/* Writes a source, at path, that compiles only if the header exists. */
static bool write_question(char path[PATH_MAX], const char *header)
{
	const char *tmp = getenv("TMPDIR");
	int fd;
	FILE *f;

	snprintf(path, PATH_MAX, "%s/aisp-needs-XXXXXX.c", tmp && *tmp ? tmp : "/tmp");
	fd = mkstemps(path, 2);
	f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f)
		return false;
	fprintf(f, "#if !__has_include(<%s>)\n#error\n#endif\n", header);
	fclose(f);
	return true;
}

static void add_preprocessing(struct aisp_words *argv, const struct aisp_toolchain *t,
			      const char *path, bool is_cuda)
{
	aisp_words_append(argv, &t->cc);
	if (is_cuda) {
		aisp_words_add(argv, "-I%s/include", t->cuda);
		aisp_words_add(argv, "-I%s/include/cccl", t->cuda);
	}
	aisp_words_add(argv, "-E");
	aisp_words_add(argv, "%s", path);
	aisp_words_add(argv, "-o");
	aisp_words_add(argv, "/dev/null");
}

bool aisp_toolchain_has(const struct aisp_toolchain *t, const char *header,
			bool is_cuda)
{
	struct aisp_words argv = { 0 };
	char path[PATH_MAX];
	int fd, status = -1;

	if (!write_question(path, header))
		return false;
	add_preprocessing(&argv, t, path, is_cuda);
	fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (!argv.is_short && fd >= 0)
		aisp_program_run((const char *const *)argv.word, fd, &status, NULL);
	if (fd >= 0)
		close(fd);
	aisp_words_release(&argv);
	unlink(path);
	return !status;
}

/* 90 for "sm_90a". */
static int number_of(const char *arch)
{
	return (int)strtol(arch + 3, NULL, 10);
}

/* If nvcc lists "sm_90" it also knows "sm_90a". */
static bool is_known(const struct aisp_toolchain *t, const char *arch)
{
	char plain[16];

	snprintf(plain, sizeof(plain), "sm_%d", number_of(arch));
	return aisp_words_has(&t->known, arch) || aisp_words_has(&t->known, plain);
}

int aisp_toolchain_check_gpu(struct aisp_toolchain *t, const char *gpu,
			     struct aisp_err *err)
{
	char *names;

	if (aisp_toolchain_nvcc(t, err))
		return -1;
	if (!t->nvcc[0])
		return aisp_err_usage(err,
				      "nvcc is not installed: run ./setup.sh --gpu, "
				      "or set $NVCC");
	if (is_known(t, gpu))
		return 0;
	names = aisp_words_line(&t->known);
	aisp_err_usage(err, "%s makes no code for %s, but for %s", t->nvcc, gpu,
		       names ? names : "others");
	free(names);
	return -1;
}

/* Code for arch runs on that GPU and later ones of its generation; with 'a' only on
 * that one. */
static bool runs_on(const char *arch, const char *gpu)
{
	int a = number_of(arch), g = number_of(gpu);

	return arch[strlen(arch) - 1] == 'a' ? a == g : a / 10 == g / 10 && a <= g;
}

static void add_best(struct aisp_words *archs, const struct aisp_words *from,
		     const char *gpu)
{
	const char *best = NULL;

	for (int i = 0; i < from->n; i++)
		if (runs_on(from->word[i], gpu) &&
		    (!best || number_of(from->word[i]) >= number_of(best)))
			best = from->word[i];
	if (best && !aisp_words_has(archs, best))
		aisp_words_add(archs, "%s", best);
}

/* Says why there is no GPU to compile for; returns 1. */
static int no_arch(const struct aisp_toolchain *t, const struct aisp_words *list,
		   bool is_known_to_nvcc, struct aisp_err *err)
{
	char *names = aisp_words_line(list), *here = aisp_words_line(&t->here);

	if (!is_known_to_nvcc)
		aisp_err_set(err, "this nvcc does not know %s", names ? names : "it");
	else if (!t->here.n)
		aisp_err_set(err, "no GPU is here to compile for "
				  "(`make pairs` compiles for all)");
	else
		aisp_err_set(err, "it is for %s, which %s cannot run",
			     names ? names : "another", here ? here : "another");
	free(names);
	free(here);
	return 1;
}

static void add_earlier(struct aisp_words *archs, const struct aisp_words *from,
			const char *gpu)
{
	for (int i = 0; i < from->n; i++)
		if (number_of(from->word[i]) < number_of(gpu))
			aisp_words_add(archs, "%s", from->word[i]);
}

/* Each GPU of this machine gets its own code, unless the source names its GPUs. */
static void choose_here(const struct aisp_toolchain *t, const struct aisp_words *known,
			bool is_declared, struct aisp_words *archs)
{
	for (int i = 0; i < t->here.n; i++) {
		const char *gpu = t->here.word[i];

		if (is_declared)
			add_best(archs, known, gpu);
		else if (is_known(t, gpu))
			aisp_words_add(archs, "%s", gpu);
		else /* nvcc is older: the GPU runs the newest intermediate code */
			add_earlier(archs, known, gpu);
	}
}

int aisp_toolchain_archs(struct aisp_toolchain *t, const struct aisp_words *declared,
			 bool is_all, struct aisp_words *archs, struct aisp_err *err)
{
	struct aisp_words usual = { 0 }, known = { 0 };
	const struct aisp_words *list = declared->n ? declared : &usual;
	int rc = 0;

	aisp_words_split(&usual, "sm_80 sm_90 sm_100 sm_120");
	for (int i = 0; i < list->n; i++)
		if (is_known(t, list->word[i]))
			aisp_words_add(&known, "%s", list->word[i]);
	if (!is_all)
		aisp_toolchain_gpus(t);
	if (is_all)
		aisp_words_append(archs, &known);
	else
		choose_here(t, &known, declared->n > 0, archs);
	if (aisp_words_check(archs, err))
		rc = -1;
	else if (!archs->n)
		rc = no_arch(t, list, known.n > 0, err);
	aisp_words_release(&usual);
	aisp_words_release(&known);
	return rc;
}
