import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { Manifest } from '@host/contracts';

/** The project's icon, when the manifest says that it lies on the server's CDN. */
export interface ProjectIcon {
  /** Its name there, from the manifest. */
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
  const source = `icon${extname(file)}`;
  const body = await readFile(join(root, source)).catch(() => undefined);
  if (!body) return undefined;
  return { file, source, body, sha256: createHash('sha256').update(body).digest('hex') };
}
