/** How long the doctor waits for one answer of an address, a proxy or the bus. */
export const PROBE_TIMEOUT_MS = 5000;
