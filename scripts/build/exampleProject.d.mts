/** Copies the sources of an example, with links to its installed dependencies, into a folder where they may be changed. */
export function copyExample(example: string, folder: string): Promise<void>;
/** Links the installed dependencies of an example into a folder. */
export function linkModules(example: string, folder: string): Promise<void>;
