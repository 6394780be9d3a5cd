/** The npm package with the Node binary and headers for a machine, which the package `node` depends on. */
export function nodePackage(platform?: string, arch?: string): string;
/** Installs a version of Node into the cache of this checkout unless it is there; resolves to the folder of the binary. */
export function installNode(version: string): Promise<string>;
