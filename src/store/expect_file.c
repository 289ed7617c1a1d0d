/* SPDX-License-Identifier: MIT
 *
 * expect_file.c - convert the text of an expectation file to entries and back.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/regular.h"
#include "expect.h"

#define MAX_BYTES (1 << 20) /* a file of ours has a kilobyte an entry */

const char *const aisp_metric_names[AISP_N_METRICS] = { "speedup", "vs_library", "time",
							"of_the_limit" };
const char *const aisp_metric_units[AISP_N_METRICS] = { "x", "x", "ns", "-" };

/* The text members of an entry, in the order of the file. */
static const struct word {
	const char *name;
	size_t offset, size;
	enum { ENTRY, HEAD, OPTIONAL } kind; /* HEAD: of the file, above its entries */
} words[] = {
#define WORD(name, member, kind)                                                       \
	{                                                                              \
		name, offsetof(struct aisp_expect, member),                            \
			sizeof(((struct aisp_expect *)0)->member), kind                \
	}
	WORD("target", target, HEAD),
	WORD("class", machine.slug, HEAD),
	WORD("machine", machine.text, ENTRY),
	WORD("params", params, ENTRY),
	WORD("distribution", distribution, ENTRY),
	WORD("baseline", baseline, ENTRY),
	WORD("over", over, ENTRY),
	WORD("variant", variant, ENTRY),
	WORD("commit", commit, ENTRY),
	WORD("date", date, ENTRY),
	WORD("roof", roof, OPTIONAL),
#undef WORD
};

#define N_WORDS (sizeof(words) / sizeof(*words))

enum { GRADE = N_WORDS, LAUNCHES, CONFIDENCE, METRICS };

struct parser {
	struct aisp_expect_file *f;
	struct aisp_expect head;
	const char *path;
	int line;
	unsigned seen; /* bits: words, then the enum above */
	struct aisp_err *err;
};

