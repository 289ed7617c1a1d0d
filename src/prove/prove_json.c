/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "base/field.h"
#include "prove_json.h"
#include "run/shape.h"
#include "run/shapes.h"

#define WORDS(list, enum_type, function)                                               \
	static const char *list##_name(int w)                                          \
	{                                                                              \
		return function((enum enum_type)w);                                    \
	}
WORDS(status, prove_status, prove_status_name)
WORDS(state, prove_state, prove_state_name)
WORDS(kind, prove_kind, prove_kind_name)
WORDS(line, aisp_verdict, prove_line_name)
#undef WORDS

static const char *device_name(int d)
{
	return d < AISP_N_DEVICES ? aisp_device_name((enum aisp_device)d) : "";
}

static const struct aisp_vocabulary statuses = { status_name, PROVE_N_STATUSES, 0 };
static const struct aisp_vocabulary states = { state_name, PROVE_N_STATES, 0 };
static const struct aisp_vocabulary kinds = { kind_name, PROVE_N_KINDS, 0 };
static const struct aisp_vocabulary lines = { line_name, PROVE_LINE_NONE, 0 };
static const struct aisp_vocabulary devices = { device_name, AISP_N_DEVICES, 0 };

#define AT(type, member) offsetof(struct prove_##type, member)
#define SHAPE(list, type)                                                              \
	static const struct aisp_shape list##_shape = { list, sizeof(struct type) }

static const struct aisp_field side[] = {
	{ "status", AISP_WORD, 0, AT(side, status), .words = &statuses },
	{ "verdict", AISP_WORD, 0, AT(side, verdict), .words = &aisp_words },
	{ "why", AISP_TEXT, 0, AT(side, why) },
	{ "speedup", AISP_NUMBER, 0, AT(side, speedup) },
	{ "failed", AISP_TEXTS, 0, AT(side, failed) },
	{ "state", AISP_WORD, 0, AT(side, state), .words = &lines },
	{ "state_why", AISP_TEXT, 0, AT(side, state_why) },
	{ 0 }
};
SHAPE(side, prove_side);

static const struct aisp_field claim[] = { { "claim", AISP_TEXT, 0, AT(claim, claim) },
					   { "holds", AISP_FLAG, 0, AT(claim, holds) },
					   { "got", AISP_TEXT, 0, AT(claim, got) },
					   { 0 } };
SHAPE(claim, prove_claim);

static const struct aisp_field record[] = {
	{ "check", AISP_TEXT, 0, AT(record, check) },
	{ "kind", AISP_WORD, 0, AT(record, kind), .words = &kinds },
	{ "device", AISP_WORD, 0, AT(record, device), .words = &devices },
	{ "exploit", AISP_TEXT, 0, AT(record, exploit) },
	{ "source", AISP_TEXT, 0, AT(record, source) },
	{ "twin_source", AISP_TEXT, 0, AT(record, twin_source) },
	{ "attack", AISP_OPTION, 0, AT(record, attack), &side_shape },
	{ "without", AISP_OPTION, 0, AT(record, without), &side_shape },
	{ "twins", AISP_LIST, 0, AT(record, twins), &side_shape },
	{ "n_attempts", AISP_WHOLE, 0, AT(record, n_attempts) },
	{ "claims", AISP_LIST, 0, AT(record, claims), &claim_shape },
	{ "state", AISP_WORD, 0, AT(record, state), .words = &states },
	{ "why", AISP_TEXT, 0, AT(record, why) },
	{ "date", AISP_TEXT, 0, AT(record, date) },
	{ "commit", AISP_TEXT, 0, AT(record, commit) },
	{ 0 }
};
SHAPE(record, prove_record);

static const struct aisp_field file[] = {
	{ "exploits", AISP_LIST, 0, AT(file, records), &record_shape }, { 0 }
};
SHAPE(file, prove_file);

static const struct aisp_field line[] = { { "state", AISP_WORD, 0, AT(line, state),
					    .words = &lines },
					  { "why", AISP_TEXT, 0, AT(line, why) },
					  { 0 } };
SHAPE(line, prove_line);

static int parse_lines(struct prove_lines *to, const json_t *object,
		       struct aisp_arena *a, struct aisp_err *err)
{
	const char *check;
	json_t *of;

	to->at = aisp_arena_take(a, json_object_size(object), sizeof(*to->at));
	if (!to->at)
		return -1;
	json_object_foreach((json_t *)object, check, of) {
		struct prove_line *l = &to->at[to->n++];

		l->check = check;
		if (aisp_shape_read(&line_shape, of, l, NULL, a, err))
			return -1;
	}
	return 0;
}

int prove_file_parse(struct prove_file *f, json_t *document)
{
	const json_t *of = json_object_get(document, "states");
	struct aisp_err err;

	*f = (struct prove_file){ .document = json_incref(document) };
	if (aisp_shape_read(&file_shape, document, f, NULL, &f->arena, &err))
		return -1;
	for (int d = 0; d < AISP_N_DEVICES; d++)
		if (parse_lines(&f->lines[d], json_object_get(of, device_name(d)),
				&f->arena, &err))
			return -1;
	return 0;
}

void prove_file_release(struct prove_file *f)
{
	aisp_arena_release(&f->arena);
	json_decref(f->document);
	*f = (struct prove_file){ 0 };
}

static json_t *texts_json(const struct aisp_texts *t)
{
	return aisp_texts_json(t->n, (char *const *)t->at);
}

static json_t *side_json(const struct prove_side *s)
{
	const char *verdict = aisp_word_name(s->verdict);

	return json_pack("{ss ss? ss so so ss ss}", "status",
			 prove_status_name(s->status), "verdict",
			 *verdict ? verdict : NULL, "why", s->why, "speedup",
			 aisp_number_json(s->speedup), "failed", texts_json(&s->failed),
			 "state", prove_line_name(s->state), "state_why", s->state_why);
}

static json_t *side_or_null(const struct prove_side *s)
{
	return s ? side_json(s) : json_null();
}

static json_t *twin_json(const void *twins, int i)
{
	return side_json((const struct prove_side *)twins + i);
}

static json_t *claim_json(const void *claims, int i)
{
	const struct prove_claim *c = (const struct prove_claim *)claims + i;

	return json_pack("{ss sb ss}", "claim", c->claim, "holds", c->holds, "got",
			 c->got);
}

json_t *prove_record_json(const struct prove_record *r)
{
	return json_pack("{ss ss ss ss ss ss? so so so sI so ss ss ss ss}", "check",
			 r->check, "kind", prove_kind_name(r->kind), "device",
			 device_name((int)r->device), "exploit", r->exploit, "source",
			 r->source, "twin_source",
			 *r->twin_source ? r->twin_source : NULL, "attack",
			 side_or_null(r->attack), "without", side_or_null(r->without),
			 "twins", aisp_list_json(r->n_twins, twin_json, r->twins),
			 "n_attempts", (json_int_t)r->n_attempts, "claims",
			 aisp_list_json(r->n_claims, claim_json, r->claims), "state",
			 prove_state_name(r->state), "why", r->why, "date", r->date,
			 "commit", r->commit);
}

json_t *prove_lines_json(const struct prove_lines *l)
{
	json_t *o = json_object();
	int rc = o ? 0 : -1;

	for (int i = 0; i < l->n; i++)
		rc |= json_object_set_new(o, l->at[i].check,
					  json_pack("{ss ss}", "state",
						    prove_line_name(l->at[i].state),
						    "why", l->at[i].why));
	return aisp_whole_json(o, rc);
}
