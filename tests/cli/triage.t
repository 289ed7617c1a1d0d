#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp triage: the bundle of a command that fails, without the environment's
# secrets, and what becomes of commands that do not end.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use Time::HiRes qw(sleep time);
use lib 'tests/exploits';
use Bench;

my $out = artifacts() . "/zwei W\xc3\xb6rter";
my %secrets = (
	MY_SECRET => 'correct horse battery',
	NVIDIA_API_KEY => 'nvapi-0123456789',
	DATABASE_URL => 'postgres://me:pa55word@db/x?a=1&b=<2>',
	OMP_TOKEN => "two\nlines\"of\\it",
	KEY_FILE => '/etc/private/key.pem',
);
$ENV{$_} = $secrets{$_} for keys %secrets;
$ENV{OMP_NUM_THREADS} = '3';

sub kept
{
	opendir my $d, $out or return;
	return map { "$out/$_" } sort grep { !/^\./ } readdir $d;
}
sub bundle
{
	my $folder = (kept())[-1];
	return ($folder, decode_json(read_file("$folder/summary.json")));
}
sub triage { return aisp('triage', '--output', $out, @_) }

# A command that fails, talks and shows all that it knows.
my $json = artifacts() . '/json';
write_file($json, encode_json([values %secrets]));
my $r = triage('--', 'sh', '-c', 'env; cat "$0"; echo "$MY_SECRET" >&2; exit 3', $json,
	'argument with correct horse battery');
is($r->{status}, 0, 'a command that fails: our own status is 0') or diag($r->{err});
my ($folder, $s) = bundle();
is($s->{command}{status}, 3, "and the command's is in the summary");
is($s->{command}{end}, 'exited', 'how it ended');
is($s->{command}{argv}[-1], 'argument with [$MY_SECRET]', 'its words, without secrets');
like(read_file("$folder/command.out.txt"), qr/^OMP_NUM_THREADS=3$/m, 'what it said is kept');
like(read_file("$folder/command.err.txt"), qr/^\[\$MY_SECRET\]$/m, 'also on standard error');
like($r->{out}, qr/^OMP_NUM_THREADS=3$/m, 'and was passed on');
is($s->{environment}{OMP_NUM_THREADS}, 3, 'a variable that may be shown');
like($r->{err}, qr/^  OMP_NUM_THREADS=3$/m, 'is shown before');
ok(!exists $s->{environment}{$_}, "$_ is not") for keys %secrets;
ok($s->{n_variables_left_out} >= keys %secrets, 'but counted');
opendir my $d, $folder or die $!;
my @files = grep { !/^\.\.?$/ } readdir $d;
for my $file (@files) {
	my $bytes = read_file("$folder/$file");
	for (keys %secrets) {
		my $secret = $secrets{$_};
		my $html = $secret =~ s/&/&amp;/gr =~ s/</&lt;/gr =~ s/>/&gt;/gr =~ s/"/&quot;/gr;
		(my $json = encode_json([$secret])) =~ s/^\["|"\]$//g;
		ok(index($bytes, $_) < 0, "no secret in $file") for $secret, $html, $json;
	}
}

# What is in it.
my %is = map { $_ => 1 } @files;
ok($is{$_}, $_) for qw(index.html summary.json timeline.json command.out.txt command.err.txt topology.txt
	topology.svg);
