/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "secrets.h"

#define SECRET_BYTES_MIN 6

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char *const shown[] = {
	"AISP_*",
	"BLIS_*",
	"CC",
	"CFLAGS",
	"CONDA_DEFAULT_ENV",
	"CPATH",
	"CUBLAS_*",
	"CUDA_*",
	"CUDNN_*",
	"CXX",
	"CXXFLAGS",
	"DNNL_*",
	"GLIBC_TUNABLES",
	"GOMP_*",
	"HWLOC_*",
	"KMP_*",
	"LANG",
	"LC_*",
	"LDFLAGS",
	"LD_LIBRARY_PATH",
	"LD_PRELOAD",
	"MALLOC_*",
	"MKL_*",
	"NCCL_*",
	"NVCC",
	"NVIDIA_DRIVER_CAPABILITIES",
	"NVIDIA_VISIBLE_DEVICES",
	"OMPI_COMM_WORLD_*",
	"OMP_*",
	"OPENBLAS_*",
	"PATH",
	"PYTORCH_CUDA_ALLOC_CONF",
	"SHELL",
	"SLURM_CPUS_*",
	"SLURM_JOB_ID",
	"SLURM_LOCALID",
	"SLURM_NNODES",
	"SLURM_NTASKS",
	"SLURM_PROCID",
	"TERM",
	"TMPDIR",
	"TZ",
	"UCX_*",
};

static const char *const sounding[] = { "*KEY*",  "*TOKEN*",   "*SECRET*",  "*PASS*",
					"*AUTH*", "*CRED*",    "*COOKIE*",  "*JWT*",
					"*CERT*", "*SESSION*", "*PRIVATE*", "*SIGN*" };

/* Their values are no secrets, and occur in much harmless text. */
static const char *const harmless[] = {
	"COLORTERM", "DEBIAN_FRONTEND", "EDITOR",   "HOST",   "HOSTNAME", "HOSTTYPE",
	"LOGNAME",   "LS_COLORS",       "MACHTYPE", "OSTYPE", "PAGER",    "SHLVL",
	"USER",      "VISUAL",          "XDG_*",    "_",
};

static bool matches(const char *name, const char *const *patterns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!fnmatch(patterns[i], name, FNM_CASEFOLD))
			return true;
	return false;
}

bool aisp_env_is_shown(const char *name)
{
	return matches(name, shown, COUNT(shown)) &&
	       !matches(name, sounding, COUNT(sounding));
}

/* A piece of text to be replaced, in a list. */
struct secret {
	struct secret *next;
	size_t n_bytes;
	char mark[64];
	char value[];
};

/* How JSON writes a string, without its quotes; characters above ASCII as they are. */
static char *as_json(const char *value)
{
	char *text = malloc(6 * strlen(value) + 1), *to = text;

	for (; text && *value; value++) {
		static const char special[] = "\"\\\b\f\n\r\t";
		static const char letter[] = "\"\\bfnrt";
		const char *at = strchr(special, *value);

		if (at)
			to += snprintf(to, 3, "\\%c", letter[at - special]);
		else if ((unsigned char)*value < ' ')
			to += snprintf(to, 7, "\\u%04X", (unsigned char)*value);
		else
			*to++ = *value;
	}
	if (text)
		*to = '\0';
	return text;
}

static int add(struct secret **list, const char *name, const char *value)
{
	size_t n = strlen(value);
	struct secret *made = calloc(1, sizeof(*made) + n + 1);

	if (!made)
		return -1;
	made->n_bytes = n;
	memcpy(made->value, value, n + 1);
	snprintf(made->mark, sizeof(made->mark), "[$%.50s]", name);
	for (char *c = made->mark + 2; *c; c++)
		if (!isalnum((unsigned char)*c) && c[1])
			*c = '_';
	made->next = *list;
	*list = made;
	return 0;
}

static bool is_secret(const char *name, const char *value)
{
	if (strlen(value) < SECRET_BYTES_MIN || aisp_env_is_shown(name) ||
	    matches(name, harmless, COUNT(harmless)))
		return false;
	return value[0] != '/' || matches(name, sounding, COUNT(sounding));
}

static int add_variable(struct secret **list, const char *variable)
{
	const char *value = strchr(variable, '=');
	char *name = value ? strndup(variable, (size_t)(value - variable)) : NULL;
	char *json = value ? as_json(value + 1) : NULL;
	int rc = value && (!name || !json) ? -1 : 0;

	if (!rc && value && is_secret(name, value + 1))
		rc = add(list, name, value + 1) || add(list, name, json) ? -1 : 0;
	free(name);
	free(json);
	return rc;
}

static void release(struct secret *list)
{
	while (list) {
		struct secret *next = list->next;

		free(list);
		list = next;
	}
}

/* The longest secret that begins at p, or NULL. */
static const struct secret *at(const struct secret *list, const char *p, size_t n_left)
{
	const struct secret *longest = NULL;

	for (; list; list = list->next)
		if (list->n_bytes <= n_left && *p == *list->value &&
		    !memcmp(p, list->value, list->n_bytes) &&
		    (!longest || longest->n_bytes < list->n_bytes))
			longest = list;
	return longest;
}

static char *replace(const struct secret *list, const char *text, size_t *n_bytes)
{
	char *out = NULL;
	size_t n_out;
	FILE *f = open_memstream(&out, &n_out);

	if (!f)
		return NULL;
	for (size_t i = 0; i < *n_bytes;) {
		const struct secret *found = at(list, text + i, *n_bytes - i);

		if (found) {
			fputs(found->mark, f);
			i += found->n_bytes;
		} else {
			putc(text[i++], f);
		}
	}
	if (fclose(f)) {
		free(out);
		return NULL;
	}
	*n_bytes = n_out;
	return out;
}

static int collect(struct secret **list)
{
	*list = NULL;
	for (char **v = environ; v && *v; v++)
		if (add_variable(list, *v))
			return -1;
	return 0;
}

char *aisp_secrets_remove(const char *text, size_t *n_bytes)
{
	struct secret *list;
	char *out = collect(&list) ? NULL : replace(list, text, n_bytes);

	release(list);
	return out;
}

static int clean(const struct secret *s, json_t *j);

/* Returns the member, or a string without secrets in its place; NULL without memory. */
static json_t *cleaned(const struct secret *s, json_t *member)
{
	size_t n = json_string_length(member);
	json_t *string;
	char *text;

	if (!json_is_string(member))
		return clean(s, member) ? NULL : json_incref(member);
	text = replace(s, json_string_value(member), &n);
	string = text ? json_stringn(text, n) : NULL;
	free(text);
	return string;
}

static int clean(const struct secret *s, json_t *j)
{
	json_t *member;
	const char *key;
	size_t i;

	json_object_foreach(j, key, member) {
		if (json_object_set_new(j, key, cleaned(s, member)))
			return -1;
	}
	json_array_foreach(j, i, member) {
		if (json_array_set_new(j, i, cleaned(s, member)))
			return -1;
	}
	return 0;
}

int aisp_secrets_clean(json_t *document)
{
	struct secret *list;
	int rc = collect(&list) || clean(list, document) ? -1 : 0;

	release(list);
	return rc;
}
