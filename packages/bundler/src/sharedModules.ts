import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Platform } from '@host/contracts';
import { SHARED_MODULES, type SharedModuleName } from '@host/contracts/shared-modules';
import semver from 'semver';

import type { Project } from './Project.ts';
import { ProjectError } from './ProjectError.ts';

/**
 * The versions of the modules that a host provides. Modules beyond those of every host are additionally shared by this one,
 * on devices, and used by the mini-apps that depend on them.
 */
export type HostModules = Partial<Record<SharedModuleName, string>> & Record<string, string>;

/** The federation options of a shared module. */
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
      // Re.Pack treats an unset value as true.
      eager: options.standalone && isCore,
      // The host provides it, so the archive contains no copy.
      ...(!options.standalone && { import: false as const }),
    };
    return [name, config] as const;
  });
  const shared: Record<string, SharedConfig> = Object.fromEntries(entries);
  // The slash includes everything below it: otherwise every mini-app would contain its own copy of `react/jsx-runtime`.
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

/** The modules that a build takes from its host but not every host shares, with the host's versions. */
export function hostModules(
  project: Project,
  { host, platform, standalone }: { host: HostModules; platform: Platform; standalone: boolean },
): Record<string, string> {
  // They are shared because of native code: in browsers, such a library is part of the mini-app.
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
  // A pinned version is a project's way of managing packages, not a requirement on hosts.
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
