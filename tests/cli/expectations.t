#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp bench expectations on saved runs: what is accepted, listed, proven.
# RUN: parallel
use strict;
use warnings;
use utf8;
use Cwd qw(abs_path);
use File::Copy qw(copy);
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Saved;

my $dir = artifacts();
my $at = "$dir/e";

sub expectations { return aisp('bench', 'expectations', '--expectations', $at, @_) }
sub listed { return decode_json(expectations('--json', @_)->{out}) }

# Nothing is recorded yet.
my $r = expectations();
is($r->{status}, 0, 'no expectations at all');
like($r->{err}, qr/no expectations in \Q$at\E; .*--accept/, 'and how they come to be');

# --accept
save_run("$dir/two", speedup => 2);
$r = expectations('--accept', "$dir/two");
is($r->{status}, 0, '--accept') or diag($r->{err});
my $file = "$at/epyc-9755-2c/ch07/t\@cpu.txt";
my $text = read_file($file) // '';
like($text, qr/^target +ch07:t\@cpu\nclass +epyc-9755-2c\n\n\[[0-9a-f]{16}\]\n/m, 'a file a target and class');
like($text, qr/^speedup +2 +x +1\.96 +2\.04 +1\.86667 +2\.142$/m, 'interval and bounds, with their unit');
like($text, qr/^machine +AMD EPYC 9755, 2 cores, KVM$/m, 'the machine');
like($text, qr/^variant +(ab){32}$/m, 'the object');
like($text, qr/^commit +(a1){20}$/m, 'the commit');
like($text, qr/^launches +10$/m, 'the launches');

$r = expectations('--accept', "$dir/two", "$dir/three");
is($r->{status}, 2, '--accept of two runs');
like($r->{err}, qr/--accept: one run at a time/, 'and why not');

# What holds is left alone, to the byte.
save_run("$dir/holds", speedup => 2.01);
$r = expectations('--accept', "$dir/holds");
like($r->{err}, qr/^left ch07:t\@cpu: HOLDS$/m, 'what holds is left');
is(read_file($file), $text, 'and the file as it was');

# --proof
save_run("$dir/regressed", target => 'ch07:t@cpu', speedup => 1.5);
save_run("$dir/invalid", target => 'ch07:bad@cpu', verdict => 'INVALID', why => 'late, "writes"');
save_run("$dir/new", target => 'ch07:new@cpu');
save_run("$dir/better", target => 'ch07:t@cpu', speedup => 3);
save_run("$dir/other", target => 'ch07:gone@cpu');
expectations('--accept', "$dir/other");
$r = expectations('--proof', '--output', "$dir/reports", map { "$dir/$_" }
	qw(better holds new invalid regressed));
