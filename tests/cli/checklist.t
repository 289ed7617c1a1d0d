#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp checklist: every item of docs/checklist.md, and each probe where it fails and
# where it does not, on a fake /proc and /sys, in folders and on saved runs.
# RUN: parallel
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Path qw(make_path);
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/cli';
BEGIN { $ENV{AISP} //= abs_path('aisp') }
use Bench;
use Saved;

my $dir = artifacts();
my $sys = "$dir/sys";
$ENV{XDG_CACHE_HOME} = "$dir/cache";
$ENV{AISP_SYSROOT} = $sys;
sub put
{
	my ($path, $text) = @_;
	make_path(($path =~ /(.*)\//)[0]);
	write_file($path, $text);
}
put("$sys/proc/stat", "cpu 1 0 1 8 0 0 0 0\n");

sub checklist { return aisp('checklist', '--in', $dir, @_) }
# Items by name
sub items
{
	my $r = checklist('--json', @_);
	is($r->{status}, 0, "items (@_)") or diag($r->{err});
	return { map { $_->{name} => $_ } @{decode_json($r->{out})} };
}
# states(WHAT, {NAME => STATE}, OPTION...)
sub states
{
	my ($what, $want, @words) = @_;
	my $of = items(@words);
	for (sort keys %$want) {
		is($of->{$_}{state}, $want->{$_}, "$what: $_") or diag(explain($of->{$_}));
		is($of->{$_}{remedy} ne '', $want->{$_} eq 'attention', '... with a remedy if it needs one');
	}
}

# The page is the program's list
my $page = read_file('docs/checklist.md');
my @names = $page =~ /^- \*\*(.+?)\*\*: /mg;
my $all = items();
cmp_ok(scalar @names, '>=', 175, 'as many items as the book has');
is_deeply([sort keys %$all], [sort @names], 'each of them is there');
my %symptom = map { $_ => 1 } map { read_file($_) =~ /(?:^\t\{ |\.name = )"([a-z ]+)"/mg } glob('src/machine/doctor*.c');
ok($symptom{$_}, "aisp doctor has the symptom $_") for $page =~ /; doctor ([a-z ]+?) -->/g;
my %probed = map { $_ => 1 } $page =~ /\*\*(\S+)\*\*: [^\n]*<!-- [^\n]*;/g;
is($all->{$_}{state} eq 'advice', !$probed{$_}, "$_ is advice, or has a probe") for @names;

# Roles and states
my %n;
for my $role (qw(kernel training serving operator author)) {
	my $of = items('--role', $role);
	$n{$role} = keys %$of;
	cmp_ok($n{$role}, '>=', 20, "items for $role");
	is(scalar(grep { !grep { $_ eq $role } @{$_->{roles}} } values %$of), 0, 'and of nobody else');
}
cmp_ok($n{kernel}, '<', @names, 'a role has fewer');
my $advice = items('--only', 'advice');
is(scalar(grep { $_->{state} ne 'advice' } values %$advice), 0, '--only');
my $r = checklist('--only', 'failing', '--role', 'operator');
like($r->{out}, qr/^Operating system and driver\n  attention    memlock |^\d+ items: attention \d+, ok \d+, not visible \d+, advice \d+$/m, 'as text');
unlike($r->{out}, qr/^  (?:ok|advice|not visible) /m, 'only those');
is(checklist('--only', 'nothing')->{status}, 2, 'an unknown state');
is(checklist('--role', 'king')->{status}, 2, 'an unknown role');
is(checklist('more')->{status}, 2, 'an argument');
is(checklist('--run', "$dir/none")->{status}, 2, 'a run that is not there');
my $help = aisp('checklist', '--help')->{out};
like($help, qr/kernel\|training\|serving\|operator\|author/, 'the help names the roles');

# The machine; where no run was saved
my $home = getcwd();
chdir $dir or die "$dir: $!";
states('nothing to be seen', { governor => 'not visible', 'disk-scheduler' => 'not visible', 'shared-memory' => 'not visible',
	peaks => 'attention', readme => 'attention', 'regression-gate' => 'attention', expectations => 'attention',
	valid => 'not visible' });
chdir $home or die "$home: $!";
my $governor = "$sys/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
put($governor, "powersave\n");
put("$sys/sys/block/nvme0n1/queue/scheduler", "[none] mq-deadline bfq\n");
make_path("$sys/dev");
symlink '/', "$sys/dev/shm";
states('one is set', { governor => 'attention', 'disk-scheduler' => 'ok', 'shared-memory' => 'ok' });
put($governor, "performance\n");
put("$sys/sys/block/nvme1n1/queue/scheduler", "none mq-deadline [bfq]\n");
states('the other way round', { governor => 'ok', 'disk-scheduler' => 'attention' });
like($all->{'clock-sync'}{state}, qr/^(?:ok|attention|not visible)$/, 'the clock');
{
	my $aisp = abs_path($ENV{AISP} // './aisp');
	my $limited = sub { return decode_json(scalar `bash -c '$_[0]; exec "$aisp" checklist --json --in "$dir"'`) };
	my $of = $limited->('ulimit -n 1000 -l 64');
	my ($low) = grep { $_->{name} eq 'open-files' } @$of;
	my ($memory) = grep { $_->{name} eq 'memlock' } @$of;
	is("$low->{state} $low->{found}", 'attention 1000 files', 'few open files');
	is("$memory->{state} $memory->{found}", 'attention 0.1 MiB', 'little memory to lock');
}

# Programs
make_path("$dir/bin");
{
	local $ENV{PATH} = "$dir/bin:/nonexistent";
	my $none = items();
	is($none->{'perf-tool'}{state}, 'attention', 'no perf');
	is($none->{'counter-tool'}{state}, 'not visible', 'no GPU, no need for its tools');
	put("$sys/proc/driver/nvidia/version", "NVRM\n");
	is(items()->{'timeline-tool'}{state}, 'attention', 'a GPU, and no tool') if !-e '/usr/local/cuda/bin/nsys';
	for (qw(perf nsys)) { put("$dir/bin/$_", "#!/bin/sh\n"); chmod 0755, "$dir/bin/$_" }
	my $both = items();
	is($both->{'perf-tool'}{state}, 'ok', 'perf');
	is($both->{'timeline-tool'}{state}, 'ok', 'nsys');
}

# A folder
write_file("$dir/README.md", "# Here\n");
put("$dir/.github/workflows/gate.yml", "on: push\n");
put("$dir/expectations/h200/ch07/t.txt", "\n");
{
	local $ENV{GIT_CEILING_DIRECTORIES} = $dir =~ s/\/[^\/]*$//r;
	states('a folder', { readme => 'ok', 'regression-gate' => 'ok', expectations => 'ok', 'version-control' => 'attention' });
	system('git', 'init', '-q', $dir);
	system('git', '-C', $dir, '-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-q', '--allow-empty', '-m', 'x');
	states('a repository', { 'version-control' => 'ok' });
}

# A run
my $run = save_run("$dir/run");
my @words = ('--run', "$dir/run");
states('over a naive baseline, its limit unknown', { valid => 'ok', decided => 'ok', 'clean-tree' => 'ok',
	'fair-baseline' => 'attention', limit => 'attention' }, @words);
like(items(@words)->{limit}{found}, qr/^not so in 1 of 1 results, such as ch07:t\@cpu$/, 'which');
$run->{arms}[0]{class} = 'common';
$run->{arms}[1]{sol} = { fraction => 0.5, roof => 'DRAM', roof_ns => 250 };
write_file("$dir/run/results.json", encode_json($run));
states('a fair one', { 'fair-baseline' => 'ok', limit => 'ok' }, @words);
save_run("$dir/run", verdict => 'INCONCLUSIVE');
states('INCONCLUSIVE', { decided => 'attention', valid => 'ok' }, @words);
save_run("$dir/run", verdict => 'INVALID', why => 'late');
my $manifest = decode_json(read_file("$dir/run/manifest.json"));
$manifest->{git}{is_dirty} = JSON::PP::true;
write_file("$dir/run/manifest.json", encode_json($manifest));
states('INVALID, of a changed tree', { valid => 'attention', 'clean-tree' => 'attention' }, @words);
my $skipped = { %{$run->{results}[0]}, status => 'skipped', reason => 'no driver', comparison => undef };
write_file("$dir/run/results.json", encode_json({ %$run, results => [$skipped] }));
states('all skipped', { map { $_ => 'not visible' } qw(valid decided limit fair-baseline) }, @words);
write_file("$dir/run/results.json", encode_json({ %$run, results => [] }));
states('no results', { valid => 'not visible' }, @words);

my $gone = aisp('checklist', '--in', "$dir/none");
is($gone->{status}, 4, 'a folder that is not there');
like($gone->{err}, qr/--in: read .*none: No such file/, 'is named');
done_testing();
