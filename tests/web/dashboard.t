#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp dashboard: which requests are answered, and how; nothing can be written or
# reached through it; it shows what runs now, and ends when it is told to.
# RUN: parallel
use strict;
use warnings;
use Fcntl qw(:flock);
use File::Find;
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;
use lib 'tests/web';
use Dashboard;
use Run;

my $dir = tempdir(CLEANUP => 1);
my $artifacts = "$dir/my runs";
my $first = '20261121T073000Z_box';
write_run("$artifacts/$first", new_run(3));
write_run("$artifacts/20261122T073000Z_g\xc3\xbc te", new_run(2));
write_run("$artifacts/20261123T073000Z_<b>&\"'", new_run(1));
write_run("$dir/outside", new_run(1));
write_run("$artifacts/.tmp-0000000000000000", new_run(1));
make_path("$artifacts/20261120T073000Z_half", "$artifacts/20261119T073000Z_linked");
open my $half, '>', "$artifacts/20261120T073000Z_half/results.json" or die;
print $half '{"schema": 1, ';
close $half;
symlink "$dir/outside", "$artifacts/20261124T073000Z_link" or die;
symlink '/etc/passwd', "$artifacts/20261119T073000Z_linked/results.json" or die;

# Every path with what a write would change.
sub state_of
{
	my %state;
	find({ no_chdir => 1, wanted => sub { $state{$_} = join ' ', (lstat)[2, 7, 9] } }, $dir);
	return \%state;
}
my $before = state_of();

my $d = Dashboard->start('--artifacts-dir', $artifacts) or BAIL_OUT($@);
my $t = $d->{token};

# Only on the loopback address.
ok(!$d->connect('127.0.0.2'), 'no other address answers');

# The page and its headers.
my ($status, $head, $body) = $d->get('');
is($status, 200, 'the page');
like($body, qr/^<!DOCTYPE html>/, 'is HTML');
like($head, qr/^\Q$_\E\r?$/mi, $_) for 'Cache-Control: no-store', 'X-Content-Type-Options: nosniff',
	'Referrer-Policy: no-referrer', 'X-Frame-Options: DENY', 'Content-Type: text/html; charset=utf-8';
my ($csp) = $head =~ /^Content-Security-Policy: (.*?)\r?$/m;
like($csp, qr/(^|; )\Q$_\E/, "policy: $_") for "default-src 'none'", "frame-ancestors 'none'", "script-src 'sha256-",
	"style-src 'sha256-", "connect-src 'self'", "base-uri 'none'", "form-action 'none'";
unlike($csp, qr/unsafe|\*|https?:/, 'policy: no exception');
unlike($head, qr/Access-Control|Set-Cookie/i, 'nothing for other origins, no cookie');

# Hosts, tokens, methods.
for my $host ("localhost:$d->{port}", "[::1]:$d->{port}", "127.0.0.1:$d->{port}") {
	is(($d->get('', Host => $host))[0], 200, "host $host");
}
for my $host ("evil.example:$d->{port}", 'localhost', '127.0.0.1', "127.0.0.1:1", "localhost:$d->{port}.evil.example", '') {
	is(($d->get('', Host => $host))[0], 421, "host '$host' is refused");
}
isnt(($d->get('', Host => undef))[0], 200, 'no host');
for my $path ('/', '', "/$t", '/' . substr($t, 1) . '/', '/' . reverse($t) . '/', "/$t" . 'x/', "//$t/", '/' . uc($t) . 'A/',
	'/runs.json', '/favicon.ico', "/x/$t/") {
	my ($s, undef, $b) = $d->ask("GET $path");
	ok($s == 404 || $s == 400, "path $path: $s");
	unlike($b, qr/\Q$t\E|<html lang/, 'and says nothing');
}
for my $method (qw(POST PUT DELETE PATCH HEAD OPTIONS TRACE CONNECT PROPFIND)) {
	my ($s, $h) = $d->ask("$method /$t/", 'Content-Length' => 0);
	is($s, 405, "$method is refused");
	like($h, qr/^Allow: GET\r?$/m, 'GET is allowed') if $s == 405;
}
is(($d->ask("POST /$t/report/$first", 'Content-Length' => 100000))[0], 405, 'with a body too');

