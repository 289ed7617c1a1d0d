/* SPDX-License-Identifier: MIT
 *
 * view.h - what another process holds, as the kernel shows its parent.
 *
 * A process that gives up its privileges closes its files in /proc to others; so
 * they are opened right after the spawn and read later.
 */
#ifndef AISP_VIEW_H
#define AISP_VIEW_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct aisp_view {
	pid_t pid;
	int maps_fd, smaps_fd, fds_fd, environ_fd;
};

#define AISP_VIEW_CLOSED                                                               \
	((struct aisp_view){                                                           \
		.maps_fd = -1, .smaps_fd = -1, .fds_fd = -1, .environ_fd = -1 })

/* Values that this process may not see are NaN below. */
void aisp_view_open(struct aisp_view *v, pid_t pid);
void aisp_view_close(struct aisp_view *v);

/* System call filters on its least filtered thread, beyond this process's own. */
double aisp_view_filters(const struct aisp_view *v);

/* Bytes of the environment with which it was started, once it runs. */
double aisp_view_environment(const struct aisp_view *v);

/* Open descriptors. */
double aisp_view_descriptors(const struct aisp_view *v);

/* Its writable mappings that another process may see, without rings of io_uring. */
double aisp_view_shared(const struct aisp_view *v);

/*
 * Bytes of memory that it holds: all pages that it wrote, in its heap, stacks, library
 * data or private mappings, but not in the judge's memory files.
 */
double aisp_view_own_bytes(const struct aisp_view *v);

/*
 * Calls note(path, arg) for each mapping from which it can run code.  Returns 0, or -1
 * if unknown.
 */
int aisp_view_objects(const struct aisp_view *v,
		      void (*note)(const char *path, void *arg), void *arg);

/* The length of a mapping's file name, without the kernel's mark of a replaced file. */
size_t aisp_view_path_length(const char *mapped);

/* Is the mapping of that file, or of one at that path that was replaced? */
bool aisp_view_is_file(const char *mapped, const char *path);

#endif
