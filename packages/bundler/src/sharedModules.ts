import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Platform } from '@host/contracts';
import { SHARED_MODULES, type SharedModuleName } from '@host/contracts/shared-modules';
import semver from 'semver';

import type { Project } from './Project.ts';
import { ProjectError } from './ProjectError.ts';

/**
 * What a host provides, by module: the versions that a mini-app has to get along with. What is not on the list of every
 * host is shared by this one besides, on devices, and taken from it by the mini-apps that depend on it.
 */
export type HostModules = Partial<Record<SharedModuleName, string>> & Record<string, string>;

/** How federation is told of a shared module. */
export interface SharedConfig {
  singleton: true;
  version: string;
  requiredVersion: string;
  eager: boolean;
  import?: false;
}

/**
 * The shared modules of a build. Versions are stated: federation would read `workspace:*` as a range, and does not find
 * the version of packages that hide their package.json.
 */
export function sharedModules(
  project: Project,
  options: { standalone: boolean; host: HostModules; platform: Platform },
): Record<string, SharedConfig> {
  const ofAllHosts = (Object.keys(SHARED_MODULES) as SharedModuleName[]).filter((name) => {
    const { platforms, isOptional } = SHARED_MODULES[name];
    const isTaken = !isOptional || project.dependencies[name] !== undefined;
    return isTaken && platforms.includes(options.platform);
  });
  const names: string[] = [...ofAllHosts, ...Object.keys(hostModules(project, options))];
  const entries = names.map((name) => {
    const version = installedVersion(project.root, name);
    const requiredVersion = rangeOf(project, name, version);
    refuseUnmet(name, requiredVersion, options.host[name]);
    const isCore = name === 'react' || name === 'react-native';
    const config: SharedConfig = {
      singleton: true,
      version,
      requiredVersion,
      // Re.Pack takes an unset value for true.
      eager: options.standalone && isCore,
      // The host provides it: no second copy in the archive.
      ...(!options.standalone && { import: false as const }),
    };
    return [name, config] as const;
  });
  const shared: Record<string, SharedConfig> = Object.fromEntries(entries);
  // With the slash everything below it, too: `react/jsx-runtime` would otherwise be a second copy in every mini-app.
  return { ...shared, 'react/': shared['react']! };
}

function installedVersion(root: string, name: string): string {
  const resolver = createRequire(join(root, 'package.json'));
  for (const folder of resolver.resolve.paths(name) ?? []) {
    try {
      const text = readFileSync(join(folder, name, 'package.json'), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      continue;
    }
  }
  throw new ProjectError(
    `${name} is not installed.`,
    `Add it to the dependencies in package.json and install.`,
  );
}

/** What a build takes from its host and not every host shares, with the versions that the host has. */
export function hostModules(
  project: Project,
  { host, platform, standalone }: { host: HostModules; platform: Platform; standalone: boolean },
): Record<string, string> {
  // It is shared for its native part: in browsers such a library is part of the mini-app.
  if (platform === 'web' || standalone) return {};
  const entries = Object.entries(host).filter(
    ([name]) => !(name in SHARED_MODULES) && project.dependencies[name] !== undefined,
  );
  return Object.fromEntries(entries);
}

function rangeOf(project: Project, name: string, version: string): string {
  const declared = project.dependencies[name];
  if (declared === undefined) {
    throw new ProjectError(
      `${name} is not among the dependencies in package.json.`,
      `Hosts share it with mini-apps, so the version that yours needs has to be there.`,
    );
  }
  // A pinned version is how a project keeps its packages together, not what it demands of a host.
  const isRange = semver.validRange(declared) !== null && semver.valid(declared) === null;
  return isRange ? declared : `^${version}`;
}

function refuseUnmet(name: string, range: string, provided: string | undefined): void {
  if (provided === undefined || semver.satisfies(provided, range, { includePrerelease: true }))
    return;
  throw new ProjectError(
    `The mini-app needs ${name}@${range}, and the host provides ${provided}.`,
    `Set ${name} in package.json to a range that ${provided} meets, for example ^${provided}.`,
  );
}
