// SPDX-License-Identifier: GPL-2.0-only
/*
 * grid - rows of cells, twice. A full grid scrolls by a quarter of its rows: each scroll redraws
 * nearly everything, and this way not each line pays for it.
 */
#include <lib/grid.h>

#include <lib/string.h>

static u32 text_rows(const struct grid *g)
{
	return g->rows > 1 ? g->rows - 1 : 1;
}

static void row_blank(struct grid *g, u32 row)
{
	for (u32 i = 0; i < g->columns; i++)
		g->wanted[row][i] = (struct grid_cell){ ' ', g->blank_colour };
	g->row_differs[row] = true;
}

void grid_init(struct grid *g, u32 columns, u32 rows, u8 blank_colour)
{
	memset(g, 0, sizeof(*g));
	g->columns = (u32)min_u64(columns, GRID_COLUMNS_MAX);
	g->rows = (u32)min_u64(rows, GRID_ROWS_MAX);
	g->blank_colour = blank_colour;
	for (u32 i = 0; i < g->rows; i++)
		row_blank(g, i);
	grid_forget(g);
}

static void grid_scroll(struct grid *g)
{
	u32 rows = text_rows(g), by = rows < 4 ? 1 : rows / 4;

	memmove(g->wanted[0], g->wanted[by], (rows - by) * sizeof(g->wanted[0]));
	for (u32 i = 0; i < rows; i++)
		g->row_differs[i] = true;
	for (u32 i = rows - by; i < rows; i++)
		row_blank(g, i);
	g->row -= by;
}

static void line_begin(struct grid *g)
{
	g->line_is_ended = false;
	g->column = 0;
	if (++g->row == text_rows(g))
		grid_scroll(g);
}

static void grid_put(struct grid *g, char ch, u8 colour)
{
	if (g->line_is_ended || (ch != '\n' && g->column == g->columns))
		line_begin(g);
	g->line_is_ended = ch == '\n';
	if (g->line_is_ended)
		return;
	g->wanted[g->row][g->column++] = (struct grid_cell){ ch, colour };
	g->row_differs[g->row] = true;
}

void grid_write(struct grid *g, const char *bytes, size_t n, u8 colour)
{
	for (size_t i = 0; i < n; i++)
		grid_put(g, bytes[i], colour);
}

void grid_status(struct grid *g, const char *text, u8 colour)
{
	u32 row = g->rows - 1, i = 0;

	if (row < 1)
		return;
	for (; i < g->columns && text[i]; i++)
		g->wanted[row][i] = (struct grid_cell){ text[i], colour };
	for (; i < g->columns; i++)
		g->wanted[row][i] = (struct grid_cell){ ' ', colour };
	g->row_differs[row] = true;
}

void grid_forget(struct grid *g)
{
	for (u32 row = 0; row < g->rows; row++) {
		for (u32 i = 0; i < g->columns; i++)
			g->drawn[row][i].colour = GRID_NOT_DRAWN;
		g->row_differs[row] = true;
	}
}

static bool cell_differs(const struct grid_cell *a, const struct grid_cell *b)
{
	return a->ch != b->ch || a->colour != b->colour;
}

bool grid_next(struct grid *g, struct grid_change *at)
{
	for (; at->row < g->rows; at->row++, at->column = 0) {
		for (; g->row_differs[at->row] && at->column < g->columns; at->column++) {
			at->cell = g->wanted[at->row][at->column];
			if (cell_differs(&at->cell, &g->drawn[at->row][at->column])) {
				g->drawn[at->row][at->column] = at->cell;
				return true;
			}
		}
		g->row_differs[at->row] = false;
	}
	return false;
}
