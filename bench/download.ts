import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Figures, compare, roundsNote } from './lib/compare.ts';
import { getWhole } from './lib/getWhole.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import { publishMiniApp } from './lib/publishMiniApp.ts';
import { scriptText } from './lib/scriptText.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { startNginx } from './lib/startNginx.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { median } from './lib/statistics.ts';

const APP = { appId: 'com.bench.download', version: '1.0.0' };
const FILES = [
  { file: 'small.js', title: '200 KB', bytes: 200_000, goal: 0.7 },
  { file: 'large.js', title: '5 MB', bytes: 5_000_000, goal: 0.5 },
];
const FORMS = [
  { form: 'plain', headers: { 'accept-encoding': 'identity' } },
  { form: 'precompressed, gzip', headers: { 'accept-encoding': 'gzip' } },
];
const CONNECTIONS = 16;
const ROUNDS = 3;

/** Downloads of artifacts, against nginx on the same bytes. */
export async function download(log: Log): Promise<Section> {
  const ours = await startPlatform({
    main: await buildPlatform(),
    dataDir: await temporaryFolder(),
  });
  const webFiles = Object.fromEntries(
    FILES.map(({ file, bytes }) => [file, scriptText(bytes, bytes)]),
  );
  await publishMiniApp(ours.origin, { ...APP, webFiles });
  const folder = await temporaryFolder();
  await copyForNginx(ours.origin, join(folder, 'files'));
  const nginx = await startNginx(folder);

  const rows: Row[] = [];
  const others: number[] = [];
  try {
    for (const { file, title, goal } of FILES) {
      for (const { form, headers } of FORMS) {
        log(`${title} ${form}`);
        await requireSameBytes(
          `${ours.origin}${ourPath(file)}`,
          `${nginx.origin}/${file}`,
          headers,
        );
        const paths = { ours: join(folder, 'ours'), nginx: join(folder, 'nginx') };
        await writeFile(paths.ours, ourPath(file));
        await writeFile(paths.nginx, `/${file}`);
        const load = { connections: CONNECTIONS, headers };
        const figures = await compare(
          {
            ours: { pid: ours.pid, load: { ...load, origin: ours.origin, paths: paths.ours } },
            nginx: { pid: nginx.pid, load: { ...load, origin: nginx.origin, paths: paths.nginx } },
          },
          ROUNDS,
          log,
        );
        rows.push(...rowsOf(`${title}, ${form}`, figures, goal));
        others.push(figures.ours.others, figures.nginx.others);
      }
    }
  } finally {
    await nginx.stop();
    await ours.stop();
  }
  return {
    how:
      `Two files of script-like text in a \`web.zip\` that was uploaded, registered and released through the API, ` +
      `fetched from \`/cdn\` over ${CONNECTIONS} connections by one wrk thread. The peer is nginx with one worker, sendfile, ` +
      'an open file cache and `gzip_static`, the same bytes and the same headers (Debian has no brotli for it). ' +
      `${roundsNote(ROUNDS)} "Busy" is how much of its core the server used: below 100 % the load was the limit, and the ` +
      'ratio of requests per CPU second tells more.',
    rows,
    others: median(others),
  };
}

function rowsOf(title: string, { ours, nginx }: Record<'ours' | 'nginx', Figures>, goal: number) {
  const rate = ({ requestsPerSecond, bytesPerSecond, cpuMicroseconds }: Figures) =>
    `${Math.round(requestsPerSecond)}/s, ${Math.round(bytesPerSecond / 1e6)} MB/s, ` +
    `busy ${Math.round((requestsPerSecond * cpuMicroseconds) / 1e4)} %`;
  const cpu = ({ cpuMicroseconds }: Figures) => `${cpuMicroseconds.toFixed(0)} µs`;
  return [
    {
      what: `${title}: requests/s`,
      measured: rate(ours),
      peer: rate(nginx),
      ratio: ours.requestsPerSecond / nginx.requestsPerSecond,
      goal: { atLeast: goal },
    },
    {
      what: `${title}: requests per CPU second`,
      measured: cpu(ours),
      peer: cpu(nginx),
      ratio: nginx.cpuMicroseconds / ours.cpuMicroseconds,
    },
  ];
}

function ourPath(file: string): string {
  return `/cdn/mini-apps/${APP.appId}/${APP.version}/web/${file}`;
}

async function copyForNginx(origin: string, folder: string): Promise<void> {
  await mkdir(folder);
  for (const { file } of FILES) {
    const plain = await getWhole(`${origin}${ourPath(file)}`);
    const gzip = await getWhole(`${origin}${ourPath(file)}`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    await writeFile(join(folder, file), plain.body);
    await writeFile(join(folder, `${file}.gz`), gzip.body);
  }
}

async function requireSameBytes(
  ours: string,
  theirs: string,
  headers: Record<string, string>,
): Promise<void> {
  const [a, b] = await Promise.all([getWhole(ours, { headers }), getWhole(theirs, { headers })]);
  const isSame =
    a.body.equals(b.body) && a.headers['content-encoding'] === b.headers['content-encoding'];
  if (!isSame) throw new Error(`${ours} and ${theirs} do not answer the same bytes.`);
}
