/* SPDX-License-Identifier: MIT
 *
 * doctor_gpu.c - symptoms of GPUs.  None has a fix: a setting of a GPU affects all its
 * users, and some settings outlive a reboot.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doctor_parts.h"
#include "gpu_hw.h"
#include "gpu_users.h"
#include "sysfile.h"

/* Appends to "GPU 0, 2". */
static void add_name(char *text, size_t size, int i)
{
	size_t n = strlen(text);

	snprintf(text + n, size - n, n ? ", %d" : "GPU %d", i);
}

/* Names the GPUs for which is() is true; returns their number. */
static int name_those(const struct aisp_gpus *g, int (*is)(const struct aisp_gpu_hw *),
		      char *text, size_t size)
{
	int n = 0;

	text[0] = '\0';
	for (int i = 0; i < g->n; i++)
		if (is(&g->gpu[i])) {
			add_name(text, size, i);
			n++;
		}
	return n;
}

static int is_broken(const struct aisp_gpu_hw *gpu)
{
	return gpu->why[0] != '\0';
}

static void examine_driver(const struct aisp_gpus *g, struct aisp_symptom *s)
{
	char who[100];
	int i = 0;

	if (!name_those(g, is_broken, who, sizeof(who)))
		return aisp_found(s, AISP_HARM_OK, "%d, driver %s", g->n, g->driver);
	while (!g->gpu[i].why[0])
		i++;
	aisp_found(s, AISP_HARM_BAD, "%s cannot be asked", who);
	aisp_advise(s, g->gpu[i].why);
}

/* The version that `dir`/../include/cuda.h states; 0 if the file is missing. */
static int version_beside(const char *dir)
{
	char path[4096], *text, *line;
	int version = 0;

	snprintf(path, sizeof(path), "%.4000s/../include/cuda.h", dir);
	text = aisp_sys_slurp(path);
	line = text ? strstr(text, "#define CUDA_VERSION ") : NULL;
	if (line)
		version = (int)strtol(line + strlen("#define CUDA_VERSION "), NULL, 10);
	free(text);
	return version;
}

/* The version of nvcc's toolkit: the first in $PATH, else in /usr/local/cuda. */
static int toolkit_version(void)
{
	const char *path = getenv("PATH");
	char *dirs = strdup(path ? path : ""), *save = NULL;
	int version = 0;

	for (char *d = dirs ? strtok_r(dirs, ":", &save) : NULL; d && !version;
	     d = strtok_r(NULL, ":", &save)) {
		char nvcc[4096];

		snprintf(nvcc, sizeof(nvcc), "%.4000s/nvcc", d);
		if (!access(nvcc, X_OK))
			version = version_beside(d);
	}
	free(dirs);
	return version ? version : version_beside("/usr/local/cuda/bin");
}

static void examine_toolkit(const struct aisp_gpus *g, struct aisp_symptom *s)
{
	int kit = toolkit_version(), driver = g->cuda_version;

	if (!kit || !driver)
		return aisp_found(s, AISP_HARM_UNKNOWN,
				  kit ? "the driver does not tell its CUDA version"
				      : "no CUDA toolkit here");
	aisp_found(s,
		   kit / 1000 > driver / 1000 ? AISP_HARM_BAD
		   : kit > driver             ? AISP_HARM_WARN
					      : AISP_HARM_OK,
		   "toolkit of CUDA %d.%d, driver for %d.%d", kit / 1000,
		   kit % 1000 / 10, driver / 1000, driver % 1000 / 10);
	if (s->harm == AISP_HARM_BAD)
		aisp_advise(s, "install a newer driver, or NVIDIA's cuda-compat "
			       "package: nothing that this nvcc builds runs");
	if (s->harm == AISP_HARM_WARN)
		aisp_advise(s, "install a newer driver, or build for this very GPU: "
			       "PTX of this nvcc cannot be compiled");
}

static void examine_processes(const struct aisp_gpus *g, struct aisp_symptom *s)
{
	int n_gpus = 0, is_hidden = 0;
	char first[120] = "", text[100];

	for (int i = 0; i < g->n; i++) {
		int n = aisp_gpu_others(&g->gpu[i].state, NULL, 0, text, sizeof(text));

		is_hidden |= n < 0;
		if (n > 0 && !n_gpus++)
			snprintf(first, sizeof(first), "GPU %d: %s", i, text);
	}
	if (n_gpus) {
		aisp_found(s, AISP_HARM_BAD, "%s%s", first,
			   n_gpus > 1 ? ", and more on others" : "");
		aisp_advise(s, "stop them, or wait until they end; `aisp reset-gpu` "
			       "ends workers that a killed run left");
	} else if (is_hidden) {
		aisp_found(s, AISP_HARM_UNKNOWN, "not told for all GPUs");
	} else {
		aisp_found(s, AISP_HARM_OK, "none");
	}
}

