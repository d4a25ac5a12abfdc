/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arm64 - what arm64.S and arm64.c of the shim share: the bits of what is asked for, and the
 * registers of a firmware that has the MMU on. Plain numbers: assembly reads this.
 */
#ifndef SHIM_H
#define SHIM_H

#define SHIM_MMU_BIT	0  /* `mmu`: MMU and caches on */
#define SHIM_E2H_BIT	1  /* `e2h`: at EL2, in VHE's form of the registers */
#define SHIM_CNTFRQ_BIT 2  /* `cntfrq`: another rate in this CPU's register; at EL2 */
#define SHIM_CRC_BIT	3  /* `crc`: of the handover, wrong */
#define SHIM_MAP_BIT	4  /* `map`: hundreds of entries that do not merge */
#define SHIM_RSDP_BIT	5  /* `rsdp`: an ACPI root where nothing answers */
#define SHIM_TREE_BIT	6  /* `tree`: the device tree, too */
#define SHIM_FAR_BIT	7  /* `far`: the other CPUs have ids that nobody answers to */
#define SHIM_NOPSCI_BIT 8  /* `nopsci`: the tree names no PSCI */
#define SHIM_HVC_BIT	9  /* `hvc`: PSCI is to be called so, whatever is right */
#define SHIM_SPIN_BIT	10 /* `spin`: the other CPUs are said to wait for an address, all for one */
#define SHIM_PEN_BIT	11 /* `pen`: and they do */
#define SHIM_EL1_BIT	12 /* `el1`: they come from there at EL1, with SP_EL0; started at EL2 */
#define SHIM_DIST_BIT	13 /* `dist`: the tree has the GIC's distributor in RAM */
#define SHIM_SIZE_BIT	14 /* `size`: the map's entries are too small to be any */
#define SHIM_TORN_BIT	15 /* `torn`: entered with a device tree, which is damaged */

#define SHIM_MAIR      0x04ff	   /* 0: memory, write-back; 1: device */
#define SHIM_TCR_EL1   0x500803519 /* 39 bits below, nothing above, 4 KiB, 48 bits out */
#define SHIM_TCR_EL2   0x80853519
#define SHIM_SCTLR_EL1 0x30d01805 /* MMU, caches */
#define SHIM_SCTLR_EL2 0x30c51835
#define SHIM_CNTFRQ    50000000

#endif
