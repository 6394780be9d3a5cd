import { LIMITS, nameProblem, type Registration } from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import { findOwner } from '../../../operations/identity/ownerRows.ts';
import type { Queries } from '../../../storage/database/Database.types.ts';
import { MAX_KEYS, nameKeys } from '../../../text/nameKeys.ts';
import { findMiniProgram } from '../../records/miniProgramRows.ts';
import { claimKey, countKeysOf, isAllowed } from './nameRows.ts';

type Named = Pick<Registration, 'appId' | 'name' | 'translations'>;

/** The JSON pointer of the name in a registration. */
const NAME = '/name';
const pointerOf = (language: string) => `/translations/${language}/name`;

/** Refuses a deceptive name (confusable or invisible characters), unless the mini-app has it already. */
export async function refuseWrongName(
  db: Queries,
  { appId, name, translations = {} }: Named,
): Promise<void> {
  for (const [language, { name: own }] of Object.entries(translations)) {
    if (own !== undefined) requireName(own, pointerOf(language));
  }
  if (nameProblem(name) === undefined) return;
  if ((await findMiniProgram(db, appId))?.name !== name) requireName(name);
}

/** Throws if a name is deceptive, with confusable or invisible characters. */
export function requireName(name: string, pointer = NAME): void {
  const problem = nameProblem(name);
  if (problem === undefined) return;
  const detail = `${JSON.stringify(name)} ${problem}`;
  throw new ApiError('invalid-body', `${pointer}: ${detail}`, {
    errors: [{ pointer, code: 'name_not_readable', detail }],
  });
}

/**
 * Claims the names of a mini-app in all languages, in the transaction that registers it, so that of two concurrent claims
 * one wins. It keeps every name that it ever had.
 */
export async function claimAppNames(
  tx: Queries,
  { appId, name, translations = {} }: Named,
): Promise<void> {
  const own = `app:${appId}`;
  const before = await countKeysOf(tx, own);
  await claimAppName(tx, appId, name, NAME);
  for (const [language, { name: translated }] of Object.entries(translations)) {
    if (translated !== undefined) await claimAppName(tx, appId, translated, pointerOf(language));
  }
  const after = await countKeysOf(tx, own);
  if (after > before && after > MAX_KEYS * LIMITS.namesPerApp) {
    throw new ApiError(
      'too-many-names',
      `${appId} has had ${LIMITS.namesPerApp} names, which is the limit.`,
    );
  }
}

async function claimAppName(
  tx: Queries,
  appId: string,
  name: string,
  pointer: string,
): Promise<void> {
  const own = `app:${appId}`;
  for (const key of nameKeys(name)) {
    const holder = await claimKey(tx, key, own);
    if (holder === own || (await isAllowed(tx, appId, key))) continue;
    const { publisher_id: publisher = null } = (await findOwner(tx, appId)) ?? {};
    if (publisher === null || holder !== `publisher:${publisher}`) throw taken(name, pointer);
  }
}

/** Claims a name for a publisher; its own mini-apps may use it too. */
export async function claimPublisherName(
  tx: Queries,
  publisherId: string,
  name: string,
  allowLookAlike: boolean,
): Promise<void> {
  requireName(name);
  const own = `publisher:${publisherId}`;
  for (const key of nameKeys(name)) {
    const holder = await claimKey(tx, key, own);
    if (holder === own || allowLookAlike) continue;
    const [, appId] = /^app:(.*)$/.exec(holder) ?? [];
    const owner = appId === undefined ? undefined : await findOwner(tx, appId);
    if (owner?.publisher_id !== publisherId) throw taken(name, NAME);
  }
}

// Does not say who has it: it may be a mini-app that is not public yet.
function taken(name: string, pointer: string): ApiError {
  const detail = `${JSON.stringify(name)} looks like the name of another mini-app or publisher`;
  return new ApiError('name-taken', `${pointer}: ${detail}.`, {
    errors: [{ pointer, code: 'name_taken', detail }],
  });
}