static void advise_clocks(int64_t reasons, struct aisp_symptom *s)
{
	if (reasons & (AISP_GPU_HW_THERMAL | AISP_GPU_SW_THERMAL))
		aisp_advise(s, "see to the cooling, or lock lower clocks: "
			       "sudo nvidia-smi -lgc MHZ,MHZ");
	else if (reasons & AISP_GPU_SLOWED)
		aisp_advise(s, "see to the power supply, its cables and the cooling");
	else
		aisp_advise(s, "lock clocks that the power limit allows: "
			       "sudo nvidia-smi -lgc MHZ,MHZ");
}

static void examine_clocks(const struct aisp_gpus *g, struct aisp_symptom *s)
{
	const int64_t varying = AISP_GPU_SLOWED | AISP_GPU_POWER_CAP |
				AISP_GPU_SYNC_BOOST | AISP_GPU_DISPLAY_CLOCKS;
	int worst = -1, hidden = -1;
	char words[100];

	for (int i = 0; i < g->n; i++) {
		int64_t r = g->gpu[i].state.reasons;

		if (r < 0)
			hidden = i;
		else if ((r & varying) && (worst < 0 || (r & AISP_GPU_SLOWED &&
							 !(g->gpu[worst].state.reasons &
							   AISP_GPU_SLOWED))))
			worst = i;
	}
	if (worst >= 0) {
		int64_t r = g->gpu[worst].state.reasons;

		aisp_gpu_reasons_format(r, words, sizeof(words));
		aisp_found(s, r & AISP_GPU_SLOWED ? AISP_HARM_BAD : AISP_HARM_WARN,
			   "GPU %d: %s", worst, words);
		advise_clocks(r, s);
	} else if (hidden >= 0) {
		aisp_found(s, AISP_HARM_UNKNOWN, "GPU %d does not tell", hidden);
	} else {
		aisp_found(s, AISP_HARM_OK, "nothing slows them down");
	}
}

static int has_narrow_link(const struct aisp_gpu_hw *gpu)
{
	return gpu->pcie_width > 0 && gpu->pcie_width < gpu->pcie_max_width;
}

static int has_slow_link(const struct aisp_gpu_hw *gpu)
{
	return gpu->pcie_gen > 0 && gpu->pcie_gen < gpu->pcie_max_gen;
}

static int has_slow_link_at_work(const struct aisp_gpu_hw *gpu)
{
	return has_slow_link(gpu) && !(gpu->state.reasons & AISP_GPU_IDLE);
}

static int hides_link(const struct aisp_gpu_hw *gpu)
{
	return gpu->pcie_gen < 0 || gpu->pcie_width < 0;
}

/* An idle GPU lowers the link's generation, not its width. */
static void examine_pcie(const struct aisp_gpus *g, struct aisp_symptom *s)
{
	char who[100];

	if (name_those(g, has_narrow_link, who, sizeof(who))) {
		aisp_found(s, AISP_HARM_WARN, "fewer lanes than the GPU has: %s", who);
		aisp_advise(s, "use a slot with all lanes; reseat the card or riser");
	} else if (name_those(g, has_slow_link_at_work, who, sizeof(who))) {
		aisp_found(s, AISP_HARM_WARN, "an older generation, not idle: %s", who);
		aisp_advise(s, "set the slot's generation in the firmware; "
			       "reseat the card or riser");
	} else if (name_those(g, hides_link, who, sizeof(who))) {
		aisp_found(s, AISP_HARM_UNKNOWN, "not told: %s", who);
	} else if (name_those(g, has_slow_link, who, sizeof(who))) {
		aisp_found(s, AISP_HARM_OK, "slow while idle, which is normal: %s",
			   who);
	} else {
		aisp_found(s, AISP_HARM_OK, "all lanes at full speed");
	}
}

