#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# The options of `aisp bench run`: what each changes in the results, and what is
# said of those that make no sense.
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Tiny;

my $dir = 'tests/exploits/output';
my $honest = 'poly_approximation_drift_honest';
my $wrong = 'poly_approximation_drift';
my @quick = ('--iterations', 2, '--warmup', 1, '--pairs', 3);
my $tmp = artifacts();
my $right = qr/^(?:FASTER|INCONCLUSIVE)$/; # the machine's load decides which

# --iterations, --warmup, --format json
my $r = bench_run('--iterations', 4, '--warmup', 3, '--json', '--targets', "$dir:$honest");
is($r->{status}, verdict($r, $honest) eq 'INCONCLUSIVE' ? 5 : 0, 'a good run that is decided exits with 0') or
	diag($r->{err});
my @launches = grep { $_->{block} >= 0 } @{arm($r, $honest)->{launches}};
is_deeply([map { scalar @{$_->{samples_ns}} } @launches], [(4) x @launches], '--iterations: samples');
is_deeply([map { $_->{evidence}{n_compared} } @launches], [(4) x @launches],
	'each was compared, and hostile data are no sample');
ok((grep { $_->{evidence}{hostile_elems} } arm($r, $honest)->{launches}[0]), 'the pilot has hostile data');
is_deeply([map { scalar @{$_->{warmup_ns}} } @launches], [(3) x @launches], '--warmup: before them');
my $printed = eval { decode_json($r->{out}) } // {};
is_deeply($printed, $r->{results}, '--json prints what the folder holds');

# The keys of docs/results.md.
my $result = result($r, $honest);
ok(exists $r->{results}{run}{$_}, "run.$_") for qw(started ended command is_partial seed doorbell
	sandbox grade grade_why);
ok(exists $r->{results}{run}{doorbell}{$_}, "run.doorbell.$_") for qw(mode bias_ns bias_per_call_ns
	residual_ns);
ok(exists $result->{$_}, "results[].$_") for qw(target chapter workload title params distribution
	baseline optimized library status reason comparison vs_library ledger);
ok(exists arm($r, $honest)->{$_}, "arms[].$_") for qw(variant device class library summary source
	hash build median_ns gb_per_s gflop_per_s sol launches);
ok(exists $launches[0]{$_}, "launches[].$_") for qw(block position status cause calls_per_sample
	spawn_ns refill_ns verify_ns warmup_ns samples_ns median_ns evidence);
ok(exists $result->{comparison}{$_}, "comparison.$_") for qw(verdict why speedup speedup_ci
	confidence n_pairs mde margin is_decided_early);
is_deeply([sort grep { !/^\./ } map { s{.*/}{}r } glob("$r->{folder}/*")],
	[qw(journal.jsonl manifest.json report.html results.csv results.json results.md roofline.svg trace.json)],
	'the files of a run folder');

# --param: an override, a sweep
$r = bench_run(@quick, '--targets', "$dir:$honest", '--param', 'elems=500,700');
is_deeply([map { $_->{params}{elems} } @{$r->{results}{results}}], [500, 700],
	'--param: a sweep makes a result of each value');
is(scalar(grep { $_->{comparison}{verdict} =~ $right } @{$r->{results}{results}}), 2, 'and measures each');

# --seed: the same inputs, so the same wrong element
my $seed = '0123456789abcdef0123456789abcdef';
my @wrong = map { arm($_, $wrong)->{launches}[0]{wrong} }
	map { bench_run(@quick, '--targets', "$dir:$wrong", @$_) }
	['--seed', $seed], ['--seed', $seed], ['--seed', scalar reverse $seed], [];
like($wrong[0], qr/^b\[\d+\] is \S+ instead of \S+ \+- \S+; \d+ of the first \d+ elements compared are out of bounds$/, 'a wrong variant: which element');
my $of_wrong = bench_run(@quick, '--targets', "$dir:$wrong");
like($of_wrong->{out}, qr/^\S+ +INVALID\n +optimized_$wrong: wrong: b\[\d+\] is .*; .*\(output\.approximation_drift\)$/m,
	'the table calls it wrong, by that element');
aisp('bench', 'recheck', $of_wrong->{folder}, '--artifacts-dir', my $rechecked = artifacts());
is(decode_json(read_file((folders($rechecked))[0] . '/results.json'))->{results}[0]{comparison}{why},
	result($of_wrong, $wrong)->{comparison}{why}, 'and so does recheck');
