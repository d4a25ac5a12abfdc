/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * grid - what a console shows, as characters: what should be there, what has been drawn, and so
 * which cells to draw.
 *
 * It is the shadow of a frame buffer that is never read: scrolling moves characters here, and only
 * cells that differ afterwards are drawn. The last row is for a status and does not scroll; a grid
 * of one row has none. Pure: no allocation, no lock, one user at a time.
 */
#ifndef LIB_GRID_H
#define LIB_GRID_H

#include <lib/types.h>

#define GRID_COLUMNS_MAX 160u
#define GRID_ROWS_MAX	 100u
#define GRID_NOT_DRAWN	 255u /* no colour: nobody knows what is there */

struct grid_cell {
	char ch;
	u8 colour; /* the user's number for it */
};

struct grid {
	u32 columns, rows;
	u32 row, column;    /* where the next character goes */
	bool line_is_ended; /* the next one begins a line: a row is opened when it is needed */
	u8 blank_colour;
	bool row_differs[GRID_ROWS_MAX]; /* at most these rows have cells to draw */
	struct grid_cell wanted[GRID_ROWS_MAX][GRID_COLUMNS_MAX];
	struct grid_cell drawn[GRID_ROWS_MAX][GRID_COLUMNS_MAX];
};

struct grid_change {
	u32 row, column;
	struct grid_cell cell;
};

/* Blank, nothing drawn. What is larger than a grid can be is cut. */
void grid_init(struct grid *g, u32 columns, u32 rows, u8 blank_colour);

/* Text behind what is there. Long lines go on in the next row; no control but the newline. */
void grid_write(struct grid *g, const char *bytes, size_t n, u8 colour);

/* The status row, cut to fit. */
void grid_status(struct grid *g, const char *text, u8 colour);

/* Something else has been drawn over it. */
void grid_forget(struct grid *g);

/*
 * The next cell to draw, which counts as drawn from here on. Starts at *@out, all 0 at first, and
 * goes down row by row. False: no more.
 */
bool grid_next(struct grid *g, struct grid_change *out);

#endif
