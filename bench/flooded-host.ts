import { builtApp } from '@host/e2e/host-runtime/builtApp';
import { type TestBed, startTestBed } from '@host/e2e/host-runtime/openHost';
import { FLOODS } from '@host/e2e/hostile/mini-app/floods';
import { addButton, tap } from '@host/e2e/hostile/mini-app/tapButton';
import { provideChromium } from '../scripts/services/provideChromium.ts';
import type { Log, Section } from './lib/Section.types.ts';
import { median } from './lib/statistics.ts';

const HOSTILE = 'com.example.hostile';
const ROUNDS = 3;
const MAX_MS = 200;
const MAX_WAIT_MS = 60_000;

interface Round {
  longest: number;
  taps: number;
}

/** How long the host takes to answer a tap while a mini-app floods it. */
export async function floodedHost(log: Log): Promise<Section> {
  const chromium = await provideChromium();
  if (!('path' in chromium)) throw new Error(`There is no Chromium: ${chromium.reason}`);
  const bed = await startTestBed(chromium.path);
  const hostile = await builtApp('hostile', { permissions: ['storage'] });
  try {
    const rows = [];
    for (const flood of FLOODS) {
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        bed.registry.release(hostile, { isolation: 'frame' });
        rounds.push(await tapUntilRemoved(bed, flood));
        await bed.reset();
      }
      const longest = median(rounds.map((each) => each.longest));
      const taps = rounds.reduce((sum, each) => sum + each.taps, 0);
      log(`${flood.padEnd(50)} ${longest.toFixed(0)} ms of ${taps} taps`);
      rows.push({ flood, longest, taps });
    }
    return {
      how:
        'A hostile mini-app in a frame floods the host in each of the ways that e2e/hostile/mini-app knows, in headless Chromium. ' +
        'Until it is removed, a button of the host is tapped again and again; the figure is the longest time, by the clock of the page, ' +
        `from a tap to when the host was told of it: what somebody waits who taps Close. Medians of the longest of ${ROUNDS} rounds.`,
      rows: rows.map(({ flood, longest, taps }) => ({
        what: flood,
        measured: `${longest.toFixed(0)} ms (the longest of ${taps} taps)`,
        peer: `limit ${MAX_MS} ms`,
        ratio: longest / MAX_MS,
        goal: { below: 1 },
      })),
    };
  } finally {
    await bed.close();
  }
}

async function tapUntilRemoved(bed: TestBed, attempt: string): Promise<Round> {
  const page = await bed.open({ apps: [HOSTILE], params: { attempt, listeners: {} } });
  await addButton(page);
  const removal = page.getByTestId(HOSTILE).getByRole('button', { name: 'Retry' });
  const removed = removal.waitFor({ timeout: MAX_WAIT_MS }).then(() => true);
  const delays: number[] = [];
  const tapped = async () => void delays.push(await tap(page));
  while (!(await Promise.race([removed, tapped().then(() => false)])));
  return { longest: Math.max(...delays), taps: delays.length };
}
