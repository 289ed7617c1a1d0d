#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Between samples, while outputs are compared, no thread of a worker runs: one that counts
# for most of a second is not done by the end of the launch, though the judge has taken
# longer.  On a machine where it would not get a CPU either, this shows nothing.
# RUN: parallel test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $r = bench_run('--targets', 'tests/exploits/planted:behind', '--pairs', 3, '--iterations', 8, '--warmup', 1,
	'--no-history');
my $launches = arm($r, 'behind')->{launches};
cmp_ok(scalar @$launches, '>', 1, 'there are launches');
is_deeply([grep { $_ ne 'ok' } map { $_->{status} } @$launches], [], 'none of them failed');
is_deeply([map { $_->{evidence}{n_wrong} } @$launches], [map { 0 } @$launches],
	'nothing was done between samples');
done_testing();
