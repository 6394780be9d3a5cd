import { type FederationInstance, globals } from '../globals.ts';
import type { VersionsApart } from '../VersionsApart.types.ts';

export const NAME = 'com_example_shop';

/** What a build of any version does when its scripts run; every build of a mini-app has the same names. */
export interface FakeContainer {
  /** Who asks for a chunk, as the bundler's runtime tells Re.Pack. */
  context: { federation: { instance: FederationInstance } };
  /** The chunks that came to it. */
  chunks: string[];
}

/** The script of a container: it finds or makes its federation instance, and listens for its chunks. */
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

/** Tells, as the federation runtime does, that the manifest of a remote was read. */
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

/** As the federation runtime does it: a container without a version takes the instance of its name that has none. */
function federationInstance(): FederationInstance {
  const instances = globals['__FEDERATION__']!['__INSTANCES__'];
  const found = instances.find(({ options }) => options.name === NAME && !options.version);
  if (found) return found;
  const made = { options: { name: NAME } };
  instances.push(made);
  return made;
}
