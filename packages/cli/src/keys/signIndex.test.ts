import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type ArchiveSignature,
  PLATFORMS,
  type Platform,
  type RegistrationRecord,
  type Resolution,
  type SignedIndex,
} from '@host/contracts';
import { type TestServer, createTestServer, newAppId, registrationOf } from '@host/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type PackedPlatform, packPlatform } from '../pack/packPlatform.ts';
import { buildFiles, temporaryFolder, writeFiles } from '../pack/testing/writeBuild.ts';
import { createKeyPair, keyPairOf } from './createKeyPair.ts';
import { signIndex, verifyIndex } from './signIndex.ts';

const sha256 = '0123456789abcdef'.repeat(4);
const index: SignedIndex = {
  appId: 'com.acme.orders',
  version: '1.4.0',
  platform: 'ios',
  files: [{ path: 'index.bundle', size: 12, sha256 }],
};

describe('a signed index', () => {
  const key = createKeyPair();
  const { keyId, signature } = signIndex(index, key.privateKey);

  it('holds for the key that signed it, which it names', () => {
    expect(keyId).toBe(key.keyId);
    expect(verifyIndex(index, signature, key.publicKey)).toBe(true);
    expect(signIndex(index, key.privateKey)).toEqual({ keyId, signature });
  });

  it('does not hold for another mini-app, version, platform, file or key', () => {
    const [file] = index.files;
    for (const change of [
      { appId: 'com.acme.other' },
      { version: '1.4.1' },
      { platform: 'android' as const },
      { files: [] },
      { files: [{ ...file!, path: 'other.bundle' }] },
      { files: [{ ...file!, size: 13 }] },
      { files: [{ ...file!, sha256: sha256.replace('0', '1') }] },
    ]) {
      expect(verifyIndex({ ...index, ...change }, signature, key.publicKey)).toBe(false);
    }
    expect(verifyIndex(index, signature, createKeyPair().publicKey)).toBe(false);
  });

  it('does not hold with a signature or a key that is none', () => {
    for (const other of [
      '',
      'x',
      signature.slice(4),
      `${signature}AAAA`,
      signature.replace(/^./, '!'),
    ]) {
      expect(verifyIndex(index, other, key.publicKey)).toBe(false);
    }
    for (const other of ['', 'x', key.publicKey.slice(4)]) {
      expect(verifyIndex(index, signature, other)).toBe(false);
    }
  });
});

it('a key has the id by which the server knows it', () => {
  // RFC 8032, 7.1, test 1.
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    d: Buffer.from(
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'hex',
    ).toString('base64url'),
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  };
  expect(keyPairOf(createPrivateKey({ key: jwk, format: 'jwk' }))).toMatchObject({
    keyId: '21fe31dfa154a261',
    publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  });
});

describe('what was packed and signed', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await createTestServer()));
  afterAll(() => server.close());

  /** Packs a mini-app for all platforms, uploads it and registers its key. */
  async function prepare() {
    const appId = newAppId();
    const version = '1.0.0';
    const folder = await temporaryFolder();
    const key = createKeyPair();
    const { publicKey } = key;
    await server.post('/v1/admin/keys', { appId, name: 'CI', publicKey });
    const upload = async (file: string, payload: Buffer) => {
      const path = `/v1/admin/artifacts/${appId}/${version}/${file}`;
      const response = await server.send('PUT', path, { payload });
      expect(response.statusCode, response.body).toBe(201);
    };
    const packed = {} as Record<Platform, PackedPlatform>;
    for (const platform of PLATFORMS) {
      const buildDir = join(folder, platform);
      await writeFiles(buildDir, Object.entries(await buildFiles(appId, version)));
      const outDir = join(folder, 'out');
      packed[platform] = await packPlatform({ buildDir, outDir, platform, appId, version });
      await upload(`${platform}.zip`, await readFile(packed[platform].archive));
      await upload(`${platform}.maps.zip`, await readFile(packed[platform].maps!));
    }
    await upload('mf-manifest.json', await readFile(join(folder, 'ios/mf-manifest.json')));
    const signatures = {} as Record<Platform, ArchiveSignature>;
    for (const platform of PLATFORMS) {
      const files = packed[platform].index;
      signatures[platform] = signIndex({ appId, version, platform, files }, key.privateKey);
    }
    return { appId, version, packed, signatures, key };
  }

  it('is registered as signed, and a host verifies it with what it is given', async () => {
    const { appId, version, packed, signatures, key } = await prepare();
    const registration = registrationOf(appId, version, { signatures });
    const response = await server.post('/v1/admin/mini-programs', registration);
    expect(response.statusCode, response.body).toBe(201);
    const record = response.json<RegistrationRecord>();
    expect(record.signed).toBe(true);
    expect(record.platforms.ios).toMatchObject({
      sha256: packed.ios.sha256,
      size: packed.ios.size,
    });

    await server.post(`/v1/admin/mini-programs/${appId}/versions/${version}/release`);
    for (const platform of PLATFORMS) {
      const query = `platform=${platform}&hostVersion=1.0.0`;
      const answer = await server.send('GET', `/v1/mini-programs/${appId}/resolve?${query}`);
      const { signature } = answer.json<Resolution>();
      expect(signature).toMatchObject({ keyId: key.keyId, publicKey: key.publicKey });
      const files = packed[platform].index;
      const signed = { appId, version, platform, files };
      expect(verifyIndex(signed, signature!.value, signature!.publicKey)).toBe(true);
    }
  });

  it('is refused when the signatures are another platform’s', async () => {
    const { appId, version, signatures } = await prepare();
    const swapped = { ...signatures, ios: signatures.android };
    const registration = registrationOf(appId, version, { signatures: swapped });
    const response = await server.post('/v1/admin/mini-programs', registration);
    expect(response.json()).toMatchObject({ code: 'signature-invalid' });
  });
});
