#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp bench compare --revisions, in a repository whose aisp only copies a saved
# run: what is built and run, in which order, and what becomes of the user's tree.
# RUN: parallel
use strict;
use warnings;
use File::Copy qw(copy);
use File::Path qw(make_path);
use JSON::PP;
use POSIX ();
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Saved;

plan skip_all => 'git is not installed' if !grep { -x "$_/git" } split /:/, $ENV{PATH};

my $top = artifacts();
my $repo = "$top/my repo";
my $tmp = "$top/tmp";
my $log = "$top/log";
make_path("$repo/mk", $tmp);
copy('aisp', "$repo/real") && chmod 0755, "$repo/real" or die "copy aisp: $!";
delete @ENV{grep { /^GIT_/ } keys %ENV};
@ENV{qw(TMPDIR GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM LOG)} = ($tmp, '/dev/null', '/dev/null', $log);

sub git
{
	my @words = @_;
	open my $p, '-|', 'git', '-C', $repo, '-c', 'user.name=a', '-c', 'user.email=a@b', @words
		or die "git: $!";
	my $text = join '', <$p>;
	close $p or die "git @words failed";
	return $text;
}

# What the judge's build of that repository does; a bare `make` fails there.
my $make = <<'EOF';
all:
	false
aisp: fake build/obj/src/judge.o build/obj/src/other.o
	echo "$(CURDIR)" >> "$(LOG).make"
	cp fake aisp
build/obj/%.o: %.c
	mkdir -p build/obj/src && cp $< $@ && echo "$<" >> "$(LOG).compiled"
build/%:
	mkdir -p build && touch $@
EOF

