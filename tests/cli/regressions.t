#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp bench run against expectations and into a history: what it says, when it
# measures again, what it records.
# RUN: test-all
use strict;
use warnings;
use Cwd qw(abs_path);
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $target = 'poly_approximation_drift_honest'; # a hundred times faster than its baseline
my $dir = artifacts();
my $at = "$dir/e";
my @quick = ('--iterations', 2, '--warmup', 1, '--preset', 'small', '--expectations', $at,
	'--targets', "tests/exploits/output:$target");

# What a busy machine makes INVALID or INCONCLUSIVE is not under test here.
sub steady
{
	for (1 .. 10) {
		my $r = bench_run(@quick, @_);
		my $second = $r->{results}{confirmation};
		return $r if verdict($r, $target) eq 'FASTER' && (!$second ||
			verdict({ results => $second }, $target) eq 'FASTER');
	}
	SKIP: { skip('this machine is too busy to measure', 1); }
	done_testing();
	exit 0;
}

sub expectation { return result($_[0], $target)->{expectation} // {} }

sub file
{
	my @found = glob("$at/*" . abs_path('tests/exploits/output') . "/$target\@cpu.txt");
	return $found[0];
}

# Let the speedup be expected to lie within these bounds.
sub expect_within
{
	my ($lower, $upper) = @_;
	my $text = read_file(file());
	$text =~ s/^(speedup(?: +\S+){4}) .*/$1 $lower $upper/m or die 'no speedup';
	write_file(file(), $text);
}

my $r = bench_run(@quick);
is($r->{status}, 2, 'a folder of expectations that is not there gates nothing');
like($r->{err}, qr/--expectations: there is no folder \Q$at\E; --accept-regressions/, 'and is named');
mkdir $at or die;
$r = steady();
is($r->{status}, 0, 'without an expectation: 0') or diag($r->{err});
like($r->{out}, qr/^expectations: 1 NO-EXPECTATION$/m, 'it is said');
is(expectation($r)->{state}, 'NO-EXPECTATION', 'and recorded');
is_deeply([glob("$at/*")], [], 'nothing is written');

$r = steady('--accept-regressions');
is($r->{status}, 0, '--accept-regressions') or diag($r->{err});
like($r->{err}, qr/^recorded output:$target\@cpu: \Q$at\E\//m, 'records a first expectation');
like($r->{err}, qr/^recorded .*; losses below \d+ % will not be seen$/m, 'and says what it does not see');

expect_within(1, 1e6);
$r = steady();
is(expectation($r)->{state}, 'HOLDS', 'within the bounds') or diag($r->{out});
is(expectation($r)->{match}, 'fingerprint', 'of this very machine');
ok(!$r->{results}{confirmation}, 'nothing was measured again');

expect_within(1e5, 1e6);
my $text = read_file(file());
$r = steady();
is($r->{status}, 1, 'a regression: 1') or diag($r->{err});
like($r->{out}, qr/^REGRESSED output:$target\@cpu: speedup .* expected at least 1e\+05 x .*; again: /m, 'it is said');
is(expectation($r)->{is_confirmed}, JSON::PP::true, 'confirmed');
my $second = $r->{results}{confirmation};
is(scalar @{$second->{results}}, 1, 'by a second block of this target');
isnt($second->{run}{seed}, $r->{results}{run}{seed}, 'on other inputs');
isnt($second->{arms}[1]{launches}[1]{median_ns}, arm($r, $target)->{launches}[1]{median_ns},
	'in other launches');
is(read_file(file()), $text, 'the expectation is as it was');
my $again = aisp('bench', 'report', $r->{folder});
like($again->{out}, qr/^REGRESSED output:$target/m, 'bench report says so again');

$r = steady('--accept-regressions');
is($r->{status}, 0, 'accepted: 0');
my ($value) = read_file(file()) =~ /^speedup +(\S+)/m;
my $found = $r->{results}{confirmation}{results}[0]{comparison}{speedup};
cmp_ok(abs($value / $found - 1), '<', 1e-5, 'with the numbers of the second block');

expect_within(1e-3, 1e-2);
$r = steady();
is(expectation($r)->{state}, 'IMPROVED', 'better than expected');
is($r->{status}, 0, 'is fine');

# What is another experiment
is(expectation(steady('--param', 'elems=900'))->{state}, 'NO-EXPECTATION', 'other parameters');
$r = bench_run(@quick, '--without-check', 'timing.physics_floor');
is(expectation($r)->{state}, 'NOT-JUDGED', 'a check left out');
$r = bench_run(@quick, '--cold-start');
is(expectation($r)->{state}, 'NOT-JUDGED', 'a cold start');

# Damage
write_file(file(), "$text\ngarbage\n");
$r = steady();
is($r->{status}, 4, 'a damaged expectation: 4');
like($r->{out}, qr/^NOT-JUDGED output:$target\@cpu: .*this aisp does not know 'garbage'/m, 'named');
ok($r->{folder}, 'the run is kept');
write_file(file(), $text);

# The history
{
	my $file = "$dir/h.sqlite";
	local $ENV{AISP_HISTORY} = $file;
	my @pending = map { start('bench', 'run', '--artifacts-dir', "$dir/r$_", @quick) } 1, 2;
	finish($_) for @pending;
	$r = aisp('bench', 'history', '--add', "$dir/r1/" . (map { s{.*/}{}r } folders("$dir/r1"))[0]);
	like($r->{err}, qr/^there already/, 'two runs at once are entered');
	{
		local $ENV{AISP_HISTORY} = "$dir/none.sqlite";
		bench_run(@quick, '--no-history');
		ok(!-e "$dir/none.sqlite", '--no-history');
	}
	write_file("$dir/bad", 'no database at all ' x 20);
	$r = bench_run(@quick, '--history', "$dir/bad");
	is($r->{status}, 4, 'a damaged --history: 4');
	like($r->{err}, qr/\Q$dir\E\/bad: .*it is damaged/, 'named');
	ok(!$r->{folder}, 'before anything is measured');
	local $ENV{AISP_HISTORY} = "$dir/bad";
	$r = bench_run(@quick);
	isnt($r->{status}, 4, 'a history that nobody asked for fails no run');
	like($r->{err}, qr/not in the history: .*it is damaged/, 'but is named');
	is(read_file("$dir/bad"), 'no database at all ' x 20, 'and left alone');
}

done_testing();
