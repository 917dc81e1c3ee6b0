/* resident.h - the blocks of a worker that wait for each other (resident.c). */
#ifndef CPUDEV_RESIDENT_H
#define CPUDEV_RESIDENT_H

#include "block.h"

void cpudev_residents_launch_begin(const cpudev_launch *launch); /* before any worker begins */
void cpudev_residents_begin(void);                               /* this worker's part of it */
void cpudev_residents_end(void);
/* May a block begin here that has not yet? Then in this place (NULL: in a new one). */
bool cpudev_may_begin_block(const cpudev_launch *launch);
cpudev_running *cpudev_idle_block(void);
/* The block that waits longest, made current; NULL: none is left. */
cpudev_running *cpudev_next_waiting(void);
/* false: others wait for it at the grid's barrier, which never opens. */
bool cpudev_block_ended(void);
/* After CPUDEV_BLOCK_GAVE_WAY. false: nothing has moved on for too long. */
bool cpudev_give_way_to_blocks(cpudev_running *r);
/* How long that is, as text. */
const char *cpudev_spin_seconds(void);
/* After CPUDEV_BLOCK_AT_GRID. false: some block has ended, so it never opens. */
bool cpudev_wait_for_grid(cpudev_running *r);
/* workers.c: did a block of the launch fail? */
bool cpudev_launch_stops(void);

#endif
