import { LIMITS } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../../testing/testDatabase.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { AnswerQuota } from './AnswerQuota.ts';
import { keepAnswer } from './idempotencyRows.ts';

const KEPT_MS = LIMITS.idempotencyKeySeconds * 1000;
const ANSWER = { request_hash: 'a', status: 200, headers: '{}', body: '{}' };

describe.each(testEngines())('the answers that are kept for one holder ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  let now = Date.parse('2026-01-10T12:00:00Z');
  beforeAll(async () => void ({ db, release } = await openTestDatabase({ engine })));
  afterAll(() => release());

  let keys = 0;
  const alerts: string[] = [];
  const quotaOf = (max: number) =>
    new AnswerQuota(db, { max, now: () => now, onFull: () => void alerts.push('full') });
  const keep = async (quota: AnswerQuota, actor: string) => {
    await quota.requireRoom(actor);
    await keepAnswer(db, actor, `key-${++keys}`, ANSWER, now);
  };

  it('are so many; one more is refused until the oldest is no longer kept', async () => {
    const quota = quotaOf(3);
    for (let n = 0; n < 3; n++) {
      await keep(quota, 'ann');
      now += 60_000;
    }
    await expect(keep(quota, 'ann')).rejects.toMatchObject({
      code: 'quota-exceeded',
      retryAfterSeconds: (KEPT_MS - 3 * 60_000) / 1000,
    });
    expect(alerts).toEqual(['full']);
    // Another holder has a number of their own.
    await keep(quota, 'ben');
    // The oldest has expired, the two others have not.
    now += KEPT_MS - 3 * 60_000;
    await keep(quota, 'ann');
    await expect(keep(quota, 'ann')).rejects.toMatchObject({ code: 'quota-exceeded' });
  });

  it('are counted in the database: a node that starts, or another one, knows of them', async () => {
    const first = quotaOf(2);
    await keep(first, 'eve');
    await keep(first, 'eve');
    await expect(keep(quotaOf(2), 'eve')).rejects.toMatchObject({ code: 'quota-exceeded' });
  });

  it('do not count for long what failed and was not kept', async () => {
    const quota = quotaOf(2);
    for (let n = 0; n < 2; n++) await quota.requireRoom('kim');
    await expect(quota.requireRoom('kim')).rejects.toMatchObject({ code: 'quota-exceeded' });
    now += 10_000;
    await expect(quota.requireRoom('kim')).resolves.toBeUndefined();
  });
});
