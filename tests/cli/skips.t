#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A variant that this machine cannot run: the skip names what is lacking, also
# where the object is of a header without that member.
use strict;
use warnings;
use DynaLoader;
use File::Copy qw(copy);
use Test::More;
use lib 'tests/exploits';
use Bench;

$ENV{AISP_LOCK_DIR} = artifacts(); # no figure matters here: wait for nobody

my $dir = artifacts();
copy($_, $dir) for glob('tests/exploits/fixtures/*.h');
write_file("$dir/workload_poly.h", qq{#include "poly.h"\n});
write_file("$dir/baseline_poly.c", qq{#include "workload_poly.h"\n#include "powers.h"\n});

# A variant whose setup() declines, with these further members.
sub declines
{
	my ($name, $members, $before) = @_;
	write_file("$dir/optimized_poly_$name.c", <<"END");
#include <errno.h>
#include "workload_poly.h"
static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return -ENOTSUP;
}
static int run(const struct aisp_io *io, void *state)
{
	(void)io, (void)state;
	return 0;
}
$before
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "declines",
	.setup = setup,
	.run = run,
	$members
};
END
}
declines('named', '.needs = "AVX-4096 and patience",', 'AISP_VARIANT = {');
declines('mute', '', 'AISP_VARIANT = {');
# The struct as it was before the member came, with something that is no text behind it.
declines('old', '}, .behind = 1', <<'END');
AISP_EXPORT struct { struct {
	unsigned abi;
	enum aisp_device device;
	enum aisp_class cls;
	const char *summary, *library;
	int (*setup)(const struct aisp_io *, void **);
	int (*run)(const struct aisp_io *, void *);
	void (*teardown)(void *);
} v; long behind; } aisp_variant_and_more __asm__("aisp_variant_and_more") = { .v = {
END
my $old = read_file("$dir/optimized_poly_old.c");
write_file("$dir/optimized_poly_old.c", $old . <<'END');
__asm__(".globl aisp_variant\n.set aisp_variant, aisp_variant_and_more\n"
	".type aisp_variant, @object\n.size aisp_variant, 56\n");
END

my $r = bench_run('--iterations', 1, '--targets', $dir);
is($r->{status}, 77, 'all skipped: 77') or diag($r->{err}, $r->{out});
is(result($r, 'poly_named')->{status}, 'skipped', 'a skip');
is(result($r, 'poly_named')->{reason}, 'unsupported: needs AVX-4096 and patience', 'what it needs');
like($r->{out}, qr/^skipped \S*:poly_named\@cpu: unsupported: needs AVX-4096 and patience$/m, 'below the table too');
for my $name ('poly_mute', 'poly_old') {
	like(result($r, $name)->{reason}, qr/^unsupported: setup\(\) says that this machine lacks something/,
		"$name: nothing to name");
}

# One bad file hides no other; nor do the others hide it.
write_file("$dir/optimized_lone.c", qq{#include "workload_poly.h"\n});
my $beside = bench_run('--iterations', 1, '--targets', $dir);
is($beside->{status}, 3, 'a file without a pair fails the run') or diag($beside->{err}, $beside->{out});
like($beside->{err}, qr/^aisp: \S*optimized_lone\.c has no baseline: write baseline_lone\.c$/m, 'is named');
is(() = $beside->{err} =~ /has no baseline/g, 1, 'once');
is(result($beside, 'poly_named')->{status}, 'skipped', 'and the others are run');
unlink "$dir/optimized_lone.c" or die;

# Off the judge's clock a server would run for nothing.
my ($cpu) = cpus();
my $alone = qx(taskset -c $cpu ./aisp bench run --artifacts-dir @{[artifacts()]} --preset small ch15:serve\@cpu 2>&1);
is($? >> 8, 77, 'a clock for each step on one CPU');
like($alone, qr/^skipped ch15:serve\@cpu: a clock for each step needs a CPU for the judge/m, 'which is too few');

# Without a driver nothing else is lacking, wherever nvcc is.
SKIP: {
	skip 'an NVIDIA driver is here', 1 if DynaLoader::dl_load_file('libcuda.so.1');
	like(aisp('bench', 'run', '--artifacts-dir', artifacts(), 'ch07:copy_vector@cuda')->{out},
		qr/^skipped ch07:copy_vector\@cuda: no NVIDIA driver: libcuda\.so\.1 cannot be loaded; install/m, 'no driver');
}
done_testing();
