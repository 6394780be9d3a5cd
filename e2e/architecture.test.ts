import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { bothEnginesViolations } from './architecture/bothEnginesViolations.ts';
import { changeViolations } from './architecture/changeViolations.ts';
import { copyViolations, ORIGINALS } from './architecture/copyViolations.ts';
import { cycleViolations } from './architecture/cycleViolations.ts';
import { dependencyViolations } from './architecture/dependencyViolations.ts';
import { deviceLifecycleViolations } from './architecture/deviceLifecycleViolations.ts';
import { engineViolations } from './architecture/engineViolations.ts';
import { fencedBlock } from './architecture/fencedBlock.ts';
import { fetchViolations } from './architecture/fetchViolations.ts';
import { frameworkViolations } from './architecture/frameworkViolations.ts';
import { type ImportGraph, importGraph } from './architecture/importGraph.ts';
import { importViolations } from './architecture/importViolations.ts';
import { nodeInternalViolations } from './architecture/nodeInternalViolations.ts';
import { parseLayers } from './architecture/parseLayers.ts';
import { parseTree } from './architecture/parseTree.ts';
import { parseUses } from './architecture/parseUses.ts';
import { readWorkspace } from './architecture/readWorkspace.ts';
import { filesInSentences, sentenceViolations } from './architecture/sentenceViolations.ts';
import { sqlViolations } from './architecture/sqlViolations.ts';
import { testCodeViolations } from './architecture/testCodeViolations.ts';
import { treeOrderViolations } from './architecture/treeOrderViolations.ts';
import { treeViolations } from './architecture/treeViolations.ts';
import { unnamedFolders } from './architecture/unnamedFolders.ts';
import { usesViolations } from './architecture/usesViolations.ts';
import type { SourceFile } from './architecture/WorkspacePackage.ts';

/** Who asks, what an action answers, and what is passed on as it came: besides routes, these read and answer requests. */
const READ_REQUESTS = [
  'hosting/artifacts/cdn/MemoryAnswers.ts',
  'hosting/mini-app-api/upstream/forwardToUpstream.ts',
  'operations/actions/AdminActions.ts',
  'operations/console/ConsoleGate.ts',
  'operations/console/ConsoleSessions.ts',
  'operations/identity/adminAuth.ts',
  'people/sessionAuth.ts',
  'people/sessions/refreshCookie.ts',
  'push/Push.types.ts',
  'push/devices/deviceAuth.ts',
  'push/protocol/protocolScope.ts',
];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const workspace = readWorkspace(ROOT);
/** The one file of a package that may use what Node does not promise. */
const NODE_INTERNALS: Record<string, string> = {
  server: 'src/node-internals/nodeInternals.ts',
  'packages/cli': 'src/build/shareBundlerModules.ts',
};
/** The files of the packages and the apps that may call `fetch`. */
const FETCHES: Record<string, string[]> = {
  'packages/api-client': ['src/exchange/createExchange.ts', 'src/transport/createTransport.ts'],
  // The files of mini-apps, from wherever they are: bytes that are checked by their digest, no answers of the server; and
  // a dev server, which is no server of the platform.
  'packages/host-runtime': [
    'src/development/openDevelopment.ts',
    'src/registry/createRegistry.ts',
    'src/web/createFrameLoader.tsx',
    'src/web/preload.ts',
    'src/worker/createDigestFiles.ts',
  ],
  // What is asked for before the client is there, and handed to it; and a service worker, which passes requests on.
  'apps/host': [
    'src/early/index.web.ts',
    'src/service-worker/serviceWorker.ts',
    'src/services/createWebServices.ts',
  ],
  // Files of the site itself, and calls that somebody tries: what the server answers is shown as it is.
  'apps/docs': ['src/api/index.ts', 'src/api/tryIt.ts', 'src/site/startSearch.ts'],
};
/**
 * Besides `ChangeCache`, these listen to what nodes change: they keep what is no answer to a question, such as who is
 * connected, or tell others.
 */
const LISTEN_TO_CHANGES = [
  'overview/ChangeStreams.ts',
  'people/secrets/SigningKeys.ts',
  'push/inbox/Inbox.ts',
  'push/live/ConnectionUpdater.ts',
  'push/live/RemoteAcknowledgements.ts',
  'push/live/presence/SharedPresence.ts',
  'push/push-services/Reachability.ts',
];
/** A list of queries, one for each table that has something of a person. */
const EVERYTHING_OF_A_PERSON = 'people/personal-data/personSections.ts';
const packagesWithSource = workspace
  .map(({ folder }) => folder)
  .filter((folder) => /^(packages|apps|mini-apps)\/|^server$/.test(folder));

