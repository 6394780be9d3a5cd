import type { CDPSession, Page } from 'playwright-core';

/** What a trace of the browser says about scrolling. */
export interface ScrollTrace {
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

const SECONDS = 4;
const FRAMES_PER_SECOND = 60;
const MAX_ATTEMPTS = 4;
const WHEEL_PX = 240;
const WHEEL_EVERY_MS = 16;

/** A page with something that scrolls, and the expression that says how far it is scrolled. */
export interface Scrolled {
  page: Page;
  offset: string;
}

/**
 * Scrolls a list and a page of plain text in turn, until the list keeps up with 60 frames a second, or with the plain page:
 * other tests run at the same time, and that page shows what the machine can do at all. Gives every attempt.
 */
export async function compareScroll(
  list: Scrolled,
  plain: Scrolled,
): Promise<{ list: ScrollTrace; plain: ScrollTrace; isSmooth: boolean }[]> {
  const attempts = [];
  while (attempts.length < MAX_ATTEMPTS && !attempts.at(-1)?.isSmooth) {
    const traces = { list: await measureScroll(list), plain: await measureScroll(plain) };
    attempts.push({ ...traces, isSmooth: isSmooth(traces) });
  }
  return attempts;
}

/** Scrolls a page of as many plain lines as the list has rows. */
export async function openPlainPage(page: Page, lines: number): Promise<Scrolled> {
  await page.setContent(
    `<!doctype html><title>Plain</title><body style="margin:0"><div id="plain" style="height:100vh;overflow-y:auto">${'<p>Order</p>'.repeat(lines)}</div>`,
  );
  return { page, offset: `document.getElementById('plain').scrollTop` };
}

function isSmooth({ list, plain }: { list: ScrollTrace; plain: ScrollTrace }): boolean {
  return (
    list.drawn >= 0.8 * Math.min(plain.drawn, SECONDS * FRAMES_PER_SECOND) &&
    list.dropped <= 0.05 * list.drawn + plain.dropped
  );
}

/** Turns the mouse wheel for a while, and gives what a trace of the browser says. */
async function measureScroll({ page, offset }: Scrolled): Promise<ScrollTrace> {
  await page.bringToFront();
  const session = await page.context().newCDPSession(page);
  await page.mouse.move(200, 400);
  const before = await page.evaluate<number>(offset);
  const events = await traceOf(session, async () => {
    const end = Date.now() + SECONDS * 1000;
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
    drawn: count('DrawFrame'),
    dropped: dropped.filter(({ args }) => args?.hasPartialUpdate !== true).length,
    late: dropped.filter(({ args }) => args?.hasPartialUpdate === true).length,
    longestTaskMs: Math.round(Math.max(0, ...tasks) / 1000),
    distance: (await page.evaluate<number>(offset)) - before,
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
