import { tmpdir } from 'node:os';

import { noteNotTested } from '../../../../scripts/services/noteNotTested.ts';
import { runCommand } from './runCommand.ts';

/** Whether npm reaches a registry of the packages that ours depend on. In CI it has to. */
export async function canInstall(): Promise<boolean> {
  try {
    await runCommand(['npm', 'view', 'react', 'name'], tmpdir());
    return true;
  } catch (error) {
    if (process.env['CI']) throw error;
    await noteNotTested(
      'Projects from the first command to a published mini-app. npm reaches no registry: see `npm ping`.',
    );
    return false;
  }
}
