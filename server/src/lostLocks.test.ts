import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ApiError } from './errors/ApiError.ts';
import type { Database, HeldLock } from './storage/database/Database.types.ts';
import { createTestServer, registrationOf, type TestServer } from './testing/createTestServer.ts';

const APP = 'com.acme.orders';
const VERSION = '1.0.0';

/** A lock that somebody else had when its holder could go on: known before it writes, or only by its transaction. */
function lostLock(isKnown: boolean): HeldLock {
  const stopping = new AbortController();
  const lost = new ApiError('unavailable', 'This server stood still for too long.');
  if (isKnown) stopping.abort(lost);
  return { signal: stopping.signal, demand: () => Promise.reject(lost) };
}

describe.each([
  ['knows it', true],
  ['does not know it', false],
])('a node that stood still while it had a lock, and %s,', (_, isKnown) => {
  let server: TestServer;
  let late: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    const withLock: Database['withLock'] = (name, work) =>
      server.db.withLock(name, () => work(lostLock(isKnown)));
    late = await createTestServer({ db: { ...server.db, withLock }, objects: server.objects });
    await server.upload(APP, VERSION);
  });
  afterAll(async () => {
    await late.close();
    await server.close();
  });

  const rows = async () => ({
    artifacts: await server.db.all('SELECT object_key, sha256 FROM artifacts ORDER BY object_key'),
    versions: await server.db.all('SELECT version FROM versions'),
    tokens: await server.db.all('SELECT name FROM tokens'),
    answers: await server.db.all('SELECT idempotency_key FROM idempotency_keys'),
  });

  it('registers nothing, and issues nothing', async () => {
    const before = await rows();
    const registering = late.post('/v1/admin/mini-programs', registrationOf(APP, VERSION));
    const issuing = late.post(
      '/v1/admin/tokens',
      { name: 'Late', scopes: ['read'], expiresInSeconds: 3600 },
      { headers: { 'idempotency-key': 'late' } },
    );
    for (const response of await Promise.all([registering, issuing])) {
      expect([response.statusCode, response.json()]).toEqual([
        503,
        expect.objectContaining({ code: 'unavailable' }),
      ]);
    }
    expect(await rows()).toEqual(before);
  });

  it('has no upload take the place of what another node stored', async () => {
    const before = await rows();
    await expect(late.upload(APP, VERSION, { salt: 'late' })).rejects.toThrow('unavailable');
    expect(await rows()).toEqual(before);
  });
});
