import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { type Page, chromium } from 'playwright-core';

import { provideChromium } from '../scripts/services/provideChromium.ts';
import { type BundlerProject, ourProject } from './lib/bundlerProjects.ts';
import { cpuSeconds } from './lib/cpuSeconds.ts';
import { endsWithUs } from './lib/leaveNothing.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { median } from './lib/statistics.ts';

const ROUNDS = 20;
const GOAL_MS = 300;
const TEXTS = ['On its way to you.', 'Nearly there.'] as const;
const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));
const COMMAND = fileURLToPath(new URL('../packages/cli/bin/miniapp.js', import.meta.url));

/** Developing a mini-app: how long `miniapp start` takes, and how long a saved file is on its way to the screen. */
export async function develop(log: Log): Promise<Section> {
  const found = await provideChromium();
  if (!('path' in found)) throw new Error(`There is no Chromium: ${found.reason}`);
  await cpuSeconds(REPOSITORY, ['scripts/build-tools.mjs']);
  const project = await ourProject();
  await project.forget();
  const cold = await start(project);
  cold.stop();
  const warm = await start(project);
  log(`start ${(cold.ms / 1000).toFixed(1)} s cold, ${(warm.ms / 1000).toFixed(1)} s warm`);

  const executablePath = found.path;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const times = await edits(project, await browser.newPage(), warm.url);
    const middle = median(times);
    log(`edit to screen ${middle.toFixed(0)} ms`);
    return {
      how:
        'The example mini-app `orders` in `miniapp start`, on the second of its screens in Chromium. From the writing of a file with ' +
        `one changed text until the text is on the screen, without the page having been loaded again; the median of ${ROUNDS}. The time ` +
        'until a start has built the mini-app is from the command to its word that it has; warm is with the cache of the one before.',
      rows: [
        {
          what: 'edit to screen, state kept',
          measured: `${middle.toFixed(0)} ms`,
          peer: `${GOAL_MS} ms`,
          ratio: middle / GOAL_MS,
          goal: { below: 1 },
        },
        {
          what: 'a warm start',
          measured: `${(warm.ms / 1000).toFixed(1)} s`,
          peer: `${(cold.ms / 1000).toFixed(1)} s from nothing`,
          ratio: warm.ms / cold.ms,
        },
      ],
    };
  } finally {
    await browser.close();
    warm.stop();
  }
}

/** Starts the command; resolves once it has built the mini-app. */
async function start({ root }: BundlerProject): Promise<{ url: string; ms: number; stop(): void }> {
  const since = performance.now();
  const child = endsWithUs(
    spawn(process.execPath, [COMMAND, 'start', '--port', '0'], { cwd: root }),
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  while (!text.includes('web built')) await once(child.stdout, 'data');
  const [url] = /http:\/\/localhost:\d+/.exec(text)!;
  return { url, ms: performance.now() - since, stop: () => child.kill('SIGKILL') };
}

/** How long each change of a text took to get to the screen, in milliseconds. */
async function edits(project: BundlerProject, page: Page, url: string): Promise<number[]> {
  await page.goto(url);
  const screen = page.frameLocator('#screen');
  await screen.getByText('Espresso machine').click();
  await screen.getByText(TEXTS[0]).waitFor();
  await screen.locator('body').evaluate(`body => body.setAttribute('data-page', 'first')`);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [from, to] = round % 2 === 0 ? TEXTS : ([TEXTS[1], TEXTS[0]] as const);
    const since = performance.now();
    await project.edit(from, to);
    await screen.getByText(to).waitFor();
    times.push(performance.now() - since);
  }
  if ((await screen.locator('body').getAttribute('data-page')) !== 'first') {
    throw new Error('The page was loaded again.');
  }
  return times;
}
