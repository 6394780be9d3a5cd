import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runScenario } from '@host/headless-host';

import { type BuildFiles, archiveBytes, changedFiles, transferBytes } from './lib/buildFiles.ts';
import { type BundlerProject, ourProject, repackProject } from './lib/bundlerProjects.ts';
import { cpuSeconds } from './lib/cpuSeconds.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { median } from './lib/statistics.ts';

const ROUNDS = 3;
const NAMES = ['ours', 'Re.Pack', 'Re.Pack, minified'];
const BEFORE = 'On its way to you.';
const AFTER = 'Nearly there.';
const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));

/** A clean build, and an incremental one after a line changed. */
interface Round {
  coldSeconds: number;
  warmSeconds: number;
  before: BuildFiles;
  after: BuildFiles;
}

interface Figures {
  coldSeconds: number;
  warmSeconds: number;
  archive: number;
  /** The files that the host requested before the first screen was shown, and their bytes. */
  requests: number;
  openBytes: number;
  /** The files, and their bytes, that a host with the previous version has to download. */
  changed: number;
  changedBytes: number;
}

/** The cost of a build and of downloading it, against Re.Pack with its defaults. */
export async function bundle(log: Log): Promise<Section> {
  await cpuSeconds(REPOSITORY, ['scripts/build-tools.mjs']);
  const projects = [
    await ourProject(),
    await repackProject(),
    await repackProject({ MINIMIZER: 'swc' }),
  ];
  const rounds: Round[][] = projects.map(() => []);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [index, project] of projects.entries()) {
      const { coldSeconds, warmSeconds, ...files } = await buildTwice(project);
      rounds[index]!.push({ coldSeconds, warmSeconds, ...files });
      log(`${NAMES[index]}: ${coldSeconds.toFixed(1)} s cold, ${warmSeconds.toFixed(1)} s warm`);
    }
  }
  const [ours, peer, minified] = (await Promise.all(rounds.map(figuresOf))) as [
    Figures,
    Figures,
    Figures,
  ];
  const bytes = (count: number) => `${count.toLocaleString('en')} bytes`;
  const seconds = (count: number) => `${count.toFixed(1)} s`;
  return {
    how:
      'The example mini-app `orders` for ios, by `miniapp bundle` and by `bench/peers/repack-defaults`: the same sources in a project of ' +
      'Re.Pack 5 as its documentation and its federated test app show it, with the same shared singletons. An archive is a zip of what a host ' +
      'can ask for: no source maps, and of the peer no `index.bundle`, which only runs by itself. Other bytes are those of single files, ' +
      'gzipped. Requests are those of the headless host until the first screen showed its data. CPU is the user and system time of the whole ' +
      `command, the median of ${ROUNDS}; warm is after one line of a screen changed. Re.Pack’s minimizer does nothing with this Rspack, so ` +
      'a row compares with the same project and a minimizer that works.',
    rows: [
      {
        what: 'ios archive',
        measured: bytes(ours.archive),
        peer: bytes(peer.archive),
        ratio: ours.archive / peer.archive,
        goal: { below: 0.333 },
      },
      {
        what: 'ios archive, the peer minified',
        measured: bytes(ours.archive),
        peer: bytes(minified.archive),
        ratio: ours.archive / minified.archive,
        goal: { below: 0.333 },
      },
      {
        what: 'fetched to open it, the peer minified',
        measured: `${bytes(ours.openBytes)} in ${ours.requests} requests`,
        peer: `${bytes(minified.openBytes)} in ${minified.requests} requests`,
        ratio: ours.openBytes / minified.openBytes,
      },
      {
        what: 'CPU of a cold build',
        measured: seconds(ours.coldSeconds),
        peer: seconds(peer.coldSeconds),
        ratio: ours.coldSeconds / peer.coldSeconds,
        goal: { below: 1 },
      },
      {
        what: 'CPU of a warm build',
        measured: seconds(ours.warmSeconds),
        peer: seconds(peer.warmSeconds),
        ratio: ours.warmSeconds / peer.warmSeconds,
        goal: { below: 1 },
      },
      {
        what: 'changed by one line of a screen, against our own archive',
        measured: `${bytes(ours.changedBytes)} in ${ours.changed} of the files`,
        peer: bytes(ours.archive),
        ratio: ours.changedBytes / ours.archive,
        goal: { below: 0.1 },
      },
    ],
  };
}

/** Runs a clean build, changes one line, builds again, and reverts the change. */
async function buildTwice(project: BundlerProject): Promise<Round> {
  await project.forget();
  const coldSeconds = await project.build();
  const before = await project.files();
  await project.edit(BEFORE, AFTER);
  const warmSeconds = await project.build();
  const after = await project.files();
  await project.edit(AFTER, BEFORE);
  return { coldSeconds, warmSeconds, before, after };
}

async function figuresOf(rounds: readonly Round[]): Promise<Figures> {
  const { before, after } = rounds[0]!;
  const requested = await open(before);
  const changed = changedFiles(before, after);
  return {
    coldSeconds: median(rounds.map((round) => round.coldSeconds)),
    warmSeconds: median(rounds.map((round) => round.warmSeconds)),
    archive: await archiveBytes(before),
    requests: requested.length,
    openBytes: transferBytes(before, new Set(requested)),
    changed: changed.length,
    changedBytes: transferBytes(after, changed),
  };
}

/** Opens a build as a host does; resolves to the names of the files that it requested. */
async function open(files: BuildFiles): Promise<string[]> {
  const dir = join(await temporaryFolder(), 'ios');
  await mkdir(dir);
  for (const [name, content] of files) await writeFile(join(dir, name), content);
  const { ok, errors, requests } = await runScenario({
    dir,
    manifest: {
      appId: 'com.example.orders',
      version: '1.0.0',
      permissions: ['storage', 'analytics', 'user', 'network'],
    },
    platform: 'ios',
    engine: 'v8',
    host: {
      user: { openId: 'u1', name: 'Ada' },
      api: { 'GET /orders/items': [{ id: '7', title: 'Espresso machine' }] },
    },
    steps: [{ waitForText: 'Espresso machine' }],
  });
  if (!ok) throw new Error(`It does not open: ${errors[0]?.message}`);
  return requests.map((path) => path.replace(/^[^/]*\//, ''));
}
