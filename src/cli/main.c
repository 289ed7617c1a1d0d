/* SPDX-License-Identifier: MIT
 *
 * main.c - find the command that the first words name, and run it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

const char *argp_program_version = "aisp " AISP_VERSION;

/* How many of the words are the command's name: 0 if they are not. */
static int matches(const struct aisp_command *c, int argc, char **argv)
{
	const char *name = c->name;
	int n = 0;

	while (*name) {
		size_t len = strcspn(name, " ");

		if (n >= argc || strlen(argv[n]) != len ||
		    strncmp(argv[n], name, len) != 0)
			return 0;
		n++;
		name += len + (name[len] == ' ');
	}
	return n;
}

static int is_in_group(const struct aisp_command *c, const char *group)
{
	size_t len = strlen(group);

	return !len || (!strncmp(c->name, group, len) && c->name[len] == ' ');
}

/* All commands, or those whose first word is group. */
static void print_commands(FILE *f, const char *group)
{
	fputs("usage: aisp COMMAND [OPTION...]\n\n"
	      "Measure pairs of programs, and say how much faster one is only when "
	      "that "
	      "is sure.\n\nCommands:\n",
	      f);
	for (int i = 0; aisp_commands[i]; i++)
		if (is_in_group(aisp_commands[i], group))
			fprintf(f, "  %-20s %s\n", aisp_commands[i]->name,
				aisp_commands[i]->summary);
	fputs("\n`aisp COMMAND --help` shows a command's options.\n", f);
}

static int run(const struct aisp_command *c, int n_words, int argc, char **argv)
{
	char name[64];

	snprintf(name, sizeof(name), "aisp %s", c->name);
	argv[n_words] = name;
	argp_err_exit_status = AISP_EXIT_USAGE;
	return c->run(argc - n_words, argv + n_words);
}

static int is_group(const char *word)
{
	for (int i = 0; aisp_commands[i]; i++)
		if (*word && is_in_group(aisp_commands[i], word))
			return 1;
	return 0;
}

static int is_help(const char *word)
{
	return !strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help");
}

/* The first words are no command: a group of them, nothing, or nonsense. */
static int explain(const char *word, const char *next)
{
	int in_group = word && is_group(word);
	const char *wrong = in_group ? next : word;

	if (wrong && is_help(wrong)) {
		print_commands(stdout, in_group ? word : "");
		return AISP_EXIT_OK;
	}
	if (wrong)
		fprintf(stderr, "aisp: '%s%s%s' is not a command\n",
			in_group ? word : "", in_group ? " " : "", wrong);
	if (!wrong || in_group)
		print_commands(stderr, in_group ? word : "");
	else
		fputs("`aisp --help` lists them\n", stderr);
	return AISP_EXIT_USAGE;
}

int main(int argc, char **argv)
{
	for (int i = 0; aisp_commands[i]; i++) {
		int n = matches(aisp_commands[i], argc - 1, argv + 1);

		if (n)
			return run(aisp_commands[i], n, argc, argv);
	}
	if (argc > 1 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))) {
		puts(argp_program_version);
		return AISP_EXIT_OK;
	}
	return explain(argc > 1 ? argv[1] : NULL, argc > 2 ? argv[2] : NULL);
}
