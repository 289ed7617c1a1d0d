/* SPDX-License-Identifier: MIT
 *
 * access.h - who may ask the dashboard.
 */
#ifndef AISP_ACCESS_H
#define AISP_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#define AISP_TOKEN_LENGTH 32 /* hex digits: 128 bits */

/* 0, or -1 where the kernel gives no random bytes. */
int aisp_token_make(char token[AISP_TOKEN_LENGTH + 1]);

/*
 * What follows "/<token>/" in path, or NULL if the token is another one.  The time
 * it takes does not tell how much of it was right.
 */
const char *aisp_token_strip(const char *path, const char token[AISP_TOKEN_LENGTH + 1]);

/*
 * Does the Host header (NULL: none) name this machine and port?  Another name means
 * that a foreign page had its own name resolve to this address.
 */
bool aisp_host_is_ours(const char *host, uint16_t port);

#endif
