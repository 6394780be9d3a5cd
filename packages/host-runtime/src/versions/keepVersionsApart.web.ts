import { createVersionPlugin } from './createVersionPlugin.ts';
import { claimInstance, dropInstance } from './federationInstances.ts';
import { type FederationInstance, chunksOf, globals } from './globals.ts';
import type { Version, VersionsApart } from './VersionsApart.types.ts';

interface LoadedVersion extends Version {
  chunks?: unknown;
  instance?: FederationInstance | undefined;
}

/**
 * Lets several versions of a mini-app run in one page. The builds of all versions use the same global names, so that an
 * unchanged file is the same file in the next version; this makes each script see only the globals of its own version,
 * identified by the folder that it comes from. Call it once.
 *
 * @example
 * const versions = keepVersionsApart();
 * registerPlugins([versions.plugin]);
 * registerRemotes([{ name: 'com_example_orders__1_2_0', entry: 'https://…/1.2.0/web/mf-manifest.json' }]);
 */
export function keepVersionsApart(): VersionsApart {
  const versions = new Map<string, LoadedVersion>();

  function runningOf(globalName: string): LoadedVersion | undefined {
    const { src } = (document.currentScript ?? {}) as { src?: string };
    // The last one, in case a version is loaded again before its failed attempt was forgotten.
    return [...versions.values()].findLast(
      (version) => version.globalName === globalName && src?.startsWith(version.folder),
    );
  }

  function ownerOf(globalName: string): LoadedVersion {
    const owner = runningOf(globalName);
    if (owner) return owner;
    throw new Error(
      `A script sets ${globalName} and lies beside no mf-manifest.json that was opened. Load the scripts of a mini-app from the folder of its manifest.`,
    );
  }

  function takeOver(globalName: string): void {
    define(chunksOf({ globalName }), {
      get: () => runningOf(globalName)?.chunks,
      set: (chunks) => (ownerOf(globalName).chunks = chunks),
    });
    define(globalName, {
      get: () => undefined,
      set(container) {
        const owner = ownerOf(globalName);
        globals[owner.remoteName] = container;
        owner.instance = claimInstance(owner);
      },
    });
  }

  function add(version: Version): void {
    versions.set(version.remoteName, version);
    takeOver(version.globalName);
  }

  return {
    plugin: createVersionPlugin(add),
    add,
    forget(remoteName) {
      const version = versions.get(remoteName);
      versions.delete(remoteName);
      delete globals[remoteName];
      if (!version) return;
      dropInstance(version.instance);
      const isLast = [...versions.values()].every((one) => one.globalName !== version.globalName);
      if (!isLast) return;
      delete globals[chunksOf(version)];
      delete globals[version.globalName];
    },
  };
}

function define(name: string, accessors: { get(): unknown; set(value: unknown): void }): void {
  Object.defineProperty(globalThis, name, { configurable: true, ...accessors });
}
