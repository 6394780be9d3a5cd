/** Where the console is, once it is built. */
export const CONSOLE_FOLDER: string;
/** Builds the console, unless it was built from the same sources; resolves to whether it did. */
export function buildConsole(): Promise<boolean>;
