/* SPDX-License-Identifier: MIT
 *
 * cli.h - shared by main.c and the cmd_*.c files only.
 *
 * A command is one file, cmd_<name>.c, that defines
 * `const struct aisp_command aisp_cmd_<name>`; the table is made from the file
 * names.  Its argp is the one description of its options: --help, aisp(1) and
 * the shell completion come from it.
 */
#ifndef AISP_CLI_H
#define AISP_CLI_H

#include <argp.h>

#include "base/exit_status.h"

struct aisp_command {
	const char *name;    /* "bench run" */
	const char *summary; /* one line, without a full stop */
	const struct argp *argp;
	/* Returns the exit status; argv[0] is "aisp bench run". */
	int (*run)(int argc, char **argv);
};

/* Sorted by name, with NULL at the end. */
extern const struct aisp_command *const aisp_commands[];

#endif
