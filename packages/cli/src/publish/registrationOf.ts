import { isDeepStrictEqual } from 'node:util';

import {
  type Manifest,
  PLATFORM_PLACEHOLDER,
  type Registration,
  type RegistrationRecord,
} from '@host/contracts';

import type { PackedArchive } from './packProject.ts';

/** Builds the registration of a version. */
export function registrationOf(
  manifest: Manifest,
  archives: readonly PackedArchive[],
  cdn: string,
): Registration {
  const { appId, name, version, description, icon, permissions, minHostVersion, translations } =
    manifest;
  const folder = `${cdn}/mini-apps/${appId}/${version}`;
  const signed = archives.filter(({ signature }) => signature);
  return {
    appId,
    name,
    version,
    manifestUrl: `${folder}/mf-manifest.json`,
    bundleZipUrl: `${folder}/${PLATFORM_PLACEHOLDER}.zip`,
    permissions,
    minHostVersion,
    description,
    icon,
    ...(translations && { translations }),
    digests: Object.fromEntries(archives.map(({ platform, sha256 }) => [platform, sha256])),
    ...(signed.length > 0 && {
      signatures: Object.fromEntries(
        signed.map(({ platform, signature }) => [platform, signature!]),
      ),
    }),
  };
}

/** The differences between a registered version and this one; empty if they are the same. */
export function differencesFrom(record: RegistrationRecord, sent: Registration): string[] {
  const fields = ['name', 'description', 'icon', 'minHostVersion', 'manifestUrl'] as const;
  const differing: string[] = fields.filter((field) => record[field] !== sent[field]);
  if (record.permissions.toSorted().join() !== sent.permissions.toSorted().join()) {
    differing.push('permissions');
  }
  if (!isDeepStrictEqual(record.translations, sent.translations)) differing.push('translations');
  const platforms = new Set([
    ...Object.keys(record.platforms),
    ...Object.keys(sent.digests ?? {}),
  ]) as Set<'ios' | 'android' | 'web'>;
  for (const platform of platforms) {
    const artifact = record.platforms[platform];
    if (artifact?.sha256 !== sent.digests?.[platform]) differing.push(`${platform}.zip`);
    // The signature is part of the version: the server accepts no other for a registered one.
    else if (artifact?.signature?.value !== sent.signatures?.[platform]?.signature) {
      differing.push(`the signature of ${platform}.zip`);
    }
  }
  return differing;
}
