import { setTimeout } from 'node:timers/promises';

import type { Browser, BrowserContext, Page } from 'playwright-core';

import { FOUR_G } from '../lib/fourG.ts';

/** A mid-range phone is about this much slower than the machines that benchmarks run on. */
export const SLOWER = 4;
const WINDOW = { width: 390, height: 844 };
const NAME = 'Orders';
/** The address to which a tap on its tile leads. */
const OPENED = /\/miniapp\/com\.example\.orders$/;

/** Records in the page when the tile of a mini-app is painted: polling from outside would itself slow it down. */
const NOTE_CATALOG = `
  new MutationObserver((_, observer) => {
    if (!document.body?.textContent.includes('${NAME}')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.catalogAt = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
`;

/** Taps the tile as soon as it is painted by the host itself, whose tiles are buttons; those before are links. */
const TAP_EARLY = `
  const tileOfHost = () =>
    [...document.querySelectorAll('button, [role=button]')].find(({ textContent }) => textContent.includes('${NAME}'));
  new MutationObserver((_, observer) => {
    if (!tileOfHost()) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => {
      globalThis.tappedAt = performance.now();
      tileOfHost().click();
    }));
  }).observe(document, { childList: true, subtree: true });
`;

export interface Load {
  /** First paint. */
  paint: number;
  /** When the catalog was painted. */
  catalog: number;
  requests: number;
  /** Bytes transferred over the network. */
  bytes: number;
}

/** All that is measured in a round, in milliseconds from entering the address. */
export interface Visits {
  first: Load;
  again: Load;
  /** When the host answered a tap, in a first visit and in a later one. */
  taps: { first: number; again: number };
}

/** Visits the host in two new profiles: in one again and again, in the other only to tap. */
export async function visitHost(browser: Browser, address: string): Promise<Visits> {
  const inNewProfile = async <Result>(visit: (context: BrowserContext) => Promise<Result>) => {
    const context = await browser.newContext({ viewport: WINDOW });
    try {
      return await visit(context);
    } finally {
      await context.close();
    }
  };
  const watched = await inNewProfile(async (context) => ({
    first: await load(context, address),
    again: await load(context, address),
    // Last: a mini-app that was opened changes the first screen.
    tapAgain: await tap(context, address),
  }));
  const tapFirst = await inNewProfile((context) => tap(context, address));
  const { tapAgain, ...loads } = watched;
  return { ...loads, taps: { first: tapFirst, again: tapAgain } };
}

async function load(context: BrowserContext, address: string): Promise<Load> {
  const { page, devtools } = await openSlowPage(context);
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

/** When the host was tapped for the first time; throws unless that opened the mini-app without loading a page. */
async function tap(context: BrowserContext, address: string): Promise<number> {
  const { page } = await openSlowPage(context);
  await page.addInitScript(TAP_EARLY);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForURL(OPENED, { waitUntil: 'commit' });
  const tappedAt = await page.evaluate(
    () => (globalThis as unknown as { tappedAt?: number }).tappedAt,
  );
  await page.close();
  if (tappedAt === undefined) throw new Error('The mini-app was opened by another page.');
  return tappedAt;
}

async function openSlowPage(context: BrowserContext) {
  const page: Page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', FOUR_G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, devtools };
}
