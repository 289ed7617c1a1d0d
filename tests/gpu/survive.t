#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Whatever a variant does to the GPU costs its launch, is named, and leaves the run
# and the other variants as they were.
# RUN: test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits', 'tests/gpu';
use Bench;
use Gpu;

need_gpu();
my $r = bench_run('--targets', 'tests/gpu/survival', '--preset', 'small', '--iterations', 3,
	'--timeout-multiplier', 0.2, '--suite-timeout', 120);
ok($r->{results}, 'the run goes on') or diag($r->{err});
my %want = (
	past_end => qr/illegal memory access|invalid/,
	before_start => qr/illegal memory access|invalid/,
	input => qr/illegal memory access|write/,
	hang => qr/no answer for/,
	trap => qr/CUDA error/,
	launch => qr/run\(\) returned/,
	malloc => qr/after denied system call/,
	memory => qr/setup\(\) returned -12/,
	segv => qr/SIGSEGV/,
	exit => qr/exited with status 0/,
);
for my $name (sort keys %want) {
	my $x = result($r, "scale_$name");
	is($x->{status}, 'failed', "$name: the target fails");
	like($x->{reason}, $want{$name}, "$name: and says why");
}
is(result($r, 'scale_unsupported')->{status}, 'skipped', 'unsupported: skipped');
like(verdict($r, "scale_$_"), qr/^(FASTER|SLOWER|SAME|INCONCLUSIVE)$/, "$_: measured")
	for qw(honest free);
is(failed_checks($r, "scale_$_"), '', "$_: no check fails") for qw(honest free);
ok(is_leftover_free($r->{pid}), 'no worker is left');
done_testing();
