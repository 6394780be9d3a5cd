import { createCipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { ZipFile } from 'yazl';

import { temporaryFolder } from './lib/leaveNothing.ts';
import { forgetPeak, memoryOf } from './lib/processFigures.ts';
import { publishMiniApp } from './lib/publishMiniApp.ts';
import { sampleMemory } from './lib/sampleMemory.ts';
import { scriptText } from './lib/scriptText.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { ADMIN_TOKEN, buildPlatform, startPlatform } from './lib/startPlatform.ts';

const MB = 1e6;
const UPLOADS = 10;
const BYTES = 100 * MB;
const CHUNK_BYTES = 64 * 1024;
const SAMPLE_MS = 50;
const SETTLE_MS = 3000;
const MAX_ABOVE_IDLE = 150 * MB;

/** Cases by the speed of the senders and by what the server does with the archive. */
const CASES = [
  { title: 'ios.zip, as fast as it goes', file: 'ios.zip', bytesPerSecond: Infinity },
  { title: 'ios.zip, each sender at 10 MB/s', file: 'ios.zip', bytesPerSecond: 10 * MB },
  {
    title: 'web.zip with a script of 5 MB, which is unpacked and compressed',
    file: 'web.zip',
    bytesPerSecond: Infinity,
  },
] as const;

/** Memory of the server while many large uploads arrive at once. */
export async function uploadMemory(log: Log): Promise<Section> {
  const main = await buildPlatform();
  const script = Buffer.from(scriptText(5 * MB, 1));
  const rows: Row[] = [];
  for (const each of CASES) {
    const server = await startPlatform({ main, dataDir: await temporaryFolder() });
    // Warms up: modules that the first upload loads are not counted.
    await publishMiniApp(server.origin, { appId: 'com.bench.first', version: '1.0.0' });
    await sleep(SETTLE_MS);
    const idle = memoryOf(server.pid).now;
    forgetPeak(server.pid);

    const sampler = sampleMemory(server.pid, SAMPLE_MS);
    const start = performance.now();
    const url = `${server.origin}/v1/admin/artifacts/com.bench.upload`;
    await Promise.all(
      Array.from({ length: UPLOADS }, (_, index) =>
        upload(`${url}${index}/1.0.0/${each.file}`, each, script),
      ),
    );
    const seconds = (performance.now() - start) / 1000;
    const samples = await sampler.stop();
    const sampled = Math.max(...samples);
    const { peak } = memoryOf(server.pid);
    await server.stop();

    const mb = (bytes: number) => `${Math.round(bytes / MB)} MB`;
    log(`${each.title}: ${mb(peak - idle)} above ${mb(idle)}, ${seconds.toFixed(1)} s`);
    rows.push({
      what: each.title,
      measured: `${mb(peak - idle)} above idle (${mb(sampled - idle)} in ${samples.length} samples), in ${seconds.toFixed(1)} s`,
      peer: `idle ${mb(idle)}`,
      ratio: (peak - idle) / MAX_ABOVE_IDLE,
      goal: { below: 1 },
    });
  }
  return {
    how:
      `${UPLOADS} uploads of ${BYTES / MB} MB that do not compress, at once through the API, made as streams while they are sent. ` +
      `The memory of the server's process (RSS) is sampled every ${SAMPLE_MS} ms; the figure is the kernel's own peak (VmHWM), which ` +
      `misses nothing between samples. The ratio is to the ${MAX_ABOVE_IDLE / MB} MB above idle that are allowed. Idle is after one small ` +
      'mini-app was published.',
    rows,
  };
}

async function upload(
  url: string,
  { file, bytesPerSecond }: (typeof CASES)[number],
  script: Buffer,
): Promise<void> {
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from(MANIFEST), 'mf-manifest.json');
  if (file === 'web.zip') archive.addBuffer(script, 'app.js');
  archive.addReadStream(
    Readable.from(noise(bytesPerSecond), { objectMode: false }),
    'assets/data.bin',
    {
      compress: false,
    },
  );
  archive.end();
  const sent = request(url, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      'content-type': 'application/octet-stream',
    },
  });
  const [[response]] = await Promise.all([
    once(sent, 'response') as Promise<[IncomingMessage]>,
    pipeline(archive.outputStream, sent),
  ]);
  const answer = await text(response);
  if (response.statusCode !== 201) {
    throw new Error(`${url} answered ${response.statusCode}: ${answer}`);
  }
}

const MANIFEST = JSON.stringify({
  name: 'bench',
  metaData: { remoteEntry: { name: 'bench.container.js' } },
  exposes: [],
});

/** Incompressible bytes: a key stream. */
async function* noise(bytesPerSecond: number): AsyncGenerator<Buffer> {
  const cipher = createCipheriv('aes-128-ctr', randomBytes(16), randomBytes(16));
  const zeros = Buffer.alloc(CHUNK_BYTES);
  const start = performance.now();
  for (let sent = 0; sent < BYTES; sent += CHUNK_BYTES) {
    const early = (sent / bytesPerSecond) * 1000 - (performance.now() - start);
    if (early > 0) await sleep(early);
    yield cipher.update(zeros);
  }
}
