#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# `aisp bench verify` and `bare` on a stranger's pair: the user's own input is what
# variants get, a variant that hangs is given up, one that does not compile is wrong.
# RUN: parallel test-all
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = artifacts() . '/own';
mkdir $dir;
for my $part (qw(workload_x.h baseline_x.c optimized_x.c)) {
	write_file("$dir/" . ($part =~ s/_x/_pair/r), read_file("tests/fixtures/pair/$part") =~ s/workload_x/workload_pair/gr);
}
my $source = read_file("$dir/optimized_pair.c");

# A further variant whose run() begins with this code, and ends with that.
sub variant
{
	my ($name, $first, $last) = @_;
	my $text = $source;
	$text =~ s/(\(void\)state;\n)/$1$first\n/;
	$text =~ s/(\treturn 0;\n\})/$last\n$1/;
	write_file("$dir/optimized_pair_$name.c", "#include <unistd.h>\n$text");
}

sub npy
{
	my ($name, @values) = @_;
	my $header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" . @values . ",), }";
	$header .= ' ' x (117 - length $header) . "\n";
	write_file("$dir/$name.npy", "\x93NUMPY\x01\x00" . pack('v', length $header) . $header . pack('f<*', @values));
	return "$dir/$name.npy";
}

# {what => {distribution => [result, why]}}
sub verify
{
	my $r = aisp('bench', 'verify', '--json', @_);
	my %rows;
	$rows{$_->{what}}{$_->{distribution}} = [$_->{result}, $_->{why}] for @{+eval { decode_json($r->{out}) } || []};
	$r->{rows} = \%rows;
	return $r;
}

variant('picky', '', "\tif (x[0] == 42)\n\t\tout[0] += 1;");
my $mine = npy('mine', 42, (1) x 999);
my $short = npy('short', 42, (1) x 9);
my $r = verify($dir);
is($r->{status}, 0, 'right on generated inputs') or diag($r->{out}, $r->{err});
$r = verify($dir, '--input', "x=$mine");
is($r->{status}, 3, 'wrong on the given one');
is($r->{rows}{'optimized_pair_picky.c'}{normal}[0], 'WRONG', 'which is named');
is($r->{rows}{'optimized_pair.c'}{normal}[0], 'ok', 'the other is right');
is(aisp('bare', "$dir:pair_picky")->{status}, 0, 'bare: right on generated inputs');
$r = aisp('bare', $dir, '--input', "x=$mine");
is($r->{status}, 3, 'bare: wrong on the given one');
like($r->{out}, qr/^WRONG +own\S*:pair_picky\@cpu: out\[0\] is .*; 1 of the first 1000 elements/m, 'bare: which is named');
like($r->{out}, qr/^right +own\S*:pair\@cpu$/m, 'bare: the other is right');
for my $command (['bench', 'verify'], ['bare']) {
	$r = aisp(@$command, $dir, '--input', "z=$mine");
	is($r->{status}, 2, "@$command: an input that nothing has");
	like($r->{err}, qr/an input 'z'; known: x, y$/m, 'with those that there are');
	$r = aisp(@$command, $dir, '--input', "x=$short");
	is($r->{status}, 2, "@$command: an input of another length");
}

# The small preset is no whole tile: code for tiles, and for what is announced, is tried.
for my $size ('aisp_elems(&io->out[0]) % 64 == 0', 'aisp_elems(&io->out[0]) == 1000000') {
	variant('special', '', "\tif ($size)\n\t\tout[0] += 1;");
	$r = verify("$dir:pair_special");
	is($r->{status}, 3, "wrong where $size");
	is($r->{rows}{'optimized_pair_special.c'}{normal}[0], 'WRONG', 'is told');
	like($r->{rows}{'optimized_pair_special.c'}{normal}[1],
		qr/^\w+=\d+, normal inputs: \w+\[0\] is /, 'with the size and the element');
	unlink "$dir/optimized_pair_special.c";
}

