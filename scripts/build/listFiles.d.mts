/** Every file below a folder, as paths inside of it, in order. */
export function listFiles(folder: string): Promise<string[]>;
