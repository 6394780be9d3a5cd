import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { syncToDisk } from '../objects/syncToDisk.ts';
import { PRIVATE_FILE } from '../privateModes.ts';

const PREVIOUS = '.previous';

/** The previous secret, during a rotation. */
export async function readPreviousSecret(
  folder: string,
  name: string,
): Promise<string | undefined> {
  const text = await unlessMissing(readFile(join(folder, name + PREVIOUS), 'utf8'));
  return text?.trim() || undefined;
}

/** Replaces a secret in the data folder; the previous one is kept beside it, and accepted as well. */
export async function rotateSecret(folder: string, name: string): Promise<void> {
  const file = join(folder, name);
  const old = await unlessMissing(readFile(file, 'utf8'));
  if (!old?.trim()) throw new Error(`${file} is not there: this server has made no such secret.`);
  if (await readPreviousSecret(folder, name)) {
    throw new Error(`${file}${PREVIOUS} is there: finish the change before with --finish.`);
  }
  // The previous one first: whenever this is interrupted, the current secret is in one of the two files.
  await replaceFile(folder, name + PREVIOUS, old);
  await replaceFile(folder, name, `${randomBytes(32).toString('base64url')}\n`);
}

/** Ends a rotation: after the next start, the previous secret is not accepted any more. */
export async function finishRotation(folder: string, name: string): Promise<void> {
  await rm(join(folder, name + PREVIOUS), { force: true });
  await syncToDisk(folder);
}

async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  const target = join(folder, name);
  const handle = await open(`${target}.new`, 'w', PRIVATE_FILE);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${target}.new`, target);
  await syncToDisk(folder);
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
