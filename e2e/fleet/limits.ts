/** How late something may be: what no hint tells is found by a look into the database, at the latest by the second one. */
export const MAX_LATE_MS = 1000;
/** The same where more than the bus is silent: a connection that says nothing is found out by then, and so is a node. */
export const MAX_SILENT_MS = 6000;
/** What a machine may add on which everything runs at once, the senders and devices as well. */
export const BUSY_MS = 2000;
/** How long a device may be without a connection while nothing is broken: its pauses grow with failures. */
export const MAX_AWAY_MS = 20_000;
/** A device that is connected for so long is known to be: from then on no push service is asked for it. */
export const MAX_UNKNOWN_MS = 1000;
/** What nodes count is written by then. */
export const COUNTED_WITHIN_MS = 2000;
/** When a sender gives up. */
export const GIVE_UP_MS = 12_000;
