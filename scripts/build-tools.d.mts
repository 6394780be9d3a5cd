/** Compiles the tools to plain JavaScript. */
export function buildTools(): Promise<void>;
