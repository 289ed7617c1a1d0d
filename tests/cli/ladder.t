#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A ladder from one run: a line AFTER of a source's opening comment says which variant it
# is one switch more than.
# RUN: parallel
use strict;
use warnings;
use File::Copy qw(copy);
use JSON::PP;
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

# Variants that come after themselves: they are named, and the others keep their ladder.
sub ladder
{
	my (%after) = @_;
	my $folder = artifacts();
	my $saved = decode_json(read_file('tests/fixtures/runs/cpu/results.json'));
	$_->{after} = $after{$_->{variant}} for grep { $after{$_->{variant}} } @{$saved->{arms}};
	write_file("$folder/results.json", encode_json($saved));
	write_file("$folder/manifest.json", read_file('tests/fixtures/runs/cpu/manifest.json'));
	return aisp('bench', 'report', '--format', 'ladder', $folder)->{out};
}
my $out = ladder(optimized_transpose_stream => 'transpose_stream');
like($out, qr/^optimized_transpose_stream comes after itself, by AFTER: transpose_stream in its source, which is ignored$/m, 'of itself');
like($out, qr/^ladder of ch07:transpose\@cpu (?:rows=64 cols=52|cols=52 rows=64): 3 rungs by time, /m, 'the ladder by time is there all the same');
$out = ladder(optimized_transpose_stream => 'transpose_tiled', optimized_transpose_tiled => 'transpose_stream');
like($out, qr/^optimized_transpose_$_ comes after itself, /m, "of each other: $_") for qw(stream tiled);
like($out, qr/^ladder of ch07:transpose\@cpu (?:rows=64 cols=52|cols=52 rows=64): 3 rungs by time, /m, 'again the ladder is there');
done_testing();
