// SPDX-License-Identifier: GPL-2.0-only
/*
 * fmt - a formatter that never fails and never writes beyond its buffer.
 *
 * `out` counts on after the buffer is full, so the caller learns the length that it would have
 * needed; what is in the buffer is always terminated. No state, no allocation, any context, a
 * panic's too. No floating point: every division is made on the host.
 */
#include <lib/fmt.h>

#include <lib/string.h>

struct fmt_out {
	char *buf;
	size_t bytes;
	size_t length;
};

struct fmt_spec {
	bool left;
	bool zero;
	size_t width;
	size_t precision; /* SIZE_MAX: none given */
	u32 longs;
};

static void fmt_put(struct fmt_out *out, char c)
{
	if (out->length + 1 < out->bytes)
		out->buf[out->length] = c;
	out->length++;
}

static void fmt_fill(struct fmt_out *out, char c, size_t used, size_t width)
{
	for (; used < width; used++)
		fmt_put(out, c);
}

static void fmt_field(struct fmt_out *out, const struct fmt_spec *spec, const char *s, size_t n)
{
	if (!spec->left)
		fmt_fill(out, ' ', n, spec->width);
	for (size_t i = 0; i < n; i++)
		fmt_put(out, s[i]);
	if (spec->left)
		fmt_fill(out, ' ', n, spec->width);
}

static void fmt_number(struct fmt_out *out, const struct fmt_spec *spec, u64 value, u32 base,
		       bool negative)
{
	char digits[24];
	size_t at = sizeof(digits);

	do {
		digits[--at] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);

	if (spec->zero && !spec->left) {
		size_t used = sizeof(digits) - at + negative;

		if (negative)
			fmt_put(out, '-');
		fmt_fill(out, '0', used, spec->width);
		while (at < sizeof(digits))
			fmt_put(out, digits[at++]);
		return;
	}
	if (negative)
		digits[--at] = '-';
	fmt_field(out, spec, digits + at, sizeof(digits) - at);
}

static size_t fmt_read_number(const char **format)
{
	size_t n = 0;

	for (; **format >= '0' && **format <= '9'; (*format)++)
		n = n * 10 + (size_t)(**format - '0');
	return n;
}

static struct fmt_spec fmt_read_spec(const char **format)
{
	struct fmt_spec spec = { .precision = SIZE_MAX };

	for (;; (*format)++) {
		if (**format == '-')
			spec.left = true;
		else if (**format == '0')
			spec.zero = true;
		else
			break;
	}
	spec.width = fmt_read_number(format);
	if (**format == '.') {
		(*format)++;
		spec.precision = fmt_read_number(format);
	}
	for (; **format == 'l' || **format == 'z'; (*format)++)
		spec.longs++;
	return spec;
}

static void fmt_string(struct fmt_out *out, const struct fmt_spec *spec, const char *s)
{
	size_t n = 0;

	if (!s)
		s = "(null)";
	while (n < spec->precision && s[n])
		n++;
	fmt_field(out, spec, s, n);
}

static void fmt_signed(struct fmt_out *out, const struct fmt_spec *spec, s64 value)
{
	/* Negating in unsigned arithmetic is right for the smallest number too. */
	fmt_number(out, spec, value < 0 ? -(u64)value : (u64)value, 10, value < 0);
}

int fmt_vtext(char *buf, size_t bytes, const char *format, va_list args)
{
	struct fmt_out out = { .buf = buf, .bytes = bytes };

	for (; *format; format++) {
		const char *start = format;
		struct fmt_spec spec;

		if (*format != '%') {
			fmt_put(&out, *format);
			continue;
		}
		format++;
		spec = fmt_read_spec(&format);
		switch (*format) {
		case 'd':
		case 'i':
			fmt_signed(&out, &spec, spec.longs ? va_arg(args, s64) : va_arg(args, int));
			break;
		case 'u':
			fmt_number(&out, &spec, spec.longs ? va_arg(args, u64) : va_arg(args, u32),
				   10, false);
			break;
		case 'x':
			fmt_number(&out, &spec, spec.longs ? va_arg(args, u64) : va_arg(args, u32),
				   16, false);
			break;
		case 'p':
			fmt_number(&out, &(struct fmt_spec){ .zero = true, .width = 16 },
				   (u64)(uintptr_t)va_arg(args, void *), 16, false);
			break;
		case 'c':
			fmt_field(&out, &spec, &(char){ (char)va_arg(args, int) }, 1);
			break;
		case 's':
			fmt_string(&out, &spec, va_arg(args, const char *));
			break;
		case '%':
			fmt_put(&out, '%');
			break;
		default:
			for (; start < format; start++)
				fmt_put(&out, *start);
			if (!*format)
				goto done;
			fmt_put(&out, *format);
		}
	}
done:
	if (bytes)
		buf[out.length < bytes ? out.length : bytes - 1] = '\0';
	return (int)out.length;
}

int fmt_text(char *buf, size_t bytes, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = fmt_vtext(buf, bytes, format, args);
	va_end(args);
	return n;
}
