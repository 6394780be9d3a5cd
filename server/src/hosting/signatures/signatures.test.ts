import { createPublicKey, verify } from 'node:crypto';

import {
  type ArchiveSignature,
  type ArtifactFiles,
  type Platform,
  type Problem,
  type Registration,
  type RegistrationRecord,
  type Resolution,
  signedIndexText,
} from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type TestServer,
  createTestServer,
  newAppId,
  registrationOf,
  uploadsOf,
} from '../../testing/createTestServer.ts';
import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import {
  type Publisher,
  createPublisher,
  indexOf,
  registerKey,
  signIndex,
  signUploads,
} from '../publishers/testing/publisher.ts';

const ADMIN = '/v1/admin/mini-programs';
type Signatures = Registration['signatures'];

describe.each(testEngines())('signatures ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer({ engine })));
  afterAll(() => server.close());

  const register = (appId: string, version: string, signatures?: Signatures) =>
    server.post(ADMIN, registrationOf(appId, version, signatures ? { signatures } : {}));
  const revoke = (appId: string, keyId: string) =>
    server.send('DELETE', `/v1/admin/keys/${appId}/${keyId}`);
  const resolve = async (appId: string, platform: Platform) =>
    (
      await server.send(
        'GET',
        `/v1/mini-programs/${appId}/resolve?platform=${platform}&hostVersion=1.0.0`,
        { token: undefined },
      )
    ).json<Resolution>();
  const release = (appId: string, version: string) =>
    server.post(`${ADMIN}/${appId}/versions/${version}/release`);

  /** A mini-app with a key, whose version 1.0.0 is uploaded. */
  async function prepare({ web = false } = {}) {
    const appId = newAppId();
    const publisher = createPublisher();
    const { id: keyId } = await registerKey(server, appId, publisher);
    await server.upload(appId, '1.0.0', { web });
    return { appId, publisher, keyId };
  }

  /** Expects a refusal that names exactly these platforms, and that nothing was registered. */
  async function expectRefused(
    answer: ReturnType<typeof register>,
    code: 'signature-missing' | 'signature-invalid',
    platforms: Platform[],
    appId: string,
    version = '1.0.0',
  ): Promise<Problem> {
    const problem = expectProblem(await answer, code);
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(
      platforms.map((platform) => `/signatures/${platform}`),
    );
    expect(problem.detail).toContain(`/signatures/${platforms[0]}`);
    const read = await server.send('GET', `${ADMIN}/${appId}/versions/${version}`);
    expect(read.statusCode).toBe(404);
    return problem;
  }

  it('are not needed by a mini-app without keys, which is not signed then', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0', { web: true });
    const response = await register(appId, '1.0.0');
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json<RegistrationRecord>()).toMatchObject({ verified: true, signed: false });
    await release(appId, '1.0.0');
    expect(await resolve(appId, 'ios')).not.toHaveProperty('signature');
  });

  it('are refused by a mini-app without keys: nobody could say whose they are', async () => {
    const appId = newAppId();
    await server.upload(appId, '1.0.0');
    const signatures = await signUploads(createPublisher(), '0123456789abcdef', appId, '1.0.0');
    await expectRefused(
      register(appId, '1.0.0', signatures),
      'signature-invalid',
      ['ios', 'android'],
      appId,
    );
  });

  it('are needed for every archive once there is a key', async () => {
    const { appId, publisher, keyId } = await prepare({ web: true });
    const all = await signUploads(publisher, keyId, appId, '1.0.0', ['ios', 'android', 'web']);
    const { ios, android } = all as Record<Platform, ArchiveSignature>;
    for (const [signatures, missing] of [
      [undefined, ['ios', 'android', 'web']],
      [{}, ['ios', 'android', 'web']],
      [{ ios }, ['android', 'web']],
      [{ ios, android }, ['web']],
    ] satisfies [Signatures, Platform[]][]) {
      const answer = register(appId, '1.0.0', signatures);
      const { detail } = await expectRefused(answer, 'signature-missing', missing, appId);
      expect(detail).toContain(`${missing[0]}.zip`);
    }
    expect((await register(appId, '1.0.0', all)).statusCode).toBe(201);
  });

  it('are kept with the version and in the audit log, and hosts get them with the key', async () => {
    const { appId, publisher, keyId } = await prepare({ web: true });
    const platforms = ['ios', 'android', 'web'] as const;
    const signatures = await signUploads(publisher, keyId, appId, '1.0.0', platforms);
    const record = (await register(appId, '1.0.0', signatures)).json<RegistrationRecord>();
    expect(record.signed).toBe(true);
    expect(record).not.toHaveProperty('signatures');
    await release(appId, '1.0.0');
    for (const platform of platforms) {
      const value = signatures[platform]!.signature;
      const verified = { keyId, publicKey: publisher.publicKey, value };
      expect(record.platforms[platform]?.signature).toEqual(verified);
      expect((await resolve(appId, platform)).signature).toEqual(verified);
    }
    const audit = (await server.send('GET', '/v1/admin/audit?limit=2')).body;
    expect(audit).toContain(signatures.ios!.signature);
  });

  it('hold for whoever has the resolution and the files, without asking again', async () => {
    const { appId, publisher, keyId } = await prepare();
    await register(appId, '1.0.0', await signUploads(publisher, keyId, appId, '1.0.0'));
    await release(appId, '1.0.0');
    const { signature, filesUrl, version, platform } = await resolve(appId, 'ios');
    const { pathname, search } = new URL(filesUrl!);
    const { files } = (
      await server.send('GET', pathname + search, { token: undefined })
    ).json<ArtifactFiles>();

    const x = Buffer.from(signature!.publicKey, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const holds = (index: ArtifactFiles) =>
      verify(
        null,
        Buffer.from(signedIndexText(index)),
        key,
        Buffer.from(signature!.value, 'base64'),
      );
    const index = { appId, version, platform, files };
    expect(holds(index)).toBe(true);
    expect(holds({ ...index, version: '1.0.1' })).toBe(false);
    expect(holds({ ...index, files: files.slice(1) })).toBe(false);
  });

  describe('are refused', () => {
    it('for another version, platform or mini-app', async () => {
      const { appId, publisher, keyId } = await prepare();
      const index = await indexOf(appId, '1.0.0', 'ios');
      const { android } = await signUploads(publisher, keyId, appId, '1.0.0', ['android']);
      for (const other of [
        { ...index, version: '1.0.1' },
        { ...index, platform: 'android' as const },
        { ...index, appId: newAppId() },
      ]) {
        const signatures = { ios: signIndex(publisher, keyId, other), android: android! };
        const answer = register(appId, '1.0.0', signatures);
        await expectRefused(answer, 'signature-invalid', ['ios'], appId);
      }
    });

    it('when they are those of the other archive', async () => {
      const { appId, publisher, keyId } = await prepare();
      const { ios, android } = await signUploads(publisher, keyId, appId, '1.0.0');
      const answer = register(appId, '1.0.0', { ios: android!, android: ios! });
      await expectRefused(answer, 'signature-invalid', ['ios', 'android'], appId);
    });

    it('when a version is replayed as a newer one with the same files', async () => {
      const { appId, publisher, keyId } = await prepare();
      const signatures = await signUploads(publisher, keyId, appId, '1.0.0');
      expect((await register(appId, '1.0.0', signatures)).statusCode).toBe(201);
      for (const [file, payload] of await uploadsOf(appId, '1.0.0')) {
        const path = `/v1/admin/artifacts/${appId}/1.1.0/${file}`;
        expect((await server.send('PUT', path, { payload })).statusCode).toBe(201);
      }
      const both: Platform[] = ['ios', 'android'];
      const replayed = register(appId, '1.1.0', signatures);
      await expectRefused(replayed, 'signature-invalid', both, appId, '1.1.0');
      await expectRefused(register(appId, '1.1.0'), 'signature-missing', both, appId, '1.1.0');
    });

    it('when a byte of the archive was changed after signing', async () => {
      const { appId, publisher, keyId } = await prepare();
      const both: Platform[] = ['ios', 'android'];
      const signatures = await signUploads(publisher, keyId, appId, '1.0.0', both, 'x');
      await server.upload(appId, '1.0.0', { salt: 'y' });
      const answer = register(appId, '1.0.0', signatures);
      await expectRefused(answer, 'signature-invalid', both, appId);
      await server.upload(appId, '1.0.0', { salt: 'x' });
      expect((await register(appId, '1.0.0', signatures)).statusCode).toBe(201);
    });

    it('when a byte of the signature was changed', async () => {
      const { appId, publisher, keyId } = await prepare();
      const { ios, android } = await signUploads(publisher, keyId, appId, '1.0.0');
      const bytes = Buffer.from(ios!.signature, 'base64');
      bytes[10]! ^= 1;
      const changed = { keyId, signature: bytes.toString('base64') };
      const answer = register(appId, '1.0.0', { ios: changed, android: android! });
      await expectRefused(answer, 'signature-invalid', ['ios'], appId);
    });

    it('by a key that is unknown, of another mini-app, revoked, or not the one they name', async () => {
      const { appId, keyId } = await prepare();
      const stranger = createPublisher();
      const neighbour = createPublisher();
      const left = createPublisher();
      const { id: neighboursId } = await registerKey(server, newAppId(), neighbour);
      const { id: leftId } = await registerKey(server, appId, left, 'Ann’s laptop');
      await revoke(appId, leftId);

      const details: string[] = [];
      for (const [publisher, namedId] of [
        [stranger, '0123456789abcdef'],
        [neighbour, neighboursId],
        [left, leftId],
        [stranger, keyId],
      ] satisfies [Publisher, string][]) {
        const signatures = await signUploads(publisher, namedId, appId, '1.0.0');
        const answer = register(appId, '1.0.0', signatures);
        const both: Platform[] = ['ios', 'android'];
        details.push((await expectRefused(answer, 'signature-invalid', both, appId)).detail);
      }
      expect(details).toEqual([
        expect.stringContaining('has no key 0123456789abcdef'),
        expect.stringContaining(`has no key ${neighboursId}`),
        expect.stringContaining(`${leftId} ("Ann’s laptop") was revoked`),
        expect.stringContaining(`not one by the key ${keyId}`),
      ]);
    });

    it('for an archive that is not there', async () => {
      const { appId, publisher, keyId } = await prepare();
      const platforms = ['ios', 'android', 'web'] as const;
      const signatures = await signUploads(publisher, keyId, appId, '1.0.0', platforms);
      const answer = register(appId, '1.0.0', signatures);
      const { detail } = await expectRefused(answer, 'signature-invalid', ['web'], appId);
      expect(detail).toContain('there is no web.zip');
    });
  });

  it('are part of the content of a version', async () => {
    const { appId, publisher, keyId } = await prepare();
    const second = createPublisher();
    const { id: secondId } = await registerKey(server, appId, second);
    const signatures = await signUploads(publisher, keyId, appId, '1.0.0');
    const { ios, android } = signatures as Record<Platform, ArchiveSignature>;
    const first = await register(appId, '1.0.0', signatures);
    const again = await register(appId, '1.0.0', { android, ios });
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.json()).toEqual(first.json());

    expectProblem(await register(appId, '1.0.0'), 'version-exists');
    expectProblem(await register(appId, '1.0.0', { ios }), 'version-exists');
    const others = await signUploads(second, secondId, appId, '1.0.0');
    expectProblem(await register(appId, '1.0.0', others), 'version-exists');
  });

  it('by two keys overlap during a rotation, and what was registered outlives its key', async () => {
    const { appId, publisher: old, keyId: oldId } = await prepare();
    const fresh = createPublisher();
    const { id: freshId } = await registerKey(server, appId, fresh);
    const byOld = await signUploads(old, oldId, appId, '1.0.0');
    expect((await register(appId, '1.0.0', byOld)).statusCode).toBe(201);
    await release(appId, '1.0.0');

    await server.upload(appId, '1.1.0');
    const mixed = {
      ios: (await signUploads(old, oldId, appId, '1.1.0')).ios,
      android: (await signUploads(fresh, freshId, appId, '1.1.0')).android,
    };
    const registered = (await register(appId, '1.1.0', mixed as Signatures)).json();
    expect(registered).toMatchObject({ signed: true });

    await revoke(appId, oldId);
    await server.upload(appId, '1.2.0');
    const late = register(appId, '1.2.0', await signUploads(old, oldId, appId, '1.2.0'));
    await expectRefused(late, 'signature-invalid', ['ios', 'android'], appId, '1.2.0');
    const byFresh = await signUploads(fresh, freshId, appId, '1.2.0');
    expect((await register(appId, '1.2.0', byFresh)).statusCode).toBe(201);

    const sameAsBefore = await register(appId, '1.0.0', byOld);
    expect(sameAsBefore.statusCode).toBe(200);
    expect(sameAsBefore.json()).toMatchObject({ signed: true, status: 'released' });
    expect((await resolve(appId, 'ios')).signature?.keyId).toBe(oldId);
  });

  it('are not needed any more when the last key is revoked', async () => {
    const { appId, keyId } = await prepare();
    await revoke(appId, keyId);
    expect((await register(appId, '1.0.0')).json()).toMatchObject({ signed: false });
  });

  it('do not hold up versions that were registered before the first key', async () => {
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    await registerKey(server, appId, createPublisher());
    expect((await register(appId, '1.0.0')).statusCode).toBe(200);
    expect(await resolve(appId, 'ios')).toMatchObject({ version: '1.0.0' });
  });
});
