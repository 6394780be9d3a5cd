import type { Platform } from './common/Platform.ts';
import list from './shared-modules.json' with { type: 'json' };

/** A module that every host shares with mini-apps: each exists once, whatever the load order. */
export type SharedModuleName = keyof typeof list;

/** What is known of a shared module. */
interface SharedModuleInfo {
  /** The version that hosts of this release have. */
  version: string;
  platforms: readonly Platform[];
  /** Shared with the mini-apps that depend on it; the others are in all of them. */
  isOptional?: boolean;
}

/** The modules that every host shares with mini-apps. Hosts, the bundler and the check of mini-apps use this list. */
export const SHARED_MODULES = list as Readonly<Record<SharedModuleName, SharedModuleInfo>>;

/** The versions of the modules that every host of a platform shares, by module name. */
export function sharedVersionsOn(platform: Platform): Record<string, string> {
  const entries = Object.entries(SHARED_MODULES).filter(([, { platforms }]) =>
    platforms.includes(platform),
  );
  return Object.fromEntries(entries.map(([name, { version }]) => [name, version]));
}
