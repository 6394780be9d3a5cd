import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto';

import {
  type ArchiveSignature,
  type Platform,
  type PublisherKey,
  type SignedIndex,
  signedIndexText,
} from '@host/contracts';

import { type TestServer, uploadsOf } from '../../../testing/createTestServer.ts';
import { inspectArchive } from '../../archive/inspectArchive.ts';
import { saveArchive } from '../../archive/testing/saveArchive.ts';

/** A publisher with a signing key. */
export interface Publisher {
  publicKey: string;
  privateKey: KeyObject;
}

export function createPublisher(): Publisher {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.from(x!, 'base64url').toString('base64') };
}

/** Registers a publisher's key for a mini-app. */
export async function registerKey(
  server: TestServer,
  appId: string,
  { publicKey }: Publisher,
  name = 'CI',
): Promise<PublisherKey> {
  const response = await server.post('/v1/admin/keys', { appId, name, publicKey });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<PublisherKey>();
}

export function signIndex(
  { privateKey }: Publisher,
  keyId: string,
  index: SignedIndex,
): ArchiveSignature {
  const text = Buffer.from(signedIndexText(index));
  return { keyId, signature: sign(null, text, privateKey).toString('base64') };
}

/** The file index of an archive that test servers upload, computed from its bytes as a publisher would. */
export async function indexOf(
  appId: string,
  version: string,
  platform: Platform,
  salt = '',
): Promise<SignedIndex> {
  const uploads = new Map(await uploadsOf(appId, version, { web: platform === 'web', salt }));
  const path = await saveArchive(uploads.get(`${platform}.zip`) as Buffer);
  return { appId, version, platform, files: await inspectArchive(path) };
}

/** Signs the archives of a version that test servers upload. */
export async function signUploads(
  publisher: Publisher,
  keyId: string,
  appId: string,
  version: string,
  platforms: readonly Platform[] = ['ios', 'android'],
  salt = '',
): Promise<Partial<Record<Platform, ArchiveSignature>>> {
  const signatures: Partial<Record<Platform, ArchiveSignature>> = {};
  for (const platform of platforms) {
    signatures[platform] = signIndex(
      publisher,
      keyId,
      await indexOf(appId, version, platform, salt),
    );
  }
  return signatures;
}
