import { type FederationInstance, globals } from '../globals.ts';
import type { VersionsApart } from '../VersionsApart.types.ts';

export const NAME = 'com_example_shop';

/** A fake container: like builds of all versions of a mini-app, it uses the same global names. */
export interface FakeContainer {
  /** The caller's context, which the bundler's runtime passes to Re.Pack with requests for chunks. */
  context: { federation: { instance: FederationInstance } };
  /** The chunks that it received. */
  chunks: string[];
}

/** The script of a container: it finds or creates its federation instance, and listens for its chunks. */
export function runContainer(): void {
  const chunks = (globals[`chunks_${NAME}`] ??= []) as string[];
  const context = { federation: { instance: federationInstance() } };
  globals[NAME] = { context, chunks } satisfies FakeContainer;
}

/** The script of a chunk. */
export function runChunk(text: string): void {
  const chunks = (globals[`chunks_${NAME}`] = globals[`chunks_${NAME}`] ?? []) as string[];
  chunks.push(text);
}

/** Simulates that the federation runtime has read the manifest of a remote. */
export function readManifest({ plugin }: VersionsApart, remoteName: string, folder: string) {
  return plugin.loadRemoteSnapshot({
    moduleInfo: { name: remoteName },
    remoteSnapshot: { globalName: NAME },
    manifestJson: { name: NAME, metaData: { globalName: NAME } },
    manifestUrl: `${folder}mf-manifest.json?fresh=1`,
  });
}

/** The container that the federation runtime would find for a remote. */
export function containerOf(remoteName: string): FakeContainer {
  return globals[remoteName] as FakeContainer;
}

/** An empty federation runtime. */
export function startFederation(): FederationInstance[] {
  const instances: FederationInstance[] = [];
  globals['__FEDERATION__'] = { __INSTANCES__: instances };
  return instances;
}

/** Simulates the federation runtime: a container without a version gets the instance with its name that has none. */
function federationInstance(): FederationInstance {
  const instances = globals['__FEDERATION__']!['__INSTANCES__'];
  const found = instances.find(({ options }) => options.name === NAME && !options.version);
  if (found) return found;
  const made = { options: { name: NAME } };
  instances.push(made);
  return made;
}
