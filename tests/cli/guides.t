#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Every command line of the guides in docs works as it is written, in the order in which
# a reader tries them, and every guide is linked from the list of README.md.
# RUN: test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/cli', 'tests/exploits';
use Bench;
use CommandLines;

my @guides = map { "docs/$_.md" }
	qw(quick_start write_a_pair read_a_verdict triage profiling judge_a_strangers_kernel ci_gate);

# What is made cheaper here, and why.
my @instead = (
	[qr/^\.\/setup\.sh$/, 'sh -n ./setup.sh', 'tests/tools/setup.t runs it'],
	[qr/--param rows=512,1024,2048/, '--param rows=64,128 --param cols=64', 'large sizes take longer'],
	[qr/(bench run (?!.*--param).*)/, '$1 --preset small', 'so do the default sizes'],
	[qr/ --wait-quiet(?: --until-decided)?/, '', 'a machine that runs tests is not quiet'],
	[qr/(bench run .*)/, '$1 --pairs 3 --iterations 3 --suite-timeout 30', 'a verdict takes more pairs'],
	[qr/(profile ch\S+)/, '$1 --preset small --metric-set minimal', 'a profile takes long'],
);
# Besides 0: a variant that shall be wrong, and what a busy machine makes of verdicts,
# proofs and peaks.
my @also = ([qr/bench run/ => qr/^[0135]$/], [qr/verify --variants/ => qr/^3$/], [qr/checks prove/ => qr/^[01]$/], [qr/^\.\/aisp (?:doctor|peak)/ => qr/^[015]$/]);

my %is_used;
for my $guide (@guides) {
	my $tree = tree();
	local $ENV{AISP_HISTORY} = "$tree/history.sqlite";
	my @lines = command_lines($guide);
	cmp_ok(scalar @lines, '>=', 3, "$guide has command lines");
	for my $line (@lines) {
		my $cheap = cheaper($line, \@instead, \%is_used);
		my ($status, $out) = run_in_tree($tree, $cheap);
		my ($want) = map { $_->[1] } grep { $line =~ $_->[0] } @also;
		like($status, $want // qr/^0$/, "$guide: $line") or diag("run as: $cheap\n$out");
		like($out, qr/^run folder: artifacts\//m, '... and measured') or diag($out) if $line =~ /bench run/;
	}
	my $text = read_file($guide);
	for (sort keys %{{ map { $_ => 1 } $text =~ /`(?:\.\/)?aisp ([a-z-]+(?: [a-z]+(?![\w:-]))?)/g }}) {
		is((run_in_tree($tree, "./aisp $_ --help"))[0], 0, "$guide names aisp $_");
	}
	-e "docs/$_" or fail("$guide links to $_, which is not there") for $text =~ /\]\(([^):#]*)\)/g;
}

# The reader's first pair ends in a verdict that nobody has to explain.
my $tree = tree();
run_in_tree($tree, './aisp new mine:colsum');
like((run_in_tree($tree, './aisp bench run --targets mine'))[1], qr/^mine:colsum\@cpu +FASTER|machine busy/m,
	'a new pair is FASTER, as the quick start shows');

is(scalar keys %is_used, scalar @instead, 'each substitution is one of a line');
my $course = read_file('README.md');
like($course, qr/\]\(\Q$_\E\)/, "README.md leads to $_") for @guides, 'docs/course.md';
done_testing();
