import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type FederationInstance, globals } from './globals.ts';
import { keepVersionsApart } from './keepVersionsApart.web.ts';
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
const folderOf = (remoteName: string) => `https://cdn.example/${remoteName}/web/`;

let page: { currentScript: { src: string } | null };
let versions: VersionsApart;
let instances: FederationInstance[];

beforeEach(() => {
  page = { currentScript: null };
  vi.stubGlobal('document', page);
  instances = startFederation();
  versions = keepVersionsApart();
  for (const name of [OLD, NEW]) readManifest(versions, name, folderOf(name));
});
afterEach(() => {
  for (const name of [OLD, NEW]) versions.forget(name);
  vi.unstubAllGlobals();
});

function run(src: string, script: () => void): void {
  page.currentScript = { src };
  try {
    script();
  } finally {
    page.currentScript = null;
  }
}

const open = (remoteName: string) =>
  run(`${folderOf(remoteName)}${NAME}.container.js`, runContainer);
const loadChunk = (remoteName: string) =>
  run(`${folderOf(remoteName)}details.chunk.js`, () => runChunk(remoteName));

describe('in a page', () => {
  it('each version has a container and a federation instance of its own', () => {
    open(OLD);
    open(NEW);
    expect(containerOf(OLD)).not.toBe(containerOf(NEW));
    expect(instances.map(({ options }) => options.version)).toEqual([OLD, NEW]);
  });

  it('a chunk comes to the version whose folder it lies in, in whatever order they come', () => {
    open(OLD);
    open(NEW);
    loadChunk(NEW);
    loadChunk(OLD);
    expect(containerOf(OLD).chunks).toEqual([OLD]);
    expect(containerOf(NEW).chunks).toEqual([NEW]);
  });

  it('a version that is loaded again, under another name, gets what comes from then on', () => {
    open(OLD);
    const again = { remoteName: 'again', name: NAME, globalName: NAME, folder: folderOf(OLD) };
    versions.add(again);
    open(OLD);
    expect(containerOf('again').chunks).toEqual([]);
    loadChunk(OLD);
    expect(containerOf('again').chunks).toEqual([OLD]);
    versions.forget('again');
  });

  it('a script from elsewhere is refused', () => {
    open(OLD);
    const planted = () => run('https://evil.example/details.chunk.js', () => runChunk('planted'));
    expect(planted).toThrow('Load the scripts of a mini-app from the folder of its manifest.');
    expect(() => run('https://evil.example/', runContainer)).toThrow('lies beside no mf-manifest');
    expect(containerOf(OLD).chunks).toEqual([]);
  });

  it('who looks at the names from outside finds nothing', () => {
    open(OLD);
    expect([globals[NAME], globals[`chunks_${NAME}`]]).toEqual([undefined, undefined]);
  });

  it('a version that is forgotten leaves nothing, and the other goes on', () => {
    open(OLD);
    open(NEW);
    versions.forget(OLD);
    expect(containerOf(OLD)).toBeUndefined();
    expect(instances.map(({ options }) => options.version)).toEqual([NEW]);
    loadChunk(NEW);
    expect(containerOf(NEW).chunks).toEqual([NEW]);
    versions.forget(NEW);
    expect(Object.keys(Object.getOwnPropertyDescriptors(globals))).not.toContain(NAME);
  });
});
