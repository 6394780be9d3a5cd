import semver from 'semver';

import type { PackageVersion } from './readPackages.ts';
import type { PackageManifest } from './readTarball.ts';

/** The fields of package.json that installing needs: the abbreviated packument contains only these. */
const INSTALL_FIELDS = [
  'name',
  'version',
  'bin',
  'dependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'bundleDependencies',
  'engines',
  'os',
  'cpu',
  'deprecated',
];
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

type Versions = ReadonlyMap<string, PackageVersion>;

/** The packument of a package, full or abbreviated, depending on what the client accepts. */
export function packument(
  versions: Versions,
  registryUrl: string,
  form: 'full' | 'install',
): object {
  const all = [...versions.values()];
  const times = all.map(({ packedAt }) => packedAt.toISOString()).toSorted();
  const modified = times.at(-1)!;
  return {
    name: all[0]!.manifest.name,
    'dist-tags': distTags(versions),
    modified,
    // In both forms, for clients with a minimum release age.
    time: {
      created: times[0],
      modified,
      ...Object.fromEntries(
        all.map(({ manifest, packedAt }) => [manifest.version, packedAt.toISOString()]),
      ),
    },
    versions: Object.fromEntries(
      all.map((version) => [version.manifest.version, describeVersion(version, registryUrl, form)]),
    ),
  };
}

/** One version, as a registry describes it. */
export function describeVersion(
  { manifest, integrity, shasum }: PackageVersion,
  registryUrl: string,
  form: 'full' | 'install',
): object {
  const fields = form === 'full' ? manifest : pick(manifest, INSTALL_FIELDS);
  const scripts = (manifest['scripts'] ?? {}) as Record<string, string>;
  return {
    ...fields,
    ...(INSTALL_SCRIPTS.some((name) => name in scripts) && { hasInstallScript: true }),
    dist: {
      tarball: `${registryUrl}${manifest.name}/-/${tarballName(manifest)}`,
      integrity,
      shasum,
    },
  };
}

/** The latest version is the highest one that is not a pre-release, or the highest of all if they all are. */
export function distTags(versions: Versions): { latest: string } {
  const all = [...versions.keys()];
  return { latest: all.findLast((version) => !semver.prerelease(version)) ?? all.at(-1)! };
}

/** `@host/cli` 0.1.0 is `cli-0.1.0.tgz`. */
export function tarballName({ name, version }: PackageManifest): string {
  return `${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
}

function pick(manifest: PackageManifest, fields: readonly string[]): object {
  return Object.fromEntries(
    fields.flatMap((field) => (field in manifest ? [[field, manifest[field]]] : [])),
  );
}
