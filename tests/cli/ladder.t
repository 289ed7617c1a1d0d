#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A ladder from one run: a line AFTER of a source's opening comment says which variant it
# is one switch more than.
# RUN: parallel
use strict;
use warnings;
use File::Copy qw(copy);
use Test::More;
use lib 'tests/exploits';
use Bench;

my $pairs = artifacts();
copy($_, $pairs) for glob('tests/exploits/fixtures/*.h');
my %body = (baseline_poly => 'powers.h', optimized_poly => 'powers.h', optimized_poly_top => 'horner_all.h');
my %after = (optimized_poly_top => 'poly');
write_file("$pairs/workload_poly.h", qq{#include "poly.h"\n});
write_file("$pairs/$_.c", "/* $_\n" . ($after{$_} ? " * AFTER: $after{$_}\n" : '') . qq{ */\n#include "workload_poly.h"\n#include "$body{$_}"\n})
	for keys %body;

my $r = bench_run('--targets', "$pairs:poly*", '--param', 'elems=500', '--pairs', 3, '--iterations', 3, '--format', 'ladder');
my %arm = map { $_->{variant} => $_ } @{$r->{results}{arms}};
is($arm{optimized_poly_top}{after}, 'poly', 'what the source says is in results.json');
ok(!exists $arm{$_}{after}, "$_ says nothing") for 'baseline_poly', 'optimized_poly';
SKIP: {
	skip('this machine is too busy to measure', 2) if grep { !defined $arm{$_}{median_ns} } keys %body;
	like($r->{out}, qr/^ladder of \S+ elems=500: 3 rungs as their sources say, \S+ MB a call, /m, 'a ladder')
		or diag($r->{out}, $r->{err});
	like($r->{out}, qr/^    1  baseline_poly .*\n    2  optimized_poly .*\n    3  optimized_poly_top .*->.*\n/m,
		'in the order of its rungs');
}
done_testing();
