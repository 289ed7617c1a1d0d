#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp claims: marked sentences against a saved run and against expectations; and the
# claims of our own documents hold by what is recorded.
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

save_run("$dir/run", speedup => 2); # [1.96, 2.04], time 500 ns, over naive

my $n = 0;
sub claims
{
	my ($text, @words) = @_;
	my $file = "$dir/" . ++$n . '.md';
	write_file($file, $text);
	return aisp('claims', '--run', "$dir/run", @words, $file);
}
sub mark { return "It is fast. <!-- claim: $_[0] -->\n" }

# Each side of an interval, each figure, each unit
for ([0, 'holds', 'ch07:t@cpu speedup >= 1.9'], [0, 'holds', 'ch07:t speedup > 1.95x'], [0, 'holds', 'ch07:* speedup < 2.1'],
	[0, 'holds', 'ch07:t@cpu speedup <= 2.04'], [5, 'undecided', 'ch07:t@cpu speedup < 2.04'],
	[5, 'undecided', 'ch07:t@cpu speedup >= 2'],
	[1, 'does not hold', 'ch07:t@cpu speedup >= 2.1'], [1, 'does not hold', 'ch07:t@cpu speedup < 1.9'],
	[0, 'holds', 'ch07:t@cpu time < 0.6 us'], [0, 'holds', 'ch07:t@cpu time > 400ns'],
	[1, 'does not hold', 'ch07:t@cpu time < 400 ns'], [0, 'holds', 'ch07:t@cpu baseline_time > 0.0009 ms'],
	[0, 'holds', 'ch07:t@cpu spread < 1 %'], [1, 'does not hold', 'ch07:t@cpu spread > 1 %'],
	[0, 'holds', 'ch07:t@cpu speedup >= 1.9 over naive'],
	[5, 'not measured', 'ch07:t@cpu speedup >= 1.9 over library'],
	[5, 'not measured', 'ch07:t@cpu library >= 1'], [5, 'not measured', 'ch07:u@cpu speedup >= 1'],
	[5, 'not measured', 'ch07:t@cuda speedup >= 1']) {
	my ($status, $state, $claim) = @$_;
	my $r = claims(mark($claim));
	is($r->{status}, $status, "$claim: $state") or diag($r->{out}, $r->{err});
	like($r->{out}, qr/^\Q$state\E +\Q$dir\E\/$n\.md:1  \Q$claim\E$/m, 'is said');
	like($r->{out}, qr/^1 claims: \Q$state\E 1$/m, 'and counted');
}

# What is no claim, and why
for (['ch07:t@cpu speedup', 'want TARGET FIGURE'], ['ch07 speedup >= 2', "'ch07' is no target"],
	['ch07:t@cpu sped >= 2', "'sped' is no figure"], ['ch07:t@cpu speedup => 2', "'=>' is none of"],
	['ch07:t@cpu speedup >= much', "'much' is no bound"], ['ch07:t@cpu speedup >= nan', "'nan' is no bound"],
	['ch07:t@cpu speedup >= -1', "'-1' is no bound"], ['ch07:t@cpu speedup >= 2 ms', "'ms' is no unit of speedup"],
	['ch07:t@cpu time < 2 %', "'%' is no unit of time"], ['ch07:t@cpu time < 2ms s', 'has two units'],
	['ch07:t@cpu time < 2', "'2': time wants a unit, such as ns"], ['ch07:t@cpu speedup >= 2 x over it', "'it' is no class"],
	['ch07:t@cpu speedup >= 2 x under it', 'want TARGET'], ['ch07:t@cpu speedup >= 2 x over naive over', 'want TARGET'],
	['ch07:t@cpu speedup >= 2 x over naive over naive', 'want TARGET'], ['', 'want TARGET']) {
	my $r = claims(mark($_->[0]));
	is($r->{status}, 2, "malformed: $_->[0]");
	like($r->{out}, qr/^malformed .*\n    .*\Q$_->[1]\E/m, 'and why') or diag($r->{out});
}
my $r = claims("Fast. <!-- claim: ch07:t speedup >= 2\n");
is($r->{status}, 2, 'a comment that does not end');
like($r->{out}, qr/the comment does not end/, 'is said');
is(claims("Fast. <!-- claims: ch07:t speedup >= 1 -->\n")->{status}, 2, 'a word that is nearly claim');

for my $word ('Claim:', 'CLAIM :', 'claim :', 'a claim:', 'The claim:') {
	like(claims("Fast. <!-- $word ch07:t speedup >= 1 -->\n")->{out}, qr/^holds .*  ch07:t speedup >= 1$/m, $word);
}
is(claims(mark('ch07:t speedup >= 1') . "Fast. <!-- Claims: ch07:t speedup >= 1 -->\n")->{status}, 2, 'Claims: is malformed');
is(claims("Fast. <!-- Claim a seat. A claim needs a run. -->\n<!-- a claimant: x -->\n")->{status}, 77, 'other words of comments');

# Documents
is(claims("Nothing.\n<!-- measured: ch07:t -->\n")->{status}, 77, 'no claim');
is(claims('Say `' . mark('x') . "` or\n```\n" . mark('y') . "```\n~~~~\n~~~\n" . mark('z') . "~~~~\n")->{status}, 77,
	'code is none');
