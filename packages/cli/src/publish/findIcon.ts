import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { IconFile, type Manifest } from '@host/contracts';
import * as z from 'zod/mini';

/** The project's icon, if the manifest refers to it on the server's CDN. */
export interface ProjectIcon {
  /** Its name on the CDN, from the manifest. */
  file: string;
  /** Its name in the project. */
  source: string;
  body: Buffer;
  sha256: string;
}

export async function findIcon(
  root: string,
  { icon }: Pick<Manifest, 'icon'>,
  cdn: string,
): Promise<ProjectIcon | undefined> {
  const folder = `${cdn}/icons/`;
  if (!icon.startsWith(folder)) return undefined;
  const file = icon.slice(folder.length);
  if (!z.safeParse(IconFile, file).success) return undefined;
  // Under its own name, or as `icon.svg`.
  for (const source of [file, `icon${extname(file)}`]) {
    const body = await readFile(join(root, source)).catch(() => undefined);
    if (!body) continue;
    return { file, source, body, sha256: createHash('sha256').update(body).digest('hex') };
  }
  return undefined;
}