# A commit whose aisp finds this speedup, but once another one if somebody asks for that;
# its runs are in the commit, and its judge is made of these files.
sub commit
{
	my ($speedup, $makefile, $judge) = @_;
	make_path("$repo/src");
	write_file("$repo/src/judge.c", $judge // 'the judge');
	write_file("$repo/src/other.c", 'what never changes');
	save_run("$repo/saved", speedup => $speedup, commit => 'ab');
	save_run("$repo/odd", speedup => 1.03 * $speedup, commit => 'ab');
	write_file("$repo/Makefile", $makefile // $make);
	write_file("$repo/fake", <<'EOF');
#!/bin/sh
echo "$PWD $*" >> "$LOG"
while [ "$1" != --artifacts-dir ]; do shift; done
mkdir -p "$2" && cp -r "$(rm "$LOG.odd" 2>/dev/null && echo odd || echo saved)" "$2/20260101T000000Z_x"
[ -z "$SLOW" ] || sleep 60
EOF
	chmod 0755, "$repo/fake";
	git('add', '-A', '--', 'saved', 'odd', 'Makefile', 'fake', 'mk', 'src');
	git('commit', '-q', '-m', $speedup);
}

sub state_of_tree { return git('status', '--porcelain') . git('rev-parse', 'HEAD') . git('worktree', 'list') }
sub left { return join ' ', glob("$tmp/*") }

write_file("$repo/mk/pairs.mk", '');
git('init', '-q');
commit(2);
commit(1.5);
write_file("$repo/.git/hooks/post-checkout", "#!/bin/sh\ntouch '$top/hooked'\n");
chmod 0755, "$repo/.git/hooks/post-checkout";
write_file("$repo/fake", 'an edit of the user');
my $before = state_of_tree();

# The aisp of that repository, in a session of its own.
sub run_real
{
	my $out = "$top/out";
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		POSIX::setsid();
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', $out;
		open STDERR, '>', "$out.err";
		exec("$repo/real", 'bench', 'compare', '--revisions', @_) or POSIX::_exit(127);
	}
	return $pid;
}

sub finish_real
{
	waitpid($_[0], 0);
	return { status => $? >> 8, signal => $? & 127, out => read_file("$top/out"), err => read_file("$top/out.err") };
}

my $r = finish_real(run_real('--pairs', 6, 'HEAD~1', 'HEAD', '--', '--targets', 'ch07:t*'));
is($r->{status}, 1, 'the second commit is slower: 1') or diag($r->{err});
like($r->{out}, qr/^A: commit [0-9a-f]{40}\nB: commit [0-9a-f]{40}$/m, 'which commits');
like($r->{out}, qr/^SLOWER +ch07:t.*\n +time 0\.75\d+x \[.*\] of 6 pairs of runs against 6/m, 'by pairs of runs');
my @runs = map { m{/aisp-compare-\w+/([ab]) (.*)} ? [$1, $2] : () } split /\n/, read_file($log);
is(scalar @runs, 12, 'six runs of each');
my $order = join '', map { $_->[0] } @runs;
like($order, qr/^(abba|baab){3}$/, 'in ABBA order') or diag($order);
like($runs[0][1], qr/^bench run --artifacts-dir \S+ --pairs 3 --targets ch07:t\*$/, 'of few launches, with the options given, in the own tree');
is(state_of_tree(), $before, "the user's tree is as it was");
is(left(), '', 'nothing is left in the temporary directory');
ok(!-e "$top/hooked", 'no hook ran');

sub n_built { return scalar(() = (read_file("$log.make") // '') =~ /\n/g) }
is(n_built(), 1, 'their judge is built once, and nothing else is');
like($r->{err}, qr/^\[ *\d+ s\] building the judge of [0-9a-f]{12}$/m, 'which is said');
like($r->{err}, qr/^\[ *\d+ s\] the judge of [0-9a-f]{12} is that of [0-9a-f]{12}$/m, 'and that it is copied');
like($r->{err}, qr/^\[ *\d+ s\] measuring [0-9a-f]{12}, pair 6 of 6, about \d+ s left$/m, 'each run has a line');

# Another judge
git('stash', '-q');
commit(1.5, undef, 'another judge');
sub compiled { return join ' ', sort split /\n/, read_file("$log.compiled") // '' }
unlink "$log.make", "$log.compiled";
$r = finish_real(run_real('--pairs', 3, 'HEAD~1', 'HEAD'));
is(n_built(), 2, 'two judges are both built') or diag($r->{err});
is(compiled(), 'src/judge.c src/judge.c src/other.c', 'the second has the objects of the first, but for what differs');

# The judge that runs here
system('make', '-s', '-C', $repo, qw(aisp build/aisp-worker build/empty.so));
unlink "$log.make", "$log.compiled";
$r = finish_real(run_real('--pairs', 3, 'HEAD~1', 'HEAD'));
like($r->{err}, qr/the judge of [0-9a-f]{12} is the one here/, 'this judge serves its own commit');
is(n_built(), 1, 'and only the other is built');
is(compiled(), 'src/judge.c', 'of the objects here, but for what differs');
write_file("$repo/src/judge.c", 'an edit of the judge');
unlink "$log.make", "$log.compiled";
$r = finish_real(run_real('--pairs', 3, 'HEAD~1', 'HEAD'));
is(n_built(), 2, 'not if it was edited');
is(compiled(), 'src/judge.c src/judge.c', 'but the objects of what was not serve both');
git('checkout', '-q', '--', 'src');
write_file("$repo/mk/pairs.mk", '# other rules');
unlink "$log.compiled";
$r = finish_real(run_real('--pairs', 3, 'HEAD~1', 'HEAD'));
is(compiled(), 'src/judge.c src/judge.c src/other.c', 'not where they were made by other rules');
git('checkout', '-q', '--', 'mk');
write_file("$repo/fake", 'an edit of the user');
$before = state_of_tree();

# Targets before the `--`
unlink $log;
$r = finish_real(run_real('--pairs', 3, '-t', 'ch07:t', 'HEAD~1', 'HEAD', '--', '--reproducible'));
like((split /\n/, read_file($log))[0], qr/ --reproducible --targets ch07:t$/, 'only they are measured');

# Options that say how long a run measures
for (['--pairs=5'], ['--min-time', 2], ['--until-decided']) {
	unlink $log;
	finish_real(run_real('--pairs', 3, 'HEAD', 'HEAD', '--', @$_));
	like((split /\n/, read_file($log))[0], qr/--artifacts-dir \S+ @$_$/, "$_->[0] has nothing beside it");
}

# Pairs until all is decided
sub n_pairs { return scalar(() = read_file($log) =~ m{/aisp-compare-\w+/a }g) }
unlink $log;
$r = finish_real(run_real('HEAD', 'HEAD'));
is(n_pairs(), 10, 'ten pairs are enough for what is decided by then') or diag($r->{err});
unlink $log;
write_file("$log.odd", '');
$r = finish_real(run_real('--json', 'HEAD', 'HEAD'));
is(n_pairs(), 15, 'a pair that differs asks for more') or diag($r->{err});
is(decode_json($r->{out})->{rows}[0]{verdict}, 'SAME', 'which decide');
like($r->{err}, qr/pair 10 of 10,.*pair 11 of 15,/s, 'and are announced');

# A/A
$r = finish_real(run_real('--json', '--pairs', 4, 'HEAD', 'HEAD'));
is($r->{status}, 0, 'a commit against itself: 0') or diag($r->{err});
is(decode_json($r->{out})->{rows}[0]{verdict}, 'SAME', 'the same');

# One that measures, until it is ended.
sub start_slow
{
	local $ENV{SLOW} = 1;
	unlink $log;
	my $pid = run_real('HEAD~1', 'HEAD');
	for (1 .. 600) {
		last if -s $log;
		select(undef, undef, undef, 0.1);
	}
	return $pid;
}

# SIGKILL
{
	my $pid = start_slow();
	my $place = left();
	ok(-d $place, 'a comparison at work has a place');
	finish_real(run_real('--pairs', 3, 'HEAD~1', 'HEAD'));
	is(left(), $place, 'which another leaves alone');
	kill 'KILL', $pid;
	waitpid($pid, 0);
	ok(-d $place, 'it stays when its process is killed');
	finish_real(run_real('--pairs', 3, 'HEAD~1', 'HEAD'));
	is(state_of_tree() . left(), $before, 'until the next comparison');
}

# Ctrl-C
{
	my $pid = start_slow();
	kill 'INT', -$pid;
	$r = finish_real($pid);
	is($r->{signal}, 2, 'interrupted before the first pair');
	like($r->{err}, qr/interrupted/, 'is said');
	is(state_of_tree() . left(), $before, 'and nothing is left');
}

# A commit that does not build
unlink "$repo/aisp";
git('stash', '-q');
commit(3, "aisp:\n\techo 'cannot build this' && false\n");
$r = finish_real(run_real('HEAD~1', 'HEAD'));
is($r->{status}, 4, 'a commit that does not build: 4');
like($r->{err}, qr/cannot build this\n.*aisp: building [0-9a-f]{12} failed; its last words are above/s, 'is named, with the reason');
is(left(), '', 'and nothing is left');

done_testing();
