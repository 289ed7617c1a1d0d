#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A run with --without-check: each place that shows its verdict says that a check was
# left out, and each command that needs a proof refuses it.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Saved;

my $dir = artifacts();
$ENV{AISP_HISTORY} = 'off';
save_run("$dir/all");
save_run("$dir/one", left_out => ['timing.physics_floor']);
save_run("$dir/two", left_out => ['timing.physics_floor', 'output.invalid_values_nan']);

sub report { return aisp('bench', 'report', "$dir/$_[0]", '--format', $_[1])->{out} }
sub export { return aisp('bench', 'export', "$dir/$_[0]", '--format', $_[1])->{out} }

# Where verdicts are shown
my $how = 'measured without timing.physics_floor (--without-check): no verdict of this run is a proof';
for (['table', qr/^ch07:t\@cpu  FASTER, a check left out  2/m, qr/^\Q$how\E$/m],
	['details', qr/what        FASTER, a check left out, t; n=4/, qr/^\Q$how\E$/m],
	['md', qr/^\| ch07:t\@cpu \| FASTER, a check left out \|/m, qr/^- measured without timing\.physics\\_floor .*no verdict of this run is a proof$/m],
	['ranking', qr/^\Q$how\E$/m], ['ladder', qr/^\Q$how\E$/m],
	['csv', qr/,left_out\r$/m, qr/^ch07:t\@cpu,.*,timing\.physics_floor\r$/m],
	['json', qr/"left_out": *\[\s*"timing\.physics_floor"/],
	['html', qr/"mark": *", a check left out"/, qr/"left_out": *\["timing\.physics_floor"\]/]) {
	my ($format, @texts) = @$_;
	my $out = report('one', $format);
	like($out, $_, "$format says it") for @texts;
	my $usual = report('all', $format);
	unlike($usual, qr/check left out|measured without|timing\.physics_floor/, "and not of a run with all checks: $format");
}
like(report('two', 'table'), qr/FASTER, checks left out  2.*without timing\.physics_floor output\.invalid_values_nan \(/s, 'two of them');
for (['junit', qr/<failure type="FASTER, a check left out"/], ['junit', qr/ failures="1"/],
	['openmetrics', qr/^aisp_outcome\{.*left_out="timing\.physics_floor",outcome="FASTER"\}/m],
	['openmetrics', qr/^aisp_speedup_ratio\{.*left_out="timing\.physics_floor"\}/m],
	['google-benchmark', qr/"aisp_without_checks": \[\s*"timing\.physics_floor"/]) {
	my ($format, $text) = @$_;
	like(export('one', $format), $text, "$format says it");
	unlike(export('all', $format), qr/left out|left_out=|without_checks|<failure/, 'and not of a run with all checks');
}
my $measured = decode_json(read_file('tests/fixtures/runs/cpu/results.json'));
$measured->{run}{left_out} = ['timing.physics_floor'];
mkdir "$dir/roof" or die;
write_file("$dir/roof/results.json", encode_json($measured));
write_file("$dir/roof/manifest.json", read_file('tests/fixtures/runs/cpu/manifest.json'));
like(aisp('roofline', "$dir/roof", '--format', $_->[0])->{out}, $_->[1], "a roofline as $_->[0]")
	for ['json', qr/"mark": *", a check left out"/], ['text', qr/INCONCLUSIVE, a check left out/], ['svg', qr/INCONCLUSIVE, a check left out/];

like(aisp('bench', 'recheck', "$dir/all", '--without-check', 'timing.physics_floor')->{out},
	qr/^ch07:t\@cpu +[A-Z]+, a check left out\b/m, 'what is judged again without a check');
like(aisp('bench', 'recheck', "$dir/one")->{out}, qr/^ch07:t\@cpu +[A-Z]+, saved as FASTER, a check left out\b/m,
	'what is judged again with all checks');

# A mean is of proven comparisons.
sub save_pair
{
	my ($name, @words) = @_;
	my $d = save_run("$dir/$name", @words);
	push @{$d->{results}}, { %{$d->{results}[0]}, target => 'ch07:u@cpu' };
	write_file("$dir/$name/results.json", encode_json($d));
	return report($name, 'table');
}
like(save_pair('mean'), qr/^geometric mean of 2 /m, 'two comparisons have a mean');
unlike(save_pair('no_mean', left_out => ['timing.physics_floor']), qr/geometric mean/, 'not without a check');

# Where a proof is wanted
write_file("$dir/claim.md", "It is fast. <!-- claim: ch07:t\@cpu speedup >= 1.5 -->\n");
my @claims = ('claims', "$dir/claim.md", '--run');
is(aisp(@claims, "$dir/all")->{status}, 0, 'a claim that holds');
mkdir "$dir/e" or die;
my @at = ('--expectations', "$dir/e");
for ([@claims, "$dir/one"], ['bench', 'expectations', '--accept', @at, "$dir/one"],
	['bench', 'expectations', '--proof', @at, '--output', "$dir/proof", "$dir/one"]) {
	my $r = aisp(@$_);
	is($r->{status}, 3, "refused: @$_[0, 1]") or diag($r->{out}, $r->{err});
	like($r->{err}, qr{/one was measured without timing\.physics_floor \(--without-check\) and proves nothing; measure again}, 'and why');
}
ok(!-e "$dir/proof", 'no proof is written');
my $r = aisp('bench', 'compare', "$dir/all", "$dir/one");
is($r->{status}, 3, 'a comparison') or diag($r->{out});
like($r->{out}, qr/^INVALID +ch07:t.*\n    measured without timing\.physics_floor/m, 'says why');
for (['--min-speedup', 2], ['--fail-on', 'slower'], ['--accept-regressions']) {
	$r = aisp('bench', 'run', '--without-check', 'timing.physics_floor', @$_, '--targets', 'ch01:none'); # measures nothing if it is let through
	is($r->{status}, 2, "bench run @$_");
	like($r->{err}, qr/$_->[0] needs all checks: without timing\.physics_floor no verdict is a proof/, 'says why');
}
is(aisp('bench', 'history', '--history', "$dir/h", '--add', map { "$dir/$_" } qw(all one))->{status}, 0, 'a history');
is(scalar @{decode_json(aisp('bench', 'history', '--history', "$dir/h", '--json')->{out})->[0]{points}}, 1,
	'has no figure of it');
like(aisp('checklist', '--run', "$dir/one")->{out}, qr/not so in 1 of 1 results/, 'the checklist');

done_testing();
