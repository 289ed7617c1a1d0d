#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Commands that are stopped end by that signal, soon, with a word, and leave nobody.
# RUN: parallel
use strict;
use warnings;
use File::Copy qw(copy);
use POSIX ();
use Test::More;
use lib 'tests/exploits';
use Bench;

$ENV{AISP_LOCK_DIR} = artifacts(); # no figure matters here: wait for nobody
my $pair = 'tests/exploits/timing:poly_incomplete_async_ops_honest';
aisp('build', $pair);

# Has it a worker?  Then it measures.
sub measures { my ($p) = @_; return comes(sub { grep { /aisp-worker/ } leftovers($p->{pid}) }) }

sub stopped
{
	my ($p, $signal, $what, $is_group) = @_;
	kill $signal, $is_group ? -$p->{pid} : $p->{pid};
	my $pid = 0;
	comes(sub { $pid = waitpid $p->{pid}, POSIX::WNOHANG() });
	my $status = $?;
	kill 'KILL', -$p->{pid} if !$pid;
	is($pid && $status & 127, { HUP => 1, INT => 2, TERM => 15 }->{$signal}, "$what: SIG$signal ends it");
	ok(is_leftover_free($p->{pid}), "$what: nobody is left") or diag(leftovers($p->{pid}));
	return read_file("$p->{dir}/err");
}

my $p = start('doctor', '--noise=1000', '-t', $pair);
ok(measures($p), 'doctor --noise measures');
my $err = stopped($p, 'TERM', 'doctor --noise');
like($err, qr/stopped after \d+ of 1000 comparisons$/m, 'and says how far it came');
like($err, qr/^aisp: stopping after the current step; the same signal again stops it at once$/m, 'and first what it waits for');

# A call may take long until it ends; the user learns at once what is waited for.
my $notice = qr/^aisp: stopping after the current step; press Ctrl-C again to stop at once$/m;
$p = start('bench', 'run', $pair, '--preset', 'large', '--pairs', 40, '--artifacts-dir', artifacts());
ok(measures($p), 'a run measures');
kill 'STOP', $_ for my @workers = map { /^(\d+)/ } grep { /aisp-worker/ } leftovers($p->{pid});
kill 'INT', -$p->{pid}; # as a terminal does, to the whole group
ok(comes(sub { read_file("$p->{dir}/err") =~ $notice }), 'Ctrl-C is answered while a call lasts');
kill 'CONT', @workers;
kill 'TERM', $p->{pid};
my @told = finish($p)->{err} =~ /stopping after/g;
is(scalar @told, 1, 'once, by one process');
my $dir = artifacts();
$p = start('profile', $pair, '--preset', 'large', '--artifacts-dir', $dir);
ok(measures($p), 'profile runs a variant');
like(stopped($p, 'INT', 'profile', 1), qr/^aisp profile: interrupted$/m, 'and says so');
is_deeply([folders($dir), grep { !m{/\.\.?$} } glob "$dir/.*"], [], 'half a profile is none');

# Peaks take ten seconds, which nobody waits for.
{
	my $cache = artifacts();
	$p = start(['env', "XDG_CACHE_HOME=$cache"], 'bench', 'run', $pair, '--preset', 'small', '--artifacts-dir', artifacts());
	ok(comes(sub { -d "$cache/aisp/scratch" && sleep 1 }), 'a run measures peaks');
	stopped($p, 'INT', 'while it measures peaks');
	is_deeply([glob "$cache/aisp/machines/*/peak.json"], [], 'what was measured of them is not kept');
}

# A search's judge is another process, which the signal does not reach.
my $tuned = artifacts();
copy($_, $tuned) for glob('tests/exploits/fixtures/*.h');
write_file("$tuned/workload_poly.h", qq{#include "poly.h"\n});
write_file("$tuned/baseline_poly.c", qq{#include "workload_poly.h"\n#include "powers.h"\n});
write_file("$tuned/optimized_poly.c", qq{#include "workload_poly.h"\n#include "horner_all.h"\n});
write_file("$tuned/space_poly.txt", "parameter step = 1 2\nsearch elems=500\nfinal elems=700\n");
write_file("$tuned/template_poly.c", qq{/* x */\n#include "workload_poly.h"\nenum { STEP = AISP_TUNE_STEP };\n#include "horner_all.h"\n});
$p = start('tune', "$tuned:poly", '--pairs=1000', '--artifacts-dir', artifacts());
ok(measures($p), 'a search measures') or diag(read_file("$p->{dir}/err"));
like(stopped($p, 'TERM', 'tune'), qr/^aisp tune: interrupted$/m, 'and says so');

# A run under nohup outlives its terminal.
{
	local $SIG{HUP} = 'IGNORE';
	$p = start('bench', 'run', $pair, '--preset', 'small', '--pairs', 3, '--iterations', 2, '--artifacts-dir', $dir);
	ok(measures($p), 'a run under nohup');
	kill 'HUP', -$p->{pid};
	my $r = finish($p);
	is($r->{signal}, 0, 'goes on');
	unlike($r->{out}, qr/^stopped early/m, 'to its end');
}
done_testing();