# Reports, by exactly the names of the list.
($status, $head, $body) = $d->get("report/$first");
is($status, 200, 'a report');
like($head, qr/^Content-Security-Policy: .*script-src 'sha256-.*connect-src 'none'/m, 'with its own policy');
unlike($body, qr/\Q$t\E/, 'a report that is saved holds no secret');
is(($d->get('report/20261122T073000Z_g%C3%BC%20te'))[0], 200, 'blanks and UTF-8');
is(($d->get('report/20261123T073000Z_%3Cb%3E%26%22%27'))[0], 200, 'markup in a name');
($status, undef, $body) = $d->get('report/20261120T073000Z_half');
is($status, 500, 'a damaged run');
like($body, qr/results\.json is damaged/, 'says so');
for my $path ('../outside', '..%2Foutside', '%2e%2e/outside', '%2e%2e%2foutside', "$first/../$first", "./$first", "$first/", "$first%00",
	"$first/results.json", '..', '.', '', '/', '/etc', '%2Fetc%2Fpasswd', '.tmp-0000000000000000', '20261124T073000Z_link',
	'20261119T073000Z_linked', "..%5coutside", '....//outside', '~root', 'latest', '*') {
	is(($d->get("report/$path"))[0], 404, "report/$path is none");
}
is(($d->get($_))[0], 404, "$_ is none") for 'report', 'runs', 'runs.json/', 'events/', 'x', '../', 'artifacts/';

# The list of runs.
($status, $head, $body) = $d->get('runs.json');
like($head, qr{^Content-Type: application/json\r?$}m, 'runs.json');
my $list = decode_json($body);
is_deeply([map { $_->{name} } @{$list->{runs}}], ['20261123T073000Z_<b>&"\'', "20261122T073000Z_g\x{fc} te", $first,
	'20261120T073000Z_half'], 'the newest first, links and hidden folders left out');
is_deeply($list->{runs}[2]{rows}[0], ['ch07:w0@cpu', 'n=1024', 'normal', 'FASTER', 2, 1.90476, 2.1, 2000, 1000, 0.625, 0.01, JSON::PP::false, '', ''], 'a row');
is_deeply([map { $_->{state} } @{$list->{runs}}[0 .. 2]], ['fine', 'fine', 'fine'], 'their states');
is($list->{runs}[0]{commit}, '01234567' x 5, 'and commits');
like($list->{runs}[3]{error}, qr/damaged/, 'the damaged one, and why');

# Two runs against each other: only those of the list.
($status, $head, $body) = $d->get("compare.json?a=$first&b=20261122T073000Z_g%C3%BC%20te");
is($status, 200, 'a comparison');
my $row = decode_json($body)->{rows}[0];
is_deeply([@$row{qw(target metric unit is_same_machine)}], ['ch07:w0@cpu', 'speedup', 'launch', JSON::PP::true], 'by the rule of bench compare');
is(($d->get("compare.json$_"))[0], 404, "compare.json$_ is none") for '', '?a=x', "?a=$first", "?a=$first&b=../outside",
	"?a=..%2Foutside&b=$first", "?a=20261124T073000Z_link&b=$first", "?a=$first&b=";
($status, undef, $body) = $d->get("compare.json?a=$first&b=20261120T073000Z_half");
is($status, 500, 'with a damaged run');
like($body, qr/results\.json is damaged/, 'says so');
is(($d->get('history.json'))[2], '{"series":null}', 'no history');

# Strange requests cost their own connection.
for my $bytes ("GET\r\n\r\n", "\0\0\0\0", "GET /$t/ HTTP/1.1\r\nX: " . 'a' x 100000 . "\r\n\r\n", 'GET /' . 'a' x 60000 . " HTTP/1.1\r\n\r\n",
	"GET /$t/ HTTP/9.9\r\n\r\n") {
	my $s = $d->connect;
	local $SIG{PIPE} = 'IGNORE';
	print $s $bytes;
	shutdown $s, 1;
	unlike(Dashboard::receive($s, 5), qr/<html lang/, 'a strange request');
}
is(($d->get(''))[0], 200, 'it serves on');
my @idle = map { $d->connect } 1 .. 100;
ok(scalar(grep { defined } @idle), 'many connections');
@idle = ();
my $answered = 0;
for (1 .. 100) {
	last if $answered = ($d->get(''))[0] == 200;
	select undef, undef, undef, 0.1;
}
ok($answered, 'it serves on after them');

# Events: a run that lives, one that is dead, a new run folder.
sub events
{
	my $s = $d->connect;
	print $s "GET /$t/events HTTP/1.1\r\nHost: localhost:$d->{port}\r\n\r\n";
	return $s;
}
my $live = "$artifacts/.tmp-0123456789abcdef";
make_path($live);
open my $lock, '<', $live or die "$live: $!";
flock $lock, LOCK_EX or die;
open my $note, '>', "$live/progress" or die;
print $note "started 2026-11-21T07:30:00Z\ncommand aisp bench run\ntarget ch07:copy\ngroup 2 5\nblock 3 10\nleft_s 42\n";
close $note;
my $s = events();
my $text = Dashboard::receive($s, 10, qr/data: .*\n\n/);
like($text, qr{^Content-Type: text/event-stream\r?$}m, 'a stream of events');
like($text, qr/data: \{"running":\[\{"started":"2026-11-21T07:30:00Z","command":"aisp bench run","target":"ch07:copy","group":2,"n_groups":5,"block":3,"next_look":10,"left_s":42\.0\}\]/,
	'what runs');
close $lock;
like(Dashboard::receive($s, 10, qr/data: .*\n\n/), qr/"running":\[\]/, 'a dead run is none');
write_run("$artifacts/20261125T073000Z_new", new_run(1));
like(Dashboard::receive($s, 10, qr/data: .*\n\n/), qr/"state":"\d+:20261125T073000Z_new"/, 'a new run');
like(Dashboard::receive($s, 20, qr/^:$/m), qr/^:$/m, 'a sign of life where nothing changes');
my @streams = ($s, map { events() } 1 .. 7);
like(Dashboard::receive($_, 10, qr/data:/), qr/200 OK/, 'a reader more') for @streams[1 .. 7];
my $refused = events();
like(Dashboard::receive($refused, 10, qr/503/), qr/^HTTP\/1.1 503 /, 'but not without limit');
close $streams[7];
my $is_free = 0;
for (1 .. 100) {
	my $again = events();
	last if $is_free = Dashboard::receive($again, 5, qr/data:|503/) =~ /200 OK/;
	select undef, undef, undef, 0.2;
}
ok($is_free, 'when one goes there is room again');

remove_tree("$artifacts/20261125T073000Z_new", $live);
delete @$before{$artifacts};
my $after = state_of();
delete @$after{$artifacts};
is_deeply($after, $before, 'nothing was written');

is($d->stop('INT'), 0, 'Ctrl-C ends it, readers or not');
ok(!Dashboard->start('--artifacts-dir', "$dir/none yet"), 'a folder that is not there');
like($@, qr/none yet: no such folder \(status 2\)/, 'is named');
mkdir "$dir/none yet" or die;
$d = Dashboard->start('--artifacts-dir', "$dir/none yet") or BAIL_OUT($@);
is(($d->get('runs.json'))[2], '{"runs":[],"n_more":0}', 'no artifacts yet');
isnt($d->{token}, $t, 'another secret each time');
ok(!Dashboard->start('--port', $d->{port}), 'a port that is taken');
like($@, qr/listen on 127\.0\.0\.1:$d->{port}: .* \(status 4\)/, 'says so');
is($d->stop('TERM'), 0, 'SIGTERM ends it too');
# The history, read again when it changes; a damaged one is named.
my $history = "$dir/h.sqlite";
ok(!Dashboard->start('--history', $history), 'a history that is not there');
like($@, qr{read \Q$history\E: No such file.*status 4}, 'says so');
is((aisp_out('bench', 'history', '--history', $history, '--add', "$artifacts/$first"))[0], 0, 'a history');
$d = Dashboard->start('--artifacts-dir', $artifacts, '--history', $history) or BAIL_OUT($@);
my $series = decode_json(($d->get('history.json'))[2])->{series};
is_deeply([map { $_->{target} } @$series], ['ch07:w0@cpu', 'ch07:w1@cpu', 'ch07:w2@cpu'], 'its series');
is_deeply([@{$series->[0]{points}[0]}[0, 1, 3, 4]], [$first, '2026-11-21T07:30:00Z', 'FASTER', 2], 'a point');
my $again = new_run(3);
$again->[0]{run}{started} = '2026-11-22T07:30:00Z';
write_run("$dir/again", $again);
aisp_out('bench', 'history', '--history', $history, '--add', "$dir/again");
is(scalar @{decode_json(($d->get('history.json'))[2])->{series}[0]{points}}, 2, 'a run that was entered meanwhile');
open my $f, '>', $history or die;
print $f 'not a database, and long enough to be told from one ' x 100;
close $f;
unlink "$history-wal", "$history-shm";
like(decode_json(($d->get('history.json'))[2])->{error}, qr{\Q$history\E}, 'a damaged one');
is($d->stop('INT'), 0, 'and the dashboard lives');
for (['--port', 'x'], ['--port', '70000'], ['extra'], ['--no-such']) {
	ok(!Dashboard->start(@$_), "@$_");
	like($@, qr/status 2/, 'exit 2');
}
done_testing();
