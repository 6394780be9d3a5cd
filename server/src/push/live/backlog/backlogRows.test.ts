import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../../storage/database/Database.types.ts';
import { openTestDatabase } from '../../../testing/testDatabase.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { insertDevice } from '../../device-lifecycle/ownershipRows.ts';
import { insertSubscriptions } from '../../devices/topicRows.ts';
import { readClock } from '../../messages/clockRows.ts';
import type { Payload } from '../../messages/Message.types.ts';
import { MessageLog } from '../../messages/MessageLog.ts';
import { readBacklog } from './Backlog.ts';
import { newestKeys } from './backlogRows.ts';

describe.each(testEngines())('the package that a message is for ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  let deviceId: number;
  beforeAll(async () => {
    ({ db, release } = await openTestDatabase({ engine }));
    const device = await insertDevice(db, {
      token: 'phone',
      platform: 'android',
      app: 'com.acme.host',
      personId: null,
      address: null,
      now: 1,
      position: 0,
      hasCome: true,
    });
    deviceId = device!.id;
    await insertSubscriptions(db, 'news', [deviceId], 0, 1);
    const log = new MessageLog({
      db,
      onCommit: () => {},
      usesPushServices: () => false,
    });
    const store = (collapseKey: string, payload: Partial<Payload>) =>
      log.append({
        sender: 's',
        audience: { kind: 'topic', topic: 'news' },
        collapseKey,
        payload: { priority: 'normal', ...payload },
        createdAt: 1,
        sendAt: 1,
        expiresAt: Number.MAX_SAFE_INTEGER,
      });
    await store('plain', { data: { k: 'v' } });
    await store('data', { data: { restrictedPackageName: 'com.other' } });
    await store('own', { restrictedPackageName: 'com.acme.host' });
    await store('other', { restrictedPackageName: 'com.other' });
  });
  afterAll(() => release());

  const everything = async () => ({ after: 0, upTo: await readClock(db) });

  it('is not what its data calls so: such a message collapses others as any does', async () => {
    const keys = await newestKeys(db, deviceId, await everything(), 2);
    expect(keys).toEqual(['data', 'plain']);
  });

  it('decides which devices of a topic get it later', async () => {
    const read = async (app: string | null) => {
      const { messages } = await readBacklog(db, { deviceId, app }, await everything());
      return messages.map(({ collapse_key }) => collapse_key);
    };
    expect(await read('com.acme.host')).toEqual(['plain', 'data', 'own']);
    expect(await read('com.third')).toEqual(['plain', 'data']);
    expect(await read(null)).toEqual(['plain', 'data', 'own', 'other']);
  });
});