is(claims('Say ``a` ' . mark('x') . '`b`` here.')->{status}, 77, 'nor is code with backquotes in it');
$r = claims("# T\n\nOne thing. Two\nwords here. " . mark('ch07:t speedup > 3') . "Next.\n" . mark('ch07:t speedup > 1'), '--json');
my $json = decode_json($r->{out});
is_deeply([map { "$_->{line} $_->{state} $_->{sentence}" } @{$json->{claims}}],
	['4 does not hold It is fast.', '6 holds It is fast.'], 'lines and sentences');
is($json->{claims}[0]{results}[0]{lo}, 1.96, 'the interval');
$r = claims("One. Two\nthings <!-- claim: ch07:t speedup > 1 --> and more are\nthree <!--claim: ch07:t\nspeedup > 1-->.", '--json');
is_deeply([map { $_->{sentence} } @{decode_json($r->{out})->{claims}}], ['Two things', 'and more are three'], 'within a line');
is(claims(mark('ch07:t speedup > 1') . mark('ch07:t speedup > 3') . mark('ch07:u speedup > 1'))->{status}, 1, 'the gravest decides');

# An INVALID result proves nothing, and the whole of two results must hold
save_run("$dir/run", speedup => 2, verdict => 'INVALID', why => 'late writes');
$r = claims(mark('ch07:t speedup > 1'));
is($r->{status}, 3, 'an INVALID result: 3');
like($r->{out}, qr/^invalid .*\n.*\n.*INVALID: late writes/m, 'and why');

# Nor does one that the judge does not stand behind
save_run("$dir/run", speedup => 2, verdict => 'INCONCLUSIVE', why => 'machine busy');
$r = claims(mark('ch07:t speedup > 1'));
is($r->{status}, 5, 'an INCONCLUSIVE result: 5');
like($r->{out}, qr/^undecided .*\n.*\n.*INCONCLUSIVE: machine busy/m, 'and why');
is(claims(mark('ch07:t speedup > 3'))->{status}, 1, 'what its interval excludes does not hold');
my $score = save_run("$dir/run", speedup => 9, verdict => 'WORSE', why => '8x the time');
$score->{results}[0]{score} = { name => 'misses', better => 'less', max_times => 4, is_clocked => JSON::PP::false };
$_->{score} = { value => 1, bound => undef, figures => {} } for @{$score->{arms}};
write_file("$dir/run/results.json", encode_json($score));
$r = claims(mark('ch07:t score_ratio > 2'));
is($r->{status}, 1, 'a WORSE result does not gain');
like($r->{out}, qr/^does not hold .*\n.*\n.*WORSE: 8x the time/m, 'and why') or diag($r->{out});

my $two = save_run("$dir/run", speedup => 2);
push @{$two->{results}}, { %{$two->{results}[0]}, params => { n => 8 }, comparison => { %{$two->{results}[0]{comparison}}, speedup => 1.1, speedup_ci => [1, 1.2] } };
write_file("$dir/run/results.json", encode_json($two));
$r = claims(mark('ch07:t speedup > 1.5'));
is($r->{status}, 1, 'one of two results is slower');
like($r->{out}, qr/n=4: 2\.000x .*\n +ch07:t\@cpu n=8: 1\.100x \[1\.000, 1\.200\]/, 'both are shown');

is(claims(mark('ch07:t speedup < 1.5'))->{status}, 1, 'or the other is faster');

# Command lines
is(aisp('claims')->{status}, 2, 'no file');
is(aisp('claims', '--run', "$dir/run", "$dir/none.md")->{status}, 2, 'a file that is not there');
is(aisp('claims', '--run', "$dir/none", "$dir/1.md")->{status}, 2, 'a run that is not there');
is(aisp('claims', '--run', 'x', '--hardware', 'y', "$dir/1.md")->{status}, 2, 'two judges');
is(aisp('claims', '--hardware', 'abacus', "$dir/1.md")->{status}, 2, 'a class of machines that nobody measured');

# Our own: what documents claim of a GPU holds by what was recorded on an H200, and what
# they claim of a CPU by what was recorded on one class of machines and is not refuted by
# another.
my @with = grep { read_file($_) =~ /<!-- claim:/ } 'README.md', glob('chapters/*/README.md labs/*/README.md');
cmp_ok(scalar @with, '>=', 5, 'lessons have claims');
my (%said, %claim);
for my $class (qw(h200 epyc-2c xeon-2c)) {
	my $r = aisp('claims', '--hardware', $class, '--json', @with);
	for (@{decode_json($r->{out})->{claims}}) {
		my $of = $_->{claim} =~ /\@cuda / ? 'cuda' : 'cpu';
		next if ($of eq 'cuda') != ($class eq 'h200');
		my $key = "$_->{file}:$_->{line} $_->{claim}";
		$claim{$key} = $of;
		$said{$key}{$_->{state}}++;
	}
}
for my $of (qw(cuda cpu)) {
	my @of = grep { $claim{$_} eq $of } sort keys %claim;
	my @bad = grep { !$said{$_}{holds} || grep { $_ ne 'holds' && $_ ne 'not measured' } keys %{$said{$_}} } @of;
	cmp_ok(scalar @of, '>=', 5, "there are claims about @{[uc $of]}");
	is_deeply(\@bad, [], 'which hold');
}

done_testing();
