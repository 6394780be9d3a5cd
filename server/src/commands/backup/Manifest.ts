import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { ConfigError } from '../../errors/ConfigError.ts';

export const FORMAT = 1;

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Count = z.int().check(z.nonnegative());
const Name = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/));

/** The manifest of a backup. It is written last: a backup without one is incomplete. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ id: Count, name: z.string() })),
  tables: z.array(z.object({ name: Name, columns: z.array(Name), rows: Count, sha256: Sha256 })),
  lastIds: z.record(Name, Count),
  objects: z.object({ count: Count, bytes: Count, sha256: Sha256 }),
  secrets: z.array(z.string().check(z.regex(/^[a-z]+-[a-z]+(\.previous)?$/))),
});
export type Manifest = z.infer<typeof Manifest>;

/** One object of a backup, a line in its list. */
export const ListedObject = z.object({ key: z.string(), size: Count, sha256: Sha256 });
export type ListedObject = z.infer<typeof ListedObject>;

/** Where the parts of a backup are. */
export function partsOf(folder: string) {
  return {
    manifest: join(folder, 'backup.json'),
    tables: join(folder, 'database'),
    table: (name: string) => join(folder, 'database', `${name}.ndjson.gz`),
    objects: join(folder, 'objects'),
    objectList: join(folder, 'objects.ndjson'),
    secrets: join(folder, 'secrets'),
  };
}

export async function readManifest(folder: string): Promise<Manifest> {
  const file = partsOf(folder).manifest;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new ConfigError([`${folder} is no complete backup: it has no backup.json`]);
  });
  const { success, data } = z.safeParse(Manifest, parseJson(text));
  if (success) return data;
  throw new ConfigError([
    `${file} is damaged, or of another version: this server reads backups of format ${FORMAT}`,
  ]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
