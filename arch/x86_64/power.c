// SPDX-License-Identifier: GPL-2.0-only
/*
 * power - switch the machine off, or start it again.
 *
 * Both end a boot, perhaps from a panic: so everything that takes tables, memory or a lock is found
 * out as soon as tables can be read (x86_power_init), and afterwards there are registers only;
 * before, a reset has the ways that need no table, and the power stays on. Each way that fails
 * leaves the next one; every wait is bounded. A reset must leave memory powered, since results wait
 * there. Left out: the firmware's runtime services, which would need its memory mapped; _PTS, which
 * some machines want to run before they switch off.
 */
#include <arch/services.h>

#include "x86.h"

#define SLEEP_ENABLE	   (1u << 13)
#define SLEEP_TYPE_SHIFT   10
#define SLEEP_TYPE_MASK	   (7u << SLEEP_TYPE_SHIFT)
#define SCI_ENABLED	   (1u << 0)
#define REDUCED_ENABLE	   (1u << 5)
#define REDUCED_TYPE_SHIFT 2

#define PORT_PCI_ADDRESS  0xcf8
#define PORT_PCI_DATA	  0xcfc
#define PCI_ENABLE	  0x80000000u
#define PORT_RESET	  0xcf9
#define RESET_SYSTEM	  0x02 /* and then, with the CPU bit, a reset that leaves memory powered */
#define RESET_CPU	  0x04
#define RESET_FULL	  0x08 /* the power goes off and on, and memory forgets */
#define PORT_KEYBOARD	  0x64
#define KEYBOARD_FULL	  0x02
#define KEYBOARD_RESET	  0xfe
#define WAIT_US		  50000 /* for an effect */
#define ACPI_MODE_WAIT_US 3000000
#define STEP_US		  100

struct power_register {
	enum { REGISTER_NONE, REGISTER_PORT, REGISTER_MEMORY, REGISTER_PCI } kind;
	u32 at; /* port, or the address that the PCI address port takes */
	volatile void *memory;
};

static struct power_register pm1[2], sleep_control, reset;
static u8 sleep_type[2], reset_value;
static u16 smi_port;
static u8 smi_acpi_enable;
static bool can_power_off;

/* Segment 0, bus 0; the device in bits 32 to 47, the function in 16 to 31 (ACPI 6.5, 5.2.3.2). */
static u32 pci_address(u64 a)
{
	return PCI_ENABLE | (u32)(a >> 32 & 0x1f) << 11 | (u32)(a >> 16 & 7) << 8 | (u32)(a & 0xff);
}

static struct power_register register_find(struct acpi_address a)
{
	struct power_register r = { .kind = REGISTER_NONE };

	if (!a.address)
		return r;
	if (a.space == ACPI_SPACE_IO && a.address <= 0xffff)
		r = (struct power_register){ .kind = REGISTER_PORT, .at = (u32)a.address };
	if (a.space == ACPI_SPACE_PCI)
		r = (struct power_register){ .kind = REGISTER_PCI, .at = pci_address(a.address) };
	if (a.space == ACPI_SPACE_MEMORY) {
		r.memory = arch_map_device(a.address, 2);
		r.kind = r.memory ? REGISTER_MEMORY : REGISTER_NONE;
	}
	return r;
}

static u16 register_read16(const struct power_register *r)
{
	return r->kind == REGISTER_PORT ? x86_in16((u16)r->at) : *(volatile u16 *)r->memory;
}

static void register_write16(const struct power_register *r, u16 v)
{
	if (r->kind == REGISTER_PORT)
		x86_out16((u16)r->at, v);
	else
		*(volatile u16 *)r->memory = v;
}

static void register_write8(const struct power_register *r, u8 v)
{
	switch (r->kind) {
	case REGISTER_PORT:
		x86_out8((u16)r->at, v);
		break;
	case REGISTER_MEMORY:
		*(volatile u8 *)r->memory = v;
		break;
	case REGISTER_PCI:
		x86_out32(PORT_PCI_ADDRESS, r->at & ~3u);
		x86_out8((u16)(PORT_PCI_DATA + (r->at & 3)), v);
		break;
	case REGISTER_NONE:
		break;
	}
}

