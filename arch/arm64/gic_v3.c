// SPDX-License-Identifier: GPL-2.0-only
/*
 * gic_v3 - GIC versions 3 and 4 (Arm IHI 0069): distributor, one redistributor for each CPU, system
 * registers as the CPU interface.
 *
 * An SGI names its target by affinity: 16 CPUs of one cluster by a bit, more by the range selector.
 * Left out: message interrupts, the security states' other half.
 */
#include <arch/ipi.h>
#include <arch/services.h>
#include <asm/mmio.h>
#include <asm/sysreg.h>

#include "arm64.h"
#include "gic_v3.h"

#define GICD_BYTES	 0x10000u
#define GICD_CTLR	 0x0000
#define GICD_CTLR_GRP1	 (1u << 1) /* of the non-secure state, or the only one */
#define GICD_CTLR_ARE	 (1u << 4)
#define GICD_CTLR_RWP	 (1u << 31)
#define GICD_TYPER	 0x0004
#define GICD_TYPER_LINES 0x1f
#define GICD_TYPER_RSS	 (1u << 26)
#define GICD_ICENABLER	 0x0180
#define GICD_ICACTIVER	 0x0380

#define GICR_CTLR	  0x0000
#define GICR_CTLR_RWP	  (1u << 3)
#define GICR_WAKER	  0x0014
#define GICR_WAKER_SLEEP  (1u << 1)
#define GICR_WAKER_ASLEEP (1u << 2)
#define GICR_SGI	  0x10000 /* the second half of a frame */
#define GICR_IGROUPR0	  (GICR_SGI + 0x0080)
#define GICR_ISENABLER0	  (GICR_SGI + 0x0100)
#define GICR_ICENABLER0	  (GICR_SGI + 0x0180)
#define GICR_ICPENDR0	  (GICR_SGI + 0x0280)
#define GICR_ICACTIVER0	  (GICR_SGI + 0x0380)
#define GICR_IPRIORITYR	  (GICR_SGI + 0x0400)
#define GICR_IGRPMODR0	  (GICR_SGI + 0x0d00)

#define ICC_SRE_ALL  0x7 /* system registers, no bypass */
#define ICC_CTLR_EOI (1u << 1)
#define ICC_CTLR_RSS (1ul << 18)
#define ICC_PMR_OPEN 0xf0

static void *gicd;
static bool gicd_has_rss;

/*
 * ICC_SGI1R_EL1 for each slot, without the interrupt; 0 until the CPU is set up. Written by that
 * CPU.
 */
static u64 sgi_target[CPUS_MAX];

static const char *gic_v3_init(const struct arm64_gic_desc *desc)
{
	u32 typer;

	gicd = arch_map_device(desc->dist_phys, GICD_BYTES);
	if (!gicd)
		return "GICv3: the distributor cannot be mapped";
	if (arm64_read32_safe((u8 *)gicd + GICD_TYPER, &typer))
		return "GICv3: nothing answers where the distributor should be";
	gic_redists_find(desc);
	if (!gic_redist_own())
		return "GICv3: no redistributor has the boot CPU's affinity";

	mmio_write32(gicd, GICD_CTLR, 0);
	if (!mmio_wait_clear(gicd, GICD_CTLR, GICD_CTLR_RWP))
		return "GICv3: the distributor does not stop";
	gicd_has_rss = typer & GICD_TYPER_RSS;
	for (u32 i = 1; i <= (typer & GICD_TYPER_LINES) && i < GIC_REGS_MAX; i++) {
		mmio_write32(gicd, GICD_ICENABLER + 4 * i, ~0u);
		mmio_write32(gicd, GICD_ICACTIVER + 4 * i, ~0u);
	}
	mmio_write32(gicd, GICD_CTLR, GICD_CTLR_ARE);
	mmio_write32(gicd, GICD_CTLR, GICD_CTLR_ARE | GICD_CTLR_GRP1);
	if (!mmio_wait_clear(gicd, GICD_CTLR, GICD_CTLR_RWP))
		return "GICv3: the distributor does not start";
	return NULL;
}

