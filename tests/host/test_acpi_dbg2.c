// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_acpi_dbg2 - debug ports: which device is taken, and every offset that could lead outside.
 */
#include "aid_acpi.h"

enum { TABLE = 44, DEVICE = 40, FIRST = TABLE, SECOND = TABLE + DEVICE, BYTES = SECOND + DEVICE };

static void put_device(u8 *p, u16 type, u16 subtype, u64 address)
{
	p[1] = DEVICE;
	p[3] = 1;
	p[12] = (u8)type;
	p[13] = (u8)(type >> 8);
	p[14] = (u8)subtype;
	p[18] = 22;
	p[23] = 32;
	p[25] = 3;
	put_le64(p + 26, address);
}

/* A port that is no UART, then a PL011. */
static void put_ports(u8 *data)
{
	memset(data, 0, BYTES);
	data[36] = TABLE;
	data[40] = 2;
	put_device(data + FIRST, 0x8003, 0, 0x1000);
	put_device(data + SECOND, 0x8000, 3, 0x9000000);
}

static bool reads(const u8 *data, u32 bytes, struct acpi_spcr *out)
{
	struct acpi_table t = { .data = test_bytes(data, bytes), .length = bytes };

	return acpi_dbg2_uart(&t, out);
}

TEST(acpi_dbg2_takes_the_first_known_uart)
{
	struct acpi_spcr s;
	u8 data[BYTES];

	put_ports(data);
	CHECK(reads(data, BYTES, &s) && s.uart == ACPI_UART_PL011 && s.reg.address == 0x9000000);
	CHECK(s.reg.bit_width == 32 && s.reg.access == 4 && s.baud == 0);
	data[FIRST + 12] = 0; /* serial, too, and a 16550 */
	CHECK(reads(data, BYTES, &s) && s.uart == ACPI_UART_16550 && s.reg.address == 0x1000);
	data[FIRST + 14] = 0x77;
	CHECK(reads(data, BYTES, &s) && s.reg.address == 0x9000000);
	data[40] = 1;
	CHECK(!reads(data, BYTES, &s));
}

TEST(acpi_dbg2_of_a_recorded_machine)
{
	struct memory *m = memory_recorded("virt-v3-aavmf.acpi");
	struct acpi_table t;
	struct acpi_spcr s;
	struct acpi a;

	CHECK_EQ(memory_open(m, &a), 0);
	CHECK(acpi_find(&a, "DBG2", 0, &t) && acpi_dbg2_uart(&t, &s));
	CHECK(s.uart == ACPI_UART_PL011 && s.reg.address == 0x9000000);
}

TEST(acpi_dbg2_stays_inside)
{
	struct acpi_spcr s;
	u8 data[BYTES];
	u32 bytes;

	put_ports(data);
	for (bytes = 0; bytes < BYTES; bytes++)
		CHECK(!reads(data, bytes, &s));
	data[SECOND + 18] = DEVICE - 11; /* the address ends behind the device */
	CHECK(!reads(data, BYTES, &s));
	put_ports(data);
	data[FIRST + 1] = 0; /* a device that does not lead on */
	CHECK(!reads(data, BYTES, &s));
	put_ports(data);
	put_le32(data + 36, 0xfffffff0);
	CHECK(!reads(data, BYTES, &s));
	put_ports(data);
	put_le32(data + 40, 0xffffffff);
	CHECK(reads(data, BYTES, &s));
}