static bool s5_find(const struct acpi *acpi, u64 dsdt, struct acpi_s5 *s5)
{
	struct acpi_table block;

	if (acpi_table_by_address(acpi, dsdt, "DSDT", &block) && acpi_s5_find(&block, s5))
		return true;
	for (u32 i = 0; acpi_find(acpi, "SSDT", i, &block); i++)
		if (acpi_s5_find(&block, s5))
			return true;
	return false;
}

void x86_power_init(void)
{
	struct acpi_table table;
	struct acpi_fadt fadt;
	struct acpi_s5 s5;
	struct acpi acpi;

	if (!x86_acpi(&acpi) || !acpi_find(&acpi, "FACP", 0, &table) ||
	    !acpi_fadt_read(&table, &fadt))
		return;
	reset = register_find(fadt.reset);
	reset_value = fadt.reset_value;
	if (reset.kind == REGISTER_PORT && reset.at == PORT_RESET)
		reset_value &= (u8)~RESET_FULL;
	if (!s5_find(&acpi, fadt.dsdt, &s5))
		return;
	sleep_type[0] = s5.type_a;
	sleep_type[1] = s5.type_b;
	sleep_control = register_find(fadt.sleep_control);
	pm1[0] = register_find(fadt.pm1a_control);
	pm1[1] = register_find(fadt.pm1b_control);
	smi_port = fadt.smi_command <= 0xffff ? (u16)fadt.smi_command : 0;
	smi_acpi_enable = fadt.acpi_enable;
	can_power_off = true;
}

/* The registers below do nothing before, on machines that start in the mode of old. */
static void enter_acpi_mode(void)
{
	if (!smi_port || !smi_acpi_enable || (register_read16(&pm1[0]) & SCI_ENABLED))
		return;
	x86_out8(smi_port, smi_acpi_enable);
	for (u32 us = 0; us < ACPI_MODE_WAIT_US; us += STEP_US) {
		if (register_read16(&pm1[0]) & SCI_ENABLED)
			return;
		arch_delay_us(STEP_US);
	}
}

static bool register_is_pm1(const struct power_register *r)
{
	return r->kind == REGISTER_PORT || r->kind == REGISTER_MEMORY;
}

static void pm1_write(u16 enable)
{
	for (u32 i = 0; i < ARRAY_SIZE(pm1); i++)
		if (register_is_pm1(&pm1[i]))
			register_write16(&pm1[i],
					 (u16)((register_read16(&pm1[i]) & ~SLEEP_TYPE_MASK) |
					       sleep_type[i] << SLEEP_TYPE_SHIFT | enable));
}

void x86_power_off(void)
{
	if (!can_power_off)
		return;
	__asm__ __volatile__("wbinvd" : : : "memory");
	register_write8(&sleep_control, (u8)(sleep_type[0] << REDUCED_TYPE_SHIFT | REDUCED_ENABLE));
	if (register_is_pm1(&pm1[0])) {
		enter_acpi_mode();
		pm1_write(0);
		pm1_write(SLEEP_ENABLE);
	}
	arch_delay_us(WAIT_US);
}

static void reset_by_keyboard(void)
{
	for (u32 us = 0; us < WAIT_US && (x86_in8(PORT_KEYBOARD) & KEYBOARD_FULL); us += STEP_US)
		arch_delay_us(STEP_US);
	x86_out8(PORT_KEYBOARD, KEYBOARD_RESET);
	arch_delay_us(WAIT_US);
}

void x86_power_reset(void)
{
	static const struct {
		u16 limit;
		u64 base;
	} __packed no_idt = { 0, 0 };

	__asm__ __volatile__("wbinvd" : : : "memory");
	register_write8(&reset, reset_value);
	arch_delay_us(WAIT_US);
	x86_out8(PORT_RESET, RESET_SYSTEM);
	x86_out8(PORT_RESET, RESET_SYSTEM | RESET_CPU);
	arch_delay_us(WAIT_US);
	reset_by_keyboard();
	__asm__ __volatile__("lidt %0\n\tint3" : : "m"(no_idt));
}
