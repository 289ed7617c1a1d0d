#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Where a workload's data are cold, so is what a variant keeps of its own: a table is read
# from memory like an input of its size.  Least times are compared, which a busy machine
# changes last.
# RUN: test-all
use strict;
use warnings;
use List::Util qw(min);
use Test::More;
use lib 'tests/exploits';
use Bench;

sub least_ns
{
	my ($arm) = @_;
	return min(map { @{$_->{samples_ns}} } @{$arm->{launches}});
}

# Cold, it takes as long again as the input; from a cache a fifth of that, or less.  Beside others
# the input takes longer.
my (@shares, $kept);
for (1 .. 4) {
	my $r = bench_run('--targets', 'tests/exploits/planted:table', '--pairs', 10, '--no-history');
	my ($base) = grep { $_->{variant} eq 'baseline_table' } @{$r->{results}{arms}};
	my $ns = least_ns($base);
	push @shares, (least_ns(arm($r, 'table')) - $ns) / $ns;
	$kept = arm($r, 'table')->{launches}[-1]{evidence};
	last if $shares[-1] > 0.35;
}
cmp_ok($kept->{$_}, '>', 0, "the result has $_") for qw(evict_ns drop_ns);
# Some caches keep what other data should evict; then the result says so.
SKIP: {
	skip 'an eviction leaves data in this CPU\'s caches', 1
		if $kept->{evict_ns} < 0.75 * $kept->{drop_ns} && $shares[-1] <= 0.35;
	cmp_ok($shares[-1], '>', 0.35, 'a private table is cold, too') or diag("@shares of the input's time");
}
done_testing();