variant('hung', "\tfor (volatile int forever = 1; forever;)\n\t\tsleep(1);", '');
$r = verify("$dir:pair_hung");
is($r->{status}, 3, 'a variant that hangs');
my $hung = $r->{rows}{'optimized_pair_hung.c'};
is($hung->{normal}[0], 'WRONG', 'is wrong');
unlike($hung->{normal}[1], qr/--/, 'with no word of an option that is not here');
my ($seconds) = $hung->{normal}[1] =~ /^hung: no answer for (\S+) s/;
cmp_ok($seconds // 99, '<', 20, 'after seconds, by what the baseline took');
is_deeply([map { $hung->{$_}[0] } qw(uniform adversarial)], ['n/a', 'n/a'], 'and is not tried again');
is($r->{rows}{'baseline_pair.c'}{adversarial}[0], 'ok', 'the others are');

unlink "$dir/optimized_pair_hung.c";
# A variant that gives no answer may just take long: it gets a second try.
variant('silent', "\tif (aisp_elems(&io->out[0]) % 64 == 0)\n\t\tsleep(100);", '');
variant('wrong', '', "\tif (aisp_elems(&io->out[0]) % 64 == 0)\n\t\tout[0] += 1;");
$r = verify("$dir:pair_silent", "$dir:pair_wrong", '--variants', '--dist', 'normal');
is($r->{rows}{'optimized_pair_wrong.c'}{normal}[0], 'WRONG', 'the next variant is tried at other sizes');
my @silent = grep { $_->{what} eq 'optimized_pair_silent.c' && $_->{result} ne 'ok' } @{decode_json($r->{out})};
is(scalar @silent, 1, 'and is waited for at one size alone');
is($silent[0]{result}, 'n/a', 'no answer there is no fault, but told');
like($silent[0]{why}, qr/^\w+=\d+, normal inputs: no answer at this size/, 'with the size');
unlink map { "$dir/optimized_pair_$_.c" } qw(silent wrong);

# The limit is 3 s at first.
variant('late', "\tstatic int calls;\n\tif (!calls++)\n\t\tsleep(4);", '');
$r = verify("$dir:pair_late", '--variants', '--dist', 'normal', '--input', "x=$mine");
is($r->{rows}{'optimized_pair_late.c'}{normal}[0], 'ok', 'who gave no answer once is tried again');
unlink "$dir/optimized_pair_late.c";

# Beside others who have the CPUs: a sample that they disturb is not made again.
variant('few', "\tstatic int calls;\n\tif (++calls > 2)\n\t\treturn 1;\n\tfor (volatile int i = 0; i < 20000000; i++)\n\t\t;", '');
my @busy = map { my $pid = fork // die; if (!$pid) { 1 while 1 } $pid } 1 .. 6;
$r = verify("$dir:pair_few", '--variants', '--dist', 'uniform');
kill 'KILL', @busy;
waitpid $_, 0 for @busy;
is($r->{rows}{'optimized_pair_few.c'}{uniform}[0], 'ok', 'where nothing is timed, a call that others disturb counts');
unlink "$dir/optimized_pair_few.c";

variant('deep', "\tvolatile char deep[16 << 20];\n\tfor (int i = (16 << 20) - 1; i > 0; i -= 4096)\n\t\tdeep[i - 1] = 1;", '');
$r = verify("$dir:pair_deep", '--variants', '--dist', 'uniform');
like($r->{rows}{'optimized_pair_deep.c'}{uniform}[1], qr/stack overflow \(\d+ KiB of stack\)/, 'a stack overflow is called one');
unlink "$dir/optimized_pair_deep.c";
variant('null', "\t*(volatile int *)8 = 1;", '');
$r = verify("$dir:pair_null", '--variants', '--dist', 'uniform');
like($r->{rows}{'optimized_pair_null.c'}{uniform}[1], qr/SIGSEGV at address 0x8/, 'another fault is none');
unlink "$dir/optimized_pair_null.c";

variant('broken', '#error a slip of the pen', '');
$r = verify($dir);
is($r->{status}, 3, 'a variant that does not compile');
is($r->{rows}{'optimized_pair_broken.c'}{normal}[0], 'WRONG', 'is wrong');
is(scalar values %{$r->{rows}{'optimized_pair_broken.c'}}, 1, 'once, not with each distribution');
like($r->{rows}{'optimized_pair_broken.c'}{normal}[1], qr/does not compile.*a slip of the pen/, 'and says why');
is($r->{rows}{'optimized_pair.c'}{normal}[0], 'ok', 'the others are verified');

my $swept = aisp(split(' ', 'bench verify --json --variants --dist uniform --param n=300,1000 -t'), $dir);
my $tried = eval { decode_json($swept->{out}) } // [];
is_deeply([map { "$_->{parameters} $_->{result}" } grep { $_->{what} eq 'optimized_pair.c' } @$tried],
	['n=300 ok', 'n=1000 ok'], 'several values of a parameter are all tried');
is(scalar(grep { $_->{what} =~ /broken/ } @$tried), 1, 'and what does not compile is told once');

# A variant of some sizes alone: without a word of it, with one, with one that comes late.
unlink "$dir/optimized_pair_broken.c";
sub of_some_sizes
{
	my ($name, $sizes, $comment, $after) = @_;
	my $text = $source;
	$text =~ s{^ \*/$}{$comment */}m;
	$text =~ s/^static int run/#include <errno.h>\n$after\nstatic int setup(const struct aisp_io *io, void **state)
{\n\t(void)state;\n\treturn $sizes ? 0 : -ENOTSUP;\n}\n\nstatic int run/m;
	$text =~ s/\t\.run = run,/\t.setup = setup,\n\t.run = run,/;
	write_file("$dir/optimized_pair_$name.c", "#include <unistd.h>\n$text");
}
my $only = " * ONLY: n == 1000\n";
of_some_sizes('near', 'io->param[N] == 1000', '', '');
of_some_sizes('large', 'io->param[N] > 5000', '', '');
of_some_sizes('said', 'io->param[N] == 1000', $only, '');
of_some_sizes('liar', 'io->param[N] == 1000', " * ONLY: n <= 1000 && n > 1\n", '');
of_some_sizes('vague', 'io->param[N] == 1000', " * ONLY: large n\n", '');
of_some_sizes('long', 'io->param[N] == 1000', ' * ONLY: n == 1000' . ' ' x 160 . "|| n == 2000\n", '');
of_some_sizes('late', 'io->param[N] == 1000', '', "/*\n$only */");
of_some_sizes('never', '0', '', '');
of_some_sizes('typo', '1', " * ONLY: nn == 1000\n", '');
$r = verify($dir, '--preset', 'small');
is($r->{status}, 3, 'a variant that declines sizes');
for my $name (qw(near large late)) {
	my $row = $r->{rows}{"optimized_pair_$name.c"}{normal};
	is($row->[0], 'WRONG', "$name: is wrong");
	like($row->[1], qr/declines sizes that the contract allows.*ONLY: /, "$name: and is told what to say");
}
is_deeply($r->{rows}{'optimized_pair_said.c'}{normal}, ['n/a', 'it declines other sizes, as it says: n == 1000'],
	'one that says so is not');
is($r->{rows}{'optimized_pair_never.c'}{normal}[0], 'n/a', 'what serves no size lacks something here');
like($r->{rows}{'optimized_pair_liar.c'}{normal}[1], qr/a size that it says it serves: n <= 1000 && n > 1$/,
	'one that declines more than it says');
like($r->{rows}{'optimized_pair_vague.c'}{normal}[1], qr/optimized_pair_vague.c:\d+: ONLY: 'large' is no parameter/,
	'one whose words are no expression');
like($r->{rows}{'optimized_pair_long.c'}{normal}[1], qr/optimized_pair_long.c:\d+: ONLY: longer than 158 characters/,
	'nor is one of which there was no room for all');
is_deeply([$r->{rows}{'optimized_pair_typo.c'}{normal}[0] , scalar @{[$r->{rows}{'optimized_pair_typo.c'}{normal}[1] =~ /ONLY: 'nn' is no parameter/g]}], ['WRONG', 1],
	'nor is one that serves every size by words that are none');
unlink map { "$dir/optimized_pair_$_.c" } qw(near large late liar vague long typo);
is(verify($dir)->{status}, 0, 'then all is well');

# Values alone count here: OpenMP's threads sleep while they wait, and nothing tells it.
my $workload = read_file("$dir/workload_pair.h");
$workload =~ s/(\tpr->flops)/\tpr->n_threads = 2;\n$1/;
write_file("$dir/workload_pair.h", $workload);
of_some_sizes('openmp', 'does_sleep() && !environ[0]', " * FLAGS: -fopenmp\n", <<'END');
#include <omp.h>
#include <stdio.h>
#include <string.h>
extern char **environ;
static int does_sleep(void)
{
	char text[8192] = "";
	FILE *before = stderr;
	stderr = fmemopen(text, sizeof(text), "w");
	omp_display_env(1);
	fclose(stderr);
	stderr = before;
	return strstr(text, "GOMP_SPINCOUNT = '0'") != NULL;
}
END
is(verify($dir)->{rows}{'optimized_pair_openmp.c'}{normal}[0], 'ok', 'threads of OpenMP sleep while they wait');
done_testing();
