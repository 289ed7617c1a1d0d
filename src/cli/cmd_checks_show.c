/* SPDX-License-Identifier: MIT
 *
 * cmd_checks_show.c - show one validity check: what it reads, and what its exploits did
 * in their last proof.
 */
#include <aisp/check.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/paths.h"
#include "cli.h"
#include "prove/prove_find.h"
#include "prove/prove_store.h"
#include "prove/prove_text.h"
#include "report/format.h"

struct options {
	const char *id;
	int is_json;
};

static const struct argp_option option_list[] = {
	{ "json", 'j', NULL, 0, "Print JSON", 0 }, { 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'j':
		o->is_json = 1;
		return 0;
	case ARGP_KEY_ARG:
		if (o->id)
			argp_error(state, "one check at a time");
		o->id = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which check?  `aisp checks list` shows their ids");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = option_list,
	.parser = parse,
	.args_doc = "ID",
	.doc = "Show a validity check: the cheat, the defence, the facts that it "
	       "reads, the exploits that it must stop, and what became of them when "
	       "`aisp checks prove` last tried them on this machine.",
};

/* What this installation knows about a check on this machine. */
struct known {
	struct aisp_paths paths;
	struct prove_list exploits; /* those of this check; none without the sources */
	struct prove_proof proof;
};

static void known_init(struct known *k, const struct aisp_check *c)
{
	char *id = (char *)c->id;

	if (aisp_paths_find(&k->paths, NULL))
		return;
	prove_find(&k->exploits, k->paths.root, &id, 1, NULL);
	prove_load(&k->proof, &k->paths);
}

static void known_release(struct known *k)
{
	prove_list_release(&k->exploits);
	prove_proof_release(&k->proof);
}

static void print_side(const struct prove_record *record, const char *title,
		       const struct prove_side *side)
{
	char text[200], clean[1200];

	if (!side)
		return;
	prove_side_text(text, sizeof(text), side, record->check);
	aisp_format_text(clean, sizeof(clean), text);
	printf("    %-9s %s\n", title, clean);
	aisp_format_text(clean, sizeof(clean), side->why);
	if (*side->why && side->verdict != AISP_WORD_NONE)
		printf("              %s\n", clean);
}

static void print_proof(const struct prove_record *record)
{
	if (!record) {
		puts("    not proven here; `aisp checks prove` tries it");
		return;
	}
	printf("    %s, %s, commit %.12s\n", prove_state_name(record->state),
	       record->date, record->commit);
	if (*record->why)
		printf("    %s\n", record->why);
	print_side(record, "exploit:", record->attack);
	print_side(record, "check off:", record->without);
	print_side(record, "twin:", record->n_twins ? &record->twins[0] : NULL);
}

static void print_exploits(const struct known *k)
{
	for (int i = 0; i < k->exploits.n; i++) {
		const struct prove_exploit *x = &k->exploits.x[i];

		printf("\nexploit:  %s/%s\n", k->paths.root, x->source);
		if (*x->twin && !x->is_scenario)
			printf("    honest twin: %s/%s\n", k->paths.root, x->twin);
		print_proof(prove_find_record(&k->proof, x->target));
	}
	if (!k->exploits.n)
		puts("\nexploit:  none in this installation");
}

static void print_text(const struct aisp_check *c, const struct known *k)
{
	printf("%s\n\ncheat:    %s\ndefence:  %s\n", c->id, c->cheat, c->defence);
	if (c->incident)
		printf("incident: %s\n", c->incident);
	puts("\nfacts that it reads; UNKNOWN if one was not observed:");
	for (int i = 0; i < c->n_needs; i++) {
		const char *unit = aisp_fact_unit(c->needs[i]);

		printf("  %s%s%s%s: %s\n", aisp_fact_name(c->needs[i]),
		       *unit ? " (" : "", unit, *unit ? ")" : "",
		       aisp_fact_meaning(c->needs[i]));
	}
	print_exploits(k);
}

static json_t *needs_json(const struct aisp_check *c)
{
	json_t *needs = json_array();

	for (int i = 0; i < c->n_needs; i++)
		json_array_append_new(needs,
				      json_pack("{ss ss ss}", "fact",
						aisp_fact_name(c->needs[i]), "unit",
						aisp_fact_unit(c->needs[i]), "meaning",
						aisp_fact_meaning(c->needs[i])));
	return needs;
}

static json_t *exploits_json(const struct known *k)
{
	json_t *list = json_array();

	for (int i = 0; i < k->exploits.n; i++) {
		const struct prove_exploit *x = &k->exploits.x[i];

		const struct prove_record *record =
			prove_find_record(&k->proof, x->target);

		json_array_append_new(
			list,
			json_pack("{ss ss? so}", "source", x->source, "twin",
				  *x->twin ? x->twin : NULL, "proof",
				  record ? prove_record_json(record) : json_null()));
	}
	return list;
}

static int print_json(const struct aisp_check *c, const struct known *k)
{
	json_t *doc =
		json_pack("{ss ss ss ss ss? so so}", "id", c->id, "kind",
			  c->is_prevented ? "prevents" : "detects", "cheat", c->cheat,
			  "defence", c->defence, "incident", c->incident, "exploits",
			  exploits_json(k), "needs", needs_json(c));
	int rc = json_dumpf(doc, stdout, JSON_INDENT(2));

	putchar('\n');
	json_decref(doc);
	return rc;
}

static int run(int argc, char **argv)
{
	static struct known k; /* too large for a stack */
	const struct aisp_check *c;
	struct options o = { 0 };
	int rc = 0;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o) || !o.id)
		return AISP_EXIT_USAGE;
	c = aisp_check_of(o.id);
	if (!c) {
		fprintf(stderr, "aisp: no check '%s'; `aisp checks list` shows all\n",
			o.id);
		return AISP_EXIT_USAGE;
	}
	known_init(&k, c);
	if (o.is_json)
		rc = print_json(c, &k);
	else
		print_text(c, &k);
	known_release(&k);
	return rc ? AISP_EXIT_HARNESS : AISP_EXIT_OK;
}

const struct aisp_command aisp_cmd_checks_show = {
	.name = "checks show",
	.summary = "show one validity check: what it reads, what it must reject",
	.argp = &argp,
	.run = run,
};
