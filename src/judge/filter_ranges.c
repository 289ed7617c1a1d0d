/* SPDX-License-Identifier: MIT
 *
 * filter_ranges.c - calls that change mappings: none may touch what the judge mapped.
 *
 * Tensors lie behind one another in files of the judge's: a mapping of one, made
 * longer, would show the next rank's, or room that others asked for; what peers may
 * only read could be made writable; and what came to lie at the plan's address would be
 * the next filter; and who may madvise() in a call could have the kernel take pages out
 * of an output's file, which come back as zeros when the judge looks, behind the clock.
 * That is answered like any advice that is not taken.  Which pages of a tensor are
 * there may tell how much of it is used, also where it may not be read: mincore() of
 * them is answered as if nothing lay there.  A driver, which makes that call of
 * addresses of its own choice, gets the kernel's answer.  libseccomp compares arguments
 * with numbers and adds none up, so this is written by hand.  The judge's range begins
 * and ends at a multiple of 4 GiB: the high words of address and length tell, but for 4
 * GiB before it, where nothing lies.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "device/layout.h"
#include "filter.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the low word comes first");
_Static_assert(!(uint32_t)AISP_PLAN_ADDRESS && !(uint32_t)AISP_LAST_ADDRESS,
	       "multiples of 4 GiB");

#define LOAD(at)         BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at)
#define LOW(arg)         LOAD(offsetof(struct seccomp_data, args[arg]))
#define HIGH(arg)        LOAD(offsetof(struct seccomp_data, args[arg]) + 4)
#define IF(op, k, t, f)  BPF_JUMP(BPF_JMP | BPF_K | (op), k, t, f)
#define HIGH_OF(address) ((uint32_t)((address) >> 32))

#define N_OF_MINCORE 2 /* instructions that a driver's program lacks */

/* What it does not refuse the rest of the program decides. */
static const struct sock_filter ranges[] = {
	LOAD(offsetof(struct seccomp_data, nr)),
	IF(BPF_JEQ, SYS_mincore, 10, 0),
	LOAD(offsetof(struct seccomp_data, nr)),
	IF(BPF_JEQ, SYS_madvise, 8, 0),
	IF(BPF_JEQ, SYS_munmap, 7, 0),
	IF(BPF_JEQ, SYS_mprotect, 6, 0),
	IF(BPF_JEQ, SYS_mremap, 3, 0),
	IF(BPF_JEQ, SYS_mmap, 0, 17),
	/* mmap() where the kernel chooses replaces nothing; */
	LOW(3),
	IF(BPF_JSET, MAP_FIXED, 2, 15),
	/* mremap() leaves it to the kernel. */
	LOW(3),
	IF(BPF_JSET, MREMAP_FIXED, 11, 0),
	/* [first argument, + second) */
	HIGH(0),
	IF(BPF_JGE, HIGH_OF(AISP_LAST_ADDRESS), 11, 0),
	HIGH(1),
	IF(BPF_JGE, HIGH_OF(AISP_LAST_ADDRESS), 4, 0),
	BPF_STMT(BPF_MISC | BPF_TAX, 0),
	HIGH(0),
	BPF_STMT(BPF_ALU | BPF_ADD | BPF_X, 0),
	IF(BPF_JGE, HIGH_OF(AISP_PLAN_ADDRESS) - 1, 0, 5),
	LOAD(offsetof(struct seccomp_data, nr)),
	IF(BPF_JEQ, SYS_madvise, 2, 0),
	IF(BPF_JEQ, SYS_mincore, 1, 0),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOMEM),
};

int aisp_filter_guard_ranges(struct aisp_filter *f, const struct aisp_needs *needs,
			     struct aisp_err *err)
{
	const uint32_t first = needs->driver ? N_OF_MINCORE : 0;
	const uint32_t n = sizeof(ranges) / sizeof(*ranges) - first;

	_Static_assert(sizeof(*ranges) == sizeof(*f->code), "an instruction each");
	if (f->n + n > AISP_MAX_FILTER)
		return aisp_err_set(err, "the system call filter is too long");
	memmove(f->code + n, f->code, f->n * sizeof(*f->code));
	memcpy(f->code, ranges + first, n * sizeof(*ranges));
	f->n += n;
	return 0;
}
