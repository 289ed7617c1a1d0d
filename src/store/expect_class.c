/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "expect_class.h"

/* Words that every model's name has, and empty words. */
static int is_noise(const char *word)
{
	static const char *const noise[] = { "nvidia", "intel",     "amd",
					     "cpu",    "processor", "with",
					     "r",      "tm",        "c" };
	size_t n = strlen(word);

	for (size_t i = 0; i < sizeof(noise) / sizeof(*noise); i++)
		if (!strcmp(word, noise[i]))
			return 1;
	/* "128-core": the run's own core count is used instead. */
	return n > 5 && !strcmp(word + n - 5, "-core");
}

/* The next word of *s, in small letters and digits joined by '-'; "" at the end. */
static void next_word(const char **s, char word[64])
{
	size_t n = 0;

	while (**s && !isalnum((unsigned char)**s) && **s != '@')
		(*s)++;
	while ((isalnum((unsigned char)**s) || **s == '-') && n < 63) {
		word[n++] = (char)tolower((unsigned char)**s);
		(*s)++;
	}
	while (n && word[n - 1] == '-')
		n--;
	word[n] = '\0';
}

/* "Intel(R) Xeon(R) Platinum 8480C @ 2.00GHz": "xeon-platinum-8480c". */
static void slug_of(char *slug, size_t size, const char *model)
{
	char word[64];
	size_t n = 0;

	slug[0] = '\0';
	for (next_word(&model, word); word[0]; next_word(&model, word))
		if (!is_noise(word) && n + strlen(word) + 2 < size)
			n += (size_t)snprintf(slug + n, size - n, "%s%s", n ? "-" : "",
					      word);
	if (!n)
		snprintf(slug, size, "unknown");
}

/* "Linux 6.1.0-13": the kernel up to its first dot. */
static void append_machine(char *text, size_t size, const struct aisp_run_hardware *hw)
{
	const char *kernel = hw->kernel;

	snprintf(text, size, "%s|%s|%.0f|%.0f|%.0f|%s|%.*s", hw->arch, hw->cpu_model,
		 hw->cpus_present, hw->cores, hw->memory_bytes / (1 << 30),
		 hw->hypervisor, (int)strcspn(kernel, "."), kernel);
}

/* "580.95.05": the driver up to its first dot. */
static void append_gpu(char *text, size_t size, const struct aisp_run_hardware *hw,
		       const struct aisp_run_device *gpu)
{
	const char *driver = hw->gpu_driver;
	size_t n = strlen(text);

	snprintf(text + n, size - n, "|%s|%.0f|%.*s", gpu->name,
		 gpu->memory_bytes / (1 << 30), (int)strcspn(driver, "."), driver);
}

static void describe_cpu(struct aisp_machine_class *c,
			 const struct aisp_run_hardware *hw)
{
	const char *hypervisor = hw->hypervisor;
	int n_cores = hw->cores > 0 && hw->cores < 1e6 ? (int)hw->cores : 0;
	char model[48];

	slug_of(model, sizeof(model), hw->cpu_model);
	snprintf(c->slug, sizeof(c->slug), "%s-%dc", model, n_cores);
	snprintf(c->text, sizeof(c->text), "%s, %d core%s, %s", hw->cpu_model, n_cores,
		 n_cores == 1 ? "" : "s", *hypervisor ? hypervisor : "bare metal");
}

static void describe_gpu(struct aisp_machine_class *c,
			 const struct aisp_run_hardware *hw,
			 const struct aisp_run_device *gpu)
{
	const char *hypervisor = hw->hypervisor;

	slug_of(c->slug, sizeof(c->slug), gpu->name);
	snprintf(c->text, sizeof(c->text), "%s, driver %s, %s, %s", gpu->name,
		 hw->gpu_driver, hw->cpu_model,
		 *hypervisor ? hypervisor : "bare metal");
}

/* Runs use the first visible GPU. */
static const struct aisp_run_device *first_gpu(const struct aisp_run_hardware *hw)
{
	for (int i = 0; i < hw->n_gpus; i++)
		if (*hw->gpus[i].name)
			return &hw->gpus[i];
	return NULL;
}

int aisp_machine_class(struct aisp_machine_class *c,
		       const struct aisp_run_machine *machine, const char *target,
		       struct aisp_err *err)
{
	const struct aisp_run_hardware *hw = &machine->hardware;
	const struct aisp_run_device *gpu = first_gpu(hw);
	const char *device = strrchr(target, '@');
	int is_cuda = device && !strcmp(device, "@cuda");
	char text[1024], hex[65];

	*c = (struct aisp_machine_class){ 0 };
	if (is_cuda && !gpu)
		return aisp_err_set(err, "%.200s: the run's manifest names no GPU",
				    target);
	if (!*hw->cpu_model)
		return aisp_err_set(err, "%.200s: the run's manifest names no CPU",
				    target);
	append_machine(text, sizeof(text), hw);
	if (is_cuda) {
		append_gpu(text, sizeof(text), hw, gpu);
		describe_gpu(c, hw, gpu);
	} else {
		describe_cpu(c, hw);
	}
	aisp_hash_text(text, hex);
	snprintf(c->fingerprint, sizeof(c->fingerprint), "%.16s", hex);
	return 0;
}

int aisp_manifest_class(struct aisp_machine_class *c, const json_t *manifest,
			const char *target, struct aisp_err *err)
{
	struct aisp_run_machine machine;
	struct aisp_arena a = { 0 };
	int rc = aisp_machine_read(&machine, manifest, &a, err);

	if (!rc)
		rc = aisp_machine_class(c, &machine, target, err);
	aisp_arena_release(&a);
	return rc;
}
