import { ApiError } from '../../../errors/ApiError.ts';
import type { Answer } from '../../../operations/actions/AdminActions.ts';
import { changeOf } from '../../../operations/audit/changeOf.ts';
import type { Queries, Transaction } from '../../../storage/database/Database.types.ts';
import { listActiveKeys } from '../../records/keyRows.ts';
import { findMiniProgram, setFramed } from '../../records/miniProgramRows.ts';
import { signingKeysOf } from '../../records/trustOf.ts';
import { type VersionRow, listUsable } from '../../records/versionRows.ts';
import { requireMiniProgram, requireVersion, finishChange } from '../changeVersion.ts';
import { recordAnswer } from '../recordAnswer.ts';
import { deleteVersionTrust, putVersionTrust } from './trustRows.ts';

/** A trust decision about one version: whether it may run in the host's page. */
export async function changeVersionTrust(
  tx: Transaction,
  appId: string,
  version: string,
  decision: { state: 'trusted' | 'taken'; reason: string | undefined; actor: string },
): Promise<Answer> {
  const now = Date.now();
  await requireMiniProgram(tx, appId, now);
  const row = await requireVersion(tx, appId, version);
  if (decision.state === 'trusted') refuse(whyNot(row, await listActiveKeys(tx, appId)));
  const before = recordAnswer(200, row, (await findMiniProgram(tx, appId))!);
  await putVersionTrust(tx, row, { ...decision, reason: decision.reason ?? null, at: now });
  await finishChange(tx, appId);
  const changed = await requireVersion(tx, appId, version);
  const answer = recordAnswer(200, changed, (await findMiniProgram(tx, appId))!);
  return {
    ...answer,
    details: { ...(decision.reason && { reason: decision.reason }) },
    change: changeOf(before.body, answer.body),
  };
}

/** Trusts every version of a mini-app that can be trusted now; refuses when none can. */
export async function trustApp(tx: Queries, appId: string, actor: string): Promise<void> {
  const usable = await listUsable(tx, appId);
  const keys = await listActiveKeys(tx, appId);
  const fitting = usable.filter((row) => !whyNot(row, keys));
  if (fitting.length === 0) {
    refuse(
      usable[0]
        ? whyNot(usable[0], keys)
        : new ApiError('not-verified', `${appId} has no version whose artifacts are verified.`),
    );
  }
  const at = Date.now();
  for (const row of fitting) {
    await putVersionTrust(tx, row, { state: 'trusted', reason: null, actor, at });
  }
  await setFramed(tx, appId, false);
}

/** Ends the trust in all versions of a mini-app, and keeps it from inheriting its publisher's. */
export async function keepInFrames(tx: Queries, appId: string): Promise<void> {
  await deleteVersionTrust(tx, appId);
  await setFramed(tx, appId, true);
}

/** Why a version cannot be trusted: its artifacts are unverified or unsigned, or a signing key was revoked. */
function whyNot(row: VersionRow, activeKeys: readonly string[]): ApiError | undefined {
  const name = `${row.app_id}@${row.version}`;
  if (row.verified !== 1) {
    return new ApiError(
      'not-verified',
      `${name} cannot be trusted: ${row.unverified_reason ?? 'its artifacts are not verified'}.`,
    );
  }
  const signedWith = signingKeysOf(row);
  if (!signedWith && activeKeys.length > 0) {
    return new ApiError('signature-missing', `${name} is not signed, and ${row.app_id} has a key.`);
  }
  const revoked = signedWith?.find((keyId) => !activeKeys.includes(keyId));
  return revoked === undefined
    ? undefined
    : new ApiError(
        'signature-invalid',
        `${name} is signed with the key ${revoked}, revoked since.`,
      );
}

function refuse(error: ApiError | undefined): void {
  if (error) throw error;
}
