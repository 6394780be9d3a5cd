import { copyFile, mkdir, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';

import type { HostPluginOptions } from './HostPluginOptions.types.ts';

const FORMATS = new Set(['.ttf', '.otf']);

/** The fonts in a host's configuration, as absolute paths. */
export function fontFiles({ fonts = [] }: HostPluginOptions, projectRoot: string): string[] {
  const names = new Set<string>();
  return fonts.map((font) => {
    const name = basename(font);
    if (!FORMATS.has(extname(name).toLowerCase())) {
      throw new Error(`fonts: ${font} is no font that ios and android read: .ttf or .otf.`);
    }
    if (names.has(name)) throw new Error(`fonts: two files are called ${name}.`);
    names.add(name);
    return resolve(projectRoot, font);
  });
}

/** Copies fonts into a folder of the native project. */
export async function copyFonts(files: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    await stat(file).catch((error: unknown) => {
      throw new Error(`fonts: there is no ${file}.`, { cause: error });
    });
    await copyFile(file, join(folder, basename(file)));
  }
}
