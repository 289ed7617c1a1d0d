#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# report.html in a browser: it renders without an error or a request, sorts,
# filters, opens by keys, fits a phone, follows the theme; and no name in a run
# becomes markup or a script.
# RUN: parallel
use strict;
use warnings;
use utf8;
use File::Temp qw(tempdir);
use Test::More;
use lib 'tests/web';
use Chromium;
use Run;

plan skip_all => 'chromium is not installed' if !Chromium::find();
my $dir = tempdir(CLEANUP => 1);
my $nasty = qq{</script><script>window.pwned=1</script><img src=x onerror=pwned=1>\x{202e}"'&{{data}}<!--};

# A page of the run, in the browser.
my $chromium = Chromium->new;
sub page
{
	my ($name, $run, $hash) = @_;
	my $folder = write_run("$dir/$name", $run);
	my ($status, $out) = aisp_out('bench', 'report', $folder, '--format', 'html', '-o', "$folder/report.html");
	is($status, 0, "$name: written") or diag($out);
	$chromium->go("file://$folder/report.html" . ($hash // ''));
	return $chromium;
}

sub rows
{
	return $_[0]->eval('[...document.querySelectorAll("tr.row th")].map((e) => e.textContent)');
}

sub focused
{
	return $_[0]->eval('document.activeElement.closest("tr")?.id ?? document.activeElement.type ?? ""');
}

sub quiet
{
	my ($c, $name) = @_;
	is_deeply([$c->errors], [], "$name: no error");
	my @requests = grep { !/^(file|data):/ } $c->requests;
	is_deeply(\@requests, [], "$name: no request");
	is(scalar(grep { /^file:/ } $c->requests), 1, "$name: one file");
}

my $run = new_run(6);
my ($result, $arm) = ($run->[0]{results}[5], $run->[0]{arms}[11]);
@$result{qw(target title status reason comparison)} = ($nasty, $nasty, 'failed', $nasty, undef);
$arm->{$_} = $nasty for qw(variant summary source library build);
$run->[0]{run}{grade_why} = [$nasty];
$run->[1]{host} = $nasty;
@{$run->[0]{run}{doorbell}}{qw(bias_ns bias_per_call_ns)} = (324.14, 5.5);
$run->[0]{run}{noise_floor} = log 1.02;
$run->[0]{run}{plan} = { pairs => 3, min_time_s => 2 };
$run->[0]{run}{sandbox} = { limits => JSON::PP::true, sealed_plan => JSON::PP::false };
$run->[0]{results}[4]{comparison}{verdict} = 'INVALID';
$run->[0]{results}[4]{comparison}{why} = 'output.drift: far off';
$run->[0]{arms}[9]{median_ns} = 4242; # shown nowhere
$run->[0]{results}[3]{comparison}{advice} = 'needs about 40 pairs <b>';
$run->[0]{results}[1]{comparison}{margin} = 0.045;
$run->[0]{results}[3]{expectation} = { state => 'REGRESSED', why => "slower than $nasty", class => 'xeon', metrics => { speedup => 'REGRESSED' } };
$run->[0]{results}[2]{expectation} = { state => 'HOLDS', why => undef, class => 'xeon', metrics => {} };
$run->[0]{arms}[5]{gpu} = { end_to_end_ns => 9000, event_ns => 4321, sm_mhz => 1980, clocks_held_by => 'power cap', trace_ns => undef };
$run->[0]{arms}[5]{device} = 'cuda';
$run->[1]{gpu_peaks} = { gpu => { name => 'an H200' }, gb_per_s => [{ what => 'DRAM read', best => 4000 }], gflop_per_s => [{ type => 'bf16', engine => 'wgmma', best => 800000 }] };
$run->[0]{results}[0]{target} = 'größe 中:w0@cpu';

$chromium->look(1280, 900, 'light');
my $c = page('small run ü', $run);
quiet($c, 'desktop');
is(scalar @{rows($c)}, 6, 'a row a result');
is($c->eval('window.pwned ?? 0'), 0, 'no script of a name ran');
is($c->eval('document.images.length'), 0, 'no markup of a name');
like(rows($c)->[1], qr/<\/script><script>.*\?"/, 'it is shown as it is, less what turns the text');
like(rows($c)->[2], qr/größe 中:w0/, 'UTF-8');
is($c->eval('document.querySelector(".tiles").innerText.split(/\s+/).slice(0, 6).join(" ")'), '1 ✕ INVALID 1 ! failed', 'in the counts too');
is($c->eval('[...document.querySelectorAll("tr.row")].slice(0, 2).map((r) => r.id).join()'), 'r4,r5', 'what is INVALID or failed stands first');
like($c->eval('document.querySelector("#summary details[open]").innerText'), qr/^2 broken\s.*output\.drift: far off/s,
	'with the reasons, in a list of their own');
like($c->eval('document.querySelector("#r0").innerText'), qr/2\.000 µs naive\s+1\.000 µs/, 'both times');
is($c->eval('document.getElementById("summary").textContent.includes("Geometric mean of 3 decided")'), 1, 'summary');
like($c->eval('document.getElementById("summary").textContent'), qr/without 1 INCONCLUSIVE/, 'what is INCONCLUSIVE is in no mean');
unlike($c->eval('document.getElementById("main").innerText'), qr/4\.242/, 'an INVALID result shows no figure');

like($c->eval('document.getElementById("summary").innerText'), qr{expected: 1\s*✓\s*HOLDS\s*1\s*▼\s*REGRESSED.*ch07:w3\@cpu slower than </script>}s, 'expectations');
like($c->eval('document.querySelector("#r3").innerText'), qr{REGRESSED}, 'in the row too');
like($c->eval('document.querySelector("#summary .advice").innerText'), qr/needs about 40 pairs <b>/, 'what would settle it');
like($c->eval('document.querySelector("#r1").innerText'), qr/SAME\s+within 4\.5 %, a wide margin/, 'a margin that says little');

# The order of rows: figures from the highest, what is absent last, then reversed.
sub order { return join ' ', map { /w(\d)@/ ? $1 : '-' } @{rows($c)} }
$c->eval('[...document.querySelectorAll("thead button")].find((b) => b.textContent === "speedup").click()');
is(order(), '0 3 1 2 4 -', 'sorted by speedup');
is($c->eval('document.querySelector("[aria-sort]").textContent + document.querySelector("[aria-sort]").ariaSort'),
	'speedupdescending', 'and says so');
$c->eval('document.querySelector("[aria-sort] button").click()');
is(order(), '2 1 3 0 4 -', 'and the other way');

# Filters, by mouse and by keys.
$c->eval('document.querySelector(".pick[data-word=FASTER]").click()');
is(order(), '0', 'only FASTER');
is($c->eval('document.querySelectorAll(".rl-desk .rl-point.is-dim").length'), 3, 'the others are pale in the roofline');
$c->eval('document.querySelector(".pick[data-word=FASTER]").click()');
$c->key('/');
is(focused($c), 'search', '/ leads to the filter');
$c->type('w3 ch07');
is(order(), '3', 'all words must be there');
is($c->eval('document.querySelector("[role=status]").textContent'), '1 of 6', 'counted');
$c->key('Escape');
is(scalar @{rows($c)}, 6, 'Escape clears it');
$c->key('ArrowDown');
is(focused($c), 'r2', 'down to the first row');
$c->key('j');
$c->key('ArrowDown');
is(focused($c), 'r3', 'and on');
$c->key('k');
is(focused($c), 'r1', 'and back');
$c->key('Enter');
is($c->eval('document.querySelector("#r1-detail h3").textContent'), 'Distribution of samples', 'Enter opens');
is($c->eval('document.querySelector("#r1 button").ariaExpanded'), 'true', 'and says so');
is($c->eval('document.querySelectorAll("#r1-detail canvas").length'), 3, 'three charts');
is($c->eval('[...document.querySelectorAll("canvas")].every((c) => {
	const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
	return d.some((v) => v > 0); })'), 1, 'drawn');
my $text = $c->eval('document.querySelector("#r1-detail").innerText');
like($text, qr/\Q$_\E/, "detail: $_") for 'min', '62.5 %', 'timing.late', 'PASS', 'cc -O2 optimized_w1.c -lm',
	'1.000× [0.9524, 1.050]', '98.9 %', '110 in 10';
like($c->eval('document.querySelector("#machine .command pre").textContent'), qr{^aisp bench run --targets ch07 'it'\\''s a dir'$},
	'the command, as a shell reads it back');
my $facts = $c->eval('[...document.querySelectorAll("#machine tr")].map((e) => [...e.children].map((c) => c.textContent).join(" = ")).join("\\n")');
like($facts, qr/^\Q$_\E$/m, "in words and units: $_") for 'a variant waits for its calls = spinning', 'subtracted from each sample = 324.1 ns',
	'and for each call in it = 5.500 ns', 'noise floor = 2.00 %', 'pairs (--pairs) = 3', 'calls timed before the first look (--min-time) = 2.000 s',
	'sandbox = resource limits', 'missing in the sandbox = sealed plan';
unlike($facts, qr/two GPU events|doorbell|_ns/, 'no fact that was not observed, and no key');
like($c->eval('document.getElementById("machine").textContent'), qr{Measured peaks, an H200.*bf16 wgmma}s, 'and its peaks');
like($c->eval('document.querySelector("#roofline svg").textContent'), qr{DRAM 4000.*bf16 800000}s, 'the roofs of a GPU');
$c->key('Escape');
is($c->eval('document.querySelector("#r1-detail")'), undef, 'Escape closes');
$c->eval('document.querySelector("#r4 button").click(); document.querySelector("#r5 button").click()');
is($c->eval('document.querySelectorAll("#r4-detail canvas, #r5-detail canvas").length'), 0, 'no chart of what is not valid');
like($c->eval('document.querySelector("#r5-detail").innerText'), qr/<\/script>/, 'the nasty one opens too');
unlike($c->eval('document.body.innerText'), qr{\x{202e}}, 'nothing turns the text, wherever it came from');
is($c->eval('document.querySelectorAll("#r5-detail a, #r5-detail img, #r5-detail script").length'), 0, 'as text');
$c->eval('document.querySelector("#r2 button").click()');
like($c->eval('document.querySelector("#r2-detail").innerText'), qr{from outside\s+9\.000 µs\s+events\s+4\.321 µs\s+SM clock\s+1980 MHz\s+clocks held by\s+power cap},
	'the clocks of a GPU');
quiet($c, 'after all that');

# A point of the roofline leads to its row, though a filter hides it.
$c->eval('document.querySelector(".pick[data-word=SLOWER]").click()');
$c->eval('document.querySelector(".rl-point[data-row=\"1\"]").dispatchEvent(new MouseEvent("click", { bubbles: true }))');
ok($c->until('document.activeElement.closest("tr")?.id === "r1"'), 'a point of the roofline opens its row');

# Themes: that of the system, then the reader's own, kept.
sub background { return $c->eval('getComputedStyle(document.body).backgroundColor') }
is(background(), 'rgb(255, 255, 255)', 'light');
$c->look(1280, 900, 'dark');
is(background(), 'rgb(20, 24, 27)', 'dark where the system is');
$c->eval('document.getElementById("theme").click()');
is(background(), 'rgb(255, 255, 255)', 'the switch says light');
$c->look(1280, 900, 'dark', 'print');
is(background(), 'rgb(255, 255, 255)', 'paper is white');
is($c->eval('getComputedStyle(document.querySelector(".toolbar")).display'), 'none', 'and has no buttons');

sub comparison_like { return { %{$_[0]}, speedup => 0.4955, speedup_ci => [0.002573, 129.5] } }

# Texts of a picture that cover each other, as pairs.
my $touching = '(pictures) => [...document.querySelectorAll(pictures)].flatMap((p) => {
	const texts = [...p.querySelectorAll("text")].filter((t) => t.textContent.trim() && !t.getAttribute("transform"))
		.map((t) => [t.textContent, t.getBoundingClientRect()]).filter(([, b]) => b.width > 0);
	return texts.flatMap(([s, a], i) => texts.slice(i + 1).filter(([, b]) => a.left + 1 < b.right && b.left + 1 < a.right &&
		a.top + 3 < b.bottom && b.top + 3 < a.bottom).map(([t]) => s + " / " + t));
})';
# A library's name and a long ratio, as well as none of both.
my $wide = new_run(4);
for (@{$wide->[0]{results}}) {
	@$_{qw(library vs_library)} = ($_->{baseline}, comparison_like($_->{comparison}));
	$_->{target} = "ch04:allreduce_inplace_$_->{target}";
}
$_->{library} = 'Open MPI 4.1.4' for grep { $_->{class} eq 'naive' } @{$wide->[0]{arms}};
for my $width (920, 1000, 1100, 1200, 1280, 1330, 1400) {
	$c->look($width, 800, 'light');
	$c = page("columns $width", $wide);
	like($c->eval('document.querySelector("#results").innerText'), qr/Open MPI 4\.1\.4/, 'a library') if $width == 1400;
	is($c->eval('document.documentElement.scrollWidth'), $width, "all columns fit in $width pixels");
}
for my $width (360, 400, 768, 1280, 1400) {
	$c->look($width, 800, 'light');
	$c = page("width $width", $run, '#r1');
	is_deeply($c->eval("($touching)('.rl, .forest')"), [], "no text on another one in $width pixels");
	is($c->eval('[...document.querySelectorAll(".rl")].filter((p) => p.getBoundingClientRect().width > 0).length'), 1, 'one picture of the two');
	is($c->eval('document.documentElement.scrollWidth'), $width, "nothing sticks out of $width pixels");
	quiet($c, $width);
}

# Rankings and sweeps, with the names of strangers.
my $sweep = sweep_run(64, 256, 1024);
$_->{variant} =~ s/like/like$nasty/ for @{$sweep->[0]{arms}};
for my $look ([400, 'dark'], [1400, 'light']) {
	$c->look($look->[0], 900, $look->[1]);
	$c = page("sweep $look->[0]", $sweep);
	quiet($c, "sweep $look->[0]");
	is($c->eval('(window.pwned ?? 0) + document.images.length'), 0, 'no variant is markup');
	is($c->eval('document.querySelectorAll("#rankings .ranking").length'), 3, 'a ranking a size');
	my $ranked = $c->eval('document.querySelector("#rankings .ranking").innerText');
	like($ranked, qr{1\s+baseline_t naive\s+640\.0 ns.*2=\s+optimized_tiled optimized\s+2\.880 µs}s, 'places, and who shares one');
	like($ranked, qr{</script><script>.*optimized_tiled\s*$}s, 'and with whom');
	is($c->eval('document.querySelectorAll("#sweep-list canvas").length'), 2, 'time and share of the limit');
	is($c->eval('[...document.querySelectorAll("#sweep-list canvas")].every((c) =>
		c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some((v) => v > 0))'), 1, 'drawn');
	like($c->eval('document.querySelector("#sweep-list").innerText'), qr{Crossover: optimized_tiled passes baseline_t between n=256 and n=1024, near 5}, 'the crossover');
	is_deeply($c->eval("($touching)('.forest, .rl')"), [], 'no text on another one');
	is($c->eval('document.documentElement.scrollWidth'), $look->[0], 'nothing sticks out');
}
$c->eval('document.querySelector("#rankings a").click()');
ok($c->until('/^r\d$/.test(document.activeElement.closest("tr")?.id)'), 'a name leads to its row');
$c->eval('document.getElementById("theme").click(); document.getElementById("theme").click()');
quiet($c, 'another theme');

# Text against what is behind it, by WCAG: 4.5 for text, in both schemes.
my $faint = '(() => {
	const rgb = (s) => (s.match(/[\d.]+/g) || []).map(Number);
	const light = (c) => { const [r, g, b] = c.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const behind = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c.slice(0, 3); }
		return [255, 255, 255]; };
	const bad = new Set();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let t = walk.nextNode(); t; t = walk.nextNode()) {
		const e = t.parentElement;
		if (!t.textContent.trim() || !e.checkVisibility?.() || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(e.tagName))
			continue;
		const css = getComputedStyle(e), a = light(rgb(e instanceof SVGElement ? css.fill : css.color).slice(0, 3)), b = light(behind(e));
		const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (contrast < 4.5)
			bad.add(`${e.tagName}.${e.getAttribute("class")} ${contrast.toFixed(2)}`);
	}
	return [...bad];
})()';
for my $scheme (qw(light dark)) {
	$c->look(1400, 900, $scheme);
	$c = page("contrast $scheme", $run, '#r1');
	$c->eval('document.querySelector("#r4 button").click(); document.querySelector("#r3 button").click()');
	is_deeply($c->eval($faint), [], "$scheme: every text stands out");
	$c = page("contrast of a sweep, $scheme", $sweep);
	is_deeply($c->eval($faint), [], "$scheme: those of rankings too");
}
$c->look(1280, 900, 'light');

# A check left out
my $left = new_run(3);
$left->[0]{run}{left_out} = ['timing.physics_floor'];
$c = page('left out', $left, '#r0');
like($c->eval('document.querySelector("#r0").innerText'), qr/FASTER, a check left out/, 'beside the verdict');
like($c->eval('document.getElementById("summary").innerText'),
	qr/without timing\.physics_floor \(--without-check\): no verdict of this run is a proof/, 'above all');
unlike($c->eval('document.getElementById("summary").innerText'), qr/Geometric mean/, 'what is not proven has no mean');

# Nothing at all, and a great deal.
$c = page('empty', [{ %{new_run(0)->[0]} }, { schema => 1 }]);
quiet($c, 'empty');
$c = page('large', new_run(500));
ok($c->until('document.querySelectorAll("tr.row").length === 500'), '500 results');
diag(sprintf '500 results open in %.2f s', $c->eval('performance.getEntriesByType("navigation")[0].loadEventEnd') / 1000);
quiet($c, 'large');

# Without scripts there is a table all the same.
like(slurp("$dir/width 360/report.html"), qr/<noscript>.*&lt;\/script&gt;&lt;script&gt;.*<\/noscript>/s, 'text for a reader without scripts');
done_testing();