is($wrong[1], $wrong[0], '--seed: the same element');
isnt($wrong[2], $wrong[0], 'another seed: another one');
isnt($wrong[3], $wrong[0], 'no seed: another one');

# Launches at other sizes are repeated where a variant loses much there, and where others
# had the CPUs: that changes nobody's inputs.
sub twice_pair
{
	my ($dir, $passes) = @_;
	write_file("$dir/workload_twice.h", <<'END');
#include <aisp/workload.h>
static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[0] } });
	pr->bytes = 8.0 * (double)p[0];
}
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	for (int64_t k = 0; k < n; k++)
		ref[k] = mag[k] = 2 * (double)aisp_in_f32(io, 0)[first + k];
}
static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI, .title = "twice", .n_params = 1,
	.params = { { "elems", 1000, 50000, 100000, "elements" } },
	.problem = problem, .reference = reference };
static inline int twice(const struct aisp_io *io, int passes)
{
	for (int k = 0; k < passes; k++) {
		for (int64_t i = 0; i < io->param[0]; i++)
			aisp_out_f32(io, 0)[i] = 2 * aisp_in_f32(io, 0)[i];
		__asm__ volatile("" ::: "memory");
	}
	return 0;
}
END
	my %run = (baseline_twice => 'return twice(io, 3);',
		optimized_twice_a => "return twice(io, io->param[0] == 50000 ? 1 : $passes);",
		optimized_twice_b => 'twice(io, 1); aisp_out_f32(io, 0)[(uint64_t)(int64_t)(aisp_in_f32(io, 0)[0] * 5000) % (uint64_t)io->param[0]] = 9; return 0;');
	write_file("$dir/$_.c", <<"END") for sort keys %run;
#include "workload_twice.h"
static int run(const struct aisp_io *io, void *state) { (void)state; $run{$_} }
AISP_VARIANT = { .abi = AISP_ABI, .device = AISP_DEVICE_CPU, .cls = AISP_CLASS_COMMON, .summary = "$_", .run = run };
END
	return $dir;
}
my ($often, $once) = map { arm(bench_run(@quick, '--targets', twice_pair(artifacts(), $_) . ':twice', '--seed', $seed), 'twice_b') } 5, 1;
like($often->{launches}[0]{wrong}, qr/^b\[\d+\] is 9 /, 'a variant after one that is slow at other sizes');
is($often->{launches}[0]{wrong}, $once->{launches}[0]{wrong}, 'has the inputs that it has after a fast one');

# --format, --output
$r = bench_run(@quick, '--targets', "$dir:$honest", '--format', 'csv', '--output', "$tmp/o");
is($r->{out}, '', '--output: nothing on standard output');
is(read_file("$tmp/o"), read_file("$r->{folder}/results.csv"), '--format csv as in the folder');
$r = bench_run(@quick, '--targets', "$dir:$honest", '--history', "$tmp/o/h");
like($r->{err}, qr/choose another place with --history FILE\); --no-history does without/, 'a history that cannot be');
$r = bench_run(@quick, '--targets', "$dir:$honest", '--format', 'md');
my ($row) = $r->{out} =~ /^(\|.*poly.*\| (?:FASTER|INCONCLUSIVE) \|.*)$/m;
ok($row, '--format md: a table') or diag($r->{out});
like(read_file("$r->{folder}/results.md"), qr/^\Q$row\E$/m, 'the same as in the folder');
$r = bench_run(@quick, '--targets', "$dir:$honest", '--output', '/dev/full');
is($r->{status}, 4, '--output where nothing can be written: 4');
like($r->{err}, qr{/dev/full: No space}, 'it is named');
like(verdict($r, $honest), $right, 'and the run folder is there all the same');

$r = bench_run(@quick, '--targets', "$dir:$honest", '--output', $tmp);
is_deeply([$r->{status}, $r->{folder}], [2, undef], '--output into a directory: 2, before anything is measured');
like($r->{err}, qr{--output: \Q$tmp\E is a directory; name a file}, 'which is said');

