/** The command that runs this workspace's pnpm, which need not be on the PATH. */
export function pnpm(...args: string[]): Promise<string[]>;
