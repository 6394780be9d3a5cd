import { createHmac, timingSafeEqual } from 'node:crypto';

import { CONSOLE_PATH, LIMITS } from '@host/contracts';

import { sortableId, timeOfId } from '../identity/IssuedSecrets.ts';

const FORM = /^hcl_([a-z0-9]{26})_([A-Za-z0-9_-]{43})$/;
/** Clock skew between the server and the machine that makes a link. */
const MAX_SKEW_MS = 60_000;

/**
 * Makes the secret of a link that signs in to the console once, as the root token. Whoever has that token can make it
 * offline; the server stores nothing until the link is used.
 */
export function makeConsoleLink(rootToken: string, now: number): string {
  const id = sortableId(now);
  return `hcl_${id}_${macOf(rootToken, id).toString('base64url')}`;
}

/** The one-time sign-in link. The fragment stays in the browser: no log and no proxy sees it. */
export function consoleAddress(consoleUrl: string, rootToken: string, now: number): string {
  return `${consoleUrl}${CONSOLE_PATH}#link=${makeConsoleLink(rootToken, now)}`;
}

/** The id of a link, and the root token that it was made with; undefined if it is invalid or expired. */
export function readConsoleLink(
  text: string,
  rootTokens: readonly string[],
  now: number,
): { id: string; rootToken: string } | undefined {
  const [, id, mac] = FORM.exec(text) ?? [];
  if (id === undefined || mac === undefined) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const rootToken = rootTokens.find((each) => timingSafeEqual(macOf(each, id), given));
  const age = now - timeOfId(id);
  const isFresh = age >= -MAX_SKEW_MS && age < LIMITS.consoleLinkSeconds * 1000;
  return rootToken !== undefined && isFresh ? { id, rootToken } : undefined;
}

function macOf(rootToken: string, id: string): Buffer {
  return createHmac('sha256', rootToken).update(`console link ${id}`).digest();
}
