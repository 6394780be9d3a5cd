/** How late a delivery may be without hints: it is found by polling the database, by the second poll at the latest. */
export const MAX_LATE_MS = 1000;
/** The same if connections or nodes are silent: by then that has been detected. */
export const MAX_SILENT_MS = 6000;
/** An allowance for running everything on one machine, senders and devices included. */
export const BUSY_MS = 2000;
/** How long a device may be disconnected without a fault: its backoff grows with failures. */
export const MAX_AWAY_MS = 20_000;
/** After being connected for this long, a device is known to be online and no push service is called for it. */
export const MAX_UNKNOWN_MS = 1000;
/** By then nodes have stored their counts. */
export const COUNTED_WITHIN_MS = 2000;
/** The timeout of senders. */
export const GIVE_UP_MS = 12_000;
