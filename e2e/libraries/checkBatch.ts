import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Platform } from '@host/contracts';
import { type EngineName, type RunError, type Step, runScenario } from '@host/headless-host';

import type { Library } from './Library.types.ts';
import { writeUses } from './prepareProjects.ts';
import { stepsOf } from './useList.ts';

interface CheckOutput {
  ok: boolean;
  error?: { message: string };
  findings?: { check: string; severity: string; message: string; fix: string; file?: string }[];
}

const BUDGET = '50MB';
const ENGINES: readonly EngineName[] = ['v8', 'hermes'];

/**
 * What the project's own `miniapp check` says of the libraries of a batch: why each fails that does. Those that fail are
 * taken out until the rest passes, so that what works has been built and run without a finding.
 */
export async function checkBatch(
  root: string,
  libraries: readonly Library[],
  platforms: readonly Platform[],
  say: (text: string) => void,
): Promise<Map<string, string>> {
  const failed = new Map<string, string>();
  const remaining = () => libraries.filter(({ name }) => !failed.has(name));
  while (remaining().length > 0) {
    await writeUses(root, remaining());
    const output = await check(root, platforms);
    if (output.ok) break;
    const found = await findFailing(root, remaining(), platforms, output);
    for (const [name, why] of found) {
      failed.set(name, why);
      say(`  ${name}, ${platforms.join(' and ')}: ${why}`);
    }
    if (found.size > 0) continue;
    throw new Error(`${root} fails, and no library is to blame: ${JSON.stringify(output)}`);
  }
  return failed;
}

async function findFailing(
  root: string,
  libraries: readonly Library[],
  platforms: readonly Platform[],
  { findings = [], error }: CheckOutput,
): Promise<Map<string, string>> {
  const problems = findings.filter(({ severity }) => severity === 'error');
  const texts = error
    ? [error.message]
    : problems.map(({ message, file = '' }) => `${message} ${file}`);
  const found = new Map<string, string>();
  for (const library of libraries) {
    const text = texts.find(
      (one) => one.includes(`src/uses/${library.use}.tsx`) || isIn(one, library),
    );
    if (text !== undefined) found.set(library.name, text);
  }
  if (problems.some(({ check: name }) => name !== 'run') || error) return found;
  return runEach(root, libraries, platforms);
}

function isIn(text: string, { name, with: others = [] }: Library): boolean {
  const names = [name, ...others.map((other) => other.replace(/(.)@[^/]*$/, '$1'))];
  return names.some((one) => text.includes(`node_modules/${one}/`));
}

/** Runs the uses one after the other, on both engines, and goes on after one that fails: on the first platform where one does. */
async function runEach(
  root: string,
  libraries: readonly Library[],
  platforms: readonly Platform[],
): Promise<Map<string, string>> {
  const failed = new Map<string, string>();
  for (const platform of platforms) {
    if (platform === 'web' || failed.size > 0) continue;
    const dir = join(root, 'build', platform);
    for (const engine of ENGINES) {
      let rest = libraries.filter(({ name }) => !failed.has(name));
      while (rest.length > 0) {
        const stepsOfEach = rest.map((library) => stepsOf(library));
        const run = await runScenario({ dir, platform, engine, steps: stepsOfEach.flat() });
        if (run.ok) break;
        const index = indexOfFailing(run.errors, stepsOfEach);
        const cause = run.errors.find(({ kind }) => kind !== 'step') ?? run.errors[0];
        const on = engine === 'hermes' ? ' (on Hermes alone)' : '';
        failed.set(rest[index]!.name, `${cause?.message ?? 'it does not run'}${on}`);
        rest = rest.slice(index + 1);
      }
    }
  }
  return failed;
}

/** The use whose steps hold the one that the report names: `Step 3, at press …`. Where it names none, the first is to blame. */
function indexOfFailing(errors: readonly RunError[], stepsOfEach: readonly Step[][]): number {
  const [, step = '1'] =
    /^Step (\d+),/.exec(
      errors.map(({ message }) => message).find((text) => text.startsWith('Step ')) ?? '',
    ) ?? [];
  let end = 0;
  return stepsOfEach.findIndex((steps) => Number(step) <= (end += steps.length));
}

function check(root: string, platforms: readonly Platform[]): Promise<CheckOutput> {
  const command = commandOf(root);
  const args = ['check', '--json', '--platform', platforms.join(','), '--budget', BUDGET];
  const env = { ...process.env, XDG_CONFIG_HOME: join(root, 'node_modules/.config') };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [command, ...args],
      { cwd: root, env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout) as CheckOutput);
        } catch {
          reject(new Error(`miniapp check gave no report: ${stderr}`, { cause: error }));
        }
      },
    );
  });
}

/** The command that the project has installed, wherever that is above it. */
function commandOf(root: string): string {
  const folders = createRequire(join(root, 'package.json')).resolve.paths('@host/cli') ?? [];
  const files = folders.map((folder) => join(folder, '@host/cli/dist/main.js'));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`@host/cli is not installed for ${root}.`);
  return found;
}
