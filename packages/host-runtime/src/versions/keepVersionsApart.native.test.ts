import { beforeEach, describe, expect, it } from 'vitest';

import { type FederationInstance, globals } from './globals.ts';
import { keepVersionsApart } from './keepVersionsApart.native.ts';
import {
  NAME,
  containerOf,
  readManifest,
  runChunk,
  runContainer,
  startFederation,
} from './testing/fakeBuild.ts';
import type { VersionsApart } from './VersionsApart.types.ts';

const OLD = `${NAME}__1_0_0`;
const NEW = `${NAME}__2_0_0`;

/** Re.Pack's script manager: every script takes a turn of the event loop, and then runs. */
class FakeManager {
  readonly asked: string[] = [];
  readonly removed: string[] = [];
  readonly broken = new Set<string>();

  async loadScript(scriptId: string, caller?: string, _context?: unknown, _url?: string) {
    const id = [caller, scriptId].filter(Boolean).join(' ');
    this.asked.push(id);
    await new Promise<void>((resolve) => setImmediate(() => resolve()));
    if (this.broken.delete(id)) throw new Error(`There is no ${id}.`);
    if (caller === undefined) runContainer();
    else runChunk(id);
  }

  removeResolver(key: string): boolean {
    this.removed.push(key);
    return true;
  }
}

let manager: FakeManager;
let versions: VersionsApart;
let instances: FederationInstance[];

beforeEach(() => {
  instances = startFederation();
  manager = new FakeManager();
  versions = keepVersionsApart(manager);
  for (const name of [OLD, NEW]) readManifest(versions, name, `https://cdn.example/${name}/`);
});

const open = (...names: string[]) =>
  Promise.all(names.map((name) => manager.loadScript(name, undefined, {}, 'https://x/')));
const loadChunk = (remoteName: string, chunk: string) =>
  manager.loadScript(chunk, NAME, containerOf(remoteName).context, `noop:///${chunk}`);

describe('on native', () => {
  it('the federation runtime looks for a container under the name that the host registered', () => {
    expect(readManifest(versions, OLD, 'https://x/').remoteSnapshot).toEqual({ globalName: OLD });
  });

  it('two versions that are opened at the same moment have a container and an instance each', async () => {
    await open(OLD, NEW);
    expect(containerOf(OLD)).not.toBe(containerOf(NEW));
    expect(instances.map(({ options }) => options.version)).toEqual([OLD, NEW]);
    expect(containerOf(NEW).context.federation.instance).toBe(instances[1]);
  });

  it('a chunk that two versions load at the same moment comes to both', async () => {
    await open(OLD, NEW);
    await Promise.all([loadChunk(OLD, 'details'), loadChunk(NEW, 'details')]);
    expect(containerOf(OLD).chunks).toEqual([`${OLD} details`]);
    expect(containerOf(NEW).chunks).toEqual([`${NEW} details`]);
  });

  it('nothing of a mini-app stays where another version would find it', async () => {
    await open(OLD);
    await loadChunk(OLD, 'details');
    expect(
      Object.keys(globals).filter((name) => /^(chunks_)?com_example_shop$/.test(name)),
    ).toEqual([]);
  });

  it('a script that does not load fails for who asked, and the next one comes all the same', async () => {
    await open(OLD, NEW);
    manager.broken.add(`${OLD} details`);
    const failed = loadChunk(OLD, 'details');
    const next = loadChunk(NEW, 'details');
    await expect(failed).rejects.toThrow(`There is no ${OLD} details.`);
    await next;
    await loadChunk(OLD, 'details');
    expect(containerOf(OLD).chunks).toEqual([`${OLD} details`]);
  });

  it('scripts of the host, and of what is registered by its own name, are left as they are', async () => {
    readManifest(versions, NAME, 'https://x/');
    await manager.loadScript('settings', 'main', { federation: { instance: {} } });
    await open(NAME);
    expect(manager.asked).toEqual(['main settings', NAME]);
    expect(containerOf(NAME)).toBeDefined();
    delete globals[NAME];
    delete globals[`chunks_${NAME}`];
  });

  it('a version that a host loads by itself is kept apart, too', async () => {
    versions.add({ remoteName: 'own', name: NAME, globalName: NAME, folder: 'https://x/' });
    await open(OLD, 'own');
    await loadChunk('own', 'details');
    expect(containerOf('own').chunks).toEqual(['own details']);
    expect(containerOf(OLD).chunks).toEqual([]);
    versions.forget('own');
  });

  it('a version that is forgotten leaves nothing, and the other goes on', async () => {
    await open(OLD, NEW);
    versions.forget(OLD);
    expect(containerOf(OLD)).toBeUndefined();
    expect(instances.map(({ options }) => options.version)).toEqual([NEW]);
    expect(manager.removed).toEqual([OLD]);
    await loadChunk(NEW, 'details');
    expect(containerOf(NEW).chunks).toEqual([`${NEW} details`]);
  });
});
