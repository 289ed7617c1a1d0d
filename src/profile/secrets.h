/* SPDX-License-Identifier: MIT
 *
 * secrets.h - which environment variables may be shown; removes the values of all
 * others from text.
 */
#ifndef AISP_SECRETS_H
#define AISP_SECRETS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Only names on a list of performance variables are shown; a name that sounds like a
 * secret (KEY, TOKEN, ...) never is.
 */
bool aisp_env_is_shown(const char *name);

/*
 * Replaces the values of all variables of environ that are not shown by "[$NAME]", as
 * they are and as JSON would write them; paths, which say little, only if the name
 * sounds like a secret.  Values of less than 6 characters stay, since they would be
 * found everywhere. text may hold NUL.  The caller frees the result; its length is in
 * *n_bytes; NULL without memory.
 */
char *aisp_secrets_remove(const char *text, size_t *n_bytes);

/* Likewise for all strings of a document, in place.  0, or -1 without memory. */
int aisp_secrets_clean(json_t *document);

#endif
