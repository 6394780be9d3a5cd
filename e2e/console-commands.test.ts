import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createApiClient } from '@host/api-client';
import { describe, expect, it } from 'vitest';

import { listFiles } from '../scripts/build/listFiles.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CALLS = new Set(Object.keys(createApiClient({ baseUrl: 'http://localhost' })));

/** What pages alone do: a script has a token, and no screen. */
const FOR_PAGES_ALONE: Readonly<Record<string, string>> = {
  signInToConsole: 'a command has a token',
  signOutOfConsole: 'a command has a token',
  readConsoleSession: 'a command has a token',
  readConsoleSignInOptions: 'a command has a token',
  readRoles: 'it draws the table of what each role may do',
  fetchArtifact: 'it opens a version in a frame',
  signIn: 'what the session of a page calls its own',
  signOut: 'what the session of a page calls its own',
};

/** The calls of the API that the sources of a package name in one of these ways. */
async function callsIn(folder: string, named: RegExp): Promise<Set<string>> {
  const files = (await listFiles(join(ROOT, folder))).filter(
    (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const sources = await Promise.all(
    files.map((file: string) => readFile(join(ROOT, folder, file), 'utf8')),
  );
  const words = sources.flatMap((source) =>
    [...source.matchAll(named)].map(([, word = '']) => word),
  );
  return new Set(words.filter((word) => CALLS.has(word)));
}

describe('what the console does', () => {
  it('has a command, but for what pages alone do', async () => {
    const ofConsole = await callsIn('apps/console/src', /\.(\w+)/g);
    // Some are named by a text, `client[name](…)`.
    const ofCommand = await callsIn('packages/cli/src', /(?:\.|')(\w+)/g);
    expect(ofConsole.size).toBeGreaterThan(60);
    const missing = [...ofConsole].filter((call) => !ofCommand.has(call)).toSorted();
    expect(missing).toEqual(Object.keys(FOR_PAGES_ALONE).toSorted());
  });
});
