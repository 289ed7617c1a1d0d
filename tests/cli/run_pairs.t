#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# How many pairs `aisp bench run` measures, what it advises where they do not
# suffice, and what --min-speedup and --fail-on make of the results.
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

$ENV{AISP_LOCK_DIR} = artifacts(); # no figure matters here: wait for nobody

# 200 ns a call against 1.6 us, and two variants that do the same.
my $dir = 'tests/exploits/output';
my $honest = 'poly_approximation_drift_honest';
my @run = ('--iterations', 2, '--warmup', 1, '--targets', "$dir:$honest");

sub blocks
{
	my ($r) = @_;
	return scalar grep { $_->{block} >= 0 } @{arm($r, $honest)->{launches}};
}

my $r = bench_run(@run, '--pairs', 12);
# A launch that others disturbed makes no pair, and is measured anew.
my %lacks = map { $_->{block} => 1 } grep { $_->{status} ne 'ok' || $_->{evidence}{is_disturbed} }
	map { @{$_->{launches}} } @{$r->{results}{arms}};
my $n_pairs = result($r, $honest)->{comparison}{n_pairs};
is($n_pairs, scalar grep({ !$lacks{$_} } 0 .. blocks($r) - 1), 'what was not disturbed counts');
ok($n_pairs == 12 || blocks($r) == 24, '--pairs: so many, though a look after 10 would have decided, or twice as many blocks')
	or diag("$n_pairs of " . blocks($r));
is($r->{results}{run}{plan}{pairs}, 12, 'the run says so');
like($r->{out}, qr/^plan: 12 pairs, looked at once$/m, 'and so does the table');
# A launch times its calls for about 50 us.
$r = bench_run(@run, '--min-time', 0.004);
my $timed = 0;
for my $l (grep { $_->{block} >= 0 } @{arm($r, $honest)->{launches}}) {
	$timed += $_ * $l->{calls_per_sample} for @{$l->{samples_ns}};
}
cmp_ok($timed, '>=', 0.004e9, '--min-time: the calls were timed for so long');
cmp_ok(blocks($r), '>', 10, 'which took more pairs than the first look has');

my $begun = time;
$r = bench_run(@run, '--until-decided=30');
is($r->{results}{run}{plan}{until_decided_s}, 30, '--until-decided takes a limit');
ok(verdict($r, $honest) eq 'FASTER' || time - $begun >= 30, 'and decides, or takes all of it');
$r = bench_run(@run, '--until-decided=0.001');
cmp_ok(blocks($r), '<', 10, 'which holds');
is(verdict($r, $honest), 'INCONCLUSIVE', 'by so few nothing is decided');
like(result($r, $honest)->{comparison}{why}, qr/too few to stand on|an interval needs 3|no pairs/, 'and it says so');

# A variant whose launches are fast or slow by chance: 8 pairs cannot tell, unless
# all of them fall on one side.
my $c;
for (1 .. 4) {
	$r = bench_run('--iterations', 1, '--warmup', 0, '--targets', 'tests/exploits/statistical:coin',
		'--pairs', 8, '--tier', 'sandboxed');
	$c = $r->{results}{results}[0]{comparison};
	last if $c->{verdict} eq 'INCONCLUSIVE';
}
is($c->{verdict}, 'INCONCLUSIVE', 'a coin: INCONCLUSIVE') or diag($r->{err});
like($r->{out}, qr/^advice for statistical:coin\@cpu: \Q$c->{advice}\E$/m, 'the table has an advice');
like($c->{advice}, qr{needs about \d+ pairs, \d+ (s|min|h): run `aisp bench run --targets \S*tests/exploits/statistical:coin\@cpu --tier sandboxed --iterations 1 --pairs \d+`|the difference is too small for the noise here},
	'which says how many pairs, how long, and the command');
ok(exists $c->{forecast}{$_}, "forecast.$_") for qw(n_pairs seconds mde is_on_margin);
aisp('bench', 'recheck', $r->{folder}, '--artifacts-dir', my $to = artifacts());
my $judged = decode_json(read_file((folders($to))[0] . '/results.json'));
is($judged->{results}[0]{comparison}{advice}, $c->{advice}, 'judged again it is the same');

# Demands
$r = bench_run(@run, '--until-decided=60', '--min-speedup', 1.01);
is($r->{status}, 0, '--min-speedup below the interval: 0') or diag($r->{err});
$r = bench_run(@run, '--pairs', 10, '--min-speedup', 1000);
is($r->{status}, 1, 'above it: 1');
like($r->{err}, qr/^--min-speedup 1000: the interval of \S*:$honest\@cpu begins at [\d.]+x$/m, 'and it is named');
ok(-e "$r->{folder}/results.json", 'the run is saved all the same');
$r = bench_run(@run, '--until-decided=60', '--fail-on', 'slower,same');
is($r->{status}, 0, '--fail-on what did not happen: 0');
$r = bench_run(@run, '--fail-on', 'slower', '--fail-on', 'not-run,inconclusive', '--suite-timeout', 0.001);
is($r->{status}, 1, 'what did: 1');
like($r->{err}, qr/^--fail-on: \S*:$honest\@cpu is not run$/m, 'and it is named');
$r = bench_run('--iterations', 2, '--targets', "$dir:poly_approximation_drift", '--min-speedup', 1.01);
is($r->{status}, 3, 'an INVALID result stays 3');
like($r->{err}, qr/^--min-speedup 1.01: \S* is INVALID$/m, 'and is named');

# strict measures on grades A and B only; that this machine is neither is no result.
SKIP: {
	my $grade = $r->{results}{run}{grade};
	skip "grade $grade", 3 if $grade =~ /[AB]/;
	$r = bench_run(@run, '--validity-profile', 'strict');
	is($r->{status}, 4, 'strict refuses another grade: 4');
	like($r->{err}, qr/--validity-profile strict refuses grade [CD]/, 'and says why');
	is($r->{folder}, undef, 'nothing is measured');
}

my @misuse = (['--pairs', 2], ['--pairs', 1001], ['--pairs', '4x'], ['--min-time', 0], ['--until-decided=-1'],
	['--min-speedup', 'x'], ['--fail-on', 'faster'], ['--fail-on', 'same,'],
	['--pairs', 5, '--min-time', 1], ['--pairs', 5, '--until-decided']);
for my $options (@misuse) {
	$r = bench_run(@run, @$options);
	is($r->{status}, 2, "@$options: 2");
	like($r->{err}, qr/\Q@{[$options->[0] =~ s{=.*}{}r]}\E/, 'named');
}
done_testing();