ok($is{$_} || length $s->{missing}{$_}, "$_, or why not") for qw(kernel-messages.txt nvidia-smi.txt);
like($s->{versions}{kernel}, qr/^Linux /, 'kernel');
ok($s->{versions}{libc} && $s->{manifest}{compiler}, 'C library and compiler');
ok($s->{hardware}{threads} >= 1, 'hardware');
is(scalar @{$s->{limits}{rlimits}{nofile}}, 2, 'limits');
ok(exists $s->{limits}{sysctl}{'vm.swappiness'}, 'kernel settings');
ok($s->{peaks}{machine} || $s->{peaks}{why}, 'peaks, or why not');
ok(defined $s->{noise}{floor} || $s->{noise}{why}, 'noise floor, or why not');
like($s->{grade}{letter}, qr/^[A-D?]$/, 'grade');
my $t = decode_json(read_file("$folder/timeline.json"));
my @seconds = @{$t->{seconds}};
ok(@seconds >= 1 && !grep({ $seconds[$_] < $seconds[$_ - 1] } 1 .. $#seconds), 'a timeline');
ok(@{$t->{cpu_busy}} >= 1 && !grep({ @$_ != @seconds } @{$t->{cpu_busy}}), 'of each CPU');
my $page = read_file("$folder/index.html");
like($page, qr/exited with status 3/, 'the page says how the command ended');
like($page, qr/<pre>sh -c &#?\w+;env; .*exit 3&#?\w+; /, 'and gives it, as a shell reads it back');
like($page, qr/<svg /, 'and draws the timeline');
my @urls = $page =~ /(?:href|src)="([^"]*)"/g;
is_deeply([grep { !$is{$_} } @urls], [], 'every link is a file beside it');
unlike($page, qr/<script|<link|<img|\@import|url\(/, 'which needs no other file');

# How commands end.
is(triage('--passthrough', '--', 'sh', '-c', 'exit 7')->{status}, 7, '--passthrough');
is(triage('--passthrough', 'sh', '-c', 'kill -9 $$')->{status}, 137, 'of a signal; without --');
($folder, $s) = bundle();
is("$s->{command}{end} $s->{command}{signal}", 'killed 9', 'killed');
my $start = time;
$r = triage('--seconds', 1, '--', 'sh', '-c', "trap '' TERM; echo begun; sleep 97 & wait; sleep 98");
is($r->{status}, 0, 'a command that does not end');
($folder, $s) = bundle();
is($s->{command}{end}, 'timed out', 'is ended');
ok(time - $start < 60, 'by force');
like(read_file("$folder/command.out.txt"), qr/begun/, 'and what it said is kept');
is(scalar(grep { /sleep/ } leftovers($r->{pid})), 0, 'and nothing of it is left') if defined &leftovers;
$r = triage('--', 'sh', '-c', 'i=0; while [ $i -lt 30 ]; do head -c 400000 /dev/zero | tr "\0" a; i=$((i + 1)); done; echo end');
($folder, $s) = bundle();
is($s->{command}{out_bytes}, 30 * 400000 + 4, 'much output is counted');
my $text = read_file("$folder/command.out.txt");
ok(length $text < 9 << 20, 'and cut') or diag(length $text);
like($text, qr/^a+\n\[\d+ bytes left out\]\na+end\n\z/, 'in the middle');
my ($left_out) = $text =~ /\[(\d+) bytes/;
is(length($text) - length("\n[$left_out bytes left out]\n") + $left_out, 30 * 400000 + 4, 'nothing else');

# Ctrl-C reaches the command, and the bundle is written.
my $p = start('triage', '--output', $out, '--', 'sh', '-c',
	'trap "echo caught; exit 5" INT; echo ready; while :; do sleep 0.1; done');
for (1 .. 300) {
	last if (read_file("$p->{dir}/out") // '') =~ /ready/;
	sleep 0.1;
}
kill INT => $p->{pid};
$r = finish($p);
is($r->{status}, 0, 'Ctrl-C');
($folder, $s) = bundle();
is("$s->{command}{end} $s->{command}{status}", 'exited 5', 'is the command\'s');
like(read_file("$folder/command.out.txt"), qr/caught/, 'which caught it');

# Without a command.
is(triage('--seconds', 0.3)->{status}, 0, 'no command');
($folder, $s) = bundle();
is($s->{command}, undef, 'and none in the summary');
ok(!-e "$folder/command.out.txt", 'nor its output');

# What is refused leaves nothing.
my $n = () = kept();
for (['--seconds', 0], ['--seconds', 1801], ['--seconds', 'x'], ['--no-such'], ['--', '/no/such/command']) {
	$r = triage(@$_);
	is($r->{status}, 2, "@$_: exit 2");
	like($r->{err}, qr/aisp triage: /, 'with a message');
}
my $marker = artifacts() . '/marker';
write_file("$out/file", '');
$r = aisp('triage', '--output', "$out/file/x", '--', 'touch', $marker);
is($r->{status}, 4, 'a place that cannot be written: exit 4');
like($r->{err}, qr/--artifacts-dir/, 'with the remedy');
ok(!-e $marker, 'before the command has run');
SKIP: {
	skip 'root may write everywhere', 1 if !$>;
	mkdir "$out/closed", 0555;
	is(aisp('triage', '--output', "$out/closed", '--', 'true')->{status}, 4, 'a closed directory');
}
opendir $d, $out or die $!;
is(scalar(grep { /^\.tmp/ } readdir $d), 0, 'no half folder is left');
is(scalar(() = kept()), $n + 1 + !!$>, 'and no new one');
done_testing();
