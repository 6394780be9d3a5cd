import type { Answer } from '../http/AdminActions.ts';
import type { Transaction } from '../storage/database/Database.types.ts';
import { demandMiniProgram, finishChange } from './changeVersion.ts';
import { findMiniProgram, setSuspended, toMiniProgram } from './miniProgramRows.ts';

/** Stops a mini-app everywhere at once, or lets it run again. Doing it twice is no error. */
export async function changeSuspension(
  tx: Transaction,
  appId: string,
  suspended: boolean,
  reason: string | undefined,
): Promise<Answer> {
  await demandMiniProgram(tx, appId, Date.now());
  await setSuspended(tx, appId, suspended, suspended ? reason : undefined);
  await finishChange(tx, appId);
  const row = await findMiniProgram(tx, appId);
  return { status: 200, body: toMiniProgram(row!), details: { ...(reason && { reason }) } };
}
