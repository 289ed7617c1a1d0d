#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp checks prove over a small tree of exploits that do not prove what they should.
# RUN: test-all
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Copy qw(copy);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;
use lib 'tests/exploits';

my ($tree, $source, $at);
BEGIN {
	$tree = tempdir(CLEANUP => 1);
	$source = abs_path('.');
	$at = "$tree/tests/exploits/output";
	make_path("$tree/src/judge", $at, "$tree/empty");
	symlink "$source/$_", "$tree/$_" for 'mk', 'include', 'src/judge/workload_main.c';
	symlink abs_path($ENV{B} // 'build'), "$tree/build";
	system('cp', '-R', "$source/tests/exploits/fixtures", "$tree/tests/exploits/fixtures");
	copy('aisp', "$tree/aisp") or die "aisp: $!";
	chmod 0755, "$tree/aisp";
	$ENV{AISP} = "$tree/aisp";
	$ENV{XDG_CACHE_HOME} = $ENV{XDG_CACHE_HOME} // "$ENV{HOME}/.cache";
}
use Bench;

# NAME of an output's source as the exploit or twin AS.
sub play
{
	my ($name, $as) = @_;
	unlink "$at/optimized_poly_$as.c";
	copy("$source/tests/exploits/output/optimized_poly_$name.c", "$at/optimized_poly_$as.c")
		or die "$name: $!";
}

sub scenario
{
	my ($check, $body) = @_;
	write_file("$at/$check.sh", "#!/bin/sh\n$body\n");
}

sub cast
{
	unlink glob("$at/optimized_*"), glob("$at/*.sh");
}

sub records
{
	my ($r) = @_;
	my $proof = eval { decode_json($r->{out}) } or die "$r->{out}$r->{err}";
	return ($proof, map { ($_->{check} => $_) } @{$proof->{exploits}});
}

my $r = aisp('checks', 'prove', 'nothing.*');
is($r->{status}, 2, 'a glob that matches no check is a usage error');
like($r->{err}, qr/no check matches 'nothing\.\*'/, 'and is named');
is(aisp('checks', 'prove', '--device', 'tpu')->{status}, 2, 'so is an unknown device');
is(aisp('checks', 'prove', '--repeat', '0')->{status}, 2, 'and no repetition');
is(aisp('checks', 'prove', '--pairs', '9')->{status}, 2, 'and too few pairs');
$r = aisp('checks', 'prove', '--device', 'cpu', 'timing');
is($r->{status}, 77, 'no exploit at all: nothing could be tried');

copy("$source/tests/exploits/output/$_", "$at/$_") for 'workload_poly.h', 'baseline_poly.c';

# An exploit that is proven, one that wins nothing, one that another check stops, one
# whose twin cheats, one without a twin, and a scenario that cannot be staged.
play('invalid_values_nan', 'invalid_values_nan');
play('invalid_values_nan_honest', 'invalid_values_nan_honest');
play('approximation_drift_honest', 'approximation_drift');
play('approximation_drift_honest', 'approximation_drift_honest');
play('invalid_values_nan', 'uninitialized_memory');
play('invalid_values_nan_honest', 'uninitialized_memory_honest');
play('invalid_values_inf', 'invalid_values_inf');
play('invalid_values_inf', 'invalid_values_inf_honest');
scenario('stale_cache', 'echo no such clock >&2; exit 77');
my $file = "$tree/proof.json";
$r = aisp('checks', 'prove', '--device', 'cpu', '--json', '--output', $file, 'output');
is($r->{status}, 1, 'what is not proven ends with status 1');
my ($proof, %of) = records($r);
is($of{'output.invalid_values_nan'}{state}, 'PROVEN', 'an exploit and its twin prove a check');
is($of{'output.invalid_values_nan'}{without}{verdict}, 'FASTER', 'and the record says what was won');
is($of{'output.approximation_drift'}{state}, 'NOT-PROVEN', 'one that is honest proves nothing');
like($of{'output.approximation_drift'}{why}, qr/^the exploit is rejected: no, FASTER/, 'because it is not rejected');
is($of{'output.uninitialized_memory'}{state}, 'NOT-PROVEN', 'nor does one that another check stops');
like($of{'output.uninitialized_memory'}{why}, qr/^by this check alone: no, INVALID by output.invalid_values_nan/,
	'which is named');
my $twin = $of{'output.invalid_values_inf'};
is($twin->{state}, 'NOT-PROVEN', 'nor does a check that rejects the twin');
like($twin->{why}, qr/^the honest twin is accepted: no, INVALID/, 'which is said');
is(scalar @{$twin->{twins}}, 3, 'a false alarm is tried three times');
my @runs = map { @{$_->{twins}} } @{$proof->{exploits}};
is($proof->{summary}{n_alarms}, scalar(grep { $_->{verdict} eq 'INVALID' } @runs), 'and all are counted');
is($proof->{summary}{n_twin_runs}, scalar @runs, 'among the runs of twins');
is($of{'output.stale_cache'}{state}, 'SKIPPED', 'a scenario that cannot be staged is skipped');
is($of{'output.stale_cache'}{why}, 'no such clock', 'for its reason');
is($proof->{summary}{n_exploits}, 4, 'and not counted');
is_deeply($proof, decode_json(read_file($file)), '--output holds the same');
unlike($r->{out}, qr{\Q$tree\E|\Q$source\E}, 'a proof file holds no paths of this machine');
my $states = $proof->{states}{cpu};
is($states->{'output.stale_cache'}{state}, 'PREVENTED', 'it says the state of all checks');

# Scenarios; and the rest of the cache's proof stays.
cast();
play('stale_cache', 'stale_cache');
scenario('invalid_values_nan', <<'END');
name=nan; [ "$1" = honest ] && name=nan_honest
echo "$@" >> "$(dirname "$0")/words"
dir=$2; shift 2
"$AISP" bench run --artifacts-dir "$dir" --iterations 3 --warmup 1 "$@" \
	--targets tests/exploits/output/s:poly_invalid_values_$name@cpu >/dev/null
END
make_path("$at/s");
copy("$source/tests/exploits/output/$_", "$at/s/$_") for 'workload_poly.h', 'baseline_poly.c',
	'optimized_poly_invalid_values_nan.c', 'optimized_poly_invalid_values_nan_honest.c';
symlink "../fixtures", "$at/fixtures";
scenario('invalid_values_inf', 'echo it broke; exit 1');
$r = aisp('checks', 'prove', '--device', 'cpu', '--json', 'output.*');
($proof, %of) = records($r);
is($of{'output.invalid_values_nan'}{state}, 'PROVEN', 'a scenario proves a check');
like(read_file("$at/words"), qr/^attack \S+ --without-check output\.invalid_values_nan$/m,
	'and is told to leave the check out');
is($of{'output.invalid_values_inf'}{state}, 'NOT-PROVEN', 'one that leaves no run proves none');
like($of{'output.invalid_values_inf'}{why}, qr/0 run folders.*it broke/, 'and its words are kept');
is($of{'output.stale_cache'}{state}, 'NOT-PROVEN', 'without a twin nothing is proven');
like($of{'output.stale_cache'}{why}, qr/^the honest twin is accepted: no, nothing/, 'which is said');
my %lacks = map { $_->{check} => 1 } @{$proof->{summary}{missing}};
ok($lacks{"output.$_"}, "output.$_ lacks an exploit") for 'approximation_drift', 'uninitialized_memory';
ok(!$lacks{"output.$_"}, "output.$_ does not") for 'invalid_values_nan', 'stale_cache';
my ($saved) = glob("$ENV{B}/test-cache/aisp/machines/*/proof.json") if $ENV{B};
($saved) = glob('build/test-cache/aisp/machines/*/proof.json') if !$ENV{B};
my %kept = map { $_->{exploit} => 1 } @{decode_json(read_file($saved))->{exploits}};
ok($kept{'output:poly_uninitialized_memory@cpu'}, 'what another run proved stays in the cache');

# Text.
cast();
play('invalid_values_nan', 'invalid_values_nan');
play('invalid_values_nan_honest', 'invalid_values_nan_honest');
$r = aisp('checks', 'prove', '--device', 'cpu', 'output.invalid_values_nan');
is($r->{status}, 0, 'all proven: status 0') or diag($r->{out}, $r->{err});
like($r->{out}, qr/^output\.invalid_values_nan\@cpu +PROVEN +INVALID by this check; without it FASTER [\d.]+x; twin FASTER/m,
	'a line a check');
like($r->{out}, qr/^recall: 1 of 1 exploits stopped\nfalse alarms: \d of \d runs of honest twins\nwith its check left out 1 of 1 exploits win$/m,
	'and the sums');
# Launches that others disturbed do not count: enough remain, or one or two too few.
my $n_launches = 0;
for (1 .. 3) {
	($proof) = records(aisp('checks', 'prove', '--device', 'cpu', '--pairs', 13, '--json', 'output.invalid_values_nan'));
	($n_launches) = $proof->{states}{cpu}{'statistical.insufficient_samples'}{why} =~ /^launches that count: (\d+)/;
	last if $n_launches > 10;
}
like($n_launches, qr/^1[123]$/, '--pairs: as many launches, not as many as decide');
$r = aisp('checks', 'prove', '--device', 'cpu', '--output', '/proc/none', 'output.invalid_values_nan');
is($r->{status}, 4, 'a proof file that cannot be written is an error');
like($r->{err}, qr{/proc/none}, 'which names it');
like($r->{out}, qr/PROVEN/, 'after the lines were printed');

# The corpus
my $corpus = "$tree/tests/corpus";
make_path("$corpus/x");
system('cp', '-R', "$source/tests/exploits/fixtures", "$corpus/fixtures");
copy("$source/tests/exploits/output/$_", "$corpus/x/$_") for 'workload_poly.h', 'baseline_poly.c',
	'optimized_poly_invalid_values_nan.c', 'optimized_poly_invalid_values_nan_honest.c';
$r = aisp('checks', 'prove', '--device', 'cpu', '--corpus', '--no-exploits', '--repeat', 2, '--json');
($proof) = records($r);
is($proof->{corpus}{n_variants}, 2, 'the corpus: its variants') or diag(explain($proof->{corpus}));
is($proof->{corpus}{n_runs} + $proof->{corpus}{n_disturbed}, 4, 'all their runs');
my ($alarm) = grep { $_->{target} eq 'x:poly_invalid_values_nan@cpu' } @{$proof->{corpus}{alarms}};
is($alarm->{failed}[0], 'output.invalid_values_nan', 'one that a check fails is an alarm');
is($r->{status}, 1, 'too many alarms: status 1');
is_deeply($proof->{exploits}, [], 'and no exploit was tried');
$r = aisp('checks', 'prove', '--device', 'cpu', '--corpus={tests/none,tests/corp*/x}', '--no-exploits', '--json');
is(decode_json($r->{out})->{corpus}{n_variants}, 2, 'the directories that are asked for');
is(aisp('checks', 'prove', '--no-exploits')->{status}, 2, 'neither exploits nor a corpus: 2');
$r = aisp('checks', 'prove', '--corpus=tests/none', '--no-exploits');
is($r->{status}, 4, 'none there');
like($r->{err}, qr{tests/none}, 'it is named');
unlink glob("$corpus/x/*nan.c");
$r = aisp('checks', 'prove', '--device', 'cpu', '--corpus', '--no-exploits');
like($r->{out}, qr/^corpus: \d false alarms in \d runs of \d honest variants/m, 'in text too');
done_testing();
