# SPDX-License-Identifier: GPL-2.0-only
#
# conf.mk - image/barestock.conf as C, for a loader whose volume has none. Included by mk/efi.mk and mk/host.mk.

CONF_SHIPPED := build/conf_shipped.c

$(CONF_SHIPPED): image/barestock.conf mk/conf.mk
	@mkdir -p $(@D)
	@{ echo '#include "conf.h"'; \
	   echo 'char conf_shipped[] ='; sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; \
	   echo 'const size_t conf_shipped_bytes = sizeof(conf_shipped) - 1;'; } >$@.new && mv $@.new $@
