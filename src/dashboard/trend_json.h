/* SPDX-License-Identifier: MIT
 *
 * trend_json.h - the history's series, kept until its file changes.
 */
#ifndef AISP_TREND_JSON_H
#define AISP_TREND_JSON_H

/* Safe from any thread. */
struct aisp_trends;

/* path of a history (store/history.h), or "" for none; copied.  NULL without memory. */
struct aisp_trends *aisp_trends_new(const char *path);
void aisp_trends_free(struct aisp_trends *t);

/*
 * {"series": [{"target", "params", "distribution", "class", "host", "points": [[run
 * folder's name, started, commit, verdict, speedup, low, high, time_ns, low, high]],
 * "speedup_changes", "time_changes": as in store/history.h}]}; "series" is null where
 * there is no history, and {"error"} says why one cannot be read.  The caller frees
 * it; NULL without memory.
 */
char *aisp_trends_json(struct aisp_trends *t);

#endif
