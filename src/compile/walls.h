/* SPDX-License-Identifier: MIT
 *
 * walls.h - the sandbox of a compiler, which reads what a stranger wrote.  Each wall
 * holds without the others: no network, no writing outside of a scratch folder, limits,
 * no privileges.  A kernel may lack some of them; which ones hold is tried and
 * reported.
 */
#ifndef AISP_WALLS_H
#define AISP_WALLS_H

#include <stdint.h>
#include <sys/types.h>

#include "words.h"

enum aisp_wall {
	AISP_WALL_NAMESPACES, /* a network and IPC of its own, which are empty */
	AISP_WALL_PRIVILEGES, /* no capabilities, and no way to gain any */
	AISP_WALL_LIMITS,     /* CPU time, memory, sizes of files, processes */
	AISP_WALL_FILES,      /* Landlock */
	AISP_WALL_CALLS,      /* seccomp: no sockets, no tracing, no mounts */
	AISP_N_WALLS
};

const char *aisp_wall_name(enum aisp_wall wall);

/* What a program behind the walls may do. */
struct aisp_within {
	struct aisp_words readable; /* files and folders, besides the system's */
	const char *writable;       /* the only such folder; $TMPDIR and $HOME */
	int cpu_s;                  /* of one process */
	int64_t memory_bytes;       /* of one process */
};

/* A program that runs behind the walls, in a process group of its own. */
struct aisp_walled {
	pid_t pid;
	int fd;         /* readable when it has ended; -1: none; the caller closes it */
	uint32_t walls; /* bits of enum aisp_wall that held */
};

/*
 * Start argv (argv[0] is a path) in the folder cwd; what it prints goes to log_fd.
 * Returns 0, or -1 with *err filled.
 */
int aisp_walled_start(struct aisp_walled *p, const struct aisp_within *w,
		      const struct aisp_words *argv, const char *cwd, int log_fd,
		      struct aisp_err *err);

/*
 * Try behind the walls what each must refuse, in a scratch folder.  Returns the bits of
 * enum aisp_wall that held.
 */
uint32_t aisp_walls_probe(const char *scratch);

#endif
