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

/** As nodes of a release that locks in another way, which meet while one is replaced by the other. */
describe('two nodes whose locks do not exclude each other', () => {
  const FREE: HeldLock = { signal: new AbortController().signal, demand: async () => undefined };
  let server: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    const withLock: Database['withLock'] = (_, work) => work(FREE);
    other = await createTestServer({ db: { ...server.db, withLock }, objects: server.objects });
  });
  afterAll(async () => {
    await other.close();
    await server.close();
  });

  it('do what is asked of both under one Idempotency-Key once', async () => {
    const issue = (at: TestServer) =>
      at.post(
        '/v1/admin/tokens',
        { name: 'Twice', scopes: ['read'], expiresInSeconds: 3600 },
        { headers: { 'idempotency-key': 'twice' } },
      );
    const answers = await Promise.all([server, other, server, other].map(issue));
    const issued = await server.db.all(`SELECT id FROM tokens WHERE name = 'Twice'`);
    expect(issued).toHaveLength(1);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses).toContain(201);
    expect(statuses.filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
  });

  it('keep one of two registrations of a version', async () => {
    await server.upload(APP, VERSION);
    const body = registrationOf(APP, VERSION);
    const answers = await Promise.all(
      [server, other].map((at) => at.post('/v1/admin/mini-programs', body)),
    );
    expect(await server.db.all('SELECT version FROM versions')).toHaveLength(1);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses).toContain(201);
    expect(statuses.filter((status) => ![200, 201, 409, 503].includes(status))).toEqual([]);
  });
});
