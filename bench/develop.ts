import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Browser, type Page, chromium } from 'playwright-core';

import { provideChromium } from '../scripts/services/provideChromium.ts';
import { type BundlerProject, ourProject } from './lib/bundlerProjects.ts';
import { cpuSeconds } from './lib/cpuSeconds.ts';
import { endsWithUs } from './lib/leaveNothing.ts';
import { newProject } from './lib/newProject.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { median } from './lib/statistics.ts';

const ROUNDS = 20;
const GOAL_MS = 300;
const PATIENCE_MS = 60_000;
const PROJECT_GOAL = { seconds: 60, megabytes: 278 };
/** A text of `list`, the default template. */
const FIRST_TEXT = 'Hello Ada';
const TEXTS = ['On its way to you.', 'Nearly there.'] as const;
const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));
const COMMAND = fileURLToPath(new URL('../packages/cli/bin/miniapp.js', import.meta.url));

/** Developing a mini-app: how long `miniapp start` takes, and the time from saving a file to seeing the change. */
export async function develop(log: Log): Promise<Section> {
  const found = await provideChromium();
  if (!('path' in found)) throw new Error(`There is no Chromium: ${found.reason}`);
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
  try {
    return await measure(browser, log);
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, log: Log): Promise<Section> {
  await cpuSeconds(REPOSITORY, ['scripts/build-tools.mjs']);
  const project = await ourProject();
  await project.forget();
  const cold = await start(project.root);
  cold.stop();
  const warm = await start(project.root);
  log(`start ${(cold.ms / 1000).toFixed(1)} s cold, ${(warm.ms / 1000).toFixed(1)} s warm`);

  const times = await edits(project, await browser.newPage(), warm.url).finally(warm.stop);
  const middle = median(times);
  log(`edit to screen ${middle.toFixed(0)} ms`);

  const created = await newProject(2);
  const shownMs = await startAndShow(created.root, await browser.newPage());
  const runningSeconds = (created.createMs + created.installMs + shownMs) / 1000;
  const megabytes = created.bytes / 1024 / 1024;
  log(`create to running ${runningSeconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`);
  const steps = [created.createMs, created.installMs, shownMs].map((ms) => (ms / 1000).toFixed(1));
  return {
    how:
      'The example mini-app `orders` in `miniapp start`, on the second of its screens in Chromium. From the writing of a file with ' +
      'one changed text until the frame in which the text is on the screen, without the page having been loaded again; the median of ' +
      `${ROUNDS}. The time until a start has built the mini-app is from the command to its word that it has; warm is with the cache of the ` +
      'one before. A new project is made, installed and started as the README says, by npm, which has downloaded what is not ours before: ' +
      'from `npm create` until the mini-app is on the screen, and what is installed for it then, as the disk keeps it. The peers of ' +
      'these and of the first row are the goals.',
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
      {
        what: '`npm create` to the mini-app on the screen',
        measured: `${runningSeconds.toFixed(1)} s: ${steps.join(' + ')} for create, install and start`,
        peer: `${PROJECT_GOAL.seconds} s`,
        ratio: runningSeconds / PROJECT_GOAL.seconds,
        goal: { below: 1 },
      },
      {
        what: 'a project on disk',
        measured: `${megabytes.toFixed(0)} MB in ${created.packages} packages`,
        peer: `${PROJECT_GOAL.megabytes} MB`,
        ratio: megabytes / PROJECT_GOAL.megabytes,
        goal: { below: 1 },
      },
    ],
  };
}

/** Starts a project for the first time; resolves to how long it took until the page showed it. */
async function startAndShow(root: string, page: Page): Promise<number> {
  const since = now();
  const { url, stop } = await start(root, join(root, 'node_modules/.bin/miniapp'));
  try {
    await page.goto(url);
    const body = page.frameLocator('#screen').locator('body');
    return Number(await body.evaluate(whenDrawn(FIRST_TEXT))) - since;
  } finally {
    stop();
  }
}

/** Starts the command; resolves once it has built the mini-app. */
async function start(
  root: string,
  command = COMMAND,
): Promise<{ url: string; ms: number; stop: () => void }> {
  const since = performance.now();
  const child = endsWithUs(
    spawn(process.execPath, [command, 'start', '--port', '0'], { cwd: root }),
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  while (!text.includes('web built')) await once(child.stdout, 'data');
  const [url] = /http:\/\/localhost:\d+/.exec(text)!;
  return { url, ms: performance.now() - since, stop: () => child.kill('SIGKILL') };
}

/** The time from each edit of a text to its first frame, in milliseconds. */
async function edits(project: BundlerProject, page: Page, url: string): Promise<number[]> {
  await page.goto(url);
  const screen = page.frameLocator('#screen');
  await screen.getByText('Espresso machine').click();
  await screen.getByText(TEXTS[0]).waitFor();
  const inPage = (expression: string) => screen.locator('body').evaluate(expression);
  // A full page reload would lose this marker.
  await inPage(`window.page = 'first'`);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [from, to] = round % 2 === 0 ? TEXTS : ([TEXTS[1], TEXTS[0]] as const);
    await inPage(`window.drawn = ${whenDrawn(to)}, undefined`);
    const since = now();
    await project.edit(from, to);
    // The page records the time itself: polling would be less exact and slow it down.
    times.push(Number(await inPage('window.drawn')) - since);
  }
  if ((await inPage('window.page')) !== 'first') throw new Error('The page was loaded again.');
  return times;
}

/** The time of the frame in which a text is on the page, as an expression for the page. */
function whenDrawn(text: string): string {
  return `new Promise((resolve, reject) => {
    const look = () => {
      if (!document.body.innerText.includes(${JSON.stringify(text)})) return;
      watching.disconnect();
      requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
    };
    const watching = new MutationObserver(look);
    watching.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
    setTimeout(() => reject(new Error(${JSON.stringify(`There is no ${text}`)})), ${PATIENCE_MS});
  })`;
}

/** The current time on the clock that pages use, too. */
const now = () => performance.timeOrigin + performance.now();
