/** Runs an app's Rspack once; throws with the compilation errors. */
export function compile(rspack: unknown, configs: readonly object[]): Promise<void>;
