import { ApiError } from '../../errors/ApiError.ts';
import type { Answer } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import type { Caller } from '../../operations/identity/Caller.ts';
import type { Transaction } from '../../storage/database/Database.types.ts';
import { findMiniProgram, setSuspended } from '../records/miniProgramRows.ts';
import { requireMiniProgram, finishChange } from './changeVersion.ts';
import { toMiniProgram } from './toMiniProgram.ts';

/**
 * Suspends a mini-app everywhere at once, or resumes it; idempotent. A suspension by an operator can only be lifted by an
 * operator.
 */
export async function changeSuspension(
  tx: Transaction,
  appId: string,
  suspended: boolean,
  reason: string | undefined,
  caller: Caller,
): Promise<Answer> {
  await requireMiniProgram(tx, appId, Date.now());
  const before = (await findMiniProgram(tx, appId))!;
  const isOperators = before.suspended === 1 && before.suspended_by_operator === 1;
  if (isOperators && !caller.isOperator) {
    throw new ApiError('operator-needed', `An operator suspended ${appId}.`);
  }
  const shown = await toMiniProgram(tx, before);
  await setSuspended(tx, appId, {
    suspended,
    reason: suspended ? reason : undefined,
    byOperator: suspended && caller.isOperator,
  });
  await finishChange(tx, appId);
  const body = await toMiniProgram(tx, (await findMiniProgram(tx, appId))!);
  return {
    status: 200,
    body,
    details: { ...(reason && { reason }) },
    change: changeOf(shown, body),
  };
}
