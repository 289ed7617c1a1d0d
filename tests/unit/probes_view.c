/* SPDX-License-Identifier: MIT
 *
 * The view of a child that opens files, installs filters and loads a library.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probes/libraries.h"
#include "tap.h"

static void filter(void)
{
	struct sock_filter all[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
	struct sock_fprog program = { 1, all };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/* Makes a step for each byte of the parent, and answers each with a byte. */
static void child(int in, int out)
{
	char c = 0;

	for (; read(in, &c, 1) == 1; c = (char)(write(out, &c, 1) == 1)) {
		if (c == 'f')
			filter();
		else if (c == 'd')
			c = dup(0) >= 0 ? c : 'x';
		else if (c == 's')
			c = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
				    ? 'x'
				    : c;
		else if (c == 'z')
			dlopen("libBrokenLocale.so.1", RTLD_NOW);
	}
	_exit(0);
}

static int to_child[2], from_child[2];

static void tell(char c)
{
	if (write(to_child[1], &c, 1) != 1 || read(from_child[0], &c, 1) != 1)
		_exit(1);
}

static void test_libraries(const struct aisp_view *v)
{
	struct aisp_objects before = { 0 }, now = { 0 };
	char name[64] = "", own[4096] = "";
	int i = 0;

	ok(!aisp_objects_read(&before, v) && before.n > 1, "objects");
	ok(aisp_objects_undeclared(&before, &before, "/none", name, 64) == 0,
	   "those that were there");
	tell('z');
	ok(!aisp_objects_read(&now, v) && now.n == before.n + 1, "one more");
	ok(aisp_objects_undeclared(&now, &before, "/none", name, 64) == 1 &&
		   !strncmp(name, "libBroken", 9),
	   "which nobody declared");
	while (i < now.n - 1 && !strstr(now.path[i], name))
		i++;
	ok(aisp_objects_undeclared(&now, &before, now.path[i], name, 64) == 0,
	   "unless it is the variant itself");
	aisp_objects_release(&before);
	if (readlink("/proc/self/exe", own, sizeof(own) - 1) < 0)
		own[0] = '\0';
	/* Only the program was there: the libraries that it links are declared. */
	before.path[before.n++] = strdup(now.path[i]);
	ok(aisp_objects_undeclared(&now, &before, own, name, 64) == 0,
	   "what an object needs");
	aisp_objects_release(&before);
	aisp_objects_release(&now);
}

static void test_parts(void)
{
	char lib[] = "/a/libnvrtc.so.13", part[] = "/a/libnvrtc-builtins.so.13",
	     other[] = "/a/libnvrtcs.so", elsewhere[] = "/b/libnvrtc-builtins.so",
	     threads[] = "/lib/libgcc_s.so.1";
	struct aisp_objects before = { 1, { lib } };
	struct aisp_objects now = { 5, { lib, part, other, elsewhere, threads } };
	char name[64] = "";

	ok(aisp_objects_undeclared(&now, &before, "/none", name, 64) == 2 &&
		   !strcmp(name, "libnvrtcs.so"),
	   "a library's part is declared as it is, and what threads need by nobody");
}

/* A view of the mappings that a test writes to this file; the test closes both. */
static FILE *maps_of(struct aisp_view *v)
{
	*v = (struct aisp_view)AISP_VIEW_CLOSED;
	v->maps_fd = memfd_create("maps", 0);
	return fdopen(dup(v->maps_fd), "w");
}

/* A path is taken as the kernel writes it; other names with a slash are none. */
static void test_names(void)
{
	struct aisp_view v;
	struct aisp_objects o;
	FILE *f = maps_of(&v);

	fprintf(f, "1000-2000 r-xp 00000000 00:00 0 [anon:a/b]\n"
		   "2000-3000 r-xp 00000000 00:00 0\n"
		   "3000-4000 r-xp 00000000 00:00 7         /lib/a b.so\n");
	fclose(f);
	ok(!aisp_objects_read(&o, &v) && o.n == 1 && !strcmp(o.path[0], "/lib/a b.so"),
	   "a name in brackets is no path");
	aisp_objects_release(&o);
	aisp_view_close(&v);
	ok(aisp_view_is_file("/a/b.so", "/a/b.so") &&
		   aisp_view_is_file("/a/b.so (deleted)", "/a/b.so") &&
		   !aisp_view_is_file("/a/b.so.1", "/a/b.so"),
	   "a file, also replaced, but not one whose name goes on");
}

