import type { AuditEntry, MiniProgram, RegistrationRecord, Resolution } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
} from '../../../testing/createTestServer.ts';
import { expectProblem } from '../../../testing/expectProblem.ts';
import { foreignRegistrationOf } from '../../../testing/startForeignCdn.ts';
import { testEngines } from '../../../testing/testEngines.ts';
import { vouchFor } from '../../../testing/vouchFor.ts';
import { createPublisher, registerKey, signUploads } from '../../publishers/testing/publisher.ts';

const ADMIN = '/v1/admin/mini-programs';

describe.each(testEngines())('trust in a version ($name)', (engine) => {
  let server: TestServer;
  /** A token of an operator that reviews versions. */
  let operator: string;
  beforeAll(async () => {
    server = await createTestServer({ engine });
    operator = (await server.issue({ scopes: ['trust'] })).token;
  });
  afterAll(() => server.close());

  const released = async (appId: string, version: string) =>
    vouchFor(server, appId, version, { release: {} });
  const isolation = async (appId: string) => {
    const query = 'platform=ios&hostVersion=9.0.0';
    const response = await server.send('GET', `/v1/mini-programs/${appId}/resolve?${query}`);
    return response.json<Resolution>().isolation;
  };
  const setIsolation = (appId: string, level: string, token?: string) =>
    server.send('PUT', `${ADMIN}/${appId}/isolation`, {
      payload: { isolation: level },
      ...(token !== undefined && { token }),
    });
  const give = (appId: string, version: string, token = operator) =>
    server.send('PUT', `${ADMIN}/${appId}/versions/${version}/trust`, {
      payload: { reason: 'Reviewed' },
      token,
    });
  const take = (appId: string, version: string, token = operator) =>
    server.send('DELETE', `${ADMIN}/${appId}/versions/${version}/trust`, { token });
  const record = async (appId: string, version: string) =>
    (await server.send('GET', `${ADMIN}/${appId}/versions/${version}`)).json<RegistrationRecord>();
  const audit = async (action: string) =>
    (await server.send('GET', '/v1/admin/audit?limit=20'))
      .json<{ items: AuditEntry[] }>()
      .items.filter((entry) => entry.action === action);

  it('is not given by a token that publishes and releases', async () => {
    const appId = newAppId();
    await released(appId, '1.0.0');
    const { token } = await server.issue({ scopes: ['publish', 'release'], apps: [appId] });
    const refused = expectProblem(await setIsolation(appId, 'realm', token), 'scope-missing');
    expect(refused.detail).toContain('"trust"');
    expectProblem(await give(appId, '1.0.0', token), 'scope-missing');
    expect(await isolation(appId)).toBe('frame');
  });

  it('is given by an operator to one version, and the next one is in a frame again', async () => {
    const appId = newAppId();
    await released(appId, '1.0.0');
    const given = (await give(appId, '1.0.0')).json<RegistrationRecord>();
    expect(given).toMatchObject({
      isolation: 'realm',
      trust: { state: 'trusted', through: 'version', reason: 'Reviewed' },
    });
    expect(given.trust.by).toMatch(/^[a-z0-9]{26}$/);
    expect(given.trust.at).toEqual(expect.any(String));
    expect(await isolation(appId)).toBe('realm');

    await released(appId, '1.1.0');
    expect(await isolation(appId)).toBe('frame');
    expect((await record(appId, '1.1.0')).trust).toEqual({ state: 'none' });
    expect((await record(appId, '1.0.0')).trust.state).toBe('trusted');
  });

  it('is that of a whole mini-app for what is registered when `realm` is set', async () => {
    const appId = newAppId();
    await released(appId, '1.0.0');
    const set = await setIsolation(appId, 'realm', operator);
    expect(set.json<MiniProgram>()).toMatchObject({
      isolation: 'realm',
      trust: { state: 'trusted' },
    });
    expect(await isolation(appId)).toBe('realm');
    await released(appId, '2.0.0');
    expect(await isolation(appId)).toBe('frame');
    // Going back is going back to what was reviewed.
    await server.post(`${ADMIN}/${appId}/rollback`);
    expect(await isolation(appId)).toBe('realm');
  });

  it('can be given up by whoever releases the mini-app', async () => {
    const appId = newAppId();
    await released(appId, '1.0.0');
    await give(appId, '1.0.0');
    const { token } = await server.issue({ scopes: ['release'], apps: [appId] });
    expect((await setIsolation(appId, 'frame', token)).statusCode).toBe(200);
    expect(await isolation(appId)).toBe('frame');
    await give(appId, '1.0.0');
    expect(await isolation(appId)).toBe('realm');
    const taken = (await take(appId, '1.0.0', token)).json<RegistrationRecord>();
    expect(taken).toMatchObject({ isolation: 'frame', trust: { state: 'none' } });
    expect(await isolation(appId)).toBe('frame');
  });

  it('ends at the mini-apps that its token is restricted to', async () => {
    const [mine, other] = [newAppId(), newAppId()];
    await released(mine, '1.0.0');
    await released(other, '1.0.0');
    const { token } = await server.issue({ scopes: ['trust'], apps: [mine] });
    expectProblem(await give(other, '1.0.0', token), 'app-not-allowed');
    expectProblem(await setIsolation(other, 'realm', token), 'app-not-allowed');
    expect((await give(mine, '1.0.0', token)).statusCode).toBe(200);
  });

  it('never comes from a token that can publish', async () => {
    const response = await server.post('/v1/admin/tokens', {
      name: 'Both',
      scopes: ['publish', 'trust'],
      expiresInSeconds: 60,
    });
    const { errors } = expectProblem(response, 'invalid-body');
    expect(errors).toEqual([expect.objectContaining({ pointer: '/scopes' })]);
  });

  it('needs artifacts that are verified', async () => {
    const appId = newAppId();
    await server.post(ADMIN, foreignRegistrationOf(appId, '1.0.0'));
    expectProblem(await give(appId, '1.0.0'), 'not-verified');
    expectProblem(await setIsolation(appId, 'realm'), 'not-verified');
    expectProblem(await give(appId, '9.9.9'), 'version-not-found');
    expectProblem(await give(newAppId(), '1.0.0'), 'mini-program-not-found');
  });

  it('lapses when a key is registered, which the audit log has', async () => {
    const appId = newAppId();
    await released(appId, '1.0.0');
    await give(appId, '1.0.0');
    const { id } = await registerKey(server, appId, createPublisher());
    expect(await isolation(appId)).toBe('frame');
    const { trust } = await record(appId, '1.0.0');
    expect(trust).toMatchObject({ state: 'lapsed', reason: `the key ${id} was registered` });
    const [entry] = await audit('trust.lapse');
    expect(entry).toMatchObject({
      actor: 'root',
      target: `${appId}@1.0.0`,
      details: { because: `the key ${id} was registered` },
    });
    // It cannot simply be given again: nothing vouches for what is not signed.
    expectProblem(await give(appId, '1.0.0'), 'signature-missing');
  });

  describe('of a signed mini-app', () => {
    async function signed() {
      const appId = newAppId();
      const publisher = createPublisher();
      const { id: keyId } = await registerKey(server, appId, publisher);
      await server.upload(appId, '1.0.0');
      const signatures = await signUploads(publisher, keyId, appId, '1.0.0');
      const response = await server.post(ADMIN, registrationOf(appId, '1.0.0', { signatures }));
      expect(response.statusCode, response.body).toBe(201);
      await server.post(`${ADMIN}/${appId}/versions/1.0.0/release`);
      expect((await give(appId, '1.0.0')).statusCode).toBe(200);
      expect(await isolation(appId)).toBe('realm');
      return { appId, keyId };
    }
    const revoke = (appId: string, keyId: string) =>
      server.send('DELETE', `/v1/admin/keys/${appId}/${keyId}`);

    it('lapses when a key is revoked, and is not given to what that key signed', async () => {
      const { appId, keyId } = await signed();
      await revoke(appId, keyId);
      expect(await isolation(appId)).toBe('frame');
      expect((await record(appId, '1.0.0')).trust.state).toBe('lapsed');
      expectProblem(await give(appId, '1.0.0'), 'signature-invalid');
      expectProblem(await setIsolation(appId, 'realm'), 'signature-invalid');
    });

    it('lapses when another key is added, and an operator can give it again', async () => {
      const { appId } = await signed();
      await registerKey(server, appId, createPublisher());
      expect(await isolation(appId)).toBe('frame');
      expect((await give(appId, '1.0.0')).statusCode).toBe(200);
      expect(await isolation(appId)).toBe('realm');
    });

    it('does not come back when a key is revoked that made it lapse', async () => {
      const { appId } = await signed();
      const { id } = await registerKey(server, appId, createPublisher());
      await revoke(appId, id);
      expect(await isolation(appId)).toBe('frame');
      // Revoking it again changes nothing, and ends nothing.
      await give(appId, '1.0.0');
      await revoke(appId, id);
      expect(await isolation(appId)).toBe('realm');
    });
  });
});
