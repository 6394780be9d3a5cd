/** Copies the sources of an example into a folder where they may be changed, with what is installed for it. */
export function copyExample(example: string, folder: string): Promise<void>;
/** Gives a folder what is installed for an example. */
export function linkModules(example: string, folder: string): Promise<void>;
