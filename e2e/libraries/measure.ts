// Measures the libraries of libraries.ts and writes results.json: `pnpm libraries`, `pnpm libraries --only zod`. It
// installs much from npm and takes long, so it saves what it found after each library: what results.json has already is left
// out the next time, unless it is named or `--again` given. `--installed` goes on with the packages of the last time.
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { whyNoHermes } from '@host/headless-host';

import { provideChromium } from '../../scripts/services/provideChromium.ts';
import { startTestBed } from '../host-runtime/openHost.ts';
import type { Library, Results } from './Library.types.ts';
import { LIBRARIES } from './libraries.ts';
import { measureLibrary } from './measureLibrary.ts';
import {
  installLibraries,
  installedIn,
  installedVersions,
  prepareProject,
} from './prepareProjects.ts';

const RESULTS = new URL('results.json', import.meta.url);
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    again: { type: 'boolean', default: false },
    installed: { type: 'boolean', default: false },
    folder: { type: 'string' },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);

const results = JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '{}')) as Results;
const noHermes = whyNoHermes();
if (noHermes !== undefined) throw new Error(`It cannot be measured on Hermes. ${noHermes}`);
const chromium = await provideChromium();
if ('reason' in chromium) throw new Error(`It cannot be measured in a browser. ${chromium.reason}`);

// Who measures a few does not wait until all are installed.
const folder =
  options.folder ?? join(tmpdir(), options.only ? 'miniapp-libraries-few' : 'miniapp-libraries');
const wanted = options.only ? LIBRARIES.filter(isChosen) : LIBRARIES;
if (!options.installed) await installLibraries(folder, wanted, say);
const installed = installedIn(folder);
const bed = await startTestBed(chromium.path);
for (const library of LIBRARIES.filter(isChosen)) {
  try {
    await measure(library);
  } catch (error) {
    // Whoever ends this ends the browser first.
    if (!bed.browser.isConnected()) throw error;
    // Nothing is known of this one; the others are not to wait for it.
    say(`${library.name} could not be measured: ${String(error)}`);
    process.exitCode = 1;
  }
}
await bed.close();

async function measure(library: Library): Promise<void> {
  const start = performance.now();
  const root = await prepareProject(installed, library);
  const platforms = await measureLibrary(root, library, bed);
  const versions = await installedVersions(installed, library);
  results[library.name] = { ...versions, measuredOn: today(), platforms };
  await save();
  const seconds = Math.round((performance.now() - start) / 1000);
  say(`${library.name} ${versions.version}, after ${seconds} s: ${JSON.stringify(platforms)}`);
}

function isChosen({ name, use }: Library): boolean {
  const { only, again } = options;
  if (only) return only.includes(name) || only.includes(use);
  return again || results[name] === undefined;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** In the order of the list, without what the list has no more. */
async function save(): Promise<void> {
  const kept = LIBRARIES.flatMap(({ name }) => (results[name] ? [[name, results[name]]] : []));
  await writeFile(RESULTS, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
