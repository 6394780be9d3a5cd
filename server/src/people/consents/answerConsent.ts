import { type ConsentAnswer, type ConsentPermission, LIMITS } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import {
  type ConsentRow,
  countConsents,
  findConsent,
  lockConsents,
  putConsent,
} from './consentRows.ts';

/** Stores a person's answer to a mini-app. Returns the answer in effect, which is the later of two. */
export async function answerConsent(
  db: Database,
  personId: string,
  { appId, permission }: { appId: string; permission: ConsentPermission },
  { state, secondsAgo = 0 }: ConsentAnswer,
): Promise<ConsentRow> {
  return db.transaction(async (tx) => {
    if (!(await findConsent(tx, personId, appId, permission))) {
      await lockConsents(tx, personId);
      requireRoom(await countConsents(tx, personId));
    }
    const answeredAt = Math.max(0, Date.now() - secondsAgo * 1000);
    await putConsent(tx, personId, { app_id: appId, permission, state, answered_at: answeredAt });
    return (await findConsent(tx, personId, appId, permission))!;
  });
}

function requireRoom(count: number): void {
  if (count < LIMITS.consentsPerPerson) return;
  throw new ApiError(
    'consents-full',
    `At most ${LIMITS.consentsPerPerson} answers are kept for a person.`,
  );
}
