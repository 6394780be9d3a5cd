/** Runs an app's Rspack once; throws with the errors that it found. */
export function compile(rspack: unknown, configs: readonly object[]): Promise<void>;
