// Runs every check of the repository that is not a test. Every step runs, even after one has failed.
// `pnpm check types lint` runs those steps alone.
import { existsSync } from 'node:fs';

import { checkDependencies } from './check/checkDependencies.mjs';
import { checkPackages } from './check/checkPackages.mjs';
import { checkPrivateNames } from './check/checkPrivateNames.mjs';
import { checkSize } from './check/checkSize.mjs';
import { checkTypes } from './check/checkTypes.mjs';
import { pnpm } from './build/pnpm.mjs';
import { run } from './check/run.mjs';

/** Each step rejects with what is wrong; a text that it resolves to is printed on its line. */
const STEPS = {
  'lock file': async () => {
    await run(await pnpm('install', '--frozen-lockfile', '--lockfile-only'));
  },
  types: checkTypes,
  lint: async () => {
    await run(['oxlint', '--type-aware', '--deny-warnings']);
  },
  format: async () => {
    await run(['oxfmt', '--check', '.']);
  },
  'dead code': async () => {
    await run(['knip']);
  },
  'private names': checkPrivateNames,
  size: checkSize,
  dependencies: checkDependencies,
  packages: checkPackages,
  docs: async () => {
    if (!existsSync('scripts/generate-docs.ts')) return 'nothing is generated yet';
    await run(['tsx', 'scripts/generate-docs.ts', '--check']);
    return undefined;
  },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(
    `No such step: ${unknown.join(', ')}. There are: ${Object.keys(STEPS).join(', ')}.`,
  );
  process.exit(2);
}

const failed = [];
for (const [name, step] of Object.entries(STEPS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const start = performance.now();
  const outcome = await step().then(
    (note) => ({ mark: 'ok    ', note }),
    (error) => ({ mark: 'FAILED', output: error.message }),
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
  console.log(`${outcome.mark} ${name.padEnd(14)}${seconds} s  ${outcome.note ?? ''}`.trimEnd());
  if (outcome.output === undefined) continue;
  failed.push(name);
  console.log(outcome.output.replaceAll(/^/gm, '       '));
}

if (failed.length > 0) console.log(`\nFAILED: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
