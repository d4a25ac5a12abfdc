// SPDX-License-Identifier: GPL-2.0-only
/*
 * gic_v2 - GIC versions 1 and 2 (Arm IHI 0048): one distributor with a banked part for each CPU, a
 * memory-mapped CPU interface at the same address for all. At most eight CPUs; each reads its own
 * interface's number from the distributor.
 */
#include "gic.h"

#include <arch/ipi.h>
#include <arch/services.h>
#include <asm/mmio.h>
#include <asm/sysreg.h>

#include "arm64.h"

#define GICD_BYTES	 0x1000u
#define GICD_CTLR	 0x000
#define GICD_TYPER	 0x004
#define GICD_TYPER_LINES 0x1f
#define GICD_ISENABLER0	 0x100
#define GICD_ICENABLER0	 0x180
#define GICD_ICPENDR0	 0x280
#define GICD_ICACTIVER0	 0x380
#define GICD_IPRIORITYR	 0x400
#define GICD_ITARGETSR	 0x800
#define GICD_SGIR	 0xf00
#define GICD_SGIR_TARGET 16
#define GICD_SGIR_SELF	 (2u << 24)

/*
 * In a controller without security states both groups' bits are ours; otherwise bit 0 is, and bit 1
 * has no effect.
 */
#define GIC_ENABLE 3u

#define GICC_BYTES    0x1000u
#define GICC_CTLR     0x00
#define GICC_PMR      0x04
#define GICC_BPR      0x08
#define GICC_IAR      0x0c
#define GICC_EOIR     0x10
#define GICC_APR0     0xd0
#define GICC_APR_REGS 4
#define GICC_PMR_OPEN 0xf0

static void *gicd, *gicc;

/* Bit of each slot's CPU interface; 0 until the CPU is set up. Written by that CPU. */
static u8 interface_bit[CPUS_MAX];

static const char *gic_v2_init(const struct arm64_gic_desc *desc)
{
	u32 typer, ctlr;

	gicd = arch_map_device(desc->dist_phys, GICD_BYTES);
	gicc = desc->cpu_phys ? arch_map_device(desc->cpu_phys, GICC_BYTES) : NULL;
	if (!gicd || !gicc)
		return "GICv2: distributor or CPU interface cannot be mapped";
	if (arm64_read32_safe((u8 *)gicd + GICD_TYPER, &typer) ||
	    arm64_read32_safe((u8 *)gicc + GICC_CTLR, &ctlr))
		return "GICv2: nothing answers where it should be";
	mmio_write32(gicd, GICD_CTLR, 0);
	for (u32 i = 1; i <= (typer & GICD_TYPER_LINES) && i < GIC_REGS_MAX; i++) {
		mmio_write32(gicd, GICD_ICENABLER0 + 4 * i, ~0u);
		mmio_write32(gicd, GICD_ICACTIVER0 + 4 * i, ~0u);
	}
	mmio_write32(gicd, GICD_CTLR, GIC_ENABLE);
	return NULL;
}

/*
 * The banked target register of the private interrupts is read-only and says who reads. One CPU
 * alone reads 0.
 */
static u8 own_interface(void)
{
	for (u32 i = 0; i < GIC_NR_PRIVATE; i += 4) {
		u32 targets = mmio_read32(gicd, GICD_ITARGETSR + i);

		targets |= targets >> 16;
		targets |= targets >> 8;
		if (targets & 0xff)
			return (u8)targets;
	}
	return 1;
}

static const char *gic_v2_cpu_init(u32 slot)
{
	mmio_write32(gicc, GICC_CTLR, 0);
	mmio_write32(gicd, GICD_ICENABLER0, ~0u);
	mmio_write32(gicd, GICD_ICPENDR0, ~0u);
	mmio_write32(gicd, GICD_ICACTIVER0, ~0u);
	/* A priority that firmware left active would hold back all that are not above it. */
	for (u32 i = 0; i < GICC_APR_REGS; i++)
		mmio_write32(gicc, GICC_APR0 + 4 * i, 0);
	for (u32 i = 0; i < GIC_NR_PRIVATE; i += 4)
		mmio_write32(gicd, GICD_IPRIORITYR + i, GIC_PRIORITY_X4);
	mmio_write32(gicd, GICD_ISENABLER0, GIC_SGIS_ENABLED);
	mmio_write32(gicc, GICC_PMR, GICC_PMR_OPEN);
	mmio_write32(gicc, GICC_BPR, 0);
	mmio_write32(gicc, GICC_CTLR, GIC_ENABLE);
	interface_bit[slot] = own_interface();
	return NULL;
}

static void gic_v2_unmask_ppi(u32 intid)
{
	mmio_write32(gicd, GICD_ISENABLER0, 1u << intid);
}

static u32 gic_v2_begin(void)
{
	u32 taken = mmio_read32(gicc, GICC_IAR);

	dsb(sy);
	return taken;
}

static void gic_v2_end(u32 taken)
{
	mmio_write32(gicc, GICC_EOIR, taken);
	dsb(sy);
}

static void gic_v2_send(u32 slot, u32 sgi)
{
	/* Pairs with the dsb in begin(): what was written before is seen by the handler. */
	dsb(ishst);
	mmio_write32(gicd, GICD_SGIR, (u32)interface_bit[slot] << GICD_SGIR_TARGET | sgi);
	dsb(sy);
}

static void gic_v2_send_self(u32 sgi)
{
	dsb(ishst);
	mmio_write32(gicd, GICD_SGIR, GICD_SGIR_SELF | sgi);
	dsb(sy);
}

const struct gic_driver gic_v2 = {
	.name = "gicv2",
	.init = gic_v2_init,
	.cpu_init = gic_v2_cpu_init,
	.unmask_ppi = gic_v2_unmask_ppi,
	.begin = gic_v2_begin,
	.end = gic_v2_end,
	.send = gic_v2_send,
	.send_self = gic_v2_send_self,
};
