#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# setup() may bind each thread to a CPU: none lacks one, nor does a single thread; a
# variant that may not bind its threads computes without.
# RUN: test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

plan skip_all => 'this takes two CPUs' if cpus() < 2;
my $r = bench_run('--targets', 'tests/corpus/team:poly_bound*', '--pairs', 3, '--iterations', 1);
for my $name (qw(poly_bound poly_bound_if_allowed poly_bound_alone)) {
	is(failed_checks($r, $name), '', "$name fails no check") or diag($r->{out}, $r->{err});
}
done_testing();
