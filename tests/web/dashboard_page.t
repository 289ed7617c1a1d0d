#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# The dashboard in a browser: runs, trends, two runs side by side, what runs now;
# no name becomes markup, and nothing is asked of another server.
# RUN: parallel
use strict;
use warnings;
use utf8;
use Fcntl qw(:flock);
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use Test::More;
use lib 'tests/web';
use Chromium;
use Dashboard;
use Run;

plan skip_all => 'chromium is not installed' if !Chromium::find();
my $dir = tempdir(CLEANUP => 1);
my $nasty = qq{</script><img src=x onerror=pwned=1>"'&\x{202e}};

# Run i of 4 targets, whose speedups are `factor` times the usual ones.
sub make_run
{
	my ($day, $host, $factor) = @_;
	my $run = new_run(4);
	$run->[1]{host} = $host;
	$run->[0]{run}{started} = "2026-11-${day}T07:30:00Z";
	for (map { $_->{comparison} } @{$run->[0]{results}}) {
		$_->{speedup} *= $factor;
		$_ *= $factor for @{$_->{speedup_ci}};
	}
	for (map { @{$_->{launches}} } grep { $_->{class} eq 'naive' } @{$run->[0]{arms}}) {
		$_ *= $factor for $_->{median_ns}, @{$_->{samples_ns}};
	}
	return $run;
}
my $day = 20;
write_run("$dir/202611${\++$day}T073000Z_box", make_run($day, 'box', $_)) for 1, 1.01, 1.5;
my $run = make_run('24', $nasty, 1);
$run->[0]{results}[0]{target} = $run->[0]{run}{command}[0] = $nasty;
$run->[0]{results}[1]{comparison}{verdict} = 'INVALID';
write_run("$dir/20261124T073000Z_über <b>", $run);
make_path("$dir/20261125T073000Z_bad");
open my $bad, '>', "$dir/20261125T073000Z_bad/results.json" or die;
close $bad;

my $d = Dashboard->start('--artifacts-dir', $dir) or BAIL_OUT($@);
my $c = Chromium->new;
$c->look(1280, 900, 'light');
$c->go($d->{url});

sub quiet
{
	my ($name) = @_;
	is_deeply([$c->errors], [], "$name: no error");
	is_deeply([grep { !m{^\Q$d->{url}\E} } $c->requests], [], "$name: no other server");
	is($c->eval('(window.pwned ?? 0) + document.images.length'), 0, "$name: no name is markup");
}

sub quiet_at
{
	my ($url, $name) = @_;
	is_deeply([$c->errors], [], "$name: no error");
	is_deeply([grep { !m{^\Q$url\E} } $c->requests], [], "$name: no other server");
}

sub text { return $c->eval("document.querySelector(\"$_[0]\").innerText") }

ok($c->until('document.querySelectorAll("#runs tr.row").length === 5'), 'five runs');
like(text('#runs'), qr/20261124T073000Z_über <b>/, 'UTF-8 and markup in a folder name');
like(text('#runs tr.row'), qr/damaged/, 'the newest first; a damaged one says so');
like(text('#runs'), qr{ch07 w0, w1 and 2 more\s+1\s+▲\s+FASTER.*0\.5000× to 2\.000×\s+box\s+grade C\s+0123456701\s+\d+ \w+ ago}s, 'targets, commit, age; no mean of what is not alike');
is($c->eval('document.querySelector("#compare select").value + " " + document.querySelectorAll("#compare select")[1].value'),
	'20261123T073000Z_box 20261124T073000Z_über <b>', 'two runs are chosen that share targets');
$c->eval('document.querySelectorAll("#runs .open").forEach((b) => b.click())');
like(text('#runs'), qr/results\.json is damaged/, 'and why');
is($c->eval('[...document.querySelectorAll("#runs a")].map((a) => a.textContent).filter((t) => t === "The full report").length'), 4,
	'the others lead to their reports');
quiet('runs');

$c->key('/');
$c->type('box w1');
is($c->eval('document.querySelectorAll("#runs tr.row").length'), 3, 'a filter, by keys');
$c->eval('document.querySelector("nav a[href=\"#trends\"]").click()');
ok($c->until('document.getElementById("runs").hidden && !document.getElementById("trends").hidden'), 'trends');
is($c->eval('document.querySelectorAll("#trends tr.row").length'), 8, 'a line for each target and machine');
$c->eval('[...document.querySelectorAll("#trends .open")].find((b) => b.textContent.includes("w0@")).click()');
like(text('#trends tr.row.is-open'), qr/3\.000× \[2\.857, 3\.150\].*1\.485×/s, 'last speedup and its change');
is($c->eval('document.querySelectorAll("#trends canvas").length'), 2, 'two charts');
is($c->eval('document.querySelectorAll("#trends .detail tbody tr").length'), 3, 'and a table of the runs');
quiet('trends');

$c->eval('document.querySelector("nav a[href=\"#compare\"]").click()');
my $choose = sub {
	my ($a, $b) = @_;
	$c->eval("[...document.querySelectorAll('.pickers select')].forEach((s, i) => {
		s.value = ['$a', '$b'][i]; s.dispatchEvent(new Event('change')); })");
	$c->until('document.querySelector("[aria-busy=false]")');
};
$choose->('20261121T073000Z_box', '20261123T073000Z_box');
like(text('#compare .rows tbody'), qr/w0\@cpu\s+▲\s*FASTER\s+1\.500× \[.*?\]\s+speedup\s+2\.000× .*?3\.000× /, 'that differ');
$c->eval('document.querySelector("#compare .open").click()');
like(text('#compare .detail'), qr/B is 1\.500× .* by its speedup \(launches: 10 and 10; confidence 98\.9 %/, 'in words');
ok($c->eval('!document.querySelector("#compare .warning")'), 'of one machine');
$choose->('20261121T073000Z_box', '20261122T073000Z_box');
like(text('#compare .rows tbody'), qr{1\.010×}, 'two that hardly do');
unlike(text('#compare .rows tbody'), qr/FASTER/, 'and so no verdict');
$choose->('20261121T073000Z_box', '20261124T073000Z_über <b>');
ok($c->eval('!!document.querySelector("#compare .warning")'), 'of two machines: a warning');
like(text('#compare'), qr/different machines.*1 difference/s, 'and what differs');
like(text('#compare .rows tbody'), qr/only in one/, 'a target that one run lacks');
like(text('#compare .rows tbody'), qr/w1\@cpu\s+✕\s*INVALID/, 'an INVALID one');
$choose->('20261121T073000Z_box', '20261121T073000Z_box');
quiet('compare');

# The same from a history, with a change that lasts.
my $history = "$dir/.h.sqlite";
$ENV{AISP_HISTORY} = $history;
for (1 .. 24) {
	my $r = make_run(sprintf('%02d', $_), 'box', ($_ > 12 ? 1.3 : 1) * (1 + 0.01 * sin($_)));
	write_run("$dir/.history/$_", $r);
}
is((aisp_out('bench', 'history', '--add', map { "$dir/.history/$_" } 1 .. 24))[0], 0, 'a history');
my $h = Dashboard->start('--artifacts-dir', $dir) or BAIL_OUT($@);
$c->go("$h->{url}#trends");
ok($c->until('document.querySelectorAll("#trends tr.row").length === 4'), 'a series for each target');
like(text('#trends'), qr/From the history/, 'from the history');
$c->eval('document.querySelector("#trends .open").click()');
like(text('#trends .detail'), qr/The speedup changed by 1\.\d+× at run 13 \(p/, 'and where it changed');
is_deeply([$c->errors], [], 'history: no error');
$c->go('about:blank');
$h->stop;
$c->go("$d->{url}#compare");
$c->until('document.querySelectorAll("#runs tr.row").length === 5');
$c->key('/');
$c->eval('document.querySelector("#runs input").value = "box w1"');
$choose->('20261121T073000Z_box', '20261122T073000Z_box');

# What happens elsewhere shows by itself.
my $live = "$dir/.tmp-0123456789abcdef";
make_path($live);
open my $lock, '<', $live or die;
flock $lock, LOCK_EX or die;
open my $note, '>', "$live/progress" or die;
print $note "started t\ncommand aisp bench run <i>\ntarget ch07:copy\ngroup 2 4\nblock 5 10\nleft_s 42\n";
close $note;
ok($c->until('document.querySelector(".running")'), 'a run that begins');
like(text('.running'), qr/\[2\/4\] ch07:copy.*block 6 of 10, about 42 s left.*bench run <i>/s, 'where it stands');
is($c->eval('document.querySelector("progress").value'), 0.375, 'its share');
close $lock;
ok($c->until('!document.querySelector(".running")'), 'a run that ends');
write_run("$dir/20261126T073000Z_box", make_run('26', 'box', 2));
ok($c->until('document.querySelectorAll(".pickers option").length === 10'), 'and its folder');
is($c->eval('document.querySelector(".pickers select").value'), '20261121T073000Z_box', 'the choice stays');
is($c->eval('document.querySelector("#runs input").value'), 'box w1', 'so does the filter');
quiet('live');

# The names of a phone's figures have a column of their own.
$c->look(400, 900, 'light');
is_deeply($c->eval('(() => {
	const ink = document.createElement("canvas").getContext("2d");
	return [...document.querySelectorAll("td.number, td.text")].filter((td) => td.innerText).map((td) => [td.dataset.title, getComputedStyle(td, "::before")])
		.filter(([, s]) => s.position === "absolute").filter(([t, s]) => (ink.font = s.font, ink.measureText(t).width) > parseFloat(s.width)).map(([t]) => t);
})()'), [], 'and fit in it');
for my $width (360, 1280) {
	$c->look($width, 800, 'dark');
	for my $view (qw(runs trends compare)) {
		$c->eval("location.hash = '$view'");
		$c->until("!document.getElementById('$view').hidden");
		is($c->eval('document.documentElement.scrollWidth'), $width, "$view: nothing sticks out of $width pixels");
	}
}

# What is not fine is not called so, and what has another name keeps it.
sub made
{
	my ($folder, $change) = @_;
	my $r = make_run('27', 'box', 1);
	$change->($r->[0]);
	write_run("$dir/.states/$folder", $r);
}
my %states = (
	'20261031T000000Z_left' => ['checks left out', sub { $_[0]{run}{left_out} = ['timing.physics_floor'] }],
	'20261101T000000Z_invalid' => ['INVALID', sub { $_[0]{results}[0]{comparison}{verdict} = 'INVALID' }],
	'20261102T000000Z_failed' => ['failed', sub { @{$_[0]{results}[1]}{qw(status comparison)} = ('failed', undef) }],
	'20261103T000000Z_vague' => ['wide margin', sub { $_[0]{results}[1]{comparison}{margin} = 0.2; $_[0]{results}[3]{comparison}{verdict} = 'FASTER' }],
	'20261104T000000Z_skipped' => ['all skipped', sub { @$_{qw(status comparison)} = ('skipped', undef) for @{$_[0]{results}} }],
	'20261105T000000Z_open' => ['INCONCLUSIVE', sub { }],
	'20261106T000000Z_fine' => ['fine', sub { $_[0]{results}[3]{comparison}{verdict} = 'FASTER' }],
	'20261107T000000Z_cut' => ['stopped early', sub { $_[0]{results}[3]{comparison}{verdict} = 'FASTER'; $_[0]{run}{is_partial} = JSON::PP::true }],
	'20261108T000000Z_none' => ['no result', sub { $_[0]{results} = [] }],
	'20261109T000000Z_worse' => ['REGRESSED', sub { $_[0]{results}[0]{expectation} = { state => 'REGRESSED', class => 'c', metrics => {} } }],
	'20261110T000000Z_other' => ['fine', sub { $_->{target} = "ch09:other$_->{target}" for @{$_[0]{results}}; $_[0]{results}[3]{comparison}{verdict} = 'SLOWER' }],
);
made($_, $states{$_}[1]) for sort keys %states;
$ENV{AISP_HISTORY} = 'off';
my $s = Dashboard->start('--artifacts-dir', "$dir/.states") or BAIL_OUT($@);
$c->go($s->{url});
$c->until('document.querySelectorAll("#runs tr.row").length === 11');
is_deeply($c->eval('Object.fromEntries([...document.querySelectorAll("#runs tr.row")].map((r) => [r.querySelector("th").innerText.replace(/ .*/, ""), r.querySelector(".chip").lastChild.textContent]))'),
	{ map { $_ => $states{$_}[0] } keys %states }, 'the state of each run');
is($c->eval('[...document.querySelectorAll(".pickers select")].map((p) => p.value).join()'), '20261107T000000Z_cut,20261109T000000Z_worse', 'the last two that share targets, not the last two');
$c->eval('[...document.querySelectorAll("#runs tr.row")].find((r) => r.innerText.includes("_left")).querySelector("button").click()');
like(text('#runs .detail'), qr/FASTER, a check left out/, 'a verdict without a check says so');
my $none = "$dir/.none";
make_path($none);
my $e = Dashboard->start('--artifacts-dir', $none) or BAIL_OUT($@);
for my $width (400, 1400) {
	$c->look($width, 900, $width == 400 ? 'dark' : 'light');
	$c->go($e->{url});
	for my $view (qw(runs trends compare)) {
		$c->eval("location.hash = '$view'");
		ok($c->until("document.querySelector('#$view .empty pre')?.getBoundingClientRect().height > 0"), "$view: nothing there, and what to do about it");
		like(text("#$view .empty"), qr/aisp bench run --targets ch01\s+copy/, 'a command to copy');
		is($c->eval('document.documentElement.scrollWidth'), $width, "within $width pixels");
	}
}
quiet_at($e->{url}, 'empty');
$e->stop;
$s->stop;
$c->look(1280, 800, 'light');

# A report through the server, with the policy in its headers.
$c->go("$d->{url}report/20261124T073000Z_%C3%BCber%20%3Cb%3E#r0");
ok($c->until('document.querySelector("#r0-detail canvas")'), 'a report');
quiet('report');

$c->go($d->{url});
$c->until('document.querySelector("#runs tr.row")');
is($d->stop('INT'), 0, 'the dashboard ends');
ok($c->until('!document.getElementById("trouble").hidden'), 'the page says that it did');
like(text('#trouble'), qr/has ended/, 'in words');
done_testing();