describe('ARCHITECTURE.md', () => {
  it('allows every dependency that a package.json has', () => {
    const layers = parseLayers(blockOfArchitecture('L7 '));
    expect(dependencyViolations(layers, workspace)).toEqual([]);
  });

  it('names what exists, and marks what does not exist yet', () => {
    const tree = parseTree(blockOfArchitecture('packages/'));
    expect(tree.length).toBeGreaterThan(10);
    expect(treeViolations(tree, isThere)).toEqual([]);
  });

  it('names files that exist in its sentences, too', () => {
    const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    expect(filesInSentences(text).length).toBeGreaterThan(10);
    expect(sentenceViolations(text, isThere)).toEqual([]);
  });

  it('lists every rule of this test', () => {
    const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    const rules = readdirSync(join(ROOT, 'e2e/architecture'))
      .filter((name) => name.endsWith('Violations.ts'))
      .map((name) => name.replace('.ts', ''));
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter((rule) => !text.includes(`\`${rule}\``))).toEqual([]);
  });

  it("shows which of the server's folders uses which", () => {
    const uses = parseUses(blockOfArchitecture('config '));
    expect(usesViolations(uses, graphOf('server'))).toEqual([]);
  });

  it("names all of the server's folders, in the order of their imports", () => {
    const tree = parseTree(blockOfArchitecture('packages/'));
    expect(unnamedFolders(tree, 'server/src/', graphOf('server'))).toEqual([]);
    expect(treeOrderViolations(tree, 'server/src/', graphOf('server'))).toEqual([]);
  });
});

describe('the source code', () => {
  it('imports only packages that are in its package.json', () => {
    expect(workspace.map(({ folder }) => folder)).toEqual(
      expect.arrayContaining(['.', 'packages/contracts', 'server', 'e2e']),
    );
    expect(importViolations(workspace)).toEqual([]);
  });

  it.each(packagesWithSource)('of %s imports in one direction', (folder) => {
    const graph = graphOf(folder);
    expect(graph.size).toBeGreaterThan(0);
    expect(cycleViolations(graph)).toEqual([]);
  });

  it.each(packagesWithSource)('of %s does not import what serves tests', (folder) => {
    expect(testCodeViolations(graphOf(folder))).toEqual([]);
  });

  it.each(packagesWithSource)('of %s uses what Node does not promise in one file', (folder) => {
    expect(nodeInternalViolations(sourcesOf(folder), NODE_INTERNALS[folder])).toEqual([]);
  });

  it.each(packagesWithSource.filter((folder) => /^(packages|apps)\//.test(folder)))(
    'of %s asks the server through a client',
    (folder) => {
      expect(fetchViolations(sourcesOf(folder), FETCHES[folder] ?? [])).toEqual([]);
    },
  );

  it('has one observable, one parser of tokens, one form of Idempotency-Keys, one share entry', () => {
    const products = workspace.filter(({ folder }) => packagesWithSource.includes(folder));
    for (const { place, sign } of ORIGINALS) {
      expect(readFileSync(join(ROOT, place), 'utf8')).toMatch(sign);
    }
    expect(copyViolations(products)).toEqual([]);
  });

  it('of the server knows requests of Fastify where they are read and answered', () => {
    const sources = sourcesOf('server');
    expect(sources.map(({ path }) => path)).toEqual(
      expect.arrayContaining(READ_REQUESTS.map((file) => `src/${file}`)),
    );
    expect(frameworkViolations(sources, READ_REQUESTS)).toEqual([]);
  });

  it('of the server remembers what may change in one kind of cache', () => {
    const sources = sourcesOf('server');
    expect(sources.map(({ path }) => path)).toEqual(
      expect.arrayContaining(LISTEN_TO_CHANGES.map((file) => `src/${file}`)),
    );
    expect(changeViolations(sources, LISTEN_TO_CHANGES)).toEqual([]);
  });

  it('of the server knows an engine in storage/ alone', () => {
    expect(engineViolations(sourcesOf('server'))).toEqual([]);
  });

  it('of the server has SQL in storage/ and in files of rows alone', () => {
    const sources = sourcesOf('server');
    expect(sources.map(({ path }) => path)).toContain(`src/${EVERYTHING_OF_A_PERSON}`);
    expect(sqlViolations(sources, [EVERYTHING_OF_A_PERSON])).toEqual([]);
  });

  it('of the server runs the SQL of every file of rows on both engines in a test near to it', () => {
    expect(bothEnginesViolations(sourcesOf('server'))).toEqual([]);
  });

  it('of the server changes whose a device is in one folder, which collects inboxes first', () => {
    const sources = sourcesOf('server');
    expect(sources.map(({ path }) => path)).toContain('src/push/device-lifecycle/ownershipRows.ts');
    expect(deviceLifecycleViolations(sources)).toEqual([]);
  });
});

function sourcesOf(folder: string): SourceFile[] {
  const found = workspace.find((each) => each.folder === folder);
  if (!found) throw new Error(`The workspace has no package ${folder}.`);
  return found.sources;
}

function graphOf(folder: string): ImportGraph {
  return importGraph(sourcesOf(folder));
}

function blockOfArchitecture(start: string): string {
  const block = fencedBlock(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'), start);
  if (block === undefined) {
    throw new Error(`ARCHITECTURE.md has no fenced block with a line that starts with "${start}".`);
  }
  return block;
}

// A folder that holds nothing but installed modules is what is left of one after a change of branch.
function isThere(path: string): boolean {
  const absolute = join(ROOT, path);
  if (!existsSync(absolute)) return false;
  if (!statSync(absolute).isDirectory()) return !path.endsWith('/');
  return readdirSync(absolute).some((name) => name !== 'node_modules' && name !== 'dist');
}
