import type { RegistrationRecord } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DIGESTS } from '../../testing/adminActions.ts';
import { type TestServer, newAppId, uploadsOf } from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { foreignRegistrationOf } from '../../testing/startForeignCdn.ts';
import { type WithForeignCdn, startWithForeignCdn } from '../../testing/startWithForeignCdn.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { vouchFor } from '../../testing/vouchFor.ts';
import { createPublisher, registerKey, signUploads } from '../publishers/testing/publisher.ts';

const ADMIN = '/v1/admin/mini-programs';

describe.each(testEngines())('signatures of archives elsewhere ($name)', (engine) => {
  let started: WithForeignCdn;
  let cdn: WithForeignCdn['cdn'];
  let server: TestServer;
  let trusting: TestServer;
  beforeAll(async () => {
    started = await startWithForeignCdn(engine);
    ({ cdn, server, trusting } = started);
  });
  afterAll(() => started.close());

  /** A mini-app with a key whose archives lie on a CDN of somebody else. */
  async function prepare() {
    const appId = newAppId();
    const publisher = createPublisher();
    const { id: keyId } = await registerKey(server, appId, publisher);
    await cdn.publish(appId, '1.0.0');
    const unsigned = foreignRegistrationOf(appId, '1.0.0', { origin: cdn.origin });
    const signatures = await signUploads(publisher, keyId, appId, '1.0.0');
    const at = `${ADMIN}/${appId}/versions/1.0.0`;
    return { appId, keyId, unsigned, signed: { ...unsigned, signatures }, at };
  }

  it('are demanded when the archives can be fetched', async () => {
    const { unsigned, signed } = await prepare();
    expectProblem(await trusting.post(ADMIN, unsigned), 'signature-missing');
    const response = await trusting.post(ADMIN, signed);
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json()).toMatchObject({ verified: true, signed: true });
  });

  it('are verified against what was fetched', async () => {
    const { appId, signed } = await prepare();
    const others = new Map(await uploadsOf(appId, '1.0.0', { salt: 'x' }));
    cdn.files.set(`/mini-apps/${appId}/1.0.0/ios.zip`, others.get('ios.zip')!);
    const { errors } = expectProblem(await trusting.post(ADMIN, signed), 'signature-invalid');
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/signatures/ios']);
  });

  it('are demanded when a version is verified later: that is no way round them', async () => {
    const { unsigned, at } = await prepare();
    const registered = (await server.post(ADMIN, unsigned)).json<RegistrationRecord>();
    expect(registered).toMatchObject({ verified: false, signed: false });
    expectProblem(await trusting.post(`${at}/verify`), 'signature-missing');
    expectProblem(await server.post(`${at}/release`), 'not-verified');
  });

  it('that were sent before the archives could be fetched count when they can', async () => {
    const { signed, at, keyId } = await prepare();
    const registered = (await server.post(ADMIN, signed)).json<RegistrationRecord>();
    expect(registered).toMatchObject({ verified: false, signed: false });
    const verified = (await trusting.post(`${at}/verify`)).json<RegistrationRecord>();
    expect(verified).toMatchObject({ verified: true, signed: true });
    expect(verified.platforms.ios?.signature?.keyId).toBe(keyId);
  });

  it('cannot be had for digests that an admin states: with a key nobody can vouch instead', async () => {
    const { appId, signed, at } = await prepare();
    await server.post(ADMIN, signed);
    expectProblem(await server.post(`${at}/digests`, DIGESTS), 'signature-missing');
    expectProblem(await server.post(`${at}/release`), 'not-verified');
    const url = `/v1/mini-programs/${appId}/resolve?platform=ios&hostVersion=1.0.0`;
    expect((await server.send('GET', url)).statusCode).toBe(404);
    // Without keys they count as ever.
    const other = foreignRegistrationOf(newAppId(), '1.0.0', { origin: cdn.origin });
    await server.post(ADMIN, other);
    const vouched = await server.post(`${ADMIN}/${other.appId}/versions/1.0.0/digests`, DIGESTS);
    expect(vouched.json()).toMatchObject({ verified: true, signed: false });
  });

  it('are demanded when a version is released that was verified before there was a key', async () => {
    const appId = newAppId();
    for (const version of ['1.0.0', '1.1.0']) await vouchFor(server, appId, version);
    const release = (version: string) =>
      server.post(`${ADMIN}/${appId}/versions/${version}/release`, {});
    expect((await release('1.0.0')).statusCode).toBe(200);
    await registerKey(server, appId, createPublisher());
    expectProblem(await release('1.1.0'), 'signature-missing');
    // What people have stays as it is, and does not get to more of them.
    expectProblem(await release('1.0.0'), 'signature-missing');
    const paused = await server.post(`${ADMIN}/${appId}/versions/1.0.0/pause`, {});
    expect(paused.statusCode, paused.body).toBe(200);
    expectProblem(await release('1.0.0'), 'signature-missing');
  });

  it('by a key that was revoked do not get a version to people that never had it', async () => {
    const { signed, at, appId, keyId } = await prepare();
    expect((await trusting.post(ADMIN, signed)).json()).toMatchObject({ signed: true });
    await registerKey(server, appId, createPublisher());
    await server.send('DELETE', `/v1/admin/keys/${appId}/${keyId}`);
    expectProblem(await server.post(`${at}/release`), 'signature-invalid');
  });

  it('stay good for going back to what was released with them before the key was revoked', async () => {
    const { signed, at, appId, keyId } = await prepare();
    await trusting.post(ADMIN, signed);
    expect((await server.post(`${at}/release`)).statusCode).toBe(200);
    await server.post(`${at}/pause`, {});
    await registerKey(server, appId, createPublisher());
    await server.send('DELETE', `/v1/admin/keys/${appId}/${keyId}`);
    expect((await server.post(`${at}/release`)).statusCode).toBe(200);
  });
});
