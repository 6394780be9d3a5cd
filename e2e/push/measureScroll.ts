import { type Browser, type CDPSession, type Page, chromium } from 'playwright-core';

import { bundle } from '../kit-gallery/bundle.ts';

/** What a trace of the browser says about scrolling. */
export interface ScrollTrace {
  seconds: number;
  /** Pictures that the browser drew. */
  drawn: number;
  /** Pictures that it did not draw: somebody who scrolls sees a jerk. */
  dropped: number;
  /** Pictures that were scrolled in time, and got new rows with the next one. */
  late: number;
  /** The longest time that the page's own thread was busy at a stretch. */
  longestTaskMs: number;
  /** How far was scrolled, in pixels. */
  distance: number;
}

const WHEEL_PX = 240;
const WHEEL_EVERY_MS = 16;

/** Opens the notification center with ten thousand notifications, and beside it a page with as many lines of text. */
export async function openCenter(
  chromiumPath: string,
): Promise<{ page: Page; plainPage: Page; close(): Promise<void> }> {
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath });
  const viewport = { width: 420, height: 800 };
  const { text } = await bundle(`import './push/scrollPage.jsx';`);
  const page = await browser.newPage({ viewport });
  await page.setContent(
    '<!doctype html><html lang="en"><title>Center</title><body style="margin:0"><div id="root" style="display:flex;height:100vh"></div>',
  );
  await page.addScriptTag({ content: text });
  await page.getByText('Order 9999', { exact: true }).waitFor();
  const plainPage = await browser.newPage({ viewport });
  await plainPage.setContent(
    `<!doctype html><title>Plain</title><body style="margin:0"><div aria-label="Notifications" style="height:100vh;overflow-y:auto">${'<p>Order</p>'.repeat(10_000)}</div>`,
  );
  return { page, plainPage, close: () => browser.close() };
}

/** Turns the mouse wheel for a while, and gives what a trace of the browser says. */
export async function measureScroll(page: Page, seconds: number): Promise<ScrollTrace> {
  await page.bringToFront();
  const session = await page.context().newCDPSession(page);
  await page.mouse.move(200, 400);
  const offset = () =>
    page.evaluate(`document.querySelector('[aria-label="Notifications"]').scrollTop`);
  const before = (await offset()) as number;
  const events = await traceOf(session, async () => {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      const next = Date.now() + WHEEL_EVERY_MS;
      await page.mouse.wheel(0, WHEEL_PX);
      await page.waitForTimeout(Math.max(0, next - Date.now()));
    }
  });
  const count = (name: string) => events.filter((event) => event.name === name).length;
  const dropped = events.filter(({ name }) => name === 'DroppedFrame');
  const tasks = events.filter((event) => event.name === 'RunTask').map(({ dur = 0 }) => dur);
  return {
    seconds,
    drawn: count('DrawFrame'),
    dropped: dropped.filter(({ args }) => args?.hasPartialUpdate !== true).length,
    late: dropped.filter(({ args }) => args?.hasPartialUpdate === true).length,
    longestTaskMs: Math.round(Math.max(0, ...tasks) / 1000),
    distance: ((await offset()) as number) - before,
  };
}

interface TraceEvent {
  name: string;
  dur?: number;
  args?: { hasPartialUpdate?: boolean };
}

async function traceOf(session: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'disabled-by-default-devtools.timeline',
        'devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline.frame',
      ],
    },
  });
  await work();
  await session.send('Tracing.end');
  await complete;
  return events;
}
