import type { Platform } from '@host/contracts';

import type { Encoding } from '../../http/headers/chooseEncoding.ts';

/** What a version's uploads are called, and what each is. */
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

/** What an object is: source maps are never public, everything else is once its version is registered. */
export type ArtifactKind = 'archive' | 'manifest' | 'web-file' | 'source-map' | 'icon';

/** Where a version's upload lies in the object store. */
export function uploadKey(appId: string, version: string, name: UploadName): string {
  const folder = UPLOADS[name].kind === 'source-map' ? 'source-maps' : 'mini-apps';
  return `${folder}/${appId}/${version}/${name}`;
}

/** Where everything lies that was uploaded for a version. */
export function uploadFolders(appId: string, version: string): string[] {
  return ['mini-apps', 'source-maps'].map((folder) => `${folder}/${appId}/${version}/`);
}

/** Where a file of the unpacked web archive lies. */
export function webFileKey(appId: string, version: string, path: string): string {
  return `mini-apps/${appId}/${version}/web/${path}`;
}

export function iconKey(file: string): string {
  return `icons/${file}`;
}

/**
 * Where the compressed form of a content lies: by the content's digest, so that it can never belong to other bytes, and
 * by its own size, since another version of the compressor makes other bytes of the same content.
 */
export function encodedKey(
  content: { sha256: string; encodings: Partial<Record<Encoding, number>> },
  encoding: Encoding,
): string {
  return `encoded/${content.sha256}-${content.encodings[encoding]}.${encoding}`;
}

/** The lock that everything takes which changes a version or its artifacts. */
export function versionLock(appId: string, version: string): string {
  return `version:${appId}@${version}`;
}
