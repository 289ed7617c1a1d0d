/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "device/device_group.h"
#include "mpi.h"
#include "nccl.h"
#include "spawn.h"

#define FIRST_FREE_FD 512

/* A rank's worker gets its own blocks, and those that all ranks have. */
static bool has_block(const struct aisp_launch *l, int i)
{
	int rank = l->buffers->rank_of_block[i];

	return rank < 0 || rank == l->rank;
}

/* Copy the links to free numbers: other descriptors will take theirs. */
static void keep_links(posix_spawn_file_actions_t *fa, const struct aisp_launch *l)
{
	for (int rank = 0; rank < AISP_MAX_RANKS; rank++)
		if (l->links[rank])
			posix_spawn_file_actions_adddup2(fa, l->links[rank],
							 FIRST_FREE_FD + rank);
}

static void give_links(posix_spawn_file_actions_t *fa, const struct aisp_launch *l)
{
	int n = l->buffers->problem.ranks.n_nodes > 1 ? AISP_MAX_RANKS : 0;

	for (int rank = 0; rank < n; rank++)
		if (l->links[rank])
			posix_spawn_file_actions_adddup2(fa, FIRST_FREE_FD + rank,
							 AISP_FD_LINKS + rank);
		else
			posix_spawn_file_actions_addclose(fa, AISP_FD_LINKS + rank);
}

/*
 * The child's 0 to 2 are /dev/null (or NCCL prints to stderr), then come the memory
 * files and blocks; nothing else.  They are copied by way of free numbers, since one's
 * target may be another's source.
 */
static void give_descriptors(posix_spawn_file_actions_t *fa,
			     const struct aisp_launch *l)
{
	const int fds[] = { l->plan_fd, l->report_fd, l->buffers->in_fd,
			    l->buffers->out_fd };
	int n = l->buffers->n_blocks;

	keep_links(fa, l); /* before their numbers are taken */
	for (int i = 0; i < (aisp_nccl_speaks(l) ? 1 : 3); i++)
		posix_spawn_file_actions_addopen(fa, i, "/dev/null", O_RDWR, 0);
	if (aisp_nccl_speaks(l))
		posix_spawn_file_actions_adddup2(fa, STDERR_FILENO, STDOUT_FILENO);
	for (int i = 0; i < n; i++)
		if (has_block(l, i))
			posix_spawn_file_actions_adddup2(fa, l->buffers->blocks[i].fd,
							 FIRST_FREE_FD + i);
	for (int i = 0; n && i < 4; i++)
		posix_spawn_file_actions_adddup2(fa, fds[i], FIRST_FREE_FD + n + i);
	for (int i = 0; i < 4; i++)
		posix_spawn_file_actions_adddup2(fa, n ? FIRST_FREE_FD + n + i : fds[i],
						 AISP_FD_PLAN + i);
	for (int i = 0; i < n; i++)
		if (has_block(l, i))
			posix_spawn_file_actions_adddup2(fa, FIRST_FREE_FD + i,
							 AISP_FD_BLOCKS + i);
		else
			posix_spawn_file_actions_addclose(fa, AISP_FD_BLOCKS + i);
	give_links(fa, l);
}

#define N_ENVIRONMENT 2

/* The worker's environment: only what the device's driver must know. */
static void environment(const struct aisp_open_device *d,
			char text[N_ENVIRONMENT][sizeof(d->environment[0])],
			char *envp[N_ENVIRONMENT + 1])
{
	int n = 0;

	_Static_assert(sizeof(d->environment) == N_ENVIRONMENT * sizeof(*text), "all");
	memcpy(text, d->environment, sizeof(d->environment));
	while (n < N_ENVIRONMENT && text[n][0]) {
		envp[n] = text[n];
		n++;
	}
	envp[n] = NULL;
}

int aisp_launch_spawn(struct aisp_launch *l, const struct aisp_placement *where,
		      const char *lib, struct aisp_err *err)
{
	char path[4200], text[N_ENVIRONMENT][80];
	char *envp[AISP_MPI_WORDS] = { NULL };
	char *argv[] = { (char *)"aisp-worker", NULL };
	posix_spawn_file_actions_t fa;
	posix_spawnattr_t attr;
	int rc;

	/* A process group of its own: Ctrl-C is for the judge only. */
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP);
	snprintf(path, sizeof(path), "%s/aisp-worker", lib);
	posix_spawn_file_actions_init(&fa);
	give_descriptors(&fa, l);
	sched_setaffinity(0, sizeof(where->worker), &where->worker);
	environment(aisp_device_of_rank(l->buffers->device, l->rank), text, envp);
	if (l->mpi)
		aisp_mpi_environment(l->mpi, l->rank, envp);
	rc = posix_spawn(&l->pid, path, &fa, &attr, argv, envp);
	sched_setaffinity(0, sizeof(where->judge), &where->judge);
	posix_spawn_file_actions_destroy(&fa);
	posix_spawnattr_destroy(&attr);
	if (rc) {
		l->pid = 0;
		errno = rc;
		return aisp_err_errno(err, "start %s", path);
	}
	return 0;
}
