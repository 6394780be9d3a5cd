/** The modules that a source text imports, exports from, or loads when it runs. */
export function importedModules(text: string): string[];
