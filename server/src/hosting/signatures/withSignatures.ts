import {
  type ArchiveSignature,
  type ArtifactFile,
  type ErrorCode,
  PLATFORMS,
  type Platform,
  type ProblemItem,
  type Registration,
  type SignedIndex,
  type VerifiedSignature,
  signedIndexText,
} from '@host/contracts';

import { ApiError } from '../../errors/ApiError.ts';
import type { Queries } from '../../storage/database/Database.types.ts';
import { findFileIndex } from '../records/artifactRows.ts';
import { findKey, listActiveKeys } from '../records/keyRows.ts';
import type { Platforms } from '../records/versionRows.ts';
import { isSignedBy } from './ed25519.ts';

/**
 * A version's archives with their signatures, each verified over the files that the server itself found in the archive.
 * If a mini-app has keys, every archive needs a signature by one that is not revoked. Stated digests are no substitute,
 * or a stolen token could do what the key is meant to prevent. Called in the transaction of the registration, so that a
 * key that was just revoked does not count.
 */
export async function withSignatures(
  tx: Queries,
  registration: Registration,
  platforms: Platforms,
  newFileIndexes: Partial<Record<Platform, ArtifactFile[]>>,
): Promise<Platforms> {
  const { appId, version, signatures = {} } = registration;
  const there = PLATFORMS.filter((platform) => platforms[platform]);
  // Nothing is verified yet.
  if (there.length === 0) return platforms;
  const sent = PLATFORMS.filter((platform) => signatures[platform]);
  const hasKeys = (await listActiveKeys(tx, appId)).length > 0;
  const unseen = there.filter((platform) => !platforms[platform]!.filesKnown);
  // The server can verify signatures only of archives whose contents it has read; for others there are only stated digests.
  if (!hasKeys && (sent.length === 0 || unseen.length > 0)) return platforms;
  const why = `${appId} has a key, and a signature of files that the server has not seen cannot be verified`;
  refuse(
    'signature-missing',
    unseen.map((platform) => problem(platform, 'signature_missing', why)),
  );

  const signed: Platforms = {};
  const wrong: ProblemItem[] = [];
  for (const platform of sent) {
    const artifact = platforms[platform];
    const files =
      newFileIndexes[platform] ?? (await findFileIndex(tx, appId, version, platform)) ?? [];
    const found = artifact
      ? await verifySignature(tx, { appId, version, platform, files }, signatures[platform]!)
      : `there is no ${platform}.zip`;
    if (typeof found === 'string') wrong.push(problem(platform, 'signature_invalid', found));
    else signed[platform] = { ...artifact!, signature: found };
  }
  refuse('signature-invalid', wrong);

  const missing = there.filter((platform) => !signatures[platform]);
  const needed = `${appId} has a key, so ${missing.map((each) => `${each}.zip`).join(' and ')} has to be signed`;
  refuse(
    'signature-missing',
    missing.map((platform) => problem(platform, 'signature_missing', needed)),
  );
  return signed;
}

/** The signature with its key, or what is wrong with it. */
async function verifySignature(
  tx: Queries,
  index: SignedIndex,
  { keyId, signature }: ArchiveSignature,
): Promise<VerifiedSignature | string> {
  const { appId, version, platform } = index;
  const key = await findKey(tx, appId, keyId);
  if (!key) return `${appId} has no key ${keyId}`;
  if (key.revoked_at !== null) return `the key ${keyId} ("${key.name}") was revoked`;
  if (isSignedBy(key.public_key, signature, signedIndexText(index))) {
    return { keyId, publicKey: key.public_key, value: signature };
  }
  return `it is not one by the key ${keyId} over the files of ${appId}@${version} for ${platform}`;
}

function problem(platform: Platform, code: string, detail: string): ProblemItem {
  return { pointer: `/signatures/${platform}`, code, detail };
}

function refuse(code: ErrorCode, errors: ProblemItem[]): void {
  const [first] = errors;
  if (first) throw new ApiError(code, `${first.pointer}: ${first.detail}`, { errors });
}
