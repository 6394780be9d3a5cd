import { parseCondition } from '@host/contracts';
import { expect, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { AudienceCounts } from './AudienceCounts.ts';

const CONDITION = parseCondition(`'news' in topics`)!;

it('a caller has few counts at once, and is in the way of nobody else', async () => {
  let answer: (row: object) => void = () => undefined;
  const answered = new Promise<object>((resolve) => (answer = resolve));
  const db = { get: () => answered } as unknown as Database;
  const counts = new AudienceCounts(db);
  const own = [1, 2, 3].map(() => counts.count('token', CONDITION));
  await expect(counts.count('token', CONDITION)).rejects.toMatchObject({
    code: 'rate-limited',
    retryAfterSeconds: 1,
  });
  const other = counts.count('another', CONDITION);
  answer({ devices: 0, looked: 0, matching: 0, up_to: null });
  const none = { devices: 0, isExact: true };
  expect(await Promise.all([...own, other])).toEqual([none, none, none, none]);
  // There is room again.
  expect(await counts.count('token', CONDITION)).toEqual(none);
});
