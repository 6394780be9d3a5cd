/** The version of the newest host that is known here, the reference host: a mini-app that wants a newer one runs nowhere yet. */
export const NEWEST_KNOWN_HOST = '1.0.0';
