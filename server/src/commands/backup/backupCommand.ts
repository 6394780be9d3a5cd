import { resolve } from 'node:path';

import type { Config } from '../../config/Config.types.ts';
import { UsageError } from '../../errors/UsageError.ts';
import { KEPT_SECRETS, dataPlaces } from '../dataPlaces.ts';
import { parseArguments } from '../parseArguments.ts';
import { Progress } from './Progress.ts';
import { writeBackup } from './writeBackup.ts';

const BACKUP_HELP = `backup <folder> [--force]

Writes everything that the server keeps into a folder, while it runs: the database as it is at one moment, the objects,
and the secrets of DATA_DIR. It reads where the server does: DATA_DIR, DATABASE_URL, OBJECTS_URL. A backup of the embedded
database can be restored to PostgreSQL, and the other way round.
  --force   replaces a backup that is in the folder already

Examples
  host-server backup /backups/monday
  DATABASE_URL=postgres://host@db/host OBJECTS_URL=s3://host-objects host-server backup /backups/monday

Whoever can read the folder can read everything: keep it as you keep DATA_DIR. See restore --help.
`;

/** Runs the command `backup`. Returns the message for the operator. */
export async function backupCommand(
  readConfig: () => Config,
  args: readonly string[],
  write: (line: string) => void,
): Promise<string> {
  const { word, options, isHelp } = parseArguments(args, {
    command: 'backup',
    known: ['--force'],
    help: BACKUP_HELP,
  });
  if (isHelp) return BACKUP_HELP;
  if (word === undefined) throw new UsageError('backup: into which folder?', BACKUP_HELP);
  const folder = resolve(word);
  const { secrets } = await writeBackup(dataPlaces(readConfig()), folder, {
    isForced: options.has('--force'),
    progress: new Progress(write),
  });
  const missing = Object.entries(KEPT_SECRETS).flatMap(([name, variable]) =>
    secrets.includes(name) ? [] : [variable],
  );
  const note =
    missing.length > 0
      ? `\nNot in it, since the environment gives them: ${missing.join(', ')}. Keep them with it; without PEOPLE_SECRET it cannot be used.`
      : '';
  return `The backup is complete in ${folder}.${note}\n`;
}
