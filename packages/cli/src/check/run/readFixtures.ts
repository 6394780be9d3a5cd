import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { MiniAppSource, Step } from '@host/headless-host';

import type { Finding } from '../Finding.types.ts';

export const FIXTURES = 'fixtures.json';

/** The default person: signed in, a mini-app shows more of itself. */
const SOMEBODY = { openId: 'u-1', name: 'Ada' };

/** The contents of a project's `fixtures.json`: the state of the host, and the interactions with the mini-app. */
export interface Fixtures {
  /** Options of a memory host: `user`, `api`, `storage`, and so on. */
  host: NonNullable<MiniAppSource['host']>;
  steps: Step[];
}

/** The project's fixtures; empty without the file. */
export async function readFixtures(root: string): Promise<Fixtures | Finding> {
  const text = await readFile(join(root, FIXTURES), 'utf8').catch(() => undefined);
  if (text === undefined) return { host: { user: SOMEBODY }, steps: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return finding(`it is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return finding('it is not an object');
  }
  const { steps = [], ...host } = value as { steps?: unknown };
  if (!Array.isArray(steps)) return finding('`steps` is not a list');
  return { host, steps: steps as Step[] };
}

function finding(problem: string): Finding {
  return {
    check: 'fixtures',
    severity: 'error',
    code: 'fixtures-invalid',
    message: `${FIXTURES} cannot be used: ${problem}.`,
    fix: 'It has `user`, `api` and the like, for example { "api": { "GET /orders/items": [] } }.',
    file: FIXTURES,
  };
}
