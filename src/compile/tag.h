/* SPDX-License-Identifier: MIT
 *
 * tag.h - what a line " * TAG: words" of a source's opening comment may begin with.
 */
#ifndef AISP_TAG_H
#define AISP_TAG_H

enum aisp_tag {
	/* Of the build: which words they take is in allow.h. */
	AISP_TAG_FLAGS,  /* -fopenmp: further options of the compiler */
	AISP_TAG_LIBS,   /* -ldnnl: further libraries */
	AISP_TAG_NEEDS,  /* oneapi/dnnl/dnnl.h: without it the source is skipped */
	AISP_TAG_ARCH,   /* sm_90a: the GPUs of a .cu file; else the usual ones */
	AISP_TAG_CONFIG, /* llvm-config: libraries as this program names them */
	AISP_N_BUILD_TAGS,

	/* Of the variant, or its workload. */
	AISP_TAG_WORKSPACE = AISP_N_BUILD_TAGS, /* 4 * elems: the bytes it asks for */
	AISP_TAG_ONLY,         /* elems >= 100000: the sizes that it serves */
	AISP_TAG_AFTER,        /* gemm_tiled: the variant to which it adds one idea */
	AISP_TAG_WALLS,        /* mpi: whose exceptions from the sandbox it needs */
	AISP_TAG_FLAGS_DIFFER, /* of a workload, why */
	AISP_N_PAIR_TAGS,

	/* Of a kernel without host code, in place of a struct.  Prose has them, too. */
	AISP_TAG_CLASS = AISP_N_PAIR_TAGS,
	AISP_TAG_SUMMARY
};

/* "FLAGS". */
const char *aisp_tag_name(enum aisp_tag tag);

/* What stands behind the sign of the tag's line; NULL if it is no line of that tag. */
const char *aisp_tag_words(enum aisp_tag tag, const char *line);

/* The tag that a line is meant as, but not read as, such as " * FLAG: -O3", " * FLGAS:
 * -O3", " * Workspace: 4 * n", "// FLAGS: -O3".  NULL: it is a tag, or none. */
const char *aisp_tag_almost(const char *line);

#endif
