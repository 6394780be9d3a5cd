import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type Browser, type BrowserContext, chromium } from 'playwright-core';

import { provideChromium } from '../scripts/services/provideChromium.ts';
import { FOUR_G } from './lib/fourG.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import { publishExamples } from './lib/publishExamples.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { median } from './lib/statistics.ts';

const ROUNDS = 7;
/** A mid-range phone is about this much slower than the machines that benchmarks run on. */
const SLOWER = 4;
const GOALS = { paint: 800, catalog: 1800, again: 500 };

/** Records in the page when the tile of a mini-app is painted: polling from outside would itself slow it down. */
const NOTE_CATALOG = `
  new MutationObserver((_, observer) => {
    if (!document.body?.textContent.includes('Orders')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.catalogAt = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
`;

interface Load {
  /** First paint. */
  paint: number;
  /** When the catalog was painted. */
  catalog: number;
  requests: number;
  /** Bytes transferred over the network. */
  bytes: number;
}

/** The reference host on a phone: from navigation start to its first screen. */
export async function firstLoad(log: Log): Promise<Section> {
  const chromiumPath = await provideChromium();
  if (!('path' in chromiumPath)) throw new Error(`There is no Chromium: ${chromiumPath.reason}`);
  log('building the host and the server');
  await runScript('../scripts/build-tools.mjs');
  await runScript('../apps/host/build-steps/build.mjs', 'web');
  const platform = await startPlatform({
    main: await buildPlatform(),
    dataDir: await temporaryFolder(),
    hostAppDir: fileURLToPath(new URL('../apps/host/dist/web', import.meta.url)),
  });
  await publishExamples(platform.origin);
  const browser = await chromium.launch({
    executablePath: chromiumPath.path,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const first: Load[] = [];
    const again: Load[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const loads = await loadTwice(browser, `${platform.origin}/app/`);
      first.push(loads.first);
      again.push(loads.again);
      log(
        `round ${round + 1}/${ROUNDS}  ${described(loads.first)}; again ${described(loads.again)}`,
      );
    }
    return sectionOf(first, again);
  } finally {
    await browser.close();
    await platform.stop();
  }
}

async function loadTwice(browser: Browser, address: string): Promise<{ first: Load; again: Load }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const first = await load(context, address);
    return { first, again: await load(context, address) };
  } finally {
    await context.close();
  }
}

async function load(context: BrowserContext, address: string): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', FOUR_G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let requests = 0;
  let bytes = 0;
  devtools.on('Network.responseReceived', () => void requests++);
  devtools.on(
    'Network.loadingFinished',
    ({ encodedDataLength }) => void (bytes += encodedDataLength),
  );
  await page.addInitScript(NOTE_CATALOG);
  await page.goto(address, { waitUntil: 'commit' });
  // Not `waitForFunction`: it evaluates a string in the page, which the CSP forbids.
  while (!(await page.evaluate(() => 'catalogAt' in globalThis))) await setTimeout(100);
  const times = await page.evaluate(() => ({
    catalog: (globalThis as unknown as { catalogAt: number }).catalogAt,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
  const seen = { ...times, requests, bytes };
  // Filling the caches for the next visit is part of the first one.
  await page.waitForLoadState('networkidle');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.close();
  return seen;
}

function sectionOf(first: readonly Load[], again: readonly Load[]): Section {
  const middle = (loads: readonly Load[], figure: keyof Load) =>
    median(loads.map((each) => each[figure]));
  return {
    how:
      `The reference host in headless Chromium, ${ROUNDS} times in a new profile: 4G (9 Mbit/s, 60 ms), the processor ${SLOWER} times slower, ` +
      `a window of 390 by 844, over HTTP without TLS. From entering the address to the first paint, and to the tiles of the catalog; again is the catalog of a ` +
      `second visit, with the service worker. Requests and bytes are those until the catalog is there.`,
    rows: [
      limit('first paint', middle(first, 'paint'), GOALS.paint),
      limit('catalog', middle(first, 'catalog'), GOALS.catalog),
      limit('catalog, again', middle(again, 'catalog'), GOALS.again),
    ],
    tables: [
      {
        title: 'Until the catalog is there',
        head: ['visit', 'requests', 'KB'],
        rows: [
          ['first', String(middle(first, 'requests')), kilobytes(middle(first, 'bytes'))],
          ['again', String(middle(again, 'requests')), kilobytes(middle(again, 'bytes'))],
        ],
      },
    ],
  };
}

function limit(what: string, value: number, most: number): Row {
  return {
    what,
    measured: `${Math.round(value)} ms`,
    peer: `limit ${most} ms`,
    ratio: value / most,
    goal: { below: 1 },
  };
}

function described({ paint, catalog, requests, bytes }: Load): string {
  return `paint ${Math.round(paint)} ms, catalog ${Math.round(catalog)} ms, ${requests} requests, ${kilobytes(bytes)} KB`;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}

async function runScript(path: string, ...args: string[]): Promise<void> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  await promisify(execFile)(process.execPath, [file, ...args]);
}
