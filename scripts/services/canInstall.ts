import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

import { noteNotTested } from './noteNotTested.ts';

/** Whether npm can reach a registry with our dependencies. In CI it has to. */
export async function canInstall(): Promise<boolean> {
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
  try {
    await promisify(execFile)('npm', ['view', 'react', 'name'], {
      cwd: tmpdir(),
      // Drops the environment of pnpm and vitest, which would confuse npm, but keeps this machine's certificates.
      env: { PATH, HOME, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }) },
      timeout: 120_000,
    });
    return true;
  } catch (error) {
    if (process.env['CI']) throw error;
    await noteNotTested(
      'Projects from the first command to a published mini-app. npm reaches no registry: see `npm ping`.',
    );
    return false;
  }
}
