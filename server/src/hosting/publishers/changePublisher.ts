import type { Publisher, PublisherChange, PublisherRequest } from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Answer } from '../../operations/actions/AdminActions.ts';
import { changeOf } from '../../operations/audit/changeOf.ts';
import { findOwner, listAppsOf, putOwner } from '../../operations/identity/ownerRows.ts';
import type { Queries, Transaction } from '../../storage/database/Database.types.ts';
import { requirePublisher, lockOrRefuse } from '../records/requirePublisher.ts';
import { insertPublisher, renamePublisher, toPublisher } from '../records/publisherRows.ts';
import { putReviewPolicy } from '../records/reviewRows.ts';
import { tellAll } from '../records/registryChanges.ts';
import { claimPublisherName } from '../registry/names/claimNames.ts';
import { forgetReviewed } from '../registry/trust/trustRows.ts';

export async function createPublisher(
  tx: Transaction,
  { id, name, allowLookAlike = false }: PublisherRequest,
): Promise<Answer> {
  if (!(await insertPublisher(tx, { id, name }, Date.now()))) {
    throw new ApiError('publisher-exists', `There is a publisher ${id}.`);
  }
  await claimPublisherName(tx, id, name, allowLookAlike);
  return answer(tx, id, undefined, { name, ...(allowLookAlike && { allowLookAlike }) });
}

/** Renames a publisher; the old name stays reserved. */
export async function changeName(
  tx: Transaction,
  id: string,
  { name, allowLookAlike = false }: PublisherChange,
): Promise<Answer> {
  await lockOrRefuse(tx, id);
  const before = toPublisher(await requirePublisher(tx, id));
  await claimPublisherName(tx, id, name, allowLookAlike);
  await renamePublisher(tx, id, name);
  await tellAll(tx, await listAppsOf(tx, id));
  return answer(tx, id, before, { name, ...(allowLookAlike && { allowLookAlike }) });
}

/** Sets whether the versions of a publisher need approval; null means the platform's default. */
export async function changeReviewPolicy(
  tx: Transaction,
  id: string,
  required: boolean | null,
): Promise<Answer> {
  await lockOrRefuse(tx, id);
  const before = toPublisher(await requirePublisher(tx, id));
  await putReviewPolicy(tx, id, required);
  return answer(tx, id, before, { required });
}

/** Assigns a mini-app to a publisher, or to nobody. The trust in its previous publisher does not move with it. */
export async function assignApp(
  tx: Transaction,
  appId: string,
  publisherId: string | null,
): Promise<Answer> {
  if (publisherId !== null) await lockOrRefuse(tx, publisherId);
  const owner = await findOwner(tx, appId);
  await putOwner(tx, appId, publisherId);
  await forgetReviewed(tx, appId);
  await tellAll(tx, [appId]);
  const publisher = publisherId === null ? undefined : await requirePublisher(tx, publisherId);
  return {
    status: 200,
    body: { appId, ...(publisher && { publisher: { id: publisher.id, name: publisher.name } }) },
    details: { publisher: publisherId },
    change: changeOf({ publisher: owner?.publisher_id ?? null }, { publisher: publisherId }),
  };
}

async function answer(
  tx: Queries,
  id: string,
  before: Publisher | undefined,
  details: Record<string, unknown>,
): Promise<Answer> {
  const body = toPublisher(await requirePublisher(tx, id));
  return { status: before ? 200 : 201, body, details, change: changeOf(before, body) };
}
