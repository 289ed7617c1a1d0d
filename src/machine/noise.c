/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/regular.h"
#include "base/version.h"
#include "noise.h"

#define DAY_S 86400.0

static int noise_path(char *path, size_t size, struct aisp_err *err)
{
	char id[AISP_MACHINE_ID_SIZE];

	if (aisp_machine_id(id, err))
		return -1;
	return aisp_machine_path(path, size, id, "noise.json", err);
}

void aisp_noise_describe(struct aisp_noise *n, const struct aisp_hw *hw)
{
	aisp_machine_id_of(hw, n->machine);
	snprintf(n->cpu, sizeof(n->cpu), "%s", hw->cpu_model);
	snprintf(n->kernel, sizeof(n->kernel), "%s", hw->kernel);
	snprintf(n->version, sizeof(n->version), "%s", aisp_version);
}

int aisp_noise_accept(const struct aisp_noise *n, struct aisp_err *err)
{
	if (n->grade == 'D')
		return aisp_err_set(err, "measured at grade D: this is the noise of "
					 "what else ran, not the machine's; stop "
					 "that and measure again");
	if (n->n_comparisons < AISP_NOISE_COMPARISONS_MIN)
		return aisp_err_set(err,
				    "%d comparisons have no 95 %% quantile: "
				    "that takes %d, --noise=%d",
				    n->n_comparisons, AISP_NOISE_COMPARISONS_MIN,
				    AISP_NOISE_COMPARISONS_MIN);
	return 0;
}

double aisp_noise_age_days(const struct aisp_noise *n, time_t now)
{
	struct tm tm = { 0 };
	const char *end = strptime(n->measured, "%Y-%m-%dT%H:%M:%SZ", &tm);

	return end && !*end ? difftime(now, timegm(&tm)) / DAY_S : NAN;
}

/* Returns 0 if the machine is the same as then. */
static int check_machine(const struct aisp_noise *n, const struct aisp_hw *hw,
			 struct aisp_err *err)
{
	struct aisp_noise now = { 0 };

	aisp_noise_describe(&now, hw);
	if (strcmp(n->machine, now.machine) != 0 || strcmp(n->cpu, now.cpu) != 0)
		return aisp_err_set(err, "measured on another machine, %.100s", n->cpu);
	if (strcmp(n->kernel, now.kernel) != 0)
		return aisp_err_set(err, "measured under %.100s, this is %.100s",
				    n->kernel, now.kernel);
	if (strcmp(n->version, now.version) != 0)
		return aisp_err_set(err, "measured by aisp %s, this is %s", n->version,
				    now.version);
	return 0;
}

int aisp_noise_check(const struct aisp_noise *n, const struct aisp_hw *hw, time_t now,
		     struct aisp_err *err)
{
	double days = aisp_noise_age_days(n, now);
	struct aisp_err why;

	if (aisp_noise_accept(n, &why) || check_machine(n, hw, &why))
		return aisp_err_set(err, "%s", why.msg);
	if (!(days > -1)) /* a clock may be a little off */
		return aisp_err_set(err, "measured at %s, which is no time before now",
				    n->measured);
	if (days > AISP_NOISE_DAYS_MAX)
		return aisp_err_set(err, "measured %.0f days ago, more than %d", days,
				    AISP_NOISE_DAYS_MAX);
	return 0;
}

static int parse(struct aisp_noise *n, const json_t *json)
{
	const char *measured, *grade, *machine, *cpu, *kernel, *version;

	if (json_unpack((json_t *)json, "{sF si si ss ss ss ss ss ss}", "floor",
			&n->floor, "n_comparisons", &n->n_comparisons, "n_differing",
			&n->n_differing, "measured", &measured, "grade", &grade,
			"machine", &machine, "cpu", &cpu, "kernel", &kernel, "version",
			&version) ||
	    !(n->floor >= 0) || !isfinite(n->floor))
		return -1;
	n->grade = *grade ? *grade : '?';
	snprintf(n->measured, sizeof(n->measured), "%s", measured);
	snprintf(n->machine, sizeof(n->machine), "%s", machine);
	snprintf(n->cpu, sizeof(n->cpu), "%s", cpu);
	snprintf(n->kernel, sizeof(n->kernel), "%s", kernel);
	snprintf(n->version, sizeof(n->version), "%s", version);
	return 0;
}

static int read_file(struct aisp_noise *n, const char *path, struct aisp_err *err)
{
	json_error_t where;
	json_t *json = aisp_regular_json(path, 0, &where);
	int rc = json ? parse(n, json) : -1;

	json_decref(json);
	return rc ? aisp_err_set(err, "%s is damaged, or an older aisp's", path) : 0;
}

int aisp_noise_load(struct aisp_noise *n, struct aisp_err *err)
{
	char path[PATH_MAX];
	struct aisp_hw hw;

	*n = (struct aisp_noise){ 0 };
	if (aisp_hw_read(&hw, err) || noise_path(path, sizeof(path), err))
		return -1;
	if (access(path, F_OK) && errno == ENOENT)
		return 1;
	if (read_file(n, path, err))
		return -1;
	return aisp_noise_check(n, &hw, time(NULL), err);
}

json_t *aisp_noise_json(const struct aisp_noise *n)
{
	const char grade[2] = { n->grade, '\0' };

	return json_pack("{sf si si ss ss ss ss ss ss}", "floor", n->floor,
			 "n_comparisons", n->n_comparisons, "n_differing",
			 n->n_differing, "measured", n->measured, "grade", grade,
			 "machine", n->machine, "cpu", n->cpu, "kernel", n->kernel,
			 "version", n->version);
}

int aisp_noise_save(const struct aisp_noise *n, struct aisp_err *err)
{
	char path[PATH_MAX];
	json_t *json;
	int rc;

	if (noise_path(path, sizeof(path), err))
		return -1;
	json = aisp_noise_json(n);
	if (!json)
		return aisp_err_set(err, "out of memory");
	rc = aisp_machine_save(path, json, err);
	json_decref(json);
	return rc;
}

int aisp_noise_forget(struct aisp_err *err)
{
	char path[PATH_MAX];

	if (noise_path(path, sizeof(path), err))
		return -1;
	if (!unlink(path))
		return 0;
	return errno == ENOENT ? 1 : aisp_err_errno(err, "remove %s", path);
}
