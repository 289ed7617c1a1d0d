/* SPDX-License-Identifier: MIT
 *
 * filter_ranges.c - calls that change mappings: none may touch what the judge mapped.
 *
 * Tensors follow one another in files of the judge: a variant that extends its mapping
 * of one would see the next rank's, or room that others asked for.  It could make
 * writable what it may only read, or map a filter of its own at the plan's address.  By
 * madvise() in a call it could drop pages of an output's file, which become zeros when
 * the judge reads them, after the clock has stopped: madvise() fails, as for any advice
 * that is not taken.  Which pages of a tensor are present may tell how much of it is
 * used, even if it cannot be read: mincore() fails as for unmapped addresses.  A
 * driver, which calls it for addresses of its own choice, gets the kernel's answer.
 * libseccomp compares arguments with numbers but cannot add them, so this is written by
 * hand.  The judge's range begins and ends at multiples of 4 GiB: high words of address
 * and length suffice, except for the 4 GiB before it, where nothing lies.
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

#define N_OF_MINCORE 2 /* instructions omitted for a driver */

/* The rest of the program decides about calls that these rules do not refuse. */
static const struct sock_filter ranges[] = {
	LOAD(offsetof(struct seccomp_data, nr)),
	IF(BPF_JEQ, SYS_mincore, 10, 0),
	LOAD(offsetof(struct seccomp_data, nr)),
	IF(BPF_JEQ, SYS_madvise, 8, 0),
	IF(BPF_JEQ, SYS_munmap, 7, 0),
	IF(BPF_JEQ, SYS_mprotect, 6, 0),
	IF(BPF_JEQ, SYS_mremap, 3, 0),
	IF(BPF_JEQ, SYS_mmap, 0, 17),
	/* mmap() at an address of the kernel's choice replaces nothing. */
	LOW(3),
	IF(BPF_JSET, MAP_FIXED, 2, 15),
	/* mremap() must leave the new address to the kernel. */
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
