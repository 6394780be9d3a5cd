import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

import { noteNotTested } from './noteNotTested.ts';

/** Whether npm reaches a registry of the packages that ours depend on. In CI it has to. */
export async function canInstall(): Promise<boolean> {
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
  try {
    await promisify(execFile)('npm', ['view', 'react', 'name'], {
      cwd: tmpdir(),
      // What pnpm and vitest tell their own children is not for npm; whom this machine trusts is.
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
