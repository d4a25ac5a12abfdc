// SPDX-License-Identifier: GPL-2.0-only
/*
 * uart - a PL011 (or the SBSA part of one), or a 16550 with memory-mapped registers, as firmware
 * left it: baud rate and line settings are its business. Every wait is bounded; after a few that
 * failed the port costs nothing any more.
 */
#include <arch/console.h>
#include <arch/services.h>
#include <asm/mmio.h>

#include "arm64.h"
#include "platform.h"

#define PL011_DR      0x00
#define PL011_FR      0x18
#define PL011_FR_TXFF (1u << 5)

#define UART_THR	  0
#define UART_LSR	  5
#define REG_SHIFT_MAX	  8 /* LSR is inside the window */
#define LSR_HOLDING_EMPTY (1u << 5)

/* A byte takes 87 us at 115200 baud; a device read takes 50 ns at least. */
#define UART_SPINS_MAX	  100000u
#define UART_FAILURES_MAX 3
#define UART_WINDOW_BYTES 0x1000u

static struct arm64_uart_desc uart;
static void *uart_base;
static u32 uart_failures; /* waits in a row that came to nothing */

static bool pl011_ready(void)
{
	return !(mmio_read32(uart_base, PL011_FR) & PL011_FR_TXFF);
}

static bool ns16550_ready(void)
{
	u32 offset = UART_LSR << uart.reg_shift;
	u32 lsr = uart.access_bytes == 4 ? mmio_read32(uart_base, offset)
					 : mmio_read8(uart_base, offset);

	return lsr & LSR_HOLDING_EMPTY;
}

static bool uart_wait_ready(void)
{
	for (u32 i = 0; i < UART_SPINS_MAX; i++)
		if (uart.kind == UART_PL011 ? pl011_ready() : ns16550_ready()) {
			uart_failures = 0;
			return true;
		}
	uart_failures++;
	return false;
}

static void uart_put(u8 c)
{
	if (uart.kind == UART_PL011)
		mmio_write32(uart_base, PL011_DR, c);
	else if (uart.access_bytes == 4)
		mmio_write32(uart_base, UART_THR, c);
	else
		mmio_write8(uart_base, UART_THR, c);
}

/* Only what firmware says leads here. */
static bool uart_answers(const struct arm64_uart_desc *desc, const u8 *base)
{
	u32 word;
	u8 byte;

	if (desc->kind == UART_PL011)
		return !arm64_read32_safe(base + PL011_FR, &word);
	if (desc->reg_shift > REG_SHIFT_MAX)
		return false;
	base += UART_LSR << desc->reg_shift;
	return desc->access_bytes == 4 ? !arm64_read32_safe(base, &word)
				       : !arm64_read8_safe(base, &byte);
}

/* False, and nothing has changed: there is no such port. */
static bool uart_use(const struct arm64_uart_desc *desc)
{
	void *base;

	if (desc->kind == UART_NONE)
		return false;
	base = arch_map_device(desc->phys, UART_WINDOW_BYTES);
	if (!base || !uart_answers(desc, base))
		return false;
	uart = *desc;
	uart_base = base;
	uart_failures = 0;
	return true;
}

void arch_console_early_init(void)
{
	struct arm64_uart_desc desc;

	/* As platform.c will choose; where ACPI is silent, the tree is all there is. */
	if (!arm64_cmdline_has("acpi=off") && platform_acpi_uart(&desc) && uart_use(&desc))
		return;
	if (platform_fdt_uart(&desc))
		uart_use(&desc);
}

/*
 * The early mapping lies in the lower half, which is given up here. A port that spoke until now is
 * better than one that does not answer.
 */
void arch_console_init(void)
{
	const struct arm64_platform *p = arm64_platform();
	struct arm64_uart_desc early = uart;

	uart_base = NULL;
	if (!uart_use(&p->uart))
		uart_use(&early);
	arm64_low_map_drop();
}

void arch_console_write(const char *bytes, size_t n)
{
	for (size_t i = 0; uart_base && i < n && uart_failures < UART_FAILURES_MAX; i++) {
		if (!uart_wait_ready())
			break;
		uart_put((u8)bytes[i]);
	}
}
