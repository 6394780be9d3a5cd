// Measures the libraries of libraries.ts and writes results.json: `pnpm libraries`, `pnpm libraries --only zod`. It
// installs much from npm and takes long: what results.json has already is left out, unless it is named or `--again` given.
// It wants a machine to itself: on a busy one a mini-app passes the limits of `miniapp check`, and the library gets the blame.
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { whyNoHermes } from '@host/headless-host';

import { provideChromium } from '../../scripts/services/provideChromium.ts';
import { startTestBed } from '../host-runtime/openHost.ts';
import type { Library, LibraryResult, Results } from './Library.types.ts';
import { LIBRARIES } from './libraries.ts';
import { measureBatch, platformsOf } from './measureBatch.ts';
import { installLibraries, installedVersions, prepareBatch } from './prepareProjects.ts';

const RESULTS = new URL('results.json', import.meta.url);
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    again: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'miniapp-libraries') },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);

const results = JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '{}')) as Results;
const noHermes = whyNoHermes();
if (noHermes !== undefined) throw new Error(`It cannot be measured on Hermes. ${noHermes}`);
const chromium = await provideChromium();
if ('reason' in chromium) throw new Error(`It cannot be measured in a browser. ${chromium.reason}`);

const batches = await installLibraries(options.folder, LIBRARIES, say);
const bed = await startTestBed(chromium.path);
for (const batch of batches) {
  const libraries = batch.libraries.filter(isChosen);
  if (libraries.length === 0) continue;
  const start = performance.now();
  say(`${batch.name}: ${libraries.map(({ name }) => name).join(', ')}`);
  const chosen = { ...batch, libraries };
  const root = await prepareBatch(options.folder, chosen);
  const verdicts = await measureBatch(root, libraries, { bed, say });
  for (const library of libraries) {
    const { name } = library;
    const versions = await installedVersions(batch, library);
    const platforms = platformsOf(verdicts, name);
    results[name] = { ...versions, measuredOn: today(), platforms } satisfies LibraryResult;
  }
  await save();
  say(`${batch.name} took ${Math.round((performance.now() - start) / 1000)} s`);
}
await bed.close();

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
