/** All files below a folder that are named like tests, relative to it. */
export function namedAsTests(root: string, folder?: string): Promise<string[]>;
