import { resolve } from 'node:path';

import type { Config } from '../../config/Config.types.ts';
import { UsageError } from '../../errors/UsageError.ts';
import { dataPlaces } from '../dataPlaces.ts';
import { parseArguments } from '../parseArguments.ts';
import { checkBackup } from './checkBackup.ts';
import { Progress } from './Progress.ts';
import { restoreBackup } from './restoreBackup.ts';

const RESTORE_HELP = `restore <folder> [--check] [--force]

Puts a backup where the server keeps its data: DATA_DIR, DATABASE_URL, OBJECTS_URL. Stop every server on them first. All of
it is read before anything is written, and what was written is read again. Ids go on above all that were given away since.
Sessions of the console end. What was due since the backup is neither released nor sent. What was revoked or cancelled since is
valid and to come again: the command names the tokens and keys, and counts what is scheduled.
  --check   only reads the backup, and says whether it is complete and undamaged
  --force   replaces the data that is there; objects that the backup does not have stay, and nothing refers to them

Examples
  host-server restore /backups/monday --check
  DATA_DIR=/var/lib/host-server host-server restore /backups/monday
`;

/** Runs the command `restore`. Returns the message for the operator. */
export async function restoreCommand(
  readConfig: () => Config,
  args: readonly string[],
  write: (line: string) => void,
): Promise<string> {
  const { word, options, isHelp } = parseArguments(args, {
    command: 'restore',
    known: ['--check', '--force'],
    help: RESTORE_HELP,
  });
  if (isHelp) return RESTORE_HELP;
  if (word === undefined) throw new UsageError('restore: from which folder?', RESTORE_HELP);
  const folder = resolve(word);
  const progress = new Progress(write);
  if (options.has('--check')) {
    const { madeAt, objects } = await checkBackup(folder, progress);
    return `The backup of ${madeAt} is complete and undamaged: ${objects.count} objects.\n`;
  }
  const { madeAt } = await restoreBackup(dataPlaces(readConfig()), folder, {
    isForced: options.has('--force'),
    progress,
  });
  return `The backup of ${madeAt} is restored and was compared. Start the server.\n`;
}
