/* SPDX-License-Identifier: MIT
 *
 * access.h - access control of the dashboard.
 */
#ifndef AISP_ACCESS_H
#define AISP_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#define AISP_TOKEN_LENGTH 32 /* hex digits: 128 bits */

/* Returns 0, or -1 if the kernel gives no random bytes. */
int aisp_token_make(char token[AISP_TOKEN_LENGTH + 1]);

/*
 * The part of path after "/<token>/", or NULL if the token is wrong.  The time does not
 * reveal how much of it was right.
 */
const char *aisp_token_strip(const char *path, const char token[AISP_TOKEN_LENGTH + 1]);

/*
 * Does the Host header (NULL: none) name this machine and port? If not, a foreign page
 * had its own name resolve to this address.
 */
bool aisp_host_is_ours(const char *host, uint16_t port);

#endif
