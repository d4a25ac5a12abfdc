// SPDX-License-Identifier: GPL-2.0-only
/*
 * uart - COM1, or the port that the firmware names (SPCR, else DBG2): a 16550A or what pretends to
 * be one.
 *
 * COM1 is set to 115200 baud, 8N1, with its FIFO on where it has one. A port that the firmware
 * names keeps the speed that it was given: something listens there already. Invariant: a byte is
 * written only after the port said that there is room; every wait is bounded. A port that is not
 * there reads 0xff; one that is stuck never becomes empty. Either is given up after a few waits in
 * a row, and the boot goes on without a voice. Order: the caller keeps lines whole (core/console).
 * Left out: input and interrupts.
 */
#include <arch/console.h>

#include <arch/services.h>

#include "x86.h"

#define COM1 0x3f8

enum uart_register {
	UART_DATA = 0,
	UART_IER = 1,
	UART_FCR = 2, /* when written */
	UART_IIR = 2, /* when read */
	UART_LCR = 3,
	UART_MCR = 4,
	UART_LSR = 5,
	UART_SCRATCH = 7,
	UART_REGISTERS = 8,
};

#define LSR_HOLDING_EMPTY (1u << 5)
#define LSR_ABSENT	  0xff
#define FCR_ENABLE	  0x01
#define IIR_FIFO_WORKS	  0xc0 /* both bits; an 8250, a 16450 or the first 16550 lack one */

/*
 * A byte takes 87 us at 115200 baud; a port read takes about 1 us on real machines and never under
 * 0.1 us.
 */
#define UART_SPINS_MAX	  100000
#define UART_FAILURES_MAX 3
#define UART_FIFO_BYTES	  16

struct uart {
	volatile u8 *memory; /* NULL: at a port */
	u16 port;
	u8 stride;  /* from one register to the next */
	bool words; /* memory is read and written in units of 4 bytes */
};

/* Written by the boot CPU before others start. */
static struct uart uart = { .port = COM1, .stride = 1 };

static u32 uart_failures;  /* waits in a row that came to nothing */
static u32 uart_burst = 1; /* bytes that one look at the status is good for */

static u8 uart_in(const struct uart *u, u32 reg)
{
	if (!u->memory)
		return x86_in8((u16)(u->port + reg * u->stride));
	if (u->words)
		return (u8) * (volatile u32 *)(u->memory + reg * u->stride);
	return u->memory[reg * u->stride];
}

static void uart_out(const struct uart *u, u32 reg, u8 v)
{
	if (!u->memory)
		x86_out8((u16)(u->port + reg * u->stride), v);
	else if (u->words)
		*(volatile u32 *)(u->memory + reg * u->stride) = v;
	else
		u->memory[reg * u->stride] = v;
}

static void uart_enable_fifo(void)
{
	uart_out(&uart, UART_FCR, FCR_ENABLE);
	uart_burst =
		(uart_in(&uart, UART_IIR) & IIR_FIFO_WORKS) == IIR_FIFO_WORKS ? UART_FIFO_BYTES : 1;
}

void arch_console_early_init(void)
{
	uart_out(&uart, UART_SCRATCH, 0x5a);
	if (uart_in(&uart, UART_SCRATCH) != 0x5a) {
		uart_failures = UART_FAILURES_MAX;
		return;
	}
	uart_out(&uart, UART_IER, 0);
	uart_out(&uart, UART_LCR, 0x80); /* divisor latch: 115200 */
	uart_out(&uart, UART_DATA, 1);
	uart_out(&uart, UART_IER, 0);
	uart_out(&uart, UART_LCR, 0x03); /* 8 data bits, no parity, 1 stop bit */
	uart_enable_fifo();
	uart_out(&uart, UART_MCR, 0x03);
}

/* False: nothing that can be used, or the port that is used already. */
static bool uart_named(struct uart *out)
{
	struct acpi_spcr spcr;
	struct acpi acpi;
	u8 stride;

	if (!x86_acpi(&acpi) || !acpi_console(&acpi, &spcr) || spcr.uart != ACPI_UART_16550)
		return false;
	/* Ports are next to each other, whatever width a table gives. */
	*out = (struct uart){ .stride = 1 };
	if (spcr.reg.space == ACPI_SPACE_IO && spcr.reg.address <= 0xffff) {
		out->port = (u16)spcr.reg.address;
		return out->port != COM1;
	}
	stride = spcr.reg.bit_width > 8 ? spcr.reg.bit_width / 8 : 1;
	out->stride = stride;
	out->words = spcr.reg.access == 4 && stride >= 4; /* else into the next one */
	if (spcr.reg.space == ACPI_SPACE_MEMORY)
		out->memory = arch_map_device(spcr.reg.address, (size_t)UART_REGISTERS * stride);
	return out->memory;
}

static bool uart_is_empty(const struct uart *u)
{
	for (u32 i = 0; i < UART_SPINS_MAX; i++) {
		u8 status = uart_in(u, UART_LSR);

		if (status != LSR_ABSENT && (status & LSR_HOLDING_EMPTY))
			return true;
	}
	return false;
}

static bool uart_wait_empty(void)
{
	if (uart_is_empty(&uart)) {
		uart_failures = 0;
		return true;
	}
	uart_failures++;
	return false;
}

/*
 * Empty means that the whole FIFO is, so it takes 16 bytes for one look at the status: a tenth of
 * the port accesses. After a wait for nothing the rest is dropped: it would go over what is there.
 */
void arch_console_write(const char *bytes, size_t n)
{
	for (size_t i = 0; i < n && uart_failures < UART_FAILURES_MAX; i++) {
		if (i % uart_burst == 0 && !uart_wait_empty())
			break;
		uart_out(&uart, UART_DATA, (u8)bytes[i]);
	}
}

/* Whoever listens at COM1 learns where the rest goes. */
static void uart_move(void)
{
	static const char moving[] =
		"console: goes on at the port that the firmware names (SPCR or DBG2)\n";
	struct uart named;

	if (!uart_named(&named) || !uart_is_empty(&named))
		return;
	arch_console_write(moving, sizeof(moving) - 1);
	uart = named;
	uart_failures = 0;
	uart_out(&uart, UART_IER, 0);
	uart_enable_fifo();
}

/* The first step of a boot that can read tables; a refusal in a later one may end the machine. */
void arch_console_init(void)
{
	x86_power_init();
	uart_move();
}
