import type { Platform } from './common/Platform.ts';
import list from './shared-modules.json' with { type: 'json' };

/** A module that every host shares with mini-apps as a singleton. */
export type SharedModuleName = keyof typeof list;

/** Details of a shared module. */
interface SharedModuleInfo {
  /** The version that hosts of this release provide. */
  version: string;
  platforms: readonly Platform[];
  /** Whether only mini-apps that depend on it use it; the other modules are used by all of them. */
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