# A reader of the report that has left, as `| head -1` does.
{
	my $runs = artifacts();
	local $ENV{AISP_HISTORY} = "$runs/history";
	$r = aisp(['sh', '-c', '"$@" | true', 'sh'], 'bench', 'run', @quick, '--targets', "$dir:$honest",
		'--artifacts-dir', "$runs/a");
	like($r->{err}, qr/write the report: Broken pipe/, 'a report that nobody reads');
	is_deeply([map { s{.*/}{}r } grep { !m{/\.\.?$} } glob("$runs/a/.*")], [], 'leaves nothing to resume');
	is(scalar(my @left = folders("$runs/a")), 1, 'its run is there');
	like(aisp('bench', 'history')->{out}, qr/$honest/, 'and in the history');
}

# --seed and --reproducible
$r = aisp('bench', 'run', '--reproducible', '--seed', '1' x 32, '--targets', "$dir:$honest");
is($r->{status}, 2, 'two seeds: 2');
like($r->{err}, qr/--seed and --reproducible, whose seed is zero, exclude each other/, 'which is said');

# --artifacts-dir, below a file
$r = aisp('bench', 'run', @quick, '--targets', "$dir:$honest", '--artifacts-dir', "$tmp/o/runs");
is($r->{status}, 4, 'artifacts that cannot be written: 4');
like($r->{err}, qr{\Q$tmp/o/runs\E.*Not a directory.*--artifacts-dir}, 'which, and what to do');
$r = aisp('bench', 'run', @quick, '--targets', "$dir:$honest", '--artifacts-dir', '/proc/aisp');
is($r->{status}, 4, 'a file system that takes no directory: 4');
like($r->{err}, qr{/proc/aisp}, 'which');

# Arrays: element i of a is i/100 - 5
sub npy
{
	my ($name, $descr, $shape, $bytes) = @_;
	my $header = "{'descr': '$descr', 'fortran_order': False, 'shape': $shape, }";
	$header .= ' ' x (117 - length $header) . "\n";
	write_file("$tmp/$name", "\x93NUMPY\x01\x00" . pack('v', length $header) . $header . $bytes);
	return "$tmp/$name";
}
my @values = map { $_ / 100 - 5 } 1 .. 1000;
my $good = npy('good.npy', '<f4', '(1000,)', pack('f<*', @values));
my $f8 = npy('f8.npy', '<f8', '(1000,)', pack('d<*', @values));
my $short = npy('short.npy', '<f4', '(999,)', pack('f<*', @values[0 .. 998]));
my $matrix = npy('matrix.npy', '<f4', '(10, 100)', pack('f<*', @values));
my $cut = npy('cut.npy', '<f4', '(1000,)', pack('f<*', @values[0 .. 9]));
$r = bench_run(@quick, '--targets', "$dir:$honest", '--input', "a=$good");
like(verdict($r, $honest), $right, '--input: right outputs for these inputs');
is_deeply([map { $_->{verdict} } grep { $_->{check} eq 'output.stale_cache' } @{result($r, $honest)->{ledger}}],
	['PARTIAL', 'PARTIAL'], '--input: and the ledger says that inputs repeat');
