/** The modules that a source text imports, re-exports from, or imports dynamically. */
export function importedModules(text: string): string[];
