/** Every file below a folder as a sorted list of relative paths. */
export function listFiles(folder: string): Promise<string[]>;
