/* SPDX-License-Identifier: MIT
 *
 * tuning_parts.h - shared by the files of src/tuning.
 */
#ifndef AISP_TUNING_PARTS_H
#define AISP_TUNING_PARTS_H

#include "tuning.h"

#define TUNING_MAX_DIR  (PATH_MAX + 64)
#define TUNING_MAX_PATH (PATH_MAX + 512)

__attribute__((format(printf, 2, 3))) void tuning_say(const struct tuning *t,
						      const char *fmt, ...);

/* Reads a whole file; the caller frees it; NULL with *err filled. */
char *tuning_read_file(const char *path, size_t most, struct aisp_err *err);
int tuning_write_file(const char *path, const char *text, struct aisp_err *err);

/* "gemm_c0007", or "gemm_tuned" in a final run. */
void tuning_variant_name(const struct tuning *t, int candidate, bool is_final,
			 char *buf, size_t size);

/* Of the file in a folder of the pair: optimized_gemm_c0007.c, baseline_gemm.c. */
void tuning_variant_path(const struct tuning *t, const char *dir, int candidate,
			 bool is_final, char *buf, size_t size);
void tuning_baseline_path(const struct tuning *t, const char *dir, char *buf,
			  size_t size);

/* optimized_gemm_c0007.c in the folder of candidates. */
void tuning_candidate_path(const struct tuning *t, int candidate, char *buf,
			   size_t size);

/* The names below runs/. */
void tuning_screen_key(char *key, size_t size, int first, int pairs, int n_tries);
void tuning_race_key(char *key, size_t size, int challenger, int incumbent);
void tuning_final_key(char *key, size_t size, int candidate, int of_size);

/*
 * Fills the judge's part of a record of that candidate from a run; a baseline that
 * failed is not exchanged with it.  Returns 0, or -1 with *err filled.
 */
int tuning_hear(struct tuning *t, struct aisp_tune_record *r,
		const struct aisp_run *run, bool *is_baseline, struct aisp_err *err);

/* Copies the files of a pair, without its variants. */
int tuning_copy_headers(const char *from, const char *to, struct aisp_err *err);
int tuning_copy_pair(const struct tuning *t, const struct tuning_source *from,
		     struct aisp_err *err);

/* Makes another folder of the same pair, in which the baseline is a candidate. */
int tuning_make_race(const struct tuning *t, int challenger, int incumbent, char *dir,
		     size_t size, struct aisp_err *err);

/*
 * Makes another folder of the same pair with one candidate, which has the name that the
 * winner's source gets: a source can know its file's name.
 */
int tuning_make_final(const struct tuning *t, int candidate, char *dir, size_t size,
		      struct aisp_err *err);

/*
 * Appends to history.jsonl, with the line on disk when it returns 0, and to t->history.
 * Lines of one run are one write: all are there, or none.
 */
int tuning_add(struct tuning *t, const struct aisp_tune_record *r,
	       struct aisp_err *err);
int tuning_add_all(struct tuning *t, const struct aisp_tune_record *r, int n,
		   struct aisp_err *err);

/* An order for one run of the judge. */
struct tuning_order {
	const char *key; /* of its folder below runs/ */
	const char *dir; /* of the pair */
	const int *candidates;
	int n;
	int pairs; /* 0: the judge's own plan */
	int size;  /* of the space's */
	bool is_race, is_final;
	int incumbent; /* of a race: the candidate in the baseline's place */
};

/* Hashes of the copied files, {"pair/workload_gemm.h": SHA-256}; NULL: *err filled. */
json_t *tuning_hash_files(const struct tuning *t, struct aisp_err *err);

/*
 * Compares all of t->files, a candidate's source, or what an order compiles, with the
 * hashes.  Returns 0, or
 * -1 with *err naming the file that was edited, is missing or is new.
 */
int tuning_check_files(const struct tuning *t, struct aisp_err *err);
int tuning_check_source(const struct tuning *t, int candidate, struct aisp_err *err);
int tuning_check_order(const struct tuning *t, const struct tuning_order *o,
		       struct aisp_err *err);

/*
 * Loads the run of that key; measures it first unless it is complete.  NULL with *err
 * filled: it was stopped, the judge refused, or a file was edited.  The caller frees
 * it.
 */
struct aisp_run *tuning_judge(struct tuning *t, const struct tuning_order *o,
			      struct aisp_err *err);

/* Adds what is proposed next, or the end of the proposals. */
int tuning_propose(struct tuning *t, struct aisp_err *err);

enum tuning_reply { TUNING_ANSWERED, TUNING_DIED, TUNING_SILENT, TUNING_TOO_LONG };

/*
 * Asks the program one question, a line without its end. *answer belongs to the program
 * until the next question; *why says what happened if it gave no answer.
 */
enum tuning_reply tuning_ask(struct tuning_program *p, const char *question,
			     double answer_s, const volatile sig_atomic_t *is_stopped,
			     const char **answer, size_t *n_bytes,
			     struct aisp_err *why);

/* Starts a shell command; its errors go to that file.  NULL with *err filled. */
struct tuning_program *tuning_program_start(const char *command, const char *log,
					    struct aisp_err *err);

/* Ends it and its children, except those in process groups of their own. */
void tuning_program_stop(struct tuning_program *p);

#endif
