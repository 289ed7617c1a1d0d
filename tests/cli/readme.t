#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Every command line of README.md works as it is written, in the order in which a
# reader tries them, and every command that it names is there.
use strict;
use warnings;
use File::Path qw(remove_tree);
use JSON::PP;
use Test::More;
use lib 'tests/cli', 'tests/exploits';
use Bench;
use CommandLines;

# What is made cheaper here or cannot be run, and why.
my @instead = (
	[qr/\bmake test$/, 'make -n test', 'it is what runs this test'],
	[qr/\bmake test-gpu\b/, 'make -n test-gpu', 'it needs a GPU'],
	[qr/^compute-sanitizer (.*)\@cuda/, '$1@cpu --preset small', 'it needs a GPU'],
	[qr/(bench run .*)--param m=512,1024,2048 --param n=1024/, '$1--param m=64,128 --param n=64 --param k=64',
		'large products take minutes'],
	[qr/--param m=2048 --param n=2048 --param k=2048/, '--param m=64 --param n=64 --param k=64',
		'so do these'],
	[qr/(bench run (?!.*(?:--param|--input)).*)/, '$1 --preset small', 'the default sizes take longer'],
	[qr/(bench run .*)ch09:gemm\*/, '$1ch09:gemm_simd*', 'so do many of them'],
	[qr/(bench run .*)ch07 /, '$1ch07:transpose_tiled ', 'so does a chapter'],
	[qr/(bench run .*)/, '$1 --pairs 3 --iterations 3 --suite-timeout 30', 'a verdict takes more pairs'],
);

# An older program has other commands than the README of today.
my $built = $ENV{B} // 'build';
ok(!system("env -u MAKEFLAGS make -q B=$built aisp $built/aisp-worker $built/empty.so >/dev/null 2>&1"),
	'aisp is built of these sources') or do {
	diag("it is older than they are: run `make`, then this test again");
	done_testing();
	exit 1;
};

my $readme = read_file('README.md');
my @lines = command_lines('README.md');
cmp_ok(scalar @lines, '>=', 8, 'README has command lines');
my $tree = tree();

my (%is_used, $printed);
my $deps = ($ENV{B} // 'build') . '/deps';
my $had_deps = -e $deps;
for my $line (@lines) {
	my $cheap = cheaper($line, \@instead, \%is_used);
	my ($status, $out) = run_in_tree($tree, $cheap);
	# Whatever the verdict on a busy machine, it measured.
	my $want = $cheap =~ /bench run/ ? qr/^[035]$/ : qr/^0$/;
	like($status, $want, $line) or diag("run as: $cheap\n$out");
	next if $cheap !~ /bench run/;
	$printed //= $out;
	like($out, $cheap =~ /--json/ ? qr/"results"/ : qr/^run folder: artifacts\//m, '... and measured')
		or diag($out);
}
remove_tree($deps) if !$had_deps;
is(scalar keys %is_used, scalar @instead, 'each substitution is one of a line');

# Commands that prose and tables name: `aisp peak`, `make install`.
my %named = map { $_ => 1 } $readme =~ /`(?:\.\/)?aisp ([a-z-]+(?: [a-z]+(?![\w:-]))?)/g;
for (sort keys %named) {
	my ($status, $out) = run_in_tree($tree, "./aisp $_ --help");
	is($status, 0, "aisp $_") or diag($out);
}
%named = map { $_ => 1 } $readme =~ /`make ([a-z-]+)/g;
for (sort keys %named) {
	my ($status, $out) = run_in_tree($tree, "make -n $_");
	is($status, 0, "make $_") or diag($out);
}

# The sample of what the first line prints: today's columns, today's targets.
my ($sample) = $readme =~ /^```text\n(target .*?)^```/ms;
my $columns = sub { ($_[0] =~ /^(target .*)/m)[0] =~ /\S+/g };
# A busy machine may leave no pair of launches undisturbed: then there is no speedup.
my $is_left_out = $printed =~ /^target.* speedup/m ? qr/(?!)/ : qr/^(?:speedup|over)$/;
my $in_order = join '.* ', map { quotemeta } grep { !/$is_left_out/ } $columns->($sample);
like(join(' ', $columns->($printed)), qr/^$in_order/,
	'the sample has no column that is gone: tools/fill_printed.pl refreshes it');
my $targets = sub { join ' ', sort $_[0] =~ /^(ch01:\S+)/mg }; # a run groups them by workload
is($targets->($sample), $targets->(aisp('bench', 'list-targets', 'ch01')->{out}), 'and the targets');
done_testing();
