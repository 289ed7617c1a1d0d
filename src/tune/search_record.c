/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/field.h"
#include "run/shapes.h"
#include "search_record.h"

const char *aisp_tune_event_name(enum aisp_tune_event e)
{
	static const char *const names[AISP_N_TUNE_EVENTS + 1] = {
		"proposed", "screened", "raced", "final", "ended", ""
	};

	return names[e];
}

const char *aisp_tune_fate_name(enum aisp_tune_fate f)
{
	static const char *const names[AISP_N_TUNE_FATES + 1] = {
		[AISP_TUNE_ALIVE] = "alive",
		[AISP_TUNE_SLOWER] = "slower",
		[AISP_TUNE_UNDECIDED] = "undecided",
		[AISP_TUNE_OUTSIDE] = "outside the space",
		[AISP_TUNE_REPEATED] = "proposed before",
		[AISP_TUNE_NOT_COMPILED] = "does not compile",
		[AISP_TUNE_WRONG] = "wrong output",
		[AISP_TUNE_INVALID] = "INVALID",
		[AISP_TUNE_FAILED] = "failed",
		[AISP_N_TUNE_FATES] = "",
	};

	return names[f];
}

const char *aisp_tune_end_name(enum aisp_tune_end e)
{
	static const char *const names[AISP_N_TUNE_ENDS + 1] = {
		[AISP_TUNE_EXHAUSTED] = "every point was proposed",
		[AISP_TUNE_BUDGET] = "the budget is spent",
		[AISP_TUNE_DONE] = "the proposer is done",
		[AISP_TUNE_DIED] = "the proposer died",
		[AISP_TUNE_TIMED_OUT] = "the proposer did not answer in time",
		[AISP_TUNE_RUBBISH] = "the proposer answered rubbish",
		[AISP_N_TUNE_ENDS] = "",
	};

	return names[e];
}

#define WORDS(list, enum_type, function)                                               \
	static const char *list##_name(int w)                                          \
	{                                                                              \
		return function((enum enum_type)w);                                    \
	}
WORDS(event, aisp_tune_event, aisp_tune_event_name)
WORDS(fate, aisp_tune_fate, aisp_tune_fate_name)
WORDS(end, aisp_tune_end, aisp_tune_end_name)
#undef WORDS

static const struct aisp_vocabulary events = { event_name, AISP_N_TUNE_EVENTS,
					       (1 << AISP_N_TUNE_EVENTS) - 1 };
static const struct aisp_vocabulary fates = { fate_name, AISP_N_TUNE_FATES,
					      (1 << AISP_N_TUNE_FATES) - 1 };
static const struct aisp_vocabulary ends = { end_name, AISP_N_TUNE_ENDS, 0 };

#define AT(member) offsetof(struct aisp_tune_record, member)
static const struct aisp_field fields[] = {
	{ "event", AISP_WORD, AISP_NEEDED, AT(event), .words = &events },
	{ "candidate", AISP_WHOLE, AISP_CHECKED, AT(candidate) },
	{ "number", AISP_WHOLE, AISP_CHECKED, AT(point) },
	{ "pairs", AISP_WHOLE, AISP_CHECKED, AT(pairs) },
	{ "incumbent", AISP_WHOLE, AISP_CHECKED, AT(incumbent) },
	{ "size", AISP_WHOLE, AISP_CHECKED, AT(size) },
	{ "fate", AISP_WORD, AISP_NEEDED, AT(fate), .words = &fates },
	{ "end", AISP_WORD, AISP_CHECKED, AT(end), .words = &ends },
	{ "verdict", AISP_WORD, AISP_CHECKED, AT(verdict), .words = &aisp_words },
	{ "ratio", AISP_NUMBER, AISP_CHECKED, AT(ratio) },
	{ "ratio_ci", AISP_PAIR, AISP_CHECKED, AT(ratio_ci) },
	{ "seconds", AISP_NUMBER, AISP_CHECKED, AT(seconds) },
	{ "point", AISP_MAP, AISP_CHECKED, AT(values) },
	{ "sha256", AISP_TEXT, AISP_CHECKED, AT(sha256) },
	{ "checks", AISP_TEXT, AISP_CHECKED, AT(checks) },
	{ "why", AISP_TEXT, AISP_CHECKED, AT(why) },
	{ "note", AISP_TEXT, AISP_CHECKED, AT(note) },
	{ "run", AISP_TEXT, AISP_CHECKED, AT(run) },
	{ "seed", AISP_TEXT, AISP_CHECKED, AT(seed) },
	{ 0 }
};
static const struct aisp_shape shape = { fields, sizeof(struct aisp_tune_record) };
#undef AT

