/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "model.h"
#include "shape.h"

/* What functions need to read a member. */
struct reader {
	const struct aisp_where *where;
	struct aisp_arena *arena;
	struct aisp_err *err;
};

static void print_path(const struct aisp_where *w, FILE *f)
{
	if (!w)
		return;
	print_path(w->up, f);
	fputs(w->name, f);
	if (w->i >= 0)
		fprintf(f, "[%d]", w->i);
	fputc('.', f);
}

int aisp_complain(const struct aisp_where *w, const char *name, const char *what,
		  struct aisp_err *err)
{
	char path[200] = "";
	FILE *f = fmemopen(path, sizeof(path), "w");

	if (f) {
		print_path(w, f);
		fclose(f);
	}
	return aisp_err_set(err, "%.199s%s %s", path, name, what);
}

static int out_of_memory(struct aisp_err *err)
{
	return aisp_err_set(err, "out of memory");
}

static double number(const json_t *v)
{
	return json_is_number(v) ? json_number_value(v) : NAN;
}

static int64_t whole(const json_t *v)
{
	double x = number(v);

	if (json_is_integer(v))
		return json_integer_value(v);
	return x == floor(x) && fabs(x) < 0x1p53 ? (int64_t)x : AISP_UNKNOWN;
}

static const char *text(const json_t *v)
{
	return json_is_string(v) ? json_string_value(v) : "";
}

static bool is_of_kind(enum aisp_member kind, const json_t *v)
{
	switch (kind) {
	case AISP_TEXT:
	case AISP_WORD:
		return json_is_string(v);
	case AISP_NUMBER:
	case AISP_WHOLE:
		return json_is_number(v);
	case AISP_FLAG:
		return json_is_boolean(v);
	case AISP_PAIR:
	case AISP_MANY:
	case AISP_TEXTS:
	case AISP_LIST:
		return json_is_array(v);
	default:
		return json_is_object(v);
	}
}

static int check(const struct aisp_field *f, const json_t *v, const struct reader *r)
{
	bool is_none = !v || json_is_null(v);

	if (!v && f->strictness == AISP_NEEDED)
		return aisp_complain(r->where, f->name, "is missing", r->err);
	if (!f->strictness || (is_none && f->strictness == AISP_CHECKED) ||
	    is_of_kind(f->kind, v))
		return 0;
	return aisp_complain(r->where, f->name, "has the wrong type", r->err);
}

static int read_many(struct aisp_numbers *to, const json_t *v, const struct reader *r)
{
	to->n = (int)json_array_size(v);
	to->at = aisp_arena_take(r->arena, (size_t)to->n, sizeof(*to->at));
	if (!to->at)
		return out_of_memory(r->err);
	for (int i = 0; i < to->n; i++)
		to->at[i] = number(json_array_get(v, (size_t)i));
	return 0;
}

static int read_texts(struct aisp_texts *to, const json_t *v, const struct reader *r)
{
	to->n = (int)json_array_size(v);
	to->at = aisp_arena_take(r->arena, (size_t)to->n, sizeof(*to->at));
	if (!to->at)
		return out_of_memory(r->err);
	for (int i = 0; i < to->n; i++)
		to->at[i] = text(json_array_get(v, (size_t)i));
	return 0;
}

static int read_map(struct aisp_map *to, const json_t *v, const struct reader *r)
{
	const char *name;
	json_t *member;

	to->n = 0;
	to->at = aisp_arena_take(r->arena, json_object_size(v), sizeof(*to->at));
	if (!to->at)
		return out_of_memory(r->err);
	json_object_foreach((json_t *)v, name, member)
		to->at[to->n++] =
			(struct aisp_named){ name, number(member),
					     json_is_integer(member)
						     ? json_integer_value(member)
						     : AISP_UNKNOWN };
	return 0;
}

