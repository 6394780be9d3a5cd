/** Builds `host/`, unless it was built from the same sources; resolves to whether it did. */
export function buildHost(): Promise<boolean>;
