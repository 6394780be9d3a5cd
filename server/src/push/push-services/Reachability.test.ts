import { expect, it } from 'vitest';

import type { ChangeListener, Database } from '../../storage/database/Database.types.ts';
import { DEVICE_CHANGE } from '../devices/deviceChanges.ts';
import { Reachability } from './Reachability.ts';

it('an answer that was read before a device came does not hide it, however late it arrives', async () => {
  let hear: ChangeListener = () => undefined;
  const asked: ((row: object | undefined) => void)[] = [];
  const db = {
    onChange: (listener: ChangeListener) => {
      hear = listener;
      return () => undefined;
    },
    get: () => new Promise((resolve) => asked.push(resolve)),
  } as unknown as Database;
  const reachability = new Reachability(db);
  const first = reachability.look();
  expect(reachability.isAny).toBe(false);
  hear({ topic: DEVICE_CHANGE, key: '1' });
  // A message that is stored while nobody knows yet is for that device, too.
  expect(reachability.isAny).toBe(true);
  asked[1]!({ found: 1 });
  await new Promise(setImmediate);
  expect(reachability.isAny).toBe(true);
  asked[0]!(undefined);
  await first;
  expect(reachability.isAny).toBe(true);
});

it('a device that no service reaches changes nothing', async () => {
  let hear: ChangeListener = () => undefined;
  const db = {
    onChange: (listener: ChangeListener) => {
      hear = listener;
      return () => undefined;
    },
    get: async () => undefined,
  } as unknown as Database;
  const reachability = new Reachability(db);
  hear({ topic: DEVICE_CHANGE, key: '1' });
  await new Promise(setImmediate);
  expect(reachability.isAny).toBe(false);
});