static int read_pair(double to[2], const struct aisp_field *f, const json_t *v,
		     const struct reader *r)
{
	for (size_t i = 0; i < 2; i++) {
		const json_t *x = json_array_get(v, i);

		to[i] = number(x);
		if (json_is_array(v) && f->strictness &&
		    (json_array_size(v) != 2 ||
		     !(json_is_number(x) || json_is_null(x))))
			return aisp_complain(r->where, f->name, "is no pair of numbers",
					     r->err);
	}
	return 0;
}

static int read_word(void *to, const struct aisp_field *f, const json_t *v,
		     const struct reader *r)
{
	const struct aisp_vocabulary *words = f->words;
	int word = 0;

	while (word < words->n && strcmp(text(v), words->name(word)) != 0)
		word++;
	memcpy(to, &word, sizeof(word));
	if (words->allowed && f->strictness && !(words->allowed >> word & 1))
		return aisp_complain(r->where, f->name,
				     "is none that this version knows", r->err);
	return 0;
}

static int read_option(void *to, const struct aisp_field *f, const json_t *v,
		       const struct reader *r)
{
	const struct aisp_where w = { r->where, f->name, -1 };
	void *p = NULL;

	if (json_is_object(v)) {
		p = aisp_arena_take(r->arena, 1, f->shape->size);
		if (!p)
			return out_of_memory(r->err);
	}
	memcpy(to, &p, sizeof(p));
	return p ? aisp_shape_read(f->shape, v, p, &w, r->arena, r->err) : 0;
}

static int read_list(void *to, const struct aisp_field *f, const json_t *v,
		     const struct reader *r)
{
	int n = (int)json_array_size(v);
	char *p = aisp_arena_take(r->arena, (size_t)n, f->shape->size);

	if (!p)
		return out_of_memory(r->err);
	memcpy(to, &p, sizeof(p));
	memcpy((char *)to + sizeof(p), &n, sizeof(n));
	for (int i = 0; i < n; i++) {
		const struct aisp_where w = { r->where, f->name, i };
		const json_t *item = json_array_get(v, (size_t)i);

		if (aisp_shape_read(f->shape, item, p + (size_t)i * f->shape->size, &w,
				    r->arena, r->err))
			return -1;
	}
	return 0;
}

static int read_inner(void *to, const struct aisp_field *f, const json_t *v,
		      const struct reader *r)
{
	const struct aisp_where w = { r->where, f->name, -1 };

	if (f->kind == AISP_FIRST && json_is_array(v))
		v = json_array_get(v, 0);
	return aisp_shape_read(f->shape, v, to, &w, r->arena, r->err);
}

static int read_field(const struct aisp_field *f, const json_t *v, void *to,
		      const struct reader *r)
{
	switch (f->kind) {
	case AISP_TEXT:
		*(const char **)to = text(v);
		return 0;
	case AISP_NUMBER:
		*(double *)to = number(v);
		return 0;
	case AISP_WHOLE:
		*(int64_t *)to = whole(v);
		return 0;
	case AISP_FLAG:
		*(bool *)to = json_is_true(v);
		return 0;
	case AISP_WORD:
		return read_word(to, f, v, r);
	case AISP_PAIR:
		return read_pair(to, f, v, r);
	case AISP_MANY:
		return read_many(to, v, r);
	case AISP_TEXTS:
		return read_texts(to, v, r);
	case AISP_MAP:
		return read_map(to, v, r);
	case AISP_OPTION:
		return read_option(to, f, v, r);
	case AISP_LIST:
		return read_list(to, f, v, r);
	default:
		return read_inner(to, f, v, r);
	}
}

int aisp_shape_read(const struct aisp_shape *s, const json_t *object, void *to,
		    const struct aisp_where *w, struct aisp_arena *a,
		    struct aisp_err *err)
{
	const struct reader r = { w, a, err };

	for (const struct aisp_field *f = s->fields; f->name; f++)
		if (check(f, json_object_get(object, f->name), &r))
			return -1;
	for (const struct aisp_field *f = s->fields; f->name; f++)
		if (read_field(f, json_object_get(object, f->name),
			       (char *)to + f->offset, &r))
			return -1;
	return 0;
}
