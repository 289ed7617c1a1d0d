#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Variants of device code alone, launched by the judge: what they may ask for, that a
# call leaves nothing for the next one, and how variants end that do what they may not.
# RUN: test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits', 'tests/gpu';
use Bench;
use Gpu;

need_gpu();
my $r = bench_run('--targets', 'tests/gpu/kernels', '--pairs', 3);
like($r->{status}, qr/^[035]$/, 'a run ends, decided or not,') or diag($r->{out}, $r->{err});
for my $name (qw(same vector parts tma keeps symbol_left scratch_left shared_left local_left)) {
	my $of = $r;
	# A GPU that turns to another context and back may bring old shared memory with it
	# (docs/tiers.md): a few elements, now and then.
	for (1 .. 2) {
		last if $name ne 'shared_left' || verdict($of, "scale_$name") ne 'INVALID';
		$of = bench_run('--targets', "tests/gpu/kernels:scale_$name", '--pairs', 3);
	}
	like(verdict($of, "scale_$name"), qr/^(FASTER|SLOWER|SAME|INCONCLUSIVE)$/, "$name is right");
	is(failed_checks($of, "scale_$name"), '', "$name: no check fails");
}
is(arm($r, 'scale_vector')->{tier}, 'kernel', 'the tier is recorded');
is(arm($r, 'scale_vector')->{launches}[-1]{evidence}{free_ns}, 0, 'nothing could begin before the bell');
unlike(verdict($r, 'scale_keeps'), qr/FASTER/, 'a flush puts out what was to be evicted last');

my $bad = bench_run('--targets', 'tests/gpu/kernels_bad', '--pairs', 3, '--timeout-multiplier', 0.15);
my %why = (
	arguments => qr/line 4: scale takes 3 arguments, not 4/,
	gate => qr/illegal memory access/,
	hang => qr/no answer for/,
	input => qr/illegal memory access/,
	malloc => qr/the kernels use '(malloc|free)'/,
	past_end => qr/illegal memory access/,
	printf => qr/the kernels use 'vprintf'/,
	trap => qr/unspecified launch failure/,
);
for my $name (sort keys %why) {
	my ($result) = grep { $_->{target} =~ /:scale_\Q$name\E@/ } @{$bad->{results}{results} // []};
	is($result->{status}, 'failed', "$name fails");
	like($result->{reason}, $why{$name}, "$name: why");
}
is(failed_checks($bad, 'scale_honest'), '', 'an honest one beside them lives');

my $host = bench_run('--targets', 'tests/gpu/pairs', '--tier', 'kernel', '--pairs', 3);
like($host->{out}, qr/--tier kernel lets none run/, 'host code is left out where it may not run');
is_deeply([leftovers($r->{pid})], [], 'no worker is left');
done_testing();
