# SPDX-License-Identifier: GPL-2.0-only
#
# font.mk - the glyphs of the screen's console, as C, from a font that tools/deps has unpacked. Included by mk/kernel.mk and
# mk/host.mk.

FONT   := build/deps/font/Lat15-VGA16.psf
GLYPHS := build/glyphs.c

$(GLYPHS): $(FONT) mk/font.py
	@mkdir -p $(@D)
	@mk/font.py $< >$@.new && mv $@.new $@
$(FONT):
	@tools/deps bench && test -e $@
