/* SPDX-License-Identifier: MIT
 *
 * machine_gpu.c - reading GPUs through a fake NVML, and the text made of it.
 */
#include <dlfcn.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "machine/gpu_hw.h"
#include "machine/grade.h"
#include "machine/hw.h"
#include "store/program.h"
#include "tap.h"

static char dir[] = "/tmp/aisp_gpu.XXXXXX", library[64];

/* Loads the fake first, so that dlopen() finds it under its name. */
static void load_fake(void)
{
	const char *const argv[] = { "cc",
				     "-std=gnu11",
				     "-D_GNU_SOURCE",
				     "-Isrc",
				     "-shared",
				     "-fPIC",
				     "-Wl,-soname,libnvidia-ml.so.1",
				     "-o",
				     library,
				     "tests/fixtures/fake_nvml.c",
				     NULL };
	struct aisp_err err;
	char *output = NULL;

	if (!mkdtemp(dir))
		abort();
	snprintf(library, sizeof(library), "%s/libnvidia-ml.so.1", dir);
	if (aisp_program_read(argv, &output, &err) || !dlopen(library, RTLD_NOW)) {
		printf("Bail out! %s\n", err.msg);
		exit(1);
	}
	free(output);
}

static int finds(const struct aisp_nvml *n, const char *gpu, const char *uuid)
{
	struct aisp_nvml_device *d;
	char text[96];

	return !aisp_nvml_find(n, gpu, &d, NULL) && !n->uuid(d, text, sizeof(text)) &&
	       !strcmp(text, uuid);
}

static int is_refused(const struct aisp_nvml *n, const char *gpu)
{
	struct aisp_nvml_device *d;
	struct aisp_err err = { "" };

	return aisp_nvml_find(n, gpu, &d, &err) && strstr(err.msg, "no such GPU");
}

static void test_find(const struct aisp_nvml *n)
{
	const char *second = "GPU-00000001-0000-1111-2222-333344445555";

	ok(finds(n, second, second), "by UUID");
	ok(finds(n, "00000000:1B:00.0", second), "by NVML's bus id");
	ok(finds(n, "0000:1b:00.0", second), "by CUDA's");
	ok(finds(n, "1", second), "by index");
	ok(is_refused(n, "2") && is_refused(n, "-1") && is_refused(n, "") &&
		   is_refused(n, "GPU-x") && is_refused(n, "1x") &&
		   is_refused(n, "0000:77:00.0"),
	   "what does not exist is refused");
}

static void test_state(const struct aisp_nvml *n)
{
	struct aisp_gpu_state s;
	char pid[16], text[100];
	pid_t ours = getpid();

	snprintf(pid, sizeof(pid), "%d", (int)ours);
	setenv("FAKE_NVML_PID", pid, 1);
	ok(!aisp_gpu_state_read(n, "0", &s, NULL) && s.sm_mhz == 345 &&
		   s.memory_mhz == 3201 && s.power_w == 75.5 && s.temperature_c == 31 &&
		   s.reasons == AISP_GPU_IDLE,
	   "clocks, power, heat and reasons");
	ok(s.n_processes == 1 && s.processes[0].pid == ours &&
		   s.processes[0].memory_bytes == 512 << 20,
	   "a process");
	ok(aisp_gpu_others(&s, NULL, 0, text, sizeof(text)) == 1 &&
		   strstr(text, "(machine_gpu)"),
	   "is another's, with its name");
	ok(aisp_gpu_lists(&s, &ours, 1) && !aisp_gpu_lists(&s, &ours, 0),
	   "a list that has us can tell of others");
	ok(!aisp_gpu_others(&s, &ours, 1, text, sizeof(text)) && !text[0],
	   "unless it is ours");
	unsetenv("FAKE_NVML_PID");
	setenv("FAKE_NVML", "unsupported", 1);
	ok(!aisp_gpu_state_read(n, "1", &s, NULL) && isnan(s.sm_mhz) &&
		   isnan(s.memory_mhz) && isnan(s.power_w) && isnan(s.temperature_c) &&
		   s.reasons == -1 && s.n_processes == -1,
	   "what is not supported is unknown, not 0");
	ok(aisp_gpu_others(&s, NULL, 0, text, sizeof(text)) == -1, "nor is nobody");
	unsetenv("FAKE_NVML");
}

static int says(int64_t reasons, const char *want)
{
	char text[200], cut[6];

	aisp_gpu_reasons_format(reasons, text, sizeof(text));
	aisp_gpu_reasons_format(reasons, cut, sizeof(cut));
	return !strcmp(text, want) && !strncmp(cut, want, strlen(cut));
}

static void test_words(void)
{
	ok(says(-1, "unknown") && says(0, "none") && says(1, "idle") &&
		   says(0x4, "power cap") && says(0x60, "thermal limit, too hot") &&
		   says(0x100, "display clocks"),
	   "reasons in words");
	ok(says(0x202, "user's clocks, 0x200"), "unknown bits as they are");
}

static char grade(int64_t reasons, double sm_mhz, int n_processes, const char *why)
{
	struct aisp_gpu_state s = { .sm_mhz = sm_mhz,
				    .reasons = reasons,
				    .n_processes = n_processes,
				    .processes = { { 77, -1, "x" } } };
	struct aisp_grading g = { .grade = AISP_GRADE_A };
	pid_t ours[] = { 78 };

	aisp_grade_gpu("GPU 0", &s, ours, 1, &g);
	if ((g.grade == AISP_GRADE_A) != !g.n_why)
		return '!';
	if (g.n_why && !strstr(g.why[g.n_why - 1], why))
		return '?';
	return aisp_grade_letter(g.grade);
}

