/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "suggest.h"

/* Adds the word after the group in a command's name: "run" of "bench run". */
static void add_word(struct aisp_near *near, const char *name, const char *group)
{
	size_t n = strlen(group);
	char word[64];

	if (n && (strncmp(name, group, n) != 0 || name[n] != ' '))
		return;
	name += n + (n > 0);
	snprintf(word, sizeof(word), "%.*s", (int)strcspn(name, " "), name);
	aisp_near_add(near, word);
}

void suggest_command(const char *group, const char *word)
{
	struct aisp_near near = { word };
	char text[400];

	for (int i = 0; aisp_commands[i]; i++) {
		add_word(&near, aisp_commands[i]->name, group);
		if (!*group) /* `bench` may be left out */
			add_word(&near, aisp_commands[i]->name, "bench");
	}
	fprintf(stderr, "aisp: '%s%s%.100s' is not a command%s\n", group,
		*group ? " " : "", word, aisp_near_text(&near, text, sizeof(text)));
}

/* Finds an option whose name begins with this, as getopt_long() does. */
static const struct argp_option *find(const struct argp *argp, const char *name,
				      size_t n)
{
	const struct argp_option *o = argp->options;
	const struct argp_option *found = NULL;

	for (; o && (o->name || o->key || o->doc); o++)
		if (o->name && !strncmp(o->name, name, n))
			found = o;
	for (const struct argp_child *c = argp->children; !found && c && c->argp; c++)
		found = find(c->argp, name, n);
	return found;
}

static void add_options(struct aisp_near *near, const struct argp *argp)
{
	const struct argp_option *o = argp->options;

	for (; o && (o->name || o->key || o->doc); o++) {
		char spelling[64];

		if (!o->name || o->flags & OPTION_HIDDEN)
			continue;
		snprintf(spelling, sizeof(spelling), "--%s", o->name);
		aisp_near_add(near, spelling);
	}
	for (const struct argp_child *c = argp->children; c && c->argp; c++)
		add_options(near, c->argp);
}

/* Options of argp itself. */
static int is_built_in(const char *name, size_t n)
{
	static const char *const names[] = { "help", "usage", "version", "program-name",
					     "HANG" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(names[i], name, n))
			return 1;
	return 0;
}

static void say(const struct aisp_command *c, const char *word)
{
	char spelling[128], text[400];
	struct aisp_near near = { spelling };

	snprintf(spelling, sizeof(spelling), "%.*s", (int)strcspn(word, "="), word);
	add_options(&near, c->argp);
	aisp_near_text(&near, text, sizeof(text));
	fprintf(stderr,
		"aisp %s: unrecognized option '%s'%s\n`aisp %s --help` shows all\n",
		c->name, spelling, text, c->name);
}

int suggest_option(const struct aisp_command *c, int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const struct argp_option *o;
		size_t n = strcspn(argv[i], "=");

		/* Words after another program's name belong to it. */
		if (argv[i][0] != '-' && c->argp->args_doc &&
		    strstr(c->argp->args_doc, "COMMAND"))
			break;
		if (strncmp(argv[i], "--", 2) != 0)
			continue;
		o = find(c->argp, argv[i] + 2, n - 2);
		if (!o && !is_built_in(argv[i] + 2, n - 2)) {
			say(c, argv[i]);
			return -1;
		}
		if (o && o->arg && !(o->flags & OPTION_ARG_OPTIONAL) && !argv[i][n])
			i++; /* its argument */
	}
	return 0;
}
