# `make install`, `make uninstall`: the tree that src/base/paths.h describes,
# with aisp(1) and the shell completion made from the commands' own --help.
VERSION := $(shell cat VERSION)
DEST     = $(DESTDIR)$(PREFIX)
SHARED  := $(wildcard chapters labs expectations docs/proofs tests/exploits tests/corpus) include mk src/judge/workload_main.c tools/skeleton

$B/obj/src/cli/main.o $B/obj/src/base/version.o $B/pic/src/base/version.o: CFLAGS += -DAISP_VERSION='"$(VERSION)"'
$B/obj/src/cli/main.o $B/obj/src/base/version.o: VERSION

docs: $B/aisp.1 $B/aisp.bash

$B/aisp.1: tools/gen_man.sh tools/help_table.sh aisp
	tools/gen_man.sh ./aisp > $@.tmp && mv $@.tmp $@

$B/aisp.bash: tools/gen_completion.sh tools/help_table.sh aisp
	tools/gen_completion.sh ./aisp > $@.tmp && mv $@.tmp $@

$B/aisp.pc: mk/aisp.pc.in VERSION FORCE
	@sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' $< > $@

install: all plugins docs $B/aisp.pc
	install -d '$(DEST)/bin' '$(DEST)/lib/aisp' '$(DEST)/lib/pkgconfig' '$(DEST)/share/aisp' \
		'$(DEST)/include/aisp' '$(DEST)/share/man/man1' '$(DEST)/share/bash-completion/completions' \
		'$(DEST)/share/doc/aisp/docs'
	install -m 755 aisp '$(DEST)/bin'
	install -m 755 $B/aisp-worker $B/aisp-mpi $B/empty.so $(PLUGINS:%=$B/cuda_%.so) '$(DEST)/lib/aisp'
	find $(SHARED) -type f -exec install -D -m 644 '{}' '$(DEST)/share/aisp/{}' ';'
	install -m 644 include/aisp/*.h '$(DEST)/include/aisp'
	install -m 644 $B/aisp.pc '$(DEST)/lib/pkgconfig'
	install -m 644 $B/aisp.1 '$(DEST)/share/man/man1'
	install -m 644 README.md LICENSE '$(DEST)/share/doc/aisp'
	install -m 644 docs/*.md '$(DEST)/share/doc/aisp/docs'
	install -m 644 $B/aisp.bash '$(DEST)/share/bash-completion/completions/aisp'

uninstall:
	rm -f '$(DEST)/bin/aisp' '$(DEST)/lib/pkgconfig/aisp.pc' '$(DEST)/share/man/man1/aisp.1' \
		'$(DEST)/share/bash-completion/completions/aisp'
	rm -rf '$(DEST)/lib/aisp' '$(DEST)/share/aisp' '$(DEST)/include/aisp' '$(DEST)/share/doc/aisp'

.PHONY: docs install uninstall
