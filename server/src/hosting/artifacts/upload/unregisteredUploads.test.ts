import type { RegistrationRecord } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MAX_UNREGISTERED_SECONDS } from '../../../operations/quotas/quotaLimits.ts';
import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
  uploadsOf,
} from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { storedFiles } from '../testing/storedFiles.ts';
import { removeUnregistered } from './removeUnregistered.ts';

const KEPT_MS = MAX_UNREGISTERED_SECONDS * 1000;
const MB = 1024 * 1024;

describe.each(testEngines())('uploads that are never registered ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine, quotas: { unregisteredBytes: MB } });
  });
  afterAll(() => server.close());

  const manifestOf = async (appId: string) =>
    (await uploadsOf(appId, '1.0.0')).find(([name]) => name === 'mf-manifest.json')![1];
  const uploadManifest = async (appId: string, version: string, token?: string) =>
    server.send('PUT', `/v1/admin/artifacts/${appId}/${version}/mf-manifest.json`, {
      payload: Buffer.from(await manifestOf(appId)),
      ...(token !== undefined && { token }),
    });
  const newPublisher = async (id: string) => {
    await server.post('/v1/admin/publishers', { id, name: `The ${id}` });
    return (await server.issue({ scopes: ['publish', 'read'], publisher: id })).token;
  };
  /** How many versions a token can upload something for, each with a few bytes. */
  const uploadUntilRefused = async (appId: string, token: string) => {
    for (let n = 0; n < 100; n++) {
      const response = await uploadManifest(appId, `1.0.${n}`, token);
      if (response.statusCode !== 201) return { taken: n, refusal: response };
    }
    throw new Error('Nothing was refused.');
  };

  it('are bounded for all mini-apps of a publisher together, also when each is small', async () => {
    const token = await newPublisher('hoarder');
    const [first, second] = [newAppId(), newAppId()];
    const { taken, refusal } = await uploadUntilRefused(first, token);
    expect(taken).toBe(16);
    const { detail } = expectProblem(refusal, 'quota-exceeded');
    expect(detail).toContain('hoarder');
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(KEPT_MS / 1000 - 60);
    expectProblem(await uploadManifest(second, '1.0.0', token), 'quota-exceeded');
    // What is there can be sent again, and others go on.
    expect((await uploadManifest(first, '1.0.0', token)).statusCode).toBe(200);
    expect((await uploadManifest(newAppId(), '1.0.0')).statusCode).toBe(201);
    expect(
      (await uploadManifest(newAppId(), '1.0.0', await newPublisher('honest'))).statusCode,
    ).toBe(201);
    const figures = await server.send('GET', '/metrics');
    expect(figures.body).toMatch(
      /storage_quota_refusals_total\{quota="unregistered-uploads-per-publisher"\} [1-9]/,
    );
  });

  it('make room when they are registered', async () => {
    const token = await newPublisher('grower');
    const appId = newAppId();
    expect((await uploadUntilRefused(appId, token)).taken).toBe(16);
    await server.upload(appId, '1.0.0');
    const registered = await server.post('/v1/admin/mini-programs', registrationOf(appId, '1.0.0'));
    expect(registered.statusCode).toBe(201);
    expect((await uploadManifest(appId, '2.0.0', token)).statusCode).toBe(201);
    expectProblem(await uploadManifest(appId, '2.0.1', token), 'quota-exceeded');
  });

  it('are removed when nothing came for days, and what is registered stays', async () => {
    const [given, kept] = [newAppId(), newAppId()];
    await server.upload(given, '1.0.0', { web: true });
    await server.upload(kept, '1.0.0', { web: true });
    const registered = await server.post('/v1/admin/mini-programs', registrationOf(kept, '1.0.0'));
    expect(registered.statusCode).toBe(201);
    const of = async (appId: string) => {
      const { objects, rows } = await storedFiles(server);
      const isOf = (key: string) => key.includes(`/${appId}/`);
      return { objects: objects.filter(isOf), rows: rows.filter(isOf) };
    };
    const before = await of(kept);
    expect(before.rows.length).toBeGreaterThan(3);
    expect((await of(given)).objects.length).toBeGreaterThan(3);
    const deps = { db: server.db, objects: server.objects };
    await removeUnregistered(deps, Date.now() + KEPT_MS - 60_000);
    expect((await of(given)).objects.length).toBeGreaterThan(3);
    await removeUnregistered(deps, Date.now() + KEPT_MS + 1);
    expect(await of(given)).toEqual({ objects: [], rows: [] });
    const indexes = 'SELECT app_id FROM archive_files WHERE app_id = ?';
    expect(await server.db.all(indexes, given)).toEqual([]);
    expect(await of(kept)).toEqual(before);
    expect(await server.db.all('SELECT app_id FROM pending_uploads')).toEqual([]);
    // It can be uploaded again.
    await server.upload(given, '1.0.0', { web: true });
    const again = await server.post('/v1/admin/mini-programs', registrationOf(given, '1.0.0'));
    expect(again.json<RegistrationRecord>()).toMatchObject({ appId: given, verified: true });
  });
});
