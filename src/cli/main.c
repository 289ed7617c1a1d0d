/* SPDX-License-Identifier: MIT
 *
 * main.c - find the command that the first words name, and run it.
 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "help.h"
#include "stop.h"
#include "suggest.h"

const char *argp_program_version = "aisp " AISP_VERSION;

/* How many words name the command; 0 if they do not. */
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

/* Prints all commands, or those of a group. */
static void print_commands(FILE *f, const char *group)
{
	fputs("usage: aisp COMMAND [OPTION...]\n\n"
	      "Measure pairs of programs, and say how much faster one "
	      "is only when that is sure.\n\nCommands:\n",
	      f);
	for (int i = 0; aisp_commands[i]; i++)
		if (is_in_group(aisp_commands[i], group))
			fprintf(f, "  %-20s %s\n", aisp_commands[i]->name,
				aisp_commands[i]->summary);
	if (!*group)
		fputs("\nTo begin: `aisp bench run ch01` measures a chapter, "
		      "`aisp show ch01:fusion` describes a pair,\n"
		      "`aisp new mydir:colsum` writes one of your own.\n",
		      f);
	fputs("\n`aisp COMMAND --help` shows a command's options; "
	      "the word `bench` may be left out.\n",
	      f);
}

/* Fails if output could not be written, as on a full disk. */
static void check_stdout(void)
{
	bool has_failed = ferror(stdout);

	if (fflush(stdout)) /* an earlier write error shows here, too */
		fprintf(stderr, "aisp: cannot write standard output: %s\n",
			strerror(errno));
	else if (has_failed)
		fputs("aisp: standard output lacks a part: a write failed\n", stderr);
	else
		return;
	_exit(AISP_EXIT_HARNESS);
}

/* Does the user ask for help, before another program's name? */
static bool wants_help(const struct aisp_command *c, int argc, char **argv)
{
	bool has_program = c->argp->args_doc && strstr(c->argp->args_doc, "COMMAND");

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (argv[i][0] != '-' && has_program)
			return false;
		if (!strcmp(argv[i], "-h") || !strcmp(argv[i], "-?") ||
		    !strcmp(argv[i], "--help"))
			return true;
	}
	return false;
}

static int run(const struct aisp_command *c, int n_words, int argc, char **argv)
{
	static char name[64];
	int status;

	snprintf(name, sizeof(name), "aisp %s", c->name);
	argv[n_words] = name;
	argc -= n_words;
	argv += n_words;
	argp_err_exit_status = AISP_EXIT_USAGE;
	if (wants_help(c, argc, argv)) {
		if (!print_help(c->argp, name, stdout))
			return AISP_EXIT_OK;
		perror("aisp: the help");
		return AISP_EXIT_HARNESS;
	}
	if (suggest_option(c, argc, argv))
		return AISP_EXIT_USAGE;
	status = c->run(argc, argv);
	stop_end(status);
	return status;
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

/* The first words name no command: explains a group, no word, or a wrong one. */
static int explain(const char *word, const char *next)
{
	int in_group = word && is_group(word);
	const char *wrong = in_group ? next : word;

	if (wrong && is_help(wrong)) {
		print_commands(stdout, in_group ? word : "");
		return AISP_EXIT_OK;
	}
	if (wrong)
		suggest_command(in_group ? word : "", wrong);
	if (!wrong || in_group)
		print_commands(stderr, in_group ? word : "");
	else
		fputs("`aisp --help` lists them\n", stderr);
	return AISP_EXIT_USAGE;
}

/* Finds the command that the words begin with; *n is how many words name it. */
static const struct aisp_command *find(int argc, char **argv, int *n)
{
	for (int i = 0; aisp_commands[i]; i++) {
		*n = matches(aisp_commands[i], argc, argv);
		if (*n)
			return aisp_commands[i];
	}
	return NULL;
}

/* `aisp run` means `aisp bench run`; likewise the other commands of that group. */
static const struct aisp_command *find_short(int argc, char **argv, int *n)
{
	static char group[] = "bench";
	char *words[] = { group, argc ? argv[0] : NULL };
	const struct aisp_command *c = argc ? find(2, words, n) : NULL;

	*n = 1;
	return c;
}

/* `aisp help bench run`, or `aisp help bench`. */
static int help(int argc, char **argv)
{
	static char option[] = "--help";
	char *words[] = { NULL, option, NULL };
	int n;
	const struct aisp_command *c = find(argc, argv, &n);

	if (!c)
		c = find_short(argc, argv, &n);
	if (c)
		return run(c, 0, 2, words);
	if (argc == 1 && is_group(argv[0]))
		return explain(argv[0], option);
	return explain(argc ? argv[0] : option, argc > 1 ? argv[1] : NULL);
}

/* Ends when memory is short: a document that lacks a member must not look complete. */
static void *take_or_end(size_t n_bytes)
{
	static const char why[] = "aisp: out of memory\n";
	void *p = malloc(n_bytes);

	if (!p) {
		(void)!write(STDERR_FILENO, why, sizeof(why) - 1);
		_exit(AISP_EXIT_HARNESS);
	}
	return p;
}

/*
 * If we are started without one of the three, the next file that we open would take its
 * place, and messages would go into a journal. Printing to a closed output still fails.
 */
static void fill_standard_files(void)
{
	static const int how[] = { O_RDONLY, O_RDONLY, O_RDWR };

	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", how[fd]) != fd)
			_exit(AISP_EXIT_HARNESS);
}

int main(int argc, char **argv)
{
	const struct aisp_command *c;
	int n;

	fill_standard_files();
	json_set_alloc_funcs(take_or_end, free);
	atexit(check_stdout);
	c = find(argc - 1, argv + 1, &n);
	if (!c)
		c = find_short(argc - 1, argv + 1, &n);
	if (c)
		return run(c, n, argc, argv);
	if (argc > 1 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))) {
		puts(argp_program_version);
		return AISP_EXIT_OK;
	}
	if (argc > 1 && is_help(argv[1]))
		return help(argc - 2, argv + 2);
	return explain(argc > 1 ? argv[1] : NULL, argc > 2 ? argv[2] : NULL);
}
