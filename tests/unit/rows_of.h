/* SPDX-License-Identifier: MIT
 *
 * rows_of.h - turns a list that a test made into rows of a history.
 */
#ifndef ROWS_OF_H
#define ROWS_OF_H

#include <stdio.h>
#include <stdlib.h>

#include "run/history_model.h"

/* Takes the list; the caller releases the rows.  Any other list ends the test. */
static inline struct aisp_history_rows rows_of(json_t *list)
{
	struct aisp_history_rows rows;
	struct aisp_err err;

	if (aisp_history_rows_parse(&rows, list, &err)) {
		printf("Bail out! %s\n", err.msg);
		exit(1);
	}
	json_decref(list);
	return rows;
}

#endif