my @with_given = map { arm(bench_run(@quick, '--targets', "$dir:$wrong", '--input', "a=$good", @$_),
	$wrong)->{launches}[0]{wrong} // '' } [], [];
my ($i, $is) = $with_given[0] =~ /b\[(\d+)\] is (\S+) /;
my $x = $values[$i // 0];
my $u = $x / (1 + abs $x);
my $p = 0;
$p = $p * $u + 1 / ($_ + 1) for reverse 0 .. 6;
cmp_ok(abs(($is // 1e9) - $p), '<', 1e-4, '--input: a wrong variant computes from the given values');

# What makes no sense: the status, and the word that the message must hold.
my @misuse = (
	[2, qr/no-such-param/, '--param', 'no-such-param=1'],
	[2, qr/elems.*'x'/, '--param', 'elems=x'],
	[2, qr/elems/, '--param', 'elems'],
	[2, qr/elems/, '--param', 'elems='],
	[2, qr/-1|dimension/, '--param', 'elems=-1'],
	[2, qr/tiny/, '--preset', 'tiny'],
	[2, qr/cauchy/, '--dist', 'cauchy'],
	[2, qr/NAME=FILE/, '--input', 'a'],
	[2, qr{/no/such\.npy}, '--input', 'a=/no/such.npy'],
	[2, qr{run_options\.t.*not a \.npy}, '--input', "a=$0"],
	[2, qr{cut\.npy.*40 bytes}, '--input', "a=$cut"],
	[2, qr/--input a/, '--input', "a=$f8"],
	[2, qr/--input a/, '--input', "a=$short"],
	[2, qr/--input a/, '--input', "a=$matrix"],
	[2, qr/nobody/, '--input', "nobody=$good"],
	[2, qr/xyz/, '--seed', 'xyz'],
	[2, qr/--iterations/, '--iterations', 0],
	[2, qr/--iterations/, '--iterations', '3x'],
	[2, qr/--warmup/, '--warmup', -1],
	[2, qr/--timeout-multiplier/, '--timeout-multiplier', 0],
	[2, qr/--timeout-multiplier/, '--timeout-multiplier', 'nan'],
	[2, qr/--suite-timeout/, '--suite-timeout', -3],
	[2, qr/html5/, '--format', 'html5'],
	[2, qr/no\.such_check/, '--without-check', 'no.such_check'],
	[2, qr/ch99/, '--targets', 'ch99'],
	[2, qr{/no/such/dir}, '--targets', '/no/such/dir'],
);
for my $case (@misuse) {
	my ($status, $word, @options) = @$case;
	my $bad = bench_run(@quick, '--targets', "$dir:$honest", @options);

	is($bad->{status}, $status, "@options: exit $status");
	like($bad->{err}, $word, "@options: said on stderr");
	is($bad->{folder}, undef, "@options: nothing is measured");
}
# Profiles come after the timings, into the same folder.
my $profiled = bench_run('--targets', 'ch07:triad@cpu', '--preset', 'small', '--iterations', 3,
	'--pairs', 3, '--profile', 'minimal', '--ncu-metric-set', 'roofline');
my $profile = decode_json(read_file("$profiled->{folder}/profile_ch07_triad\@cpu.json") // '{}');
is("@$profile{qw(metric_set ncu_metric_set)}", 'minimal roofline', 'ncu may count something else');
ok(-e "$profiled->{folder}/profile_ch07_triad\@cpu.$_", "--profile leaves a .$_") for qw(json txt);
my $unprofiled = bench_run('--targets', 'ch07:triad@cpu', '--preset', 'small', '--iterations', 3,
	'--pairs', 3, '--profile', 'none');
ok(!-e "$unprofiled->{folder}/profile_ch07_triad\@cpu.json", '--profile none does not');
my $odd = aisp('bench', 'run', '--targets', 'ch07:triad@cpu', '--profile', 'x');
is($odd->{status}, 2, 'an unknown set: 2');
is(aisp('bench', 'run', '--ncu-metric-set', 'x')->{status}, 2, 'of ncu: 2');
like($odd->{err}, qr/--profile x: want none, minimal/, 'and the sets there are');


# More variants of a workload than a group holds: said before anything is compiled.
my $crowd = artifacts();
write_file("$crowd/workload_crowd.h", "#error not to be compiled\n");
write_file("$crowd/baseline_crowd.c", qq(#include "workload_crowd.h"\n));
write_file("$crowd/optimized_crowd_$_.c", qq(#include "workload_crowd.h"\n)) for 1 .. 20;
$r = aisp('bench', 'run', '--artifacts-dir', artifacts(), $crowd);
is($r->{status}, 2, 'twenty variants: a usage error') or diag($r->{out});
like($r->{err}, qr/:crowd: 20 variants, of which 19 can be measured at once; select fewer, such as --targets '[^']*:crowd_a\*'/, 'and how many there may be');
unlike($r->{err}, qr/not to be compiled/, 'nothing was compiled');
$r = aisp('bench', 'run', '--artifacts-dir', artifacts(), "$crowd:crowd_1*");
unlike($r->{err}, qr/at once/, 'eleven of them are no crowd');

# Names as long as a file's are whole in what is recorded.
my $name = 'n' x 200;
my $far = artifacts() . '/' . 'd' x 200;
mkdir $far or die $far;
tiny_pair($far);
for my $file (glob "$far/*_one.*") {
	write_file($file =~ s/_one\./_$name./r, read_file($file) =~ s/workload_one/workload_$name/gr);
	unlink $file;
}
$r = bench_run(@quick, '--pairs', 3, $far);
my $named = result($r, $name);
is($named->{workload}, $name, 'a long workload') or diag($r->{err});
like($named->{chapter}, qr/d{200}$/, 'a long directory');
is(arm($r, $name)->{variant}, "optimized_$name", 'a long variant');
done_testing();
