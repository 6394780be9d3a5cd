import { existsSync } from 'node:fs';

import type { Finding } from '@host/contracts';

import { startFailure } from '../../errors/startFailure.ts';
import { inspectDatabase } from '../../storage/database/inspection/inspectDatabase.ts';
import type { DataPlaces } from '../dataPlaces.ts';

const what = 'database';

/** Checks that this server can use the database. Returns this machine's clock offset from the database's, in ms. */
export async function checkDatabase({
  database,
}: DataPlaces): Promise<{ findings: Finding[]; clockOff: number | undefined }> {
  if ('path' in database && !existsSync(database.path)) {
    const detail = `${database.path} is not there yet: the first start makes it.`;
    return { findings: [{ what, status: 'ok', detail }], clockOff: undefined };
  }
  try {
    const { lastMigration, lastKnown, clock, problems, warnings, arePooled } =
      await inspectDatabase(database);
    const findings = problems.map((detail): Finding => ({ what, status: 'failed', detail }));
    if (lastMigration && lastMigration.id > lastKnown.id) {
      findings.push({
        what,
        status: 'failed',
        detail: `It was used by a newer server (migration ${lastMigration.id}, this one knows ${lastKnown.id}).`,
        cure: 'Start the newer version, or restore a backup of this one.',
      });
    }
    if (findings.length === 0) {
      const level = lastMigration
        ? `Migration ${lastMigration.id} of ${lastKnown.id}; the next start does the rest.`
        : 'It is empty: the first start makes the tables.';
      const detail =
        lastMigration?.id === lastKnown.id ? `Migration ${lastKnown.id}, the last.` : level;
      const through = arePooled ? ' A pooler lends its sessions.' : '';
      findings.push({ what, status: 'ok', detail: `${detail}${through}` });
    }
    for (const warning of warnings) findings.push({ what, status: 'warning', ...warning });
    return { findings, clockOff: clock && offBy(clock) };
  } catch (error) {
    const name = 'url' in database ? 'DATABASE_URL' : database.path;
    const detail = `${name} cannot be used: ${startFailure(error)}`;
    const usual = 'Start the database, and look at the address, the user and the network.';
    const { cure = usual } = error as { cure?: string };
    return { findings: [{ what, status: 'failed', detail, cure }], clockOff: undefined };
  }
}

/** Zero if the other clock's time lies between question and answer, else by how much it lies outside. */
function offBy({ at, asked, answered }: { at: number; asked: number; answered: number }): number {
  if (at < asked) return asked - at;
  return at > answered ? answered - at : 0;
}
