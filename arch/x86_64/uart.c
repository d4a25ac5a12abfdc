// SPDX-License-Identifier: GPL-2.0-only
/*
 * uart - COM1, a 16550A or what pretends to be one, at 115200 baud, 8N1, with its FIFO on.
 *
 * A port that is not there reads 0xff; one that is stuck never becomes empty. Either is given up
 * after a few bounded waits, and the boot goes on without a voice.
 */
#include <arch/console.h>

#include <asm/io.h>

#define COM1	     0x3f8
#define UART_DATA    (COM1 + 0)
#define UART_IER     (COM1 + 1)
#define UART_FCR     (COM1 + 2)
#define UART_LCR     (COM1 + 3)
#define UART_MCR     (COM1 + 4)
#define UART_LSR     (COM1 + 5)
#define UART_SCRATCH (COM1 + 7)

#define LSR_HOLDING_EMPTY (1u << 5)

/*
 * A byte takes 87 us at 115200 baud; a port read takes about 1 us on real machines and never under
 * 0.1 us.
 */
#define UART_SPINS_MAX	  100000
#define UART_FAILURES_MAX 3
#define UART_FIFO_BYTES	  16

static u32 uart_failures;

void arch_console_early_init(void)
{
	x86_out8(UART_SCRATCH, 0x5a);
	if (x86_in8(UART_SCRATCH) != 0x5a) {
		uart_failures = UART_FAILURES_MAX;
		return;
	}
	x86_out8(UART_IER, 0);
	x86_out8(UART_LCR, 0x80); /* divisor latch: 115200 */
	x86_out8(UART_DATA, 1);
	x86_out8(UART_IER, 0);
	x86_out8(UART_LCR, 0x03); /* 8 data bits, no parity, 1 stop bit */
	x86_out8(UART_FCR, 0x01);
	x86_out8(UART_MCR, 0x03);
}

/* COM1 is all that this architecture looks for. */
void arch_console_init(void)
{
}

static bool uart_wait_empty(void)
{
	for (u32 i = 0; i < UART_SPINS_MAX; i++)
		if (x86_in8(UART_LSR) & LSR_HOLDING_EMPTY)
			return true;
	uart_failures++;
	return false;
}

/*
 * Empty means that the whole FIFO is, so it takes 16 bytes for one look at the status: a tenth of
 * the port accesses.
 */
void arch_console_write(const char *bytes, size_t n)
{
	for (size_t i = 0; i < n && uart_failures < UART_FAILURES_MAX; i++) {
		if (i % UART_FIFO_BYTES == 0 && !uart_wait_empty())
			continue;
		x86_out8(UART_DATA, (u8)bytes[i]);
	}
}
