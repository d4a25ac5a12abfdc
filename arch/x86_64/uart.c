// SPDX-License-Identifier: GPL-2.0-only
/*
 * uart - COM1, a 16550A or what pretends to be one, at 115200 baud, 8N1, with its FIFO on where it
 * has one.
 *
 * A port that is not there reads 0xff; one that is stuck never becomes empty. Either is given up
 * after a few bounded waits, and the boot goes on without a voice.
 */
#include <arch/console.h>

#include <asm/io.h>

#define COM1	     0x3f8
#define UART_DATA    (COM1 + 0)
#define UART_IER     (COM1 + 1)
#define UART_FCR     (COM1 + 2) /* when written */
#define UART_IIR     (COM1 + 2) /* when read */
#define UART_LCR     (COM1 + 3)
#define UART_MCR     (COM1 + 4)
#define UART_LSR     (COM1 + 5)
#define UART_SCRATCH (COM1 + 7)

#define LSR_HOLDING_EMPTY (1u << 5)
#define FCR_ENABLE	  0x01
#define IIR_FIFO_WORKS	  0xc0 /* both bits; an 8250, a 16450 or the first 16550 lack one */

/*
 * A byte takes 87 us at 115200 baud; a port read takes about 1 us on real machines and never under
 * 0.1 us.
 */
#define UART_SPINS_MAX	  100000
#define UART_FAILURES_MAX 3
#define UART_FIFO_BYTES	  16

static u32 uart_failures;  /* waits in a row that came to nothing */
static u32 uart_burst = 1; /* bytes that one look at the status is good for */

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
	x86_out8(UART_FCR, FCR_ENABLE);
	uart_burst = (x86_in8(UART_IIR) & IIR_FIFO_WORKS) == IIR_FIFO_WORKS ? UART_FIFO_BYTES : 1;
	x86_out8(UART_MCR, 0x03);
}

/* COM1 is all that this architecture looks for. */
void arch_console_init(void)
{
}

static bool uart_wait_empty(void)
{
	for (u32 i = 0; i < UART_SPINS_MAX; i++)
		if (x86_in8(UART_LSR) & LSR_HOLDING_EMPTY) {
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
		x86_out8(UART_DATA, (u8)bytes[i]);
	}
}
