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

/* Their values are no secrets, and occur in much that is none. */
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

/* A piece of text to be replaced. */
struct secret {
	char *value;
	size_t n_bytes;
	char mark[64];
};

struct secrets {
	struct secret *list;
	size_t n;
};

static int longest_first(const void *a, const void *b)
{
	const struct secret *x = a, *y = b;

	return (x->n_bytes < y->n_bytes) - (x->n_bytes > y->n_bytes);
}

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

static int add(struct secrets *s, const char *name, char *value)
{
	struct secret *list = reallocarray(s->list, s->n + 1, sizeof(*list));

	if (!list || !value) {
		free(value);
		if (list)
			s->list = list;
		return -1;
	}
	s->list = list;
	list[s->n] = (struct secret){ .value = value, .n_bytes = strlen(value) };
	snprintf(list[s->n].mark, sizeof(list[s->n].mark), "[$%.50s]", name);
	for (char *c = list[s->n].mark + 2; *c; c++)
		if (!isalnum((unsigned char)*c) && c[1])
			*c = '_';
	s->n++;
	return 0;
}

static int add_variable(struct secrets *s, const char *variable)
{
	char name[256];
	const char *value = strchr(variable, '=');
	char *json;

	if (!value ||
	    (size_t)snprintf(name, sizeof(name), "%.*s", (int)(value - variable),
			     variable) >= sizeof(name))
		return 0;
	value++;
	if (strlen(value) < SECRET_BYTES_MIN || aisp_env_is_shown(name) ||
	    matches(name, harmless, COUNT(harmless)) ||
	    (value[0] == '/' && !matches(name, sounding, COUNT(sounding))))
		return 0;
	json = as_json(value);
	if (json && !strcmp(json, value)) {
		free(json);
		return add(s, name, strdup(value));
	}
	return add(s, name, json) || add(s, name, strdup(value)) ? -1 : 0;
}

static void release(struct secrets *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->list[i].value);
	free(s->list);
}

/* The secret that begins at p, or NULL. */
static const struct secret *at(const struct secrets *s, const char *p, size_t n_left)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->list[i].n_bytes <= n_left && *p == *s->list[i].value &&
		    !memcmp(p, s->list[i].value, s->list[i].n_bytes))
			return &s->list[i];
	return NULL;
}

static char *replace(const struct secrets *s, const char *text, size_t *n_bytes)
{
	char *out = NULL;
	size_t n_out;
	FILE *f = open_memstream(&out, &n_out);

	if (!f)
		return NULL;
	for (size_t i = 0; i < *n_bytes;) {
		const struct secret *found = at(s, text + i, *n_bytes - i);

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

static int collect(struct secrets *s)
{
	for (char **v = environ; v && *v; v++)
		if (add_variable(s, *v))
			return -1;
	if (s->n)
		qsort(s->list, s->n, sizeof(*s->list), longest_first);
	return 0;
}

char *aisp_secrets_remove(const char *text, size_t *n_bytes)
{
	struct secrets s = { 0 };
	char *out = collect(&s) ? NULL : replace(&s, text, n_bytes);

	release(&s);
	return out;
}

static int clean(const struct secrets *s, json_t *j);

/* What stands for a member: itself, or a string without secrets; NULL: no memory. */
static json_t *cleaned(const struct secrets *s, json_t *member)
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

static int clean(const struct secrets *s, json_t *j)
{
	json_t *member;
	const char *key;
	size_t i;

	json_object_foreach(j, key, member)
	{
		if (json_object_set_new(j, key, cleaned(s, member)))
			return -1;
	}
	json_array_foreach(j, i, member)
	{
		if (json_array_set_new(j, i, cleaned(s, member)))
			return -1;
	}
	return 0;
}

int aisp_secrets_clean(json_t *document)
{
	struct secrets s = { 0 };
	int rc = collect(&s) || clean(&s, document) ? -1 : 0;

	release(&s);
	return rc;
}
