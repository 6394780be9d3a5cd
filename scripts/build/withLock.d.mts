/** Runs something while no other process does, by a folder that only one of them can make. */
export function withLock<Result>(folder: string, run: () => Promise<Result>): Promise<Result>;
