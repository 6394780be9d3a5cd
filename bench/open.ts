import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';

import { provideChromium } from '../scripts/services/provideChromium.ts';
import { FOUR_G } from './lib/fourG.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import { publishExamples } from './lib/publishExamples.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { median } from './lib/statistics.ts';
import type { BenchPage } from './open/BenchPage.types.ts';
import { type BesideServer, serveBeside } from './open/serveBeside.ts';

const APP = 'com.example.orders';
const OTHER_APP = 'com.example.promos';
const ROUNDS = 9;
const OPENINGS = 50;

declare const bench: BenchPage;

interface Times {
  first: number[];
  again: number[];
  requests: number[];
}

/** Opening a mini-app in a browser: from the tap to its first screen. */
export async function open(log: Log): Promise<Section> {
  const chromiumPath = await provideChromium();
  if (!('path' in chromiumPath)) throw new Error(`There is no Chromium: ${chromiumPath.reason}`);
  log('building the host, the pages and the server');
  const folder = await temporaryFolder();
  await runScript('../scripts/build-tools.mjs');
  await runScript('../apps/host/build-steps/build.mjs', 'web');
  await runScript('open/buildPages.mjs', folder);
  const platform = await startPlatform({
    main: await buildPlatform(),
    dataDir: await temporaryFolder(),
    hostAppDir: fileURLToPath(new URL('../apps/host/dist/web', import.meta.url)),
  });
  await publishExamples(platform.origin);
  const beside = await serveBeside(folder, platform.origin);
  const browser = await chromium.launch({
    executablePath: chromiumPath.path,
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
  });
  try {
    return await measureAll({ browser, beside, origin: platform.origin }, log);
  } finally {
    await browser.close();
    await beside.close();
    await platform.stop();
  }
}

async function runScript(path: string, ...args: string[]): Promise<void> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  await promisify(execFile)(process.execPath, [file, ...args]);
}

interface Bed {
  browser: Browser;
  beside: BesideServer;
  origin: string;
}

async function measureAll(bed: Bed, log: Log): Promise<Section> {
  const manifest = `${bed.origin}/cdn/mini-apps/${APP}/1.0.0/web/mf-manifest.json`;
  const pages = {
    ours: `/ours.html?app=${APP}`,
    bare: `/bareFederation.html?manifest=${encodeURIComponent(manifest)}`,
    iframe: '/iframe.html',
  };
  const times = { ours: noTimes(), bare: noTimes(), iframe: noTimes() };
  // Alternating, so that other activity on the machine affects all of them alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
      await openTwice(bed, pages[name], times[name]);
    }
    log(
      `round ${round + 1}/${ROUNDS}  ` +
        Object.entries(times)
          .map(([name, { first, again }]) => `${name} ${ms(first.at(-1)!)}, ${ms(again.at(-1)!)}`)
          .join('  '),
    );
  }
  log('on 4G');
  const mobile = await tapOn4G(bed);
  log(`${OPENINGS} openings`);
  const heap = await heapOfOpenings(bed);
  const [ours, bare, iframe] = [times.ours, times.bare, times.iframe].map(medians) as [
    Record<keyof Times, number>,
    Record<keyof Times, number>,
    Record<keyof Times, number>,
  ];

  return {
    how:
      `The example mini-app "orders", published through the real pipeline, in headless Chromium: milliseconds from the tap to ` +
      `the frame in which its first screen is there, medians of ${ROUNDS} rounds in turns, each in a new browser profile with ` +
      `empty caches and a page that has been loaded. Ours verifies every file; the bare federation runtime loads the same remote from the same ` +
      `server and verifies nothing; the frame is the same mini-app built to run by itself. Re-open is after closing it once. ` +
      `4G is 9 Mbit/s and 60 ms, in the reference host with an empty cache, tapped as soon as the catalog is there; what the ` +
      `catalog prefetches by then counts as fetched. The heap is V8's after a collection, with two mini-apps opened and ` +
      `closed in turn.`,
    rows: [
      row('first open, against the bare federation runtime', ours.first, bare.first, {
        below: 1.3,
      }),
      row('first open, against a frame', ours.first, iframe.first),
      row('re-open, against a frame', ours.again, iframe.again, { below: 0.5 }),
      row('re-open, against the bare federation runtime', ours.again, bare.again),
      limit('re-open', ms(ours.again), ours.again, 100, 'ms'),
      limit('4G, tap to first screen', ms(mobile), mobile, 600, 'ms'),
      {
        what: `heap after ${OPENINGS} more openings`,
        measured: `${heap.after.toFixed(1)} MB`,
        peer: `${heap.before.toFixed(1)} MB after the first 10`,
        ratio: heap.after / heap.before,
        goal: { below: 1.1 },
      },
      {
        what: 'requests of a first open',
        measured: String(ours.requests),
        peer: `${bare.requests} by the bare federation runtime`,
        ratio: ours.requests / bare.requests,
      },
    ] satisfies Row[],
  };
}

async function openTwice({ browser, beside }: Bed, path: string, times: Times): Promise<void> {
  const context = await browser.newContext();
  try {
    const page = await loadedPage(context, `${beside.origin}${path}`);
    let requests = 0;
    page.on('request', () => void requests++);
    times.first.push(await page.evaluate(() => bench.open()));
    times.requests.push(requests);
    await page.evaluate(() => bench.close());
    times.again.push(await page.evaluate(() => bench.open()));
  } finally {
    await context.close();
  }
}

async function loadedPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => 'bench' in globalThis);
  return page;
}

/** The reference host on a mobile network: milliseconds from the tap on the tile to the mini-app's first screen. */
async function tapOn4G({ browser, origin }: Bed): Promise<number> {
  const taps: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      // Requests of a service worker would not be throttled.
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', FOUR_G);
    await page.goto(`${origin}/app/`);
    const tile = page.getByRole('button', { name: /Orders/ }).first();
    await tile.waitFor();
    const start = await page.evaluate(() => performance.now());
    await tile.click();
    await page.getByText('Your orders').first().waitFor();
    taps.push((await page.evaluate(() => performance.now())) - start);
    await context.close();
  }
  return median(taps);
}

async function heapOfOpenings({
  browser,
  beside,
}: Bed): Promise<{ before: number; after: number }> {
  const context = await browser.newContext();
  const page = await loadedPage(context, `${beside.origin}/ours.html?app=${APP}&app=${OTHER_APP}`);
  const devtools = await context.newCDPSession(page);
  const turns = (count: number) =>
    page.evaluate(async (times) => {
      for (let turn = 0; turn < times; turn++) {
        await bench.open();
        await bench.close();
      }
    }, count);
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    return usedSize / 1024 / 1024;
  };
  await turns(10);
  const before = await heap();
  await turns(OPENINGS);
  const after = await heap();
  await context.close();
  return { before, after };
}

const noTimes = (): Times => ({ first: [], again: [], requests: [] });

function medians(times: Times): Record<keyof Times, number> {
  return {
    first: median(times.first),
    again: median(times.again),
    requests: median(times.requests),
  };
}

function row(what: string, ours: number, peer: number, goal?: Row['goal']): Row {
  return { what, measured: ms(ours), peer: ms(peer), ratio: ours / peer, ...(goal && { goal }) };
}

function limit(what: string, measured: string, value: number, most: number, unit: string): Row {
  return { what, measured, peer: `limit ${most} ${unit}`, ratio: value / most, goal: { below: 1 } };
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