/* Either a function, or a setting that each GPU should have. */
static const struct row {
	const char *name, *why;
	void (*examine)(const struct aisp_gpus *, struct aisp_symptom *);
	size_t at; /* offset of an int in struct aisp_gpu_hw, which is -1 if unknown */
	int wanted;
	enum aisp_harm harm; /* if a GPU has another setting */
	const char *state, *remedy;
} table[AISP_N_GPU_SYMPTOMS] = {
	{ "gpu", "What cannot be asked cannot be measured.", examine_driver },
	{ "gpu toolkit", "A driver runs only what toolkits up to its own CUDA build.",
	  examine_toolkit },
	{ .name = "gpu persistence",
	  .why = "Without it the driver unloads between programs, "
		 "and clocks start anew.",
	  .at = offsetof(struct aisp_gpu_hw, persistence),
	  .wanted = 1,
	  .harm = AISP_HARM_WARN,
	  .state = "off",
	  .remedy = "sudo nvidia-smi -pm 1, or run nvidia-persistenced" },
	{ .name = "gpu ecc",
	  .why = "Without it a flipped bit is a wrong result that nothing reports.",
	  .at = offsetof(struct aisp_gpu_hw, ecc),
	  .wanted = 1,
	  .harm = AISP_HARM_WARN,
	  .state = "off",
	  .remedy = "sudo nvidia-smi -e 1, then reset the GPU; or compare only with "
		    "figures made without it" },
	{ .name = "gpu mig",
	  .why = "A slice of a GPU is measured, against the peaks of a whole one.",
	  .at = offsetof(struct aisp_gpu_hw, mig),
	  .wanted = 0,
	  .harm = AISP_HARM_WARN,
	  .state = "on",
	  .remedy = "sudo nvidia-smi -mig 0, while nobody uses the GPU" },
	{ "gpu processes", "Others take its time, memory bandwidth, cache and power.",
	  examine_processes },
	{ "gpu clocks", "What holds the clocks down changes from minute to minute.",
	  examine_clocks },
	{ .name = "gpu mode",
	  .why = "The judge and its worker both need a context on the GPU.",
	  .at = offsetof(struct aisp_gpu_hw, compute_mode),
	  .wanted = AISP_GPU_SHARED,
	  .harm = AISP_HARM_BAD,
	  .state = "exclusive or prohibited",
	  .remedy = "sudo nvidia-smi -c DEFAULT" },
	{ "gpu pcie", "Copies to and from the host are as fast as the link.",
	  examine_pcie },
};

static void examine_setting(const struct aisp_gpus *g, const struct row *row,
			    struct aisp_symptom *s)
{
	char bad[100] = "", hidden[100] = "";

	for (int i = 0; i < g->n; i++) {
		int value;

		memcpy(&value, (const char *)&g->gpu[i] + row->at, sizeof(value));
		if (value != row->wanted)
			add_name(value < 0 ? hidden : bad, sizeof(bad), i);
	}
	if (bad[0]) {
		aisp_found(s, row->harm, "%s: %s", row->state, bad);
		aisp_advise(s, row->remedy);
	} else if (hidden[0]) {
		aisp_found(s, AISP_HARM_UNKNOWN, "not there, or not told: %s", hidden);
	} else {
		aisp_found(s, AISP_HARM_OK, "as it should be");
	}
}

/* Missing NVML does no harm on a machine without a GPU. */
static void examine_absence(const struct aisp_gpus *g, struct aisp_symptom *s)
{
	struct aisp_gpu_slots slots;

	if (aisp_sys_root()[0])
		return aisp_found(s, AISP_HARM_UNKNOWN, "not to be seen from here");
	aisp_gpu_slots_find(&slots);
	if (!slots.n && (!g->code || g->code == AISP_NVML_DRIVER_NOT_LOADED))
		return aisp_found(s, AISP_HARM_OK, "no NVIDIA GPU here");
	aisp_found(s, AISP_HARM_BAD, "the driver does not serve it");
	aisp_advise(s, g->why);
}

void aisp_doctor_examine_gpus(struct aisp_diagnosis *d)
{
	struct aisp_gpus g;
	int n;

	aisp_gpus_read(&g);
	n = g.n ? AISP_N_GPU_SYMPTOMS : 1;
	for (int i = 0; i < n; i++) {
		struct aisp_symptom *s = &d->symptoms[d->n++];

		s->name = table[i].name;
		s->why = table[i].why;
		if (!g.n)
			examine_absence(&g, s);
		else if (table[i].examine)
			table[i].examine(&g, s);
		else
			examine_setting(&g, &table[i], s);
	}
}
