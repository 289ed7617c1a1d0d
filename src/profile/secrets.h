/* SPDX-License-Identifier: MIT
 *
 * secrets.h - which environment variables may be shown, and the removal of all
 * others' values from any text.
 */
#ifndef AISP_SECRETS_H
#define AISP_SECRETS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * By an allow-list of names that concern performance; a name that sounds like a
 * secret (KEY, TOKEN, ...) is never shown.
 */
bool aisp_env_is_shown(const char *name);

/*
 * text with the values of all variables of environ that are not shown replaced by
 * "[$NAME]", as they are and as JSON would write them; paths, which say little,
 * only where the name sounds like a secret.  Values of less than 6 characters stay:
 * they would be found everywhere.  text may hold NUL.  To be freed; its length in
 * *n_bytes; NULL without memory.
 */
char *aisp_secrets_remove(const char *text, size_t *n_bytes);

/* The same of every string value of a document, in place.  0, or -1 without memory. */
int aisp_secrets_clean(json_t *document);

#endif