/* With more objects than there is room for, a new one is still noticed. */
static void test_many(void)
{
	struct aisp_objects before, now;
	struct aisp_view v;
	FILE *f = maps_of(&v);
	char name[64] = "";

	for (int i = 0; f && i < AISP_MAX_OBJECTS; i++)
		fprintf(f, "1000-2000 r-xp 00000000 00:00 7 /lib/lib%d.so\n", i);
	fflush(f);
	ok(!aisp_objects_read(&before, &v) && before.n == AISP_MAX_OBJECTS,
	   "as many objects as there is room for");
	fprintf(f, "1000-2000 r-xp 00000000 00:00 7 /lib/libmore.so\n");
	fclose(f);
	ok(!aisp_objects_read(&now, &v) &&
		   aisp_objects_undeclared(&now, &before, "/none", name, 64) == 1 &&
		   !strcmp(name, "libmore.so"),
	   "what comes beyond them nobody declared");
	aisp_objects_release(&before);
	aisp_objects_release(&now);
	aisp_view_close(&v);
}

static void copy_this_program(const char *to)
{
	int in = open("/proc/self/exe", O_RDONLY), out = creat(to, 0600);
	struct stat st;

	ok(!fstat(in, &st) && sendfile(out, in, NULL, (size_t)st.st_size) == st.st_size,
	   "a copy of this program");
	close(in);
	close(out);
}

/* A part may need what its library does not: here a copy of this program needs libc. */
static void test_needs_of_parts(void)
{
	char dir[] = "/tmp/aisp-test.XXXXXX", lib[64], part[64],
	     needed[] = "/none/libc.so.6", name[64] = "";
	struct aisp_objects before = { 0 }, now = { 3, { lib, part, needed } };

	ok(mkdtemp(dir) != NULL, "a directory for a library");
	snprintf(lib, sizeof(lib), "%s/lib.so", dir);
	snprintf(part, sizeof(part), "%s/lib-part.so", dir);
	copy_this_program(part);
	ok(aisp_objects_undeclared(&now, &before, lib, name, 64) == 0,
	   "what a library's part needs is declared");
	unlink(part);
	ok(aisp_objects_undeclared(&now, &before, lib, name, 64) == 1 &&
		   !strcmp(name, "libc.so.6"),
	   "else it is not");
	rmdir(dir);
}

int main(void)
{
	struct aisp_view v = AISP_VIEW_CLOSED;
	double n_filters, n_fds, n_shared;
	pid_t pid;

	if (pipe(to_child) || pipe(from_child) || (pid = fork()) < 0)
		return 1;
	if (!pid) {
		close(to_child[1]); /* else its own end keeps it alive */
		child(to_child[0], from_child[1]);
	}
	aisp_view_open(&v, pid);
	tell('n'); /* by now it has closed all other files */
	n_filters = aisp_view_filters(&v);
	n_fds = aisp_view_descriptors(&v);
	n_shared = aisp_view_shared(&v);
	ok(n_fds >= 5 && n_shared >= 0 && aisp_view_environment(&v) > 0, "a child");
	tell('d');
	ok(aisp_view_descriptors(&v) == n_fds + 1, "a descriptor more");
	tell('s');
	ok(aisp_view_shared(&v) == n_shared + 1, "a shared mapping more");
	tell('f');
	tell('f');
	ok(isnan(n_filters) || aisp_view_filters(&v) == n_filters + 2,
	   "two filters more");
	test_parts();
	test_many();
	test_names();
	test_needs_of_parts();
	test_libraries(&v);
	aisp_view_close(&v);
	ok(isnan(aisp_view_descriptors(&v)) && isnan(aisp_view_shared(&v)),
	   "nothing is seen of what is closed");
	close(to_child[1]);
	waitpid(pid, NULL, 0);
	return done();
}