__attribute__((format(printf, 2, 3))) static int complain(const struct parser *p,
							  const char *fmt, ...)
{
	char what[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return aisp_err_set(p->err,
			    "%.200s:%d: %s; mend it, or `git checkout` the file",
			    p->path, p->line, what);
}

/* gcc 12 loses track of what f->entries points to. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
struct aisp_expect *aisp_expect_add(struct aisp_expect_file *f,
				    const struct aisp_expect *e)
{
	struct aisp_expect *grown =
		reallocarray(f->entries, (size_t)f->n + 1, sizeof(*grown));

	if (!grown)
		return NULL;
	f->entries = grown;
	grown[f->n] = *e;
	return &grown[f->n++];
}
#pragma GCC diagnostic pop

static struct aisp_expect *current(const struct parser *p)
{
	return p->f->n ? &p->f->entries[p->f->n - 1] : NULL;
}

static int see(struct parser *p, unsigned bit, const char *name)
{
	if (p->seen & 1u << bit)
		return complain(p, "'%s' for the second time", name);
	p->seen |= 1u << bit;
	return 0;
}

static bool is_optional(unsigned i)
{
	return i < N_WORDS && words[i].kind == OPTIONAL;
}

/* An entry needs all words except optional ones, and at least one metric. */
static int check_whole(const struct parser *p)
{
	const char *nonsense;

	for (unsigned i = 0; p->f->n && i < METRICS; i++)
		if (!(p->seen & 1u << i) && !is_optional(i))
			return complain(p, "the entry above lacks '%s'",
					i < N_WORDS     ? words[i].name
					: i == GRADE    ? "grade"
					: i == LAUNCHES ? "launches"
							: "confidence");
	if (p->f->n && p->seen < 1u << METRICS)
		return complain(p, "the entry above has no metric");
	nonsense = aisp_expect_nonsense(p->f);
	return nonsense ? complain(p, "the entry above %s", nonsense) : 0;
}

/* "[fingerprint]" */
static int begin_entry(struct parser *p, const char *s)
{
	unsigned head = 0;

	if (strspn(s + 1, "0123456789abcdef") != 16 || strcmp(s + 17, "]") != 0)
		return complain(p, "'%.40s' is no [fingerprint] of 16 digits", s);
	if (check_whole(p))
		return -1;
	for (unsigned i = 0; i < N_WORDS; i++)
		head |= words[i].kind == HEAD ? 1u << i : 0;
	if ((p->seen & head) != head)
		return complain(p, "'target' and 'class' come before the first entry");
	memcpy(p->head.machine.fingerprint, s + 1, 16);
	if (!aisp_expect_add(p->f, &p->head))
		return complain(p, "out of memory");
	p->seen = head;
	return 0;
}

static int take_word(struct parser *p, unsigned i, const char *value)
{
	struct aisp_expect *e = words[i].kind == HEAD ? &p->head : current(p);

	if (see(p, i, words[i].name))
		return -1;
	if (!e)
		return complain(p, "'%s' before the first [fingerprint]",
				words[i].name);
	if (strlen(value) >= words[i].size)
		return complain(p, "'%s' is too long", words[i].name);
	memcpy((char *)e + words[i].offset, value, strlen(value) + 1);
	return 0;
}

/* "-" is NaN.  0, or -1. */
static int to_number(const char *s, double *x)
{
	char *end;

	*x = NAN;
	if (!strcmp(s, "-"))
		return 0;
	*x = strtod(s, &end);
	return end == s || *end || !isfinite(*x) ? -1 : 0;
}

static int take_metric(struct parser *p, int i, char *value)
{
	struct aisp_metric_entry *m = &current(p)->metrics[i];
	double *const fields[] = { &m->value,   NULL,      &m->ci_low,
				   &m->ci_high, &m->lower, &m->upper };
	const size_t n = sizeof(fields) / sizeof(*fields);
	char *word, *save = NULL;
	size_t k = 0;

	if (see(p, METRICS + (unsigned)i, aisp_metric_names[i]))
		return -1;
	for (word = strtok_r(value, " \t", &save); word && k < n;
	     word = strtok_r(NULL, " \t", &save), k++) {
		if (k == 1 && strcmp(word, aisp_metric_units[i]) != 0)
			return complain(p, "the unit of %s is '%s', not '%.20s'",
					aisp_metric_names[i], aisp_metric_units[i],
					word);
		if (fields[k] && to_number(word, fields[k]))
			return complain(p, "'%.40s' is no number, nor '-'", word);
	}
	if (word || k < n)
		return complain(p, "%s wants: value unit low high lower upper",
				aisp_metric_names[i]);
	if (!(m->value > 0) || m->ci_low > m->ci_high || m->lower > m->upper)
		return complain(p, "the numbers of %s are in no order",
				aisp_metric_names[i]);
	return 0;
}

static int take_count(struct parser *p, unsigned bit, const char *name,
		      const char *value)
{
	struct aisp_expect *e = current(p);
	double x;

	if (see(p, bit, name) || !e)
		return -1;
	if (bit == GRADE) {
		e->grade = value[0];
		return value[0] && !value[1] ? 0 : complain(p, "a grade is a letter");
	}
	if (to_number(value, &x) || !(x > 0) || (bit == CONFIDENCE && x >= 1) ||
	    (bit == LAUNCHES && (x > 1e6 || x != floor(x))))
		return complain(p, "'%s %.40s' makes no sense", name, value);
	if (bit == LAUNCHES)
		e->n_launches = (int)x;
	else
		e->confidence = x;
	return 0;
}

static int take(struct parser *p, const char *name, char *value)
{
	static const char *const counts[] = { "grade", "launches", "confidence" };

	for (unsigned i = 0; i < N_WORDS; i++)
		if (!strcmp(name, words[i].name))
			return take_word(p, i, value);
	if (!current(p))
		return complain(p, "'%.40s' before the first [fingerprint]", name);
	for (unsigned i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		if (!strcmp(name, counts[i]))
			return take_count(p, GRADE + i, name, value);
	for (int i = 0; i < AISP_N_METRICS; i++)
		if (!strcmp(name, aisp_metric_names[i]))
			return take_metric(p, i, value);
	return complain(p, "this aisp does not know '%.40s'", name);
}

static int take_line(struct parser *p, char *line)
{
	char *value, *end = line + strlen(line);

	while (end > line && strchr(" \t\r", end[-1]))
		*--end = '\0';
	if (!*line || *line == '#')
		return 0;
	if (*line == '[')
		return begin_entry(p, line);
	value = line + strcspn(line, " \t");
	if (*value)
		*value++ = '\0';
	return take(p, line, value + strspn(value, " \t"));
}

int aisp_expect_parse(struct aisp_expect_file *f, char *text, const char *path,
		      struct aisp_err *err)
{
	struct parser p = { .f = f, .path = path, .err = err };
	char *line;
	int rc = 0;

	*f = (struct aisp_expect_file){ 0 };
	for (int i = 0; i < AISP_N_METRICS; i++)
		p.head.metrics[i] =
			(struct aisp_metric_entry){ NAN, NAN, NAN, NAN, NAN };
	while (!rc && (line = strsep(&text, "\n"))) {
		p.line++;
		rc = take_line(&p, line);
	}
	if (!rc)
		rc = check_whole(&p);
	if (rc) {
		free(f->entries);
		*f = (struct aisp_expect_file){ 0 };
	}
	return rc;
}

static char *read_text(const char *path, struct aisp_err *err)
{
	size_t n = 0;
	char *text = aisp_regular_read(path, MAX_BYTES, &n, err);

	if (!text || strlen(text) == n)
		return text;
	aisp_err_set(err, "read %.300s: not a text of ours", path);
	free(text);
	return NULL;
}

int aisp_expect_load(struct aisp_expect_file *f, const char *path, struct aisp_err *err)
{
	struct stat st;
	char *text;
	int rc;

	*f = (struct aisp_expect_file){ 0 };
	if (stat(path, &st) && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	text = read_text(path, err);
	if (!text)
		return -1;
	rc = aisp_expect_parse(f, text, path, err);
	free(text);
	if (!rc && f->n && aisp_expect_check_place(&f->entries[0], path, err)) {
		free(f->entries);
		*f = (struct aisp_expect_file){ 0 };
		rc = -1;
	}
	return rc;
}

static void put_number(FILE *f, const char *format, double x)
{
	char text[32] = "-";

	if (isfinite(x))
		snprintf(text, sizeof(text), "%.6g", x);
	fprintf(f, format, text);
}

static void put_metric(FILE *f, const char *name, const char *unit,
		       const struct aisp_metric_entry *m)
{
	fprintf(f, "%-13s ", name);
	put_number(f, "%-11s ", m->value);
	fprintf(f, "%-4s ", unit);
	put_number(f, "%-11s ", m->ci_low);
	put_number(f, "%-11s ", m->ci_high);
	put_number(f, "%-11s ", m->lower);
	put_number(f, "%s\n", m->upper);
}

static void put_word(FILE *f, const struct aisp_expect *e, const struct word *w)
{
	const char *s = (const char *)e + w->offset;

	if (*s || w->kind != OPTIONAL)
		fprintf(f, "%-*s%s%s\n", *s ? 13 : 0, w->name, *s ? " " : "", s);
}

static void put_words(FILE *f, const struct aisp_expect *e, bool is_head)
{
	for (size_t i = 0; i < N_WORDS; i++)
		if ((words[i].kind == HEAD) == is_head)
			put_word(f, e, &words[i]);
}

static void put_entry(FILE *f, const struct aisp_expect *e)
{
	fprintf(f, "\n[%s]\n", e->machine.fingerprint);
	put_words(f, e, false);
	fprintf(f, "%-13s %c\n%-13s %d\n%-13s %.6g\n", "grade", e->grade, "launches",
		e->n_launches, "confidence", e->confidence);
	fprintf(f, "%-13s %-11s %-4s %-11s %-11s %-11s %s\n", "#", "value", "unit",
		"low", "high", "lower", "upper");
	for (int i = 0; i < AISP_N_METRICS; i++)
		if (e->metrics[i].value > 0)
			put_metric(f, aisp_metric_names[i], aisp_metric_units[i],
				   &e->metrics[i]);
}

char *aisp_expect_format(const struct aisp_expect_file *file)
{
	char *text = NULL;
	size_t n_bytes = 0;
	FILE *f = open_memstream(&text, &n_bytes);

	if (!f)
		return NULL;
	fputs("# Written by `aisp bench expectations --accept`; "
	      "the bounds may be edited.\n",
	      f);
	if (file->n)
		put_words(f, file->entries, true);
	for (int i = 0; i < file->n; i++)
		put_entry(f, &file->entries[i]);
	if (fclose(f)) {
		free(text);
		return NULL;
	}
	return text;
}
