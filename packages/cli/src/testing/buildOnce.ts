import { mkdir, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { packagePath } from '../packageRoot.ts';
import { listFiles } from '../project/listFiles.ts';

const LOCK = packagePath('node_modules/.build-lock');
const SOURCES = [
  'src',
  ...['contracts', 'api-client', 'bundler', 'headless-host'].map((name) => `../${name}/src`),
];
const MAX_WAIT_MS = 60_000;

let built: Promise<string> | undefined;

/** Builds the command if its sources are newer than the build; only one of several test processes builds. */
export function buildOnce(): Promise<string> {
  // Cached, since checking hundreds of sources takes longer than some of the commands under test.
  return (built ??= build());
}

async function build(): Promise<string> {
  const main = packagePath('dist/main.js');
  const deadline = Date.now() + MAX_WAIT_MS;
  while (await mkdir(LOCK).then(() => false, isTaken)) {
    // A process that held the lock for so long was killed.
    if (Date.now() > deadline) await rm(LOCK, { recursive: true, force: true });
    await pause(50);
  }
  try {
    if (await isStale(main)) {
      const path = '../../../../scripts/build-tools.mjs';
      const { buildTools } = (await import(path)) as { buildTools: () => Promise<void> };
      await buildTools();
    }
    return main;
  } finally {
    await rm(LOCK, { recursive: true, force: true });
  }
}

function isTaken(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'EEXIST') return true;
  throw error;
}

async function isStale(main: string): Promise<boolean> {
  const builtAt = (await stat(main).catch(() => undefined))?.mtimeMs ?? 0;
  for (const folder of SOURCES.map((path) => packagePath(path))) {
    for (const file of await listFiles(folder)) {
      if (!file.includes('.test.') && (await stat(`${folder}/${file}`)).mtimeMs > builtAt)
        return true;
    }
  }
  return false;
}
