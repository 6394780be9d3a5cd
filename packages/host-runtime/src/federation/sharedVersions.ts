import { SDK, SDK_VERSION } from './boundSdk.ts';
import type { SharedModules } from './SharedModules.types.ts';

/** What a host shares, by package: modules inside of a package have its version. */
export function sharedVersions(modules: SharedModules): Record<string, string> {
  const packages = Object.entries(modules).filter(([name]) => /^(@[^/]+\/)?[^/]+$/.test(name));
  const versions = packages.map(([name, { version }]) => [name, version] as const);
  return { ...Object.fromEntries(versions), [SDK]: SDK_VERSION };
}
