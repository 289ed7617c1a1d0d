/* SPDX-License-Identifier: MIT
 *
 * main.c - find the command that the first words name, and run it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#ifndef AISP_VERSION
#define AISP_VERSION "0.1"
#endif

const char *argp_program_version = "aisp " AISP_VERSION;

/* How many of the words are the command's name: 0 if they are not. */
static int matches(const struct aisp_command *c, int argc, char **argv)
{
	const char *name = c->name;
	int n = 0;

	while (*name) {
		size_t len = strcspn(name, " ");

		if (n >= argc || strlen(argv[n]) != len || strncmp(argv[n], name, len) != 0)
			return 0;
		n++;
		name += len + (name[len] == ' ');
	}
	return n;
}

static void print_commands(FILE *f, const char *prefix)
{
	fputs("usage: aisp COMMAND [OPTION...]\n\n"
	      "Measure pairs of programs, and say how much faster one is only when that is "
	      "sure.\n\nCommands:\n",
	      f);
	for (int i = 0; aisp_commands[i]; i++)
		if (!strncmp(aisp_commands[i]->name, prefix, strlen(prefix)))
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

/* `aisp bench` alone lists its sub-commands. */
static int is_group(const char *word)
{
	size_t len = strlen(word);

	for (int i = 0; aisp_commands[i]; i++)
		if (!strncmp(aisp_commands[i]->name, word, len) &&
		    aisp_commands[i]->name[len] == ' ')
			return 1;
	return 0;
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "--help";

	for (int i = 0; aisp_commands[i]; i++) {
		int n = matches(aisp_commands[i], argc - 1, argv + 1);

		if (n)
			return run(aisp_commands[i], n, argc, argv);
	}
	if (!strcmp(word, "--version") || !strcmp(word, "-V")) {
		puts(argp_program_version);
		return AISP_EXIT_OK;
	}
	if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help")) {
		print_commands(stdout, "");
		return argc > 1 ? AISP_EXIT_OK : AISP_EXIT_USAGE;
	}
	if (is_group(word)) {
		int asked = argc > 2 && !strcmp(argv[2], "--help");

		if (argc > 2 && !asked)
			fprintf(stderr, "aisp: '%s %s' is not a command\n", word, argv[2]);
		print_commands(asked ? stdout : stderr, word);
		return asked ? AISP_EXIT_OK : AISP_EXIT_USAGE;
	}
	fprintf(stderr, "aisp: '%s' is not a command; `aisp --help` lists them\n", word);
	return AISP_EXIT_USAGE;
}