struct aisp_tune_record aisp_tune_record_new(enum aisp_tune_event event)
{
	return (struct aisp_tune_record){ .event = event,
					  .candidate = AISP_UNKNOWN,
					  .point = AISP_UNKNOWN,
					  .pairs = AISP_UNKNOWN,
					  .incumbent = AISP_UNKNOWN,
					  .size = AISP_UNKNOWN,
					  .end = AISP_N_TUNE_ENDS,
					  .verdict = AISP_WORD_NONE,
					  .ratio = NAN,
					  .ratio_ci = { NAN, NAN },
					  .seconds = NAN,
					  .sha256 = "",
					  .checks = "",
					  .why = "",
					  .note = "",
					  .run = "",
					  .seed = "" };
}

static void put_whole(json_t *o, const char *name, int64_t value)
{
	if (value != AISP_UNKNOWN)
		json_object_set_new(o, name, json_integer(value));
}

/* Programs may send invalid UTF-8: text that JSON cannot hold is left out. */
static void put_text(json_t *o, const char *name, const char *text)
{
	if (!*text)
		return;
	if (json_object_set_new(o, name, json_string(text)))
		json_object_set_new(o, name, json_string("(no text)"));
}

static void put_point(json_t *o, const struct aisp_space *s, int64_t point)
{
	json_t *values;

	if (point < 0 || point >= s->n_points)
		return;
	values = json_object();
	for (int i = 0; i < s->n_params; i++)
		put_whole(values, s->param[i].name, aisp_space_value(s, (int)point, i));
	json_object_set_new(o, "point", values);
}

static void put_ratio(json_t *o, const struct aisp_tune_record *r)
{
	if (isnan(r->ratio))
		return;
	json_object_set_new(o, "ratio", aisp_number_json(r->ratio));
	json_object_set_new(o, "ratio_ci",
			    json_pack("[oo]", aisp_number_json(r->ratio_ci[0]),
				      aisp_number_json(r->ratio_ci[1])));
}

json_t *aisp_tune_record_json(const struct aisp_tune_record *r,
			      const struct aisp_space *s)
{
	json_t *o = json_object();

	if (!o)
		return NULL;
	put_text(o, "event", aisp_tune_event_name(r->event));
	put_whole(o, "candidate", r->candidate);
	put_whole(o, "number", r->point);
	put_point(o, s, r->point);
	put_whole(o, "pairs", r->pairs);
	put_whole(o, "incumbent", r->incumbent);
	put_whole(o, "size", r->size);
	put_text(o, "fate", aisp_tune_fate_name(r->fate));
	put_text(o, "end", aisp_tune_end_name(r->end));
	put_text(o, "verdict", aisp_word_name(r->verdict));
	put_ratio(o, r);
	if (!isnan(r->seconds))
		json_object_set_new(o, "seconds", aisp_number_json(r->seconds));
	put_text(o, "sha256", r->sha256);
	put_text(o, "checks", r->checks);
	put_text(o, "why", r->why);
	put_text(o, "note", r->note);
	put_text(o, "run", r->run);
	put_text(o, "seed", r->seed);
	return o;
}

int aisp_tune_record_read(struct aisp_tune_record *r, const json_t *object,
			  struct aisp_arena *a, struct aisp_err *err)
{
	const struct aisp_where root = { NULL, "record", -1 };

	return aisp_shape_read(&shape, object, r, &root, a, err);
}
