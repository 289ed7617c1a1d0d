#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Attacks on the build, each with an honest twin that builds: words for a shell, options
# of another's, headers that shadow the system's, objects that are not ours, and a
# compiler that reads, writes and calls where it has no business.  What needs a wall is
# shown to succeed without it.
# RUN: parallel
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use IO::Socket::INET;
use JSON::PP;
use Test::More;

my $aisp = abs_path($ENV{AISP} // './aisp');
my $root = abs_path('.');
my $base = tempdir(CLEANUP => 1);
my $dir = "$base/pair";
$ENV{XDG_CACHE_HOME} = "$base/cache";
$ENV{AISP_HISTORY} = 'off';
my $out = "$base/cache/aisp/pairs$dir";
my $peaks = ($ENV{B} // 'build') . '/test-cache/aisp/machines'; # they decide nothing here
system("mkdir -p '$base/cache/aisp'; [ ! -d '$peaks' ] || cp -r '$peaks' '$base/cache/aisp/'");

sub read_file { open my $f, '<', $_[0] or return ''; local $/; return scalar <$f> }
sub put { open my $f, '>', $_[0] or die "$_[0]: $!"; print $f $_[1]; close $f or die }
sub run { my $text = `@_ 2>&1 </dev/null`; return ($? >> 8, $text) }
sub build { return run("'$aisp' build '$dir'") }
sub sha { my ($hex) = `sha256sum '$_[0]'` =~ /^(\w+)/; return $hex // '' }

# The good pair again, and its variant with LINES at the end of its opening comment.
my %good;
run("'$aisp' new '$dir:x'");
$good{$_} = read_file("$dir/$_") for qw(workload_x.h baseline_x.c optimized_x.c);
sub pair
{
	my ($lines) = @_;
	run("rm -rf '$dir'/*");
	put("$dir/$_", $good{$_}) for keys %good;
	return if !defined $lines;
	my $text = $good{'optimized_x.c'};
	$text =~ s{\A}{/* A variant.\n *\n$lines */\n};
	put("$dir/optimized_x.c", $text);
}
sub is_built { my ($status, $text) = build(); return $status == 0 && $text =~ /^3 ready/m || diag($text) && 0 }

# refused(NAME, LINE, WORD): the variant with the line is refused with status 4 by name.
sub refused
{
	my ($name, $line, $word) = @_;
	pair(" * $line\n");
	my ($status, $text) = build();
	ok($status == 4 && $text =~ m{optimized_x\.c:3: \w+: '\Q$word\E' is not allowed},
		"$name: refused with file, line and word") or diag($text);
}

# A shell.
my $mark = "$base/mark";
refused('a shell in FLAGS', "FLAGS: -O3 \$(touch $mark)", '$(touch');
refused("make's shell in FLAGS", "FLAGS: \$(shell touch $mark)", '$(shell');
refused('a shell in LIBS', "LIBS: -lm;touch $mark", '-lm;touch');
refused('backticks', "LIBS: `touch $mark`", '`touch');
refused('a header that ends the command', "NEEDS: math.h>)';touch", "math.h>)';touch");
ok(!-e $mark, 'and none of them ran');
refused('a plugin', "FLAGS: -fplugin=$dir/x.so", "-fplugin=$dir/x.so");
refused('a file of options', 'FLAGS: @options', '@options');
refused('a dump beside the baseline', "FLAGS: -fdump-tree-all=$mark", "-fdump-tree-all=$mark");
refused('another linker', 'FLAGS: -fuse-ld=x', '-fuse-ld=x');
pair(" * FLAGS: -O3 -fno-math-errno -DN_LANES=8\n * LIBS: -lm\n");
ok(is_built(), 'options that change the code alone are fine');
like((run("readelf -d '$out/optimized_x.c.so'"))[1], qr/libm\.so/, 'a library that is declared is linked, used or not');

# A baseline has options of its own.
pair(" * FLAGS: -O0\n");
ok(is_built(), 'a variant that asks for -O0');
like(read_file("$out/optimized_x.c.so.cmd"), qr/ -O0 /, 'gets it');
unlike(read_file("$out/baseline_x.c.so.cmd"), qr/ -O0 /, 'and its baseline does not');

# Headers with the system's names.
pair();
ok(is_built(), 'the good pair');
my %honest = map { $_ => sha("$out/$_.so") } qw(workload_x baseline_x.c);
put("$dir/math.h", "#define fabs(x) 0.0\n#error shadowed\n");
put("$dir/stdint.h", "#error shadowed\n");
run("touch '$dir/workload_x.h'; rm -r '$out'");
ok(is_built(), 'math.h and stdint.h beside the pair are not included');
is(sha("$out/$_.so"), $honest{$_}, "$_ is the same, to the bit") for sort keys %honest;
my ($status, $text) = run("cc -E -I'$dir' -I'$root/include' -x c '$dir/workload_x.h' -o /dev/null");
like($text, qr/shadowed/, 'where the folder comes before the system, they are');

# Objects that another process put there.
run("cp '$out/optimized_x.c.so' '$out/baseline_x.c.so'");
ok(is_built(), 'an object of another name');
is(sha("$out/baseline_x.c.so"), $honest{'baseline_x.c'}, 'is not taken for the baseline');
run("cp '$out/optimized_x.c.so' '$out/baseline_x.c.so'; cp '$out/optimized_x.c.so.stamp' '$out/baseline_x.c.so.stamp'");
ok(is_built(), 'nor with its stamp');
is(sha("$out/baseline_x.c.so"), $honest{'baseline_x.c'}, 'which names another source');
run("mv '$out/baseline_x.c.so' '$base/kept'; ln -s '$base/kept' '$out/baseline_x.c.so'");
ok(is_built() && !-l "$out/baseline_x.c.so", 'nor a link to an object');

# What a source may read: its own folder.
put("$base/secret.h", "static const char secret[] = \"hidden\";\n");
pair();
put("$dir/optimized_x.c", $good{'optimized_x.c'} . "\n#include \"../secret.h\"\n");
($status, $text) = build();
ok($status == 4 && $text =~ /secret\.h: Permission denied/, 'not beside it') or diag($text);
put("$dir/optimized_x.c", $good{'optimized_x.c'} . "\n__asm__(\".incbin \\\"$base/secret.h\\\"\");\n");
($status, $text) = build();
ok($status == 4 && $text =~ /Error: file not found: \S+secret\.h/, 'nor by the assembler, whose reason is told') or diag($text);
($status) = run("cc -c -I'$root/include' '$dir/optimized_x.c' -o /dev/null");
is($status, 0, 'which succeeds without the wall');
put("$dir/own.h", "static const char own[] = \"mine\";\n");
put("$dir/optimized_x.c", $good{'optimized_x.c'} . "\n#include \"own.h\"\n");
ok(is_built(), 'its own header');

# A compiler that was taken over through a bug: it does what a script says.
my $server = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die "listen: $!";
my $port = $server->sockport;
run("mkdir -p '$base/tools/bin'");
put("$base/tools/bin/cc", <<"END");
#!/usr/bin/perl
use IO::Socket::INET;
exec '/usr/bin/cc', \@ARGV if "\@ARGV" =~ /--version/;
my \@did;
my \$own = (grep { /o\\.so\$/ } \@ARGV)[0] // '/nowhere/x';
\$own =~ s{/[^/]*\$}{};
push \@did, 'called' if IO::Socket::INET->new(PeerAddr => '127.0.0.1:$port', Timeout => 2);
push \@did, 'wrote' if open my \$f, '>', '$base/written';
push \@did, 'changed' if open my \$g, '>>', '$out/baseline_x.c.so.cmd';
push \@did, 'read' if open my \$h, '<', '$base/secret.h';
push \@did, 'own' if open my \$k, '>', "\$own/note";
push \@did, 'signalled' if kill 0, $$;
print STDERR "fatal error: did (\@did)\\n";
exec '/usr/bin/cc', \@ARGV;
END
chmod 0755, "$base/tools/bin/cc";
SKIP: {
	my ($probe) = run("'$aisp' bench run --no-history --preset small --artifacts-dir '$base/runs' '$dir'");
	my ($manifest) = glob("$base/runs/*/manifest.json");
	my $walls = $manifest ? decode_json(read_file($manifest))->{build_walls} : {};
	is_deeply([sort keys %$walls], [qw(landlock limits namespaces no_privileges seccomp)],
		'the manifest says which walls hold around a compiler here') or diag($probe);
	skip 'this kernel has no Landlock', 3 if !$walls->{landlock};
	put("$dir/optimized_x.c", $good{'optimized_x.c'} . "\nnot C;\n");
	($status, $text) = run("CC='$base/tools/bin/cc' '$aisp' build '$dir'");
	like($text, qr/did \(own( signalled)?\)/, 'it can write into its own folder, and nothing else') or diag($text);
	ok(!-e "$base/written", 'nothing was written');
	($status, $text) = run("'$base/tools/bin/cc' -c /nowhere/x.c -o '$base/tools/o.so'");
	like($text, qr/did \(called wrote changed read own signalled\)/, 'which all succeeds without the walls') or diag($text);
}
done_testing();
