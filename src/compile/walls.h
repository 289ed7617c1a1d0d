/* SPDX-License-Identifier: MIT
 *
 * walls.h - a compiler reads what a stranger wrote.  It runs behind walls that each
 * hold on their own: no network, files read-only but for one scratch folder,
 * limits, no privileges.  A kernel may refuse some; what holds is probed and said.
 */
#ifndef AISP_WALLS_H
#define AISP_WALLS_H

#include <stdint.h>
#include <sys/types.h>

#include "words.h"

enum aisp_wall {
	AISP_WALL_NAMESPACES, /* a network and IPC of its own: nothing is there */
	AISP_WALL_PRIVILEGES, /* no capabilities, and none to gain */
	AISP_WALL_LIMITS,     /* CPU time, memory, sizes of files, processes */
	AISP_WALL_FILES,      /* Landlock */
	AISP_WALL_CALLS,      /* seccomp: no sockets, no tracing, no mounts */
	AISP_N_WALLS
};

const char *aisp_wall_name(enum aisp_wall wall);

/* What a program within may do. */
struct aisp_within {
	struct aisp_words readable; /* files and folders, beside the system's */
	const char *writable;       /* the one folder; also $TMPDIR and $HOME */
	int cpu_s;                  /* of one process */
	int64_t memory_bytes;       /* of one process */
};

/* A program that runs behind the walls, in a process group of its own. */
struct aisp_walled {
	pid_t pid;
	int fd;         /* readable when it has ended, or -1; closed by the caller */
	uint32_t walls; /* bits of enum aisp_wall that held */
};

/*
 * Start argv (argv[0] is a path) in the folder cwd, its words to the file log_fd.  0,
 * or -1 with *err filled.
 */
int aisp_walled_start(struct aisp_walled *p, const struct aisp_within *w,
		      const struct aisp_words *argv, const char *cwd, int log_fd,
		      struct aisp_err *err);

/*
 * Try from within what each wall must refuse, in a scratch folder: bits of enum
 * aisp_wall that held.
 */
uint32_t aisp_walls_probe(const char *scratch);

#endif