static void test_grades(void)
{
	struct aisp_gpu_state s = { .reasons = AISP_GPU_USER_CLOCKS };
	struct aisp_grading g = { .grade = AISP_GRADE_C };

	ok(grade(AISP_GPU_USER_CLOCKS, 1500, 0, "") == 'A', "held to the user's: A");
	ok(grade(0, 1500, 0, "not locked") == 'B', "free: B");
	ok(grade(AISP_GPU_USER_CLOCKS | AISP_GPU_POWER_CAP, 1500, 0, "power cap") ==
		   'B',
	   "held lower by the power cap: B");
	ok(grade(AISP_GPU_IDLE, 345, 0, "idle") == 'B', "idle shows nothing: B");
	ok(grade(AISP_GPU_HW_SLOWDOWN, 900, 0, "slowdown") == 'D' &&
		   grade(AISP_GPU_SW_THERMAL, 900, 0, "thermal") == 'D' &&
		   grade(AISP_GPU_HW_THERMAL, 900, 0, "too hot") == 'D' &&
		   grade(AISP_GPU_POWER_BRAKE, 900, 0, "brake") == 'D',
	   "slowed down: D");
	ok(grade(AISP_GPU_USER_CLOCKS, NAN, 0, "no clock") == 'C', "no clock: C");
	ok(grade(-1, 1500, 0, "nothing shows") == 'C', "no reasons: C");
	ok(grade(AISP_GPU_USER_CLOCKS, 1500, -1, "who else") == 'C', "no list: C");
	ok(grade(AISP_GPU_USER_CLOCKS, 1500, 1, "77 (x)") == 'D', "shared: D");
	aisp_grade_gpu("GPU 0", &s, NULL, 0, &g);
	ok(g.grade == AISP_GRADE_C, "never better than it was");
}

static void test_pairs(void)
{
	const struct {
		struct aisp_gpu_pair pair;
		const char *text;
	} cases[] = { { { 50, 18, 1 }, "NV18" }, { { 50, 0, 1 }, "SYS" },
		      { { 40, 0, 1 }, "NODE" },  { { 30, 0, 1 }, "PHB" },
		      { { 20, 0, 1 }, "PXB" },   { { 10, 0, 1 }, "PIX" },
		      { { 0, 0, 1 }, "PSB" },    { { -1, 0, -1 }, "?" },
		      { { 35, 0, 1 }, "?" },     { { 60, 0, 1 }, "?" } };
	int n_wrong = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char text[16];

		aisp_gpu_pair_format(&cases[i].pair, text);
		n_wrong += strcmp(text, cases[i].text) != 0;
	}
	ok(!n_wrong, "ways between GPUs in words");
}

static void test_features(void)
{
	static const struct {
		int capability, told;
		const char *has; /* in the order of the enum */
	} cases[] = { { 80, -1, "00000" },  { 90, -1, "11110" }, { 90, 0, "00010" },
		      { 100, 1, "11101" },  { 103, 1, "11101" }, { 110, 1, "11101" },
		      { 120, -1, "11100" }, { 121, 1, "11?00" }, { -1, -1, "?????" } };
	int n_wrong = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct aisp_gpu_hw gpu = { .capability = cases[i].capability,
					   .clusters = cases[i].told,
					   .tensor_maps = cases[i].told };

		for (int k = 0; k < AISP_N_GPU_FEATURES; k++) {
			int has = aisp_gpu_has(&gpu, (enum aisp_gpu_feature)k);

			n_wrong += cases[i].has[k] != (has < 0 ? '?' : '0' + has);
		}
	}
	ok(!n_wrong, "TMA, clusters, DSMEM, wgmma and tcgen05 by what is known");
}

static void test_failures(void)
{
	struct aisp_err err = { "" };
	struct aisp_nvml n;

	setenv("FAKE_NVML", "18", 1);
	ok(aisp_nvml_open(&n, &err) && strstr(err.msg, "reboot") &&
		   n.code == AISP_NVML_VERSION_MISMATCH,
	   "driver and library differ");
	aisp_nvml_close(&n);
	setenv("FAKE_NVML", "77", 1);
	ok(aisp_nvml_open(&n, &err) && strstr(err.msg, "error 77"), "an unknown error");
	aisp_nvml_close(&n);
	unsetenv("FAKE_NVML");
	setenv("AISP_SYSROOT", "/nowhere", 1);
	ok(aisp_nvml_open(&n, &err) && strstr(err.msg, "AISP_SYSROOT"),
	   "another machine's tree has no GPUs of ours");
	aisp_nvml_close(&n);
	unsetenv("AISP_SYSROOT");
}

static void test_manifest(void)
{
	json_t *hw = aisp_hw_json(NULL);
	const json_t *gpu = json_object_get(hw, "gpu");

	ok(json_array_size(json_object_get(gpu, "devices")) == 2,
	   "what manifests record has the GPUs");
	json_decref(hw);
}

int main(void)
{
	struct aisp_nvml n;
	struct aisp_err err;

	load_fake();
	ok(!aisp_nvml_open(&n, &err), "open");
	test_find(&n);
	test_state(&n);
	aisp_nvml_close(&n);
	test_words();
	test_grades();
	test_pairs();
	test_features();
	test_failures();
	test_manifest();
	unlink(library);
	rmdir(dir);
	return done();
}
