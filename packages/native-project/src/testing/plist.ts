import { createRequire } from 'node:module';

interface Plist {
  parse(text: string): Record<string, unknown>;
  build(value: object): string;
}

/** Property lists; a module whose default export Node and compilers see in different places. */
export const plist = (createRequire(import.meta.url)('@expo/plist') as { default: Plist }).default;
