import { createHash } from 'node:crypto';

import {
  type ArtifactFile,
  type Platform,
  type PlatformArtifact,
  type Registration,
  isAsset,
} from '@host/contracts';

import { ApiError } from '../../../errors/ApiError.ts';
import type { ObjectStore } from '../../../storage/objects/ObjectStore.types.ts';
import {
  checkFederationManifest,
  containerPath,
  requireReadable,
  parseFederationManifest,
  sharedRanges,
} from '../../archive/readFederationManifest.ts';
import { type UploadName, uploadKey, webFileKey } from '../../records/artifactKeys.ts';
import { type Artifact, findFileIndex, listArtifacts } from '../../records/artifactRows.ts';
import type { Platforms } from '../../records/versionRows.ts';
import { checkStatedDigests } from './statedDigests.ts';
import type { Verification, VerificationDeps } from './Verification.types.ts';

const REQUIRED: readonly UploadName[] = ['ios.zip', 'android.zip', 'mf-manifest.json'];

/** Verifies artifacts that were uploaded here: reads the stored bytes again and does not rely on the upload's results. */
export async function verifyStoredArtifacts(
  { db, objects, addresses }: VerificationDeps,
  registration: Registration,
): Promise<Verification> {
  const { appId, version } = registration;
  const stored = new Map<string, Artifact>();
  for (const artifact of await listArtifacts(db, appId, version))
    stored.set(artifact.key, artifact);
  const upload = (name: UploadName) => stored.get(uploadKey(appId, version, name));
  refuseMissing(REQUIRED.filter((name) => !upload(name)));
  for (const artifact of stored.values()) await checkBytes(objects, artifact);

  const files = async (platform: Platform): Promise<ArtifactFile[]> =>
    (await findFileIndex(db, appId, version, platform)) ?? [];
  const manifest = await readManifest(objects, upload('mf-manifest.json')!);
  checkFederationManifest(manifest, appId, {
    ios: await files('ios'),
    android: await files('android'),
  });

  const describe = (platform: Platform, artifact: Artifact): PlatformArtifact => ({
    url: `${addresses.cdnUrl}/mini-apps/${appId}/${version}/${platform}.zip`,
    size: artifact.size,
    sha256: artifact.sha256,
    filesKnown: true,
  });
  const platforms: Platforms = {
    ios: describe('ios', upload('ios.zip')!),
    android: describe('android', upload('android.zip')!),
  };

  const web = upload('web.zip');
  if (web) {
    const webManifest = stored.get(webFileKey(appId, version, 'mf-manifest.json'));
    if (!webManifest) {
      throw new ApiError('artifact-manifest-invalid', 'web.zip holds no mf-manifest.json.');
    }
    const webFederation = await readManifest(objects, webManifest);
    const webFiles = await files('web');
    checkFederationManifest(webFederation, appId, { web: webFiles });
    const container = webFiles.find(({ path }) => path === containerPath(webFederation))!;
    const baseUrl = `${addresses.cdnUrl}/mini-apps/${appId}/${version}/web/`;
    platforms.web = {
      ...describe('web', web),
      shared: sharedRanges(webFederation),
      web: {
        baseUrl,
        manifestUrl: `${baseUrl}mf-manifest.json`,
        manifestIntegrity: webManifest.integrity,
        container: {
          url: `${baseUrl}${encodeURI(container.path)}`,
          integrity: container.integrity,
        },
        ...(webFiles.some(({ path }) => isAsset(path)) && { hasAssets: true }),
      },
    };
  }
  checkStatedDigests(registration, platforms);
  return { verified: true, platforms, shared: sharedRanges(manifest), newFileIndexes: {} };
}

async function readManifest(objects: ObjectStore, artifact: Artifact) {
  requireReadable(artifact);
  const chunks: Buffer[] = [];
  for await (const chunk of (await objects.read(artifact.key))!) chunks.push(chunk as Buffer);
  return parseFederationManifest(Buffer.concat(chunks));
}

async function checkBytes(objects: ObjectStore, artifact: Artifact): Promise<void> {
  const content = await objects.read(artifact.key);
  if (!content) refuseMissing([artifact.key]);
  const hash = createHash('sha256');
  for await (const chunk of content!) hash.update(chunk as Buffer);
  const actual = hash.digest('hex');
  if (actual !== artifact.sha256) {
    throw new ApiError(
      'artifact-digest-mismatch',
      `${artifact.key} was uploaded with the sha256 ${artifact.sha256}, and ${actual} is stored.`,
    );
  }
}

function refuseMissing(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new ApiError('artifact-missing', `Not uploaded yet: ${names.join(', ')}.`);
}
