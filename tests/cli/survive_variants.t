#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A variant's failure costs its own launch, which names it, and never the run.
# RUN: parallel first test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = 'tests/exploits/survival';

# Those that are also the exploits of checks.
my $checks = 'tests/exploits/isolation';
my @of_checks = qw(network process_spawn program_execution memory_injection file_write
	file_read memory_exhaustion crash guard_page malformed_object);
my %dir = map { $_ => $checks } @of_checks;
# Of two threads, the second of which setup() started.
my @of_threads = qw(asks blocks);
$dir{$_} = 'tests/exploits/survival_threads' for @of_threads;
sub target { return ($dir{$_[0]} // $dir) . ":poly_$_[0]" }

my $denied = sub { qr/^denied system call $_[0] after setup\(\)(?:: [^:]+)?$/ };
my $early = sub { qr{^denied system call $_[0] while loading or in setup\(\): docs/system_calls\.md says} };

# Status of the launch, and its cause.
my %want = (
	crash => ['crashed', qr/^SIGSEGV at address 0x0$/],
	guard_page => ['crashed', qr/^SIGSEGV at \d+ bytes past the end of output 'b'$/],
	before_start => ['crashed', qr/^SIGSEGV at \d+ bytes before output 'b'$/],
	stack => ['crashed', qr/^SIGSEGV: stack overflow \(\d+ KiB of stack\): keep large arrays in the workspace$/],
	divide => ['crashed', qr/^SIGFPE at .*: an integer division by 0, or one that overflows$/],
	illegal => ['crashed', qr/^SIGILL at /],
	exit => ['crashed', qr/^exited with status 0: a call may not end its process, .*return -errno$/],
	abort => ['crashed', $denied->('\w+')],
	raise => ['crashed', qr/^denied system call (?:gettid|tgkill) after setup\(\): raise no signal, /],
	memory => ['crashed', qr/^denied system call mmap after setup\(\): allocate memory .* in setup\(\); malloc\(\) and qsort\(\) .* by AISP_USES_ALLOC$/],
	fork => ['crashed', $denied->('clone3?')],
	opens => ['crashed', qr/^denied system call openat after setup\(\): open files, .*in setup\(\), and make a library's first call there/],
	load => ['crashed', qr/^denied system call sysinfo after setup\(\): .*omp_set_dynamic/],
	times => ['crashed', qr/^denied system call times after setup\(\): ask for the time by clock_gettime\(\)$/],
	program_execution => ['crashed', $denied->('execve')],
	socket => ['crashed', $denied->('socket')],
	kill => ['crashed', $denied->('getppid')],
	asks => ['crashed', $denied->('getppid')],
	blocks => ['crashed', qr/^killed by SIGSYS: a denied system call, .* of a thread that blocks signals/],
	ptrace => ['crashed', $denied->('ptrace')],
	memory_injection => ['crashed', $denied->('process_vm_writev')],
	unnamed => ['crashed', qr/^killed by SIGSYS: a denied system call, .*start threads in setup\(\)/],
	hang => ['hung', qr/^no answer for 4 s/],
	eio => ['failed', qr/^run\(\) returned -5 \(Input/],
	refuses => ['failed', qr/^run\(\) returned -95 .*: only setup\(\) may decline$/],
	constructor => ['crashed', qr/^SIGSEGV at address 0x0$/],
	no_symbol => ['failed', qr/^load: .*undefined symbol: aisp_variant: end the file with AISP_VARIANT = \{ ... \};$/],
	malformed_object => ['failed', qr/^load: made for ABI \d+ of .*variant\.h, this is ABI \d+: build it again/],
	process_spawn => ['crashed', $early->('clone3?')],
	setup_thread => ['crashed', qr/^denied system call (?:rt_sigaction|clone3?) .* n_threads is 2 or more$/],
	network => ['crashed', $early->('socket')],
	setup_kill => ['crashed', $early->('getppid')],
	memory_exhaustion => ['crashed', qr/^SIGSEGV at address 0x/],
	setup_hang => ['hung', qr/^no answer for 4 s/],
	file_write => ['failed', qr{^setup\(\) returned -13 \(Permission denied\): docs/system_calls\.md says}],
	file_read => ['failed', qr{^setup\(\) returned -13 \(Permission denied\): docs/system_calls\.md says}],
	unsupported => ['unsupported', qr/^setup\(\) says that this machine lacks something/],
);
my %files = map { m{optimized_poly_(.*)\.c$}; ($1 => 1) } glob("$dir/optimized_*.c");
is_deeply([sort keys %files, @of_checks, @of_threads], [sort 'honest', 'text', 'hang_there', 'teardown_stays', keys %want],
	'every variant is expected');

# Patience is for the hung ones only: a fifth of it.
sub survive
{
	my $patience = grep({ /hang/ } @_) ? 0.2 : 1;
	return bench_run('--iterations', 3, '--pairs', 3, '--timeout-multiplier', $patience,
		map { ('--targets', target($_)) } @_);
}

sub check
{
	my ($r, $name) = @_;
	my ($status, $cause) = @{$want{$name}};
	my $of = result($r, "poly_$name");
	my $launches = arm($r, "poly_$name")->{launches} // [];

	is($of->{status}, $name eq 'unsupported' ? 'skipped' : 'failed', "$name: the target");
	is(scalar @$launches, 1, "$name: costs one launch");
	is($launches->[0]{status}, $status, "$name: $status");
	like($launches->[0]{cause}, $cause, "$name: and why");
	is($of->{reason}, "$status: $launches->[0]{cause}", "$name: the result says it too");
	is_deeply([$of->{comparison}, $of->{ledger}], [undef, []], "$name: nothing is claimed");
}

# A text in the place of an object is never loaded: the object is built again.
survive('text');
my $object = object_of("$dir/optimized_poly_text.c");
ok(-e $object, 'the object of one variant') or BAIL_OUT("no $object");
write_file($object, "int run(void);\n" x 100);
is(result(survive('text'), 'poly_text')->{status}, 'measured', 'text: the object is built again');
like(read_file($object), qr/^\x7fELF/, 'text: and is none');

my @names = sort grep { !/hang/ } keys %want;
for my $batch ([splice(@names, 0, 15)], [@names], ['hang', 'setup_hang']) {
	my $r = survive('honest', @$batch);
	is($r->{status}, 3, 'exit status of a run with failures') or diag($r->{err});
	is(result($r, 'poly_honest')->{status}, 'measured', 'the honest one is measured')
		or diag(result($r, 'poly_honest')->{reason});
	unlike(verdict($r, 'poly_honest'), qr/INVALID|SLOWER/, 'and accused of nothing'); # the machine's load decides the rest
	ok(!$r->{results}{run}{is_partial}, 'the run is whole');
	check($r, $_) for @$batch;
	ok(is_leftover_free($r->{pid}), 'no process is left') or diag(leftovers($r->{pid}));
}
# A worker that has answered its last command is not waited for.
my $stays = finish(start(['timeout', '-k', 5, 60], 'bench', 'run', '--artifacts-dir', artifacts(),
	'--iterations', 3, '--pairs', 3, '--targets', target('teardown_stays')));
isnt($stays->{status}, 124, 'who stays after teardown() holds up nobody');
ok(is_leftover_free($stays->{pid}), 'and is gone');
# The heap that a call may use, whatever setup() freed, and the C library's own memory.
my $allowed = aisp('bench', 'verify', '--variants', '--targets', 'tests/corpus/memory:poly_pieces',
	'--targets', 'tests/corpus/memory:poly_dates');
is($allowed->{status}, 0, 'what is allowed succeeds') or diag($allowed->{out});
my $skipped = survive('unsupported');
is($skipped->{status}, 77, 'exit status when all were skipped');
ok(!-e '/tmp/aisp-survival', 'no file was written');
done_testing();
