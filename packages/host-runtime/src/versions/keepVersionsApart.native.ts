import { createQueue } from '../common/createQueue.ts';
import { createVersionPlugin } from './createVersionPlugin.ts';
import { claimInstance, dropInstance } from './federationInstances.ts';
import { type FederationInstance, chunksOf, globals } from './globals.ts';
import type { Version, VersionsApart } from './VersionsApart.types.ts';

/** The part of Re.Pack's ScriptManager that is used here. */
interface ScriptManager {
  loadScript(scriptId: string, caller?: string, context?: unknown, url?: string): Promise<void>;
  removeResolver(key: string): boolean;
}

/** The context that a container passes to Re.Pack with every request for a chunk. */
interface BundlerContext {
  federation?: { instance?: object };
}

interface LoadedVersion extends Version {
  /** The array for its chunks, which is in the global scope only while one of its scripts is evaluated. */
  chunks?: unknown;
  instance?: FederationInstance | undefined;
}

/**
 * Lets several versions of a mini-app run in one React Native runtime. The builds of all versions use the same global names,
 * so that an unchanged file is the same file in the next version; this makes each version see only its own globals. Call it
 * once, with `ScriptManager.shared`.
 *
 * @example
 * const versions = keepVersionsApart(ScriptManager.shared);
 * registerPlugins([versions.plugin]);
 * registerRemotes([{ name: 'com_example_orders__1_2_0', entry: 'https://…/1.2.0/ios/mf-manifest.json' }]);
 */
export function keepVersionsApart(manager: ScriptManager): VersionsApart {
  const versions = new Map<string, LoadedVersion>();
  const owners = new WeakMap<object, LoadedVersion>();
  const inTurn = createQueue();
  const loadScript = manager.loadScript.bind(manager);

  manager.loadScript = (scriptId, caller, context, url) => {
    const opening = caller === undefined ? versions.get(scriptId) : undefined;
    if (opening) {
      // One at a time: a script is fetched and evaluated in one call, without a notification when it is evaluated.
      return inTurn(opening.globalName, () =>
        evaluateContainer(opening, () => loadScript(scriptId, caller, context, url)),
      );
    }
    const instance = (context as BundlerContext | undefined)?.federation?.instance;
    const owner = instance && owners.get(instance);
    if (!owner) return loadScript(scriptId, caller, context, url);
    return inTurn(owner.globalName, () =>
      // Re.Pack identifies a chunk by the calling container, whose name is the same in all versions.
      evaluate(owner, () => loadScript(scriptId, owner.remoteName, context, url)),
    );
  };

  async function evaluateContainer(version: LoadedVersion, load: () => Promise<void>) {
    delete version.chunks;
    await evaluate(version, load);
    globals[version.remoteName] = globals[version.globalName];
    // Not `delete`, which throws if another bundler has declared it with `var`. The next container replaces it.
    Reflect.deleteProperty(globals, version.globalName);
    version.instance = claimInstance(version);
    if (version.instance) owners.set(version.instance, version);
  }

  const add = (version: Version) => void versions.set(version.remoteName, version);
  return {
    plugin: createVersionPlugin(add),
    add,
    forget(remoteName) {
      dropInstance(versions.get(remoteName)?.instance);
      versions.delete(remoteName);
      delete globals[remoteName];
      manager.removeResolver(remoteName);
    },
  };
}

async function evaluate(version: LoadedVersion, load: () => Promise<void>): Promise<void> {
  const name = chunksOf(version);
  if (version.chunks !== undefined) globals[name] = version.chunks;
  try {
    await load();
  } finally {
    version.chunks = globals[name];
    delete globals[name];
  }
}