is($r->{status}, 3, '--proof with an invalid result: 3');
my @rows = map { [split /,/] } split /\r\n/, read_file("$dir/reports/proof_of_benefit.csv") // '';
is_deeply([map { "$_->[0] $_->[1]" } @rows[1 .. $#rows]],
	['FAILED ch07:bad@cpu', 'REGRESSED ch07:t@cpu', 'NO-EXPECTATION ch07:new@cpu',
		'NOT-MEASURED ch07:gone@cpu', 'IMPROVED ch07:t@cpu', 'HOLDS ch07:t@cpu'],
	'failed and regressed rows first');
like(read_file("$dir/reports/proof_of_benefit.csv"), qr/"INVALID: late, ""writes"""\r\n/, 'quoted');
like(read_file("$dir/reports/proof_of_benefit.md"),
	qr/^\| REGRESSED \| ch07:t\@cpu \| epyc-9755-2c \| n=4 \| 1\.500x \\\[1\.470, 1\.530\\\] \| naive \| 1\.867 /m,
	'the same in Markdown');
$r = expectations('--proof', '--output', "$dir/reports", "$dir/regressed");
is($r->{status}, 1, '--proof with a regression: 1');
$r = expectations('--proof', '--output', "$dir/reports", "$dir/holds");
is($r->{status}, 0, '--proof without: 0');

# One pair has no interval that could be compared: a gate must not take that for passed.
save_run("$dir/bare", speedup => 2, verdict => 'INCONCLUSIVE');
my $bare = decode_json(read_file("$dir/bare/results.json"));
@{$bare->{results}[0]{comparison}}{qw(n_pairs speedup_ci)} = (1, [undef, undef]);
write_file("$dir/bare/results.json", encode_json($bare));
$r = expectations('--proof', '--json', '--output', "$dir/reports", "$dir/bare");
is($r->{status}, 5, '--proof of what was not judged for want of pairs: 5');
is_deeply([map { $_->{state} } grep { $_->{target} eq "ch07:t\@cpu" } @{decode_json($r->{out})}], ["NOT-JUDGED"], "and said");

# A second block in the run's own documents decides.
my $run = decode_json(read_file("$dir/regressed/results.json"));
$run->{confirmation} = save_run("$dir/again", speedup => 2);
write_file("$dir/regressed/results.json", encode_json($run));
$r = expectations('--proof', '--json', '--output', "$dir/reports", "$dir/regressed");
is($r->{status}, 0, 'not confirmed: no regression');
is(decode_json($r->{out})->[0]{state}, 'UNCLEAR', 'but said');

# An accepted regression is the new expectation; the diff is the entry's.
save_run("$dir/slow", speedup => 1.2);
expectations('--accept', "$dir/slow");
like(read_file($file), qr/^speedup +1\.2 /m, 'a regression is accepted in words only');
$r = expectations('--proof', '--output', "$dir/reports", "$dir/slow");
is($r->{status}, 0, 'and then holds');

# Lists
save_run("$dir/gpu", target => 'labs/x:y@cuda', gpu => 'NVIDIA H200', speedup => 1.04);
expectations('--accept', "$dir/gpu");
ok(-e "$at/h200/labs/x/y\@cuda.txt", 'a lab on a GPU has its file');
is_deeply([map { $_->{target} } @{listed('--hardware', 'h200', '--min-speedup', 1.05)}],
	['labs/x:y@cuda'], '--hardware, --min-speedup');
is_deeply(listed('--hardware', 'h200', '--min-speedup', 1.03), [], 'none is below');
$r = expectations('--hardware', 'h200', '--min-speedup', 1.05);
is($r->{status}, 1, 'one below is a regression');
like($r->{err}, qr/^aisp: 1 of 1 entries are below 1\.05$/m, 'and counted');
is(expectations('--hardware', 'h200', '--min-speedup', 1.03)->{status}, 0, 'none below: 0');

for my $other (['--hardware', 'h20'], ['--targets', 'ch07:nothing']) {
	is(expectations(@$other, '--min-speedup', 1.03)->{status}, 2, "a gate of nothing is not open: @$other");
}

# A directory of the user's: the file lies there, and base names do not collide.
save_run("$dir/mine", target => 'd:t@cpu', directory => "$dir/mine/d");
$r = aisp('bench', 'expectations', '--accept', "$dir/mine");
is($r->{status}, 0, "a pair outside aisp's tree") or diag($r->{err});
ok(-e "$dir/mine/d/expectations/epyc-9755-2c/d/t\@cpu.txt", 'its expectation lies beside it');
save_run("$dir/yours", target => 'd:t@cpu', directory => "$dir/yours/d", speedup => 3);
expectations('--accept', "$dir/$_") for qw(mine yours);
ok(-e "$at/epyc-9755-2c/mine/d/t\@cpu.txt" && -e "$at/epyc-9755-2c/yours/d/t\@cpu.txt",
	'in a common place the path is in the key');
is_deeply([map { $_->{target} } @{listed('--targets', 'ch07:*')}], ['ch07:gone@cpu', 'ch07:t@cpu'],
	'--targets');
like(expectations('--hardware', 'h200')->{out}, qr/^h200 +labs\/x:y\@cuda +1\.040x \[1\.019, 1\.061\] +at least 1\.009/m,
	'a line each');
like(expectations('--hardware', 'b200')->{err}, qr/no expectations in .* for machines of the class b200/, 'an unknown class is said');

# Names
save_run("$dir/na me", target => 'my dir é:x y@cpu');
$r = expectations('--accept', "$dir/na me");
is($r->{status}, 0, 'a target with spaces and UTF-8');
ok(-e "$at/epyc-9755-2c/my dir \xc3\xa9/x y\@cpu.txt", 'its file');

# Damage
write_file($file, "$text\nnonsense here\n");
$r = expectations();
is($r->{status}, 4, 'a damaged file: 4');
like($r->{err}, qr/t\@cpu\.txt:\d+: this aisp does not know 'nonsense'/, 'the line is named');
$r = expectations('--accept', "$dir/two");
is($r->{status}, 4, 'nor is anything accepted into it');
like(read_file($file), qr/nonsense/, 'it stays');

# Usage
is(expectations('--accept', '--proof')->{status}, 2, '--accept and --proof');
is(expectations('stray')->{status}, 2, 'a run without either');
is(expectations('--min-speedup', 'x')->{status}, 2, 'no ratio');
$r = expectations('--accept', "$dir/nothing");
is($r->{status}, 2, 'no such run');
like($r->{err}, qr/no run folder/, 'is said');
write_file("$dir/two/results.json", '{"schema":1,');
$r = expectations('--accept', "$dir/two");
is($r->{status}, 2, 'a damaged run');
like($r->{err}, qr/results\.json is damaged/, 'is said');
$r = expectations('--proof', '--output', "$file/x", "$dir/holds");
is($r->{status}, 4, 'a proof that cannot be written');

done_testing();
