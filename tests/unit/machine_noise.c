/* SPDX-License-Identifier: MIT
 *
 * The noise floor that is kept, and the kept ones that are still valid.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/noise.h"
#include "tap.h"
#include "unit/store_tmp.h"

#define DAY 86400

static struct aisp_hw hw;
static struct aisp_noise good;
static struct aisp_err err;

static void make_good(void)
{
	aisp_hw_read(&hw, &err);
	good = (struct aisp_noise){ .floor = 0.012,
				    .n_comparisons = 20,
				    .grade = 'C',
				    .measured = "2026-01-31T12:00:00Z" };
	aisp_noise_describe(&good, &hw);
}

static time_t then(void)
{
	return 1769860800; /* by date -u -d 2026-01-31T12:00:00Z +%s */
}

static void test_accept(void)
{
	struct aisp_noise n = good;

	ok(!aisp_noise_accept(&n, &err), "20 comparisons at grade C are kept");
	n.n_comparisons = 19;
	ok(aisp_noise_accept(&n, &err) && strstr(err.msg, "--noise=20"),
	   "19 hold no 95 %% quantile, and the remedy is named");
	n = good;
	n.grade = 'D';
	ok(aisp_noise_accept(&n, &err) && strstr(err.msg, "grade D"),
	   "nor is grade D kept");
}

static int is_ignored(const struct aisp_noise *n, time_t now, const char *why)
{
	return aisp_noise_check(n, &hw, now, &err) && strstr(err.msg, why);
}

static void test_check(void)
{
	struct aisp_noise n = good;

	ok(!aisp_noise_check(&n, &hw, then() + 29 * DAY, &err), "29 days hold");
	ok(is_ignored(&n, then() + 31 * DAY, "31 days ago, more than 30"), "31 do not");
	ok(is_ignored(&n, then() - 2 * DAY, "no time before now"),
	   "nor what is to come");
	ok(aisp_noise_age_days(&n, then() + DAY / 2) == 0.5, "half a day old");
	snprintf(n.measured, sizeof(n.measured), "yesterday");
	ok(isnan(aisp_noise_age_days(&n, then())) && is_ignored(&n, then(), "no time"),
	   "no date is no age");
	n = good;
	snprintf(n.kernel, sizeof(n.kernel), "Linux 2.4.0");
	ok(is_ignored(&n, then(), "Linux 2.4.0"), "another kernel");
	n = good;
	snprintf(n.cpu, sizeof(n.cpu), "Z80");
	ok(is_ignored(&n, then(), "Z80"), "another CPU");
	n = good;
	n.machine[0] ^= 1;
	ok(is_ignored(&n, then(), "another machine"), "another machine");
	n = good;
	snprintf(n.version, sizeof(n.version), "0.0.1");
	ok(is_ignored(&n, then(), "aisp 0.0.1"), "another aisp");
	n = good;
	n.grade = 'D';
	ok(is_ignored(&n, then(), "grade D"), "what would not be kept does not count");
}

static void test_kept(void)
{
	struct aisp_noise n;

	tmp_make();
	setenv("XDG_CACHE_HOME", tmp_base, 1);
	ok(aisp_noise_load(&n, &err) == 1, "none is there at first");
	ok(aisp_noise_forget(&err) == 1, "none to forget");
	ok(!aisp_noise_save(&good, &err), "saved");
	ok(aisp_noise_load(&n, &err) == -1 && n.floor == good.floor &&
		   n.n_comparisons == 20 && n.grade == 'C' &&
		   !strcmp(n.measured, good.measured) && !strcmp(n.cpu, good.cpu),
	   "what was saved is read, and by now too old");
	ok(!aisp_noise_forget(&err) && aisp_noise_load(&n, &err) == 1, "forgotten");
	tmp_remove();
}

int main(void)
{
	make_good();
	test_accept();
	test_check();
	test_kept();
	return done();
}
