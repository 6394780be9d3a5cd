import { readdir } from 'node:fs/promises';

import { run } from './run.mjs';

const SHARED_SETTINGS = 'tsconfig.base.json';

/** Type-checks the project of every tsconfig file in the repository root. */
export async function checkTypes() {
  const failures = [];
  const projects = (await readdir('.')).filter(
    (file) => /^tsconfig(\.\w+)?\.json$/.test(file) && file !== SHARED_SETTINGS,
  );
  for (const project of projects) {
    await run(['tsc', '-p', project]).catch((error) => failures.push(error.message));
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return projects.join(', ');
}
