import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type Browser, chromium } from 'playwright-core';

import { provideChromium } from '../scripts/services/provideChromium.ts';
import { type Load, SLOWER, type Visits, visitHost } from './first-load/visits.ts';
import { DISTURBED_NOTE, leastDisturbed, watched } from './lib/leastDisturbed.ts';
import { temporaryFolder } from './lib/leaveNothing.ts';
import { Patience } from './lib/Patience.ts';
import { publishExamples } from './lib/publishExamples.ts';
import type { Log, Row, Section } from './lib/Section.types.ts';
import { buildPlatform, startPlatform } from './lib/startPlatform.ts';
import { median } from './lib/statistics.ts';

const ROUNDS = 7;
const GOALS = { paint: 800, catalog: 1800, again: 500 };

type Round = Visits & { others: number };

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
    const address = `${platform.origin}/app/`;
    const pids = [await pidOf(browser), platform.pid];
    const patience = new Patience();
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const visits = await leastDisturbed(patience, () =>
        watched(pids, () => visitHost(browser, address)),
      );
      rounds.push(visits);
      log(`round ${round}/${ROUNDS}  ${described(visits)}`);
    }
    return sectionOf(rounds);
  } finally {
    await browser.close();
    await platform.stop();
  }
}

/** The process of the browser, whose children are all others of it. */
async function pidOf(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.find(({ type }) => type === 'browser')!.id;
}

function sectionOf(rounds: readonly Round[]): Section {
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure));
  const catalog = {
    first: middle(({ first }) => first.catalog),
    again: middle(({ again }) => again.catalog),
  };
  return {
    how:
      `The reference host in headless Chromium, ${ROUNDS} times in new profiles: 4G (9 Mbit/s, 60 ms), the processor ${SLOWER} times slower, ` +
      `a window of 390 by 844, over HTTP without TLS. All times are from entering the address. The catalog is there when its tiles are painted ` +
      `as plain links, which the page’s own early script draws while the host’s script is loaded. The host takes taps when it has painted a tile of ` +
      `its own in the place of the link: it is tapped at once, and has to open the mini-app without loading a page; that is done in visits of their own. ` +
      `Again is a later visit, with the service worker, that first draws the tiles which the last one kept. Requests and bytes are those until the catalog is there. Medians. ${DISTURBED_NOTE}`,
    others: middle(({ others }) => others),
    rows: [
      limit(
        'first paint',
        middle(({ first }) => first.paint),
        GOALS.paint,
      ),
      limit('catalog', catalog.first, GOALS.catalog),
      limit('catalog, again', catalog.again, GOALS.again),
      after(
        'the host takes taps',
        middle(({ taps }) => taps.first),
        catalog.first,
      ),
      after(
        'the host takes taps, again',
        middle(({ taps }) => taps.again),
        catalog.again,
      ),
    ],
    tables: [
      {
        title: 'Until the catalog is there',
        head: ['visit', 'requests', 'KB'],
        rows: (['first', 'again'] as const).map((visit) => [
          visit,
          String(middle((round) => round[visit].requests)),
          kilobytes(middle((round) => round[visit].bytes)),
        ]),
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

/** A time without a limit, next to when the catalog is there. */
function after(what: string, value: number, catalog: number): Row {
  return {
    what,
    measured: `${Math.round(value)} ms`,
    peer: `catalog ${Math.round(catalog)} ms`,
    ratio: value / catalog,
  };
}

function described({ first, again, taps, others }: Round): string {
  return (
    `${describedLoad(first)}, taps ${Math.round(taps.first)} ms; ` +
    `again ${describedLoad(again)}, taps ${Math.round(taps.again)} ms; others ${Math.round(others * 100)} %`
  );
}

function describedLoad({ paint, catalog, requests, bytes }: Load): string {
  return `paint ${Math.round(paint)} ms, catalog ${Math.round(catalog)} ms, ${requests} requests, ${kilobytes(bytes)} KB`;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}

async function runScript(path: string, ...args: string[]): Promise<void> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  await promisify(execFile)(process.execPath, [file, ...args]);
}
