/** Runs a function under an inter-process lock: a folder, which only one process can create. */
export function withLock<Result>(folder: string, run: () => Promise<Result>): Promise<Result>;
