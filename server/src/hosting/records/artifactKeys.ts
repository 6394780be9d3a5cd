import type { Platform } from '@host/contracts';

import type { Encoding } from '../../http/headers/chooseEncoding.ts';

/** The file names of a version's uploads, and the kind of each. */
export const UPLOADS = {
  'ios.zip': { kind: 'archive', platform: 'ios' },
  'android.zip': { kind: 'archive', platform: 'android' },
  'web.zip': { kind: 'archive', platform: 'web' },
  'mf-manifest.json': { kind: 'manifest' },
  'ios.maps.zip': { kind: 'source-map', platform: 'ios' },
  'android.maps.zip': { kind: 'source-map', platform: 'android' },
  'web.maps.zip': { kind: 'source-map', platform: 'web' },
} as const satisfies Record<string, { kind: ArtifactKind; platform?: Platform }>;

export type UploadName = keyof typeof UPLOADS;

/** The kind of an object. Source maps are never public; everything else is, once its version is registered. */
export type ArtifactKind = 'archive' | 'manifest' | 'web-file' | 'source-map' | 'icon';

/** The object key of a version's upload. */
export function uploadKey(appId: string, version: string, name: UploadName): string {
  const folder = UPLOADS[name].kind === 'source-map' ? 'source-maps' : 'mini-apps';
  return `${folder}/${appId}/${version}/${name}`;
}

/** The key prefixes of everything that was uploaded for a version. */
export function uploadFolders(appId: string, version: string): string[] {
  return ['mini-apps', 'source-maps'].map((folder) => `${folder}/${appId}/${version}/`);
}

/** The object key of a file of the unpacked web archive. */
export function webFileKey(appId: string, version: string, path: string): string {
  return `mini-apps/${appId}/${version}/web/${path}`;
}

export function iconKey(file: string): string {
  return `icons/${file}`;
}

/**
 * The object key of a content's compressed form: it contains the content's digest, so that it can never belong to other
 * bytes, and its own size, since another version of the compressor may produce different bytes.
 */
export function encodedKey(
  content: { sha256: string; encodings: Partial<Record<Encoding, number>> },
  encoding: Encoding,
): string {
  return `encoded/${content.sha256}-${content.encodings[encoding]}.${encoding}`;
}

/** The name of the lock for changes to a version or its artifacts. */
export function versionLock(appId: string, version: string): string {
  return `version:${appId}@${version}`;
}
