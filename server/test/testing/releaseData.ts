import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

import type { Device } from './journeys.ts';

/** What a server of an earlier release kept, and what the world knows of it. */
export interface ReleaseData {
  release: string;
  appId: string;
  serverKey: string;
  device: Device;
  /** The ids that the device has got. */
  received: string[];
  /** The files of its data folder, in base64. */
  files: Record<string, string>;
}

const FOLDER = fileURLToPath(new URL('../fixtures/', import.meta.url));
const END = '.json.gz';

/** The releases whose data is kept. */
export async function keptReleases(): Promise<ReleaseData[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(END)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = gunzipSync(await readFile(join(FOLDER, name))).toString();
      return JSON.parse(text) as ReleaseData;
    }),
  );
}

/** Keeps the data folder of a server that has ended. Gives the file. */
export async function keepRelease(
  folder: string,
  about: Omit<ReleaseData, 'files'>,
): Promise<string> {
  const files: ReleaseData['files'] = {};
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) files[name] = (await readFile(path)).toString('base64');
  }
  const data: ReleaseData = { ...about, files };
  const file = join(FOLDER, `data-of-${about.release}${END}`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(file, gzipSync(JSON.stringify(data), { level: 9 }));
  return file;
}

export async function unpackRelease({ files }: ReleaseData, folder: string): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
}
