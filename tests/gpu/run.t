#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A run on a GPU: the same results, facts and files as on the CPU, and more.
# RUN: test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits', 'tests/gpu';
use Bench;
use Gpu;

need_gpu();
my $r = bench_run('--targets', 'tests/gpu/pairs');
is($r->{status}, 0, 'a run ends well') or diag($r->{out}, $r->{err});
like(verdict($r, 'scale_same'), qr/^(SAME|INCONCLUSIVE)$/, 'A against A: no difference');
is(verdict($r, 'scale_vector'), 'FASTER', 'vector accesses are faster');
is(failed_checks($r, $_), '', "$_: no check fails") for qw(scale_same scale_vector);

my $launch = arm($r, 'scale_vector')->{launches}[1];
my $ev = $launch->{evidence};
is($ev->{is_gpu}, 1, 'on a GPU');
cmp_ok($ev->{event_ns}, '>', 0, 'events');
cmp_ok(abs($ev->{call_ns} / $ev->{event_ns} - 1), '<', 0.05, 'agree with the clock outside');
is(scalar @{$launch->{events_ns}}, scalar @{$launch->{samples_ns}}, 'for each sample');
cmp_ok($ev->{sm_mhz}, '>', 100, 'a clock rate');
is($ev->{n_kernels}, 1, 'one kernel a call, by the audit launch');
is($ev->{n_streams}, 1, 'on one stream');
is($ev->{$_}, 0, "no $_") for qw(n_graphs n_cooperative n_nested n_host_functions n_allocs n_managed n_peer);
cmp_ok($ev->{trace_ns}, '>', 0, 'its span');
is($ev->{is_sandboxed}, 1, 'system calls were filtered in timed calls');
is($ev->{n_in_changed}, 0, 'no input changed');
cmp_ok(arm($r, 'scale_vector')->{launches}[0]{evidence}{hostile_elems}, '>', 0, 'hostile data in the pilot');
is($ev->{n_threads}, 1, "the driver's threads are not the variant's");
cmp_ok($ev->{cold_ns}, '>', 0, 'a cold time');
cmp_ok($ev->{hot_ns}, '>', 0, 'and a hot one');
my $energetic = arm($r, 'scale_vector');
SKIP: {
	skip 'no counter of energy that moves often enough', 3 if !defined $energetic->{energy_j};
	my $watts = $energetic->{energy_j} / ($energetic->{median_ns} * 1e-9);
	cmp_ok($watts, '>', 20, "the energy of a call: more than an idle GPU's");
	cmp_ok($watts, '<', 1500, 'and less than any takes');
	cmp_ok($energetic->{gpu}{energy_moves}, '>=', 4, 'by a counter that has moved');
}
is(arm($r, 'scale_vector')->{launches}[$_]{evidence}{energy_j}, undef, 'in one launch alone') for 0, 2;
is_deeply([leftovers($r->{pid})], [], 'no worker is left');

my $small = bench_run('--targets', 'tests/gpu/pairs:scale_same', '--preset', 'small',
	'--iterations', 3, '--suite-timeout', 20);
like(verdict($small, 'scale_same'), qr/^(SAME|INCONCLUSIVE)$/, 'a ragged size is right');
my $given = bench_run('--targets', 'tests/gpu/pairs:scale_same', '--preset', 'small', '--dist',
	'adversarial', '--iterations', 3, '--suite-timeout', 20);
is(failed_checks($given, 'scale_same'), '', 'so are adversarial numbers');
done_testing();