static const char *redist_init(void *frame)
{
	mmio_write32(frame, GICR_WAKER, mmio_read32(frame, GICR_WAKER) & ~GICR_WAKER_SLEEP);
	if (!mmio_wait_clear(frame, GICR_WAKER, GICR_WAKER_ASLEEP))
		return "GICv3: its redistributor does not wake";
	mmio_write32(frame, GICR_ICENABLER0, ~0u);
	if (!mmio_wait_clear(frame, GICR_CTLR, GICR_CTLR_RWP))
		return "GICv3: its redistributor does not take what is written";
	mmio_write32(frame, GICR_IGROUPR0, ~0u);
	mmio_write32(frame, GICR_IGRPMODR0, 0);
	mmio_write32(frame, GICR_ICPENDR0, ~0u);
	mmio_write32(frame, GICR_ICACTIVER0, ~0u);
	for (u32 i = 0; i < GIC_NR_PRIVATE; i += 4)
		mmio_write32(frame, GICR_IPRIORITYR + i, GIC_PRIORITY_X4);
	mmio_write32(frame, GICR_ISENABLER0, GIC_SGIS_ENABLED);
	return NULL;
}

/*
 * The register must be asked for on each CPU, and may refuse: then any other access to the
 * interface is undefined.
 */
static const char *interface_init(void)
{
	static const char none[] = "GICv3 without system registers in this CPU";

	if (!id_field(sysreg_read(id_aa64pfr0_el1), 24))
		return none;
	sysreg_write(icc_sre_el1, ICC_SRE_ALL);
	isb();
	if (!(sysreg_read(icc_sre_el1) & 1))
		return none;
	sysreg_write(icc_pmr_el1, ICC_PMR_OPEN);
	sysreg_write(icc_bpr1_el1, 0);
	sysreg_write(icc_ctlr_el1, sysreg_read(icc_ctlr_el1) & ~(u64)ICC_CTLR_EOI);
	sysreg_write(icc_ap1r0_el1, 0); /* nothing is active, whatever ran before us */
	sysreg_write(icc_igrpen1_el1, 1);
	isb();
	return NULL;
}

static u64 sgi_target_of(u32 affinity)
{
	u64 aff0 = affinity & 0xff;

	return (u64)(affinity >> 24) << 48 | (aff0 >> 4) << 44 |
	       (u64)(affinity >> 16 & 0xff) << 32 | (u64)(affinity >> 8 & 0xff) << 16 |
	       1ul << (aff0 & 15);
}

static const char *gic_v3_cpu_init(u32 slot)
{
	u32 affinity = gic_affinity_own();
	struct gic_redist *redist = gic_redist_own();
	const char *why;

	if (!redist)
		return "GICv3: no redistributor has its affinity";
	why = redist_init(redist->frame);
	if (!why)
		why = interface_init();
	if (why)
		return why;
	/*
	 * Without the range selector nobody can send an SGI to a CPU whose lowest affinity is above
	 * 15.
	 */
	if ((affinity & 0xff) > 15 && !(gicd_has_rss && sysreg_read(icc_ctlr_el1) & ICC_CTLR_RSS))
		return "GICv3: no interrupt can be sent to it, whose lowest affinity is above 15";
	sgi_target[slot] = sgi_target_of(affinity);
	return NULL;
}

static void gic_v3_unmask_ppi(u32 intid)
{
	struct gic_redist *redist = gic_redist_own();

	if (redist)
		mmio_write32(redist->frame, GICR_ISENABLER0, 1u << intid);
}

static u32 gic_v3_begin(void)
{
	u32 taken = (u32)sysreg_read(icc_iar1_el1);

	/* The acknowledgement takes effect, and what the sender wrote is read, only after this. */
	dsb(sy);
	return taken;
}

static void gic_v3_end(u32 taken)
{
	sysreg_write(icc_eoir1_el1, taken);
	isb();
}

static void sgi_send(u64 target, u32 sgi)
{
	/* Pairs with the dsb in begin(): what was written before is seen by the handler. */
	dsb(ishst);
	sysreg_write(icc_sgi1r_el1, target | (u64)sgi << 24);
	isb();
}

static void gic_v3_send(u32 slot, u32 sgi)
{
	if (sgi_target[slot])
		sgi_send(sgi_target[slot], sgi);
}

static void gic_v3_send_self(u32 sgi)
{
	sgi_send(sgi_target_of(gic_affinity_own()), sgi);
}

const struct gic_driver gic_v3 = {
	.name = "gicv3",
	.init = gic_v3_init,
	.cpu_init = gic_v3_cpu_init,
	.unmask_ppi = gic_v3_unmask_ppi,
	.begin = gic_v3_begin,
	.end = gic_v3_end,
	.send = gic_v3_send,
	.send_self = gic_v3_send_self,
};
