/* SPDX-License-Identifier: MIT
 *
 * walls_calls.c - the system calls that a program behind the walls may not make, by
 * seccomp.
 */
#include <errno.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "walls_parts.h"

/* No compiler needs these calls.  Names that this machine lacks are skipped. */
static int deny_calls(scmp_filter_ctx c)
{
	static const char *const denied[] = { "ptrace",
					      "process_vm_readv",
					      "process_vm_writev",
					      "mount",
					      "umount2",
					      "pivot_root",
					      "chroot",
					      "setns",
					      "unshare",
					      "bpf",
					      "perf_event_open",
					      "keyctl",
					      "add_key",
					      "request_key",
					      "io_uring_setup",
					      "userfaultfd",
					      "init_module",
					      "finit_module",
					      "kexec_load",
					      "open_tree",
					      "move_mount",
					      "open_by_handle_at",
					      "pidfd_getfd",
					      "fsopen",
					      "mknod",
					      "mknodat",
					      "swapon",
					      "reboot" };

	for (size_t i = 0; i < sizeof(denied) / sizeof(*denied); i++) {
		int nr = seccomp_syscall_resolve_name(denied[i]);

		if (nr >= 0 && seccomp_rule_add(c, SCMP_ACT_ERRNO(EPERM), nr, 0))
			return -1;
	}
	return seccomp_rule_add(c, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1,
				SCMP_A0(SCMP_CMP_NE, AF_UNIX));
}

/* The child gets the filter as code for the kernel, so that it need not allocate. */
void aisp_walls_filter(struct aisp_wall_plan *p)
{
	int fd = memfd_create("filter", MFD_CLOEXEC);
	scmp_filter_ctx c = seccomp_init(SCMP_ACT_ALLOW);
	ssize_t n = 0;

	if (c && fd >= 0 && !deny_calls(c) && !seccomp_export_bpf(c, fd))
		n = pread(fd, p->code, sizeof(p->code), 0);
	if (c)
		seccomp_release(c);
	if (fd >= 0)
		close(fd);
	if (n > 0 && (size_t)n < sizeof(p->code))
		p->filter = (struct sock_fprog){
			(unsigned short)((size_t)n / sizeof(p->code[0])), p->code
		};
}
