#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Variants against each other: places, ties, intervals; sweeps and where one variant
# passes another; in words, in tables of a run, and nothing where there is nothing.
# RUN: parallel
use strict;
use warnings;
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;
use lib 'tests/web';
use Run;

my $dir = tempdir(CLEANUP => 1);
sub report
{
	my ($name, $run, @words) = @_;
	my $folder = write_run("$dir/$name", $run);
	my ($status, $out) = aisp_out('bench', 'report', $folder, @words);
	is($status, 0, "$name @words");
	return $out =~ s/^aisp: \S+ has no journal: .*\n//r;
}

my $out = report('sweep', sweep_run(), '--format', 'ranking');
like($out, qr/^ranking of ch07:t\@cpu k=8 n=4096 normal: 3 variants, intervals hold together at 98\.9 %, margin 1\.0 %$/m, 'what is ranked');
my ($small) = $out =~ /(^ranking of \S+ k=8 n=64 .*?)^ranking/ms;
like($small, qr/^   1   baseline_t +640\.0 ns +is the baseline +is the best$/m, 'where it is small the baseline is the best');
like($small, qr/^   2=  optimized_tiled +2\.880 us +0\.2\d+x \[.*?\]  +0\.2\d+x \[/m, 'the others share a place, with intervals over both');
like($small, qr/^   2=  optimized_like /m, 'that of the other one');
like($small, qr/^  not told apart: optimized_tiled and optimized_like$/m, 'and why');
my ($large) = $out =~ /(^ranking of \S+ k=8 n=4096 .*?)^(?:ranking|sweep)/ms;
like($large, qr/^   1=  optimized_(?:tiled|like) .*is the best\n   1=  .*\n   3   baseline_t /m, 'where it is large it is the last');
like($out, qr/^sweep of ch07:t\@cpu over n, k=8: time, share of the limit$/m, 'the sweep');
like($out, qr/^  optimized_tiled\n    n=64 +2\.880 us \(62\.5 %\)\n    n=256 /m, 'with times and shares');
my $cross = qr/crossover of ch07:t\@cpu k=8: optimized_tiled passes baseline_t between n=256 and n=1024, near 5\d\d$/m;
like($out, qr/^  $cross/m, 'and where one passes the other');
unlike($out, qr/(?:like passes .*tiled|tiled passes .*like)/, 'what is not told apart does not pass');
like(report('sweep', sweep_run()), qr/^$cross/m, 'in the table of a run too');
like(report('sweep', sweep_run(), '--format', $_), qr/^ranking of .*^sweep of/ms, "in $_") for qw(details md);

# As steps, from the slowest on; each against the one below.
$out = report('sweep', sweep_run(), '--format', 'ladder');
my ($steps) = $out =~ /(^ladder of ch07:t\@cpu k=8 n=4096: 3 rungs by time, \S+ MB a call, intervals hold together at 98\.9 %\n(?:  .*\n)+)/m;
like($steps, qr/^    1  baseline_t +\S+ \S+ {30,}\S+ +[\d.]+ % of \S/m, 'the slowest is the first rung, over nothing');
like($steps, qr/^    2  optimized_\w+ +\S+ \S+ +1\.7\d+x \[.*?\] +FASTER {20,}/m, 'the second is over the first');
like($steps, qr/^    3  optimized_\w+ +\S+ \S+ +(?:1\.0|0\.99)\d*x \[.*?\] +(?:SAME|INCONCLUSIVE) +1\.7\d+x \[/m, 'the third over both');
like($steps, qr/62\.5 -> 62\.5 % of DRAM, 1 thread; what optimized_\w+ does$/m, 'what bound the rung below, and this one');
my $library = sweep_run(4096);
$_->{class} = 'library' for grep { $_->{variant} eq 'optimized_like' } @{$library->[0]{arms}};
is(report('library', $library, '--format', 'ladder'), "no ladder: no workload with three variants that are judged by time\n", 'a library is no rung');

# As the sources say, which need not be the order of times.
sub said
{
	my (%after) = @_;
	my $r = sweep_run(4096);
	for (@{$r->[0]{arms}}) {
		my ($name) = $_->{variant} =~ /_(.*)/;
		$_->{after} = $after{$name} if $after{$name};
	}
	$r->[0]{arms}[2]{median_ns} *= 2 and $_->{median_ns} *= 2 for grep { defined $_->{median_ns} } @{$r->[0]{arms}[2]{launches}};
	return $r;
}
is(join(' ', map { $_->{variant} } @{said()->[0]{arms}}), 'baseline_t optimized_like optimized_tiled', 'of the arms,');
$out = report('said', said(like => 'tiled'), '--format', 'ladder');
like($out, qr/^ladder of ch07:t\@cpu k=8 n=4096: 3 rungs as their sources say, 0\.1638 MB a call, /, 'a ladder that sources declare');
like($out, qr/^    1  baseline_t .*\n    2  optimized_tiled .*\n    3  optimized_like +\S+ \S+ +\S+x \[.*?\] +FASTER /m, 'in that order');
$out = report('said', said(tiled => 'like'), '--format', 'ladder');
like($out, qr/^    2  optimized_like .*\n    3  optimized_tiled +\S+ \S+ +0\.[45]\S+x \[.*?\] +SLOWER /m, 'a step back is one');
is(report('said', said(tiled => 'none'), '--format', 'ladder'),
	"no ladder of ch07:t\@cpu up to optimized_tiled: optimized_tiled comes after none, which has no figure here\n", 'a rung over nothing');
my $alike = said(like => 't');
$_->{variant} = 'optimized_t' for grep { $_->{variant} eq 'optimized_tiled' } @{$alike->[0]{arms}};
like(report('alike', $alike, '--format', 'ladder'), qr/^    2  optimized_t .*\n    3  optimized_like /m, 'a variant that is called as its baseline is');
like(report('said', said(tiled => 'like', like => 'tiled'), '--format', 'ladder'), qr/^optimized_like comes after itself, by AFTER: tiled in its source, which is ignored\noptimized_tiled .*\nladder of \S+ k=8 n=4096: 3 rungs by time/, 'nobody is the first of a circle');
like(report('said', said(tiled => 'tiled'), '--format', 'ladder'), qr/^optimized_tiled comes after itself, by AFTER: tiled in its source, which is ignored\nladder of /, 'a rung over itself');

# What is INVALID has no place.
my $run = sweep_run();
$_->{comparison}{verdict} = 'INVALID' for grep { $_->{target} =~ /like/ } @{$run->[0]{results}};
$out = report('invalid', $run, '--format', 'ranking');
unlike($out, qr/like|ranking/, 'an INVALID variant is nowhere, and two are no ranking');
like($out, qr/$cross/m, 'the others stay');

# By scores, whatever the times; a variant that takes too long has no place.
sub scored
{
	my ($better, %score) = @_;
	my $r = sweep_run(4096);
	for my $arm (@{$r->[0]{arms}}) {
		my $score = $score{$arm->{variant} =~ s/.*_//r};
		$arm->{score} = { value => $score, bound => undef, figures => {} };
		$_->{score} = $score * (1 + 0.001 * ($_->{block} % 3)) for @{$arm->{launches}};
	}
	for (@{$r->[0]{results}}) {
		$_->{score} = { name => 'misses', better => $better, max_times => undef, is_clocked => JSON::PP::false };
		$_->{comparison}{verdict} = 'BETTER';
		my ($name) = $_->{target} =~ /:(\w+)/;
		my $ratio = $better eq 'more' ? $score{$name} / $score{t} : $score{t} / $score{$name};
		@{$_->{comparison}}{qw(speedup speedup_ci)} = ($ratio, [$ratio * 0.99, $ratio * 1.01]);
	}
	return $r;
}
$out = report('scored', scored('less', t => 4, like => 1, tiled => 2), '--format', 'ranking');
like($out, qr/^ranking of ch07:t\@cpu k=8 n=4096 normal by misses, less is better: 3 variants, /m, 'a score is named');
like($out, qr/^ +variant +score .*\n   1   optimized_like +1\.000 .*is the best\n   2   optimized_tiled +2\.000 +2\.\d*x \[.*\n   3   baseline_t +4\.000 /m,
	'the least is the best');
like(report('more', scored('more', t => 4, like => 1, tiled => 2), '--format', 'ranking'),
	qr/^   1   baseline_t .*\n   2   optimized_tiled +2\.000 +0\.5\d*x \[.*\n   3   optimized_like /m, 'or the most');
$run = scored('less', t => 4, like => 1, tiled => 2);
$_->{comparison}{verdict} = 'WORSE' for grep { $_->{target} =~ /like/ } @{$run->[0]{results}};
unlike(report('slow', $run, '--format', 'ranking'), qr/optimized_like/, 'a score that took too long');
like(report('slow', $run), qr/like\S* .*WORSE +4\.000x \[.*\] in misses, but in [\d.]+x the time /, 'whose row says so');
$run = scored('less', t => 1, like => 4, tiled => 2);
$_->{comparison}{verdict} = 'WORSE' for @{$run->[0]{results}};
unlike(report('worse', $run), qr/but in/, 'not that of a score that is worse');
unlike(report('scored', scored('less', t => 4, like => 1, tiled => 2), '--format', 'ladder'), qr/rungs/, 'scores are no ladder');

# A size at which nothing is told apart leaves the crossover between those that are.
$run = sweep_run(64, 512, 4096);
like(report('open', $run), qr/tiled passes baseline_t between n=64 and n=4096/, 'a size where they are the same does not end it');

# Launches that did not end well, and too few pairs.
$run = sweep_run(64, 1024);
for my $arm (grep { $_->{variant} eq 'optimized_like' } @{$run->[0]{arms}}) {
	$_->{status} = 'crashed' for @{$arm->{launches}}[0 .. 8];
}
like(report('few', $run, '--format', 'ranking'), qr/^   -   optimized_like .*no pairs +no place: 2 undisturbed launches, 3 are needed$/m, 'two pairs say nothing');

# A third of a variant's launches was disturbed: neither its time nor its place is of them.
$run = sweep_run(4096);
for my $l (grep { $_->{block} % 3 == 1 } @{(grep { $_->{variant} eq 'optimized_tiled' } @{$run->[0]{arms}})[0]{launches}}) {
	$l->{median_ns} *= 10;
	$l->{evidence}{is_disturbed} = 1;
}
$_->{median_ns} *= 1.5 for grep { $_->{variant} eq 'optimized_tiled' } @{$run->[0]{arms}};
my $ns = qr/23\.\d+ us/;
like(report('disturbed', $run, '--format', 'ranking'), qr/^   1=  optimized_tiled +$ns +1\.7\d+x \[1\.7/m, 'disturbed launches are left out');
like(report('disturbed', $run), qr/^ch07:tiled\@cpu .* $ns /m, 'of the column time, too');
unlike(report('disturbed', $run, '--format', 'details'), qr/^  timeline .* to \d{3}\.\d us$/m, 'and of the plots');
is(report('one', new_run(2), '--format', 'ranking'), "nothing to rank: no workload with three variants, no sweep\n", 'nothing to rank');
done_testing();
