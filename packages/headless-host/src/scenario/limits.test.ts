import { readFileSync, readdirSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { hermesEngine } from '../engines/hermes/hermesEngine.ts';
import { createProgram } from '../engines/Program.ts';
import type { Limits } from '../Limits.ts';
import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { TEST_ENGINES } from '../testing/testEngines.ts';
import { runScenario } from './runScenario.ts';
import { openSteps, wireStep } from './wireSteps.ts';

describe.each(TEST_ENGINES)('on %s', (engine) => {
  let misbehaving = '';
  let loopsAtLoad = '';
  beforeAll(async () => {
    misbehaving = await builtFixture('misbehaving', 'ios');
    loopsAtLoad = await builtFixture('loops-at-load', 'ios');
  }, BUILD_MS);

  const run = (behaviour: string, limits: Partial<Limits>) =>
    runScenario({
      dir: misbehaving,
      platform: 'ios',
      engine,
      host: { params: { behaviour } },
      limits,
      steps: [{ expectText: `It ${behaviour}` }, { press: 'Go on' }],
    });

  it('of a flood of log lines the first are kept, and the others counted', async () => {
    const { ok, logs, warnings } = await run('floods the log', { logLines: 100 });
    expect(ok).toBe(true);
    expect(logs).toHaveLength(100);
    expect(logs[99]).toEqual({ level: 'info', message: 'line 100' });
    expect(warnings).toEqual(['It wrote more than 100 log lines; 4900 or more were dropped.']);
  });

  it('an endless loop while rendering ends at the limit, and is located', async () => {
    const { errors, texts } = await run('loops while it renders', { blockedMs: 1500 });
    expect(errors).toMatchObject([
      { kind: 'blocked', at: expect.stringMatching(/^src\/behaviours\.ts:[456]:/) },
    ]);
    expect(errors[0]?.message).toBe(
      'Its JavaScript ran for more than 1.5 s without a pause at press "Go on": an endless loop?',
    );
    expect(texts).toContain('It loops while it renders');
  });

  it('an endless loop of log lines ends at the limit, and says how many were dropped', async () => {
    const { errors, logs, warnings } = await run('floods the log for ever', { blockedMs: 1500 });
    expect(errors).toMatchObject([{ kind: 'blocked' }]);
    expect(logs).toHaveLength(1000);
    expect(warnings[0]).toMatch(/^It wrote more than 1000 log lines; \d+ or more were dropped\.$/);
  });

  it('a mini-app that eats memory ends at the limit, and is located', async () => {
    const { errors } = await run('eats memory', { memoryMb: 100, blockedMs: 30_000 });
    expect(errors).toMatchObject([
      { kind: 'memory', message: 'It used more than 100 MB of memory at press "Go on".' },
    ]);
    expect(errors[0]?.at).toMatch(/^src\/behaviours\.ts:/);
  });

  it('memory outside the heap counts as well', async () => {
    const { errors } = await run('eats memory outside the heap', {
      memoryMb: 100,
      blockedMs: 20_000,
    });
    expect(errors).toMatchObject([{ kind: 'memory' }]);
  });

  it('a run that is busy for ever ends at the limit', async () => {
    const { errors } = await runScenario({
      dir: misbehaving,
      platform: 'ios',
      engine,
      host: { params: { behaviour: 'ticks for ever' } },
      limits: { runMs: 3000 },
      steps: [{ press: 'Go on' }, { pause: 1_000_000_000 }],
    });
    expect(errors).toMatchObject([
      { kind: 'run-limit', message: expect.stringMatching(/^The run took more than 3 s/) },
    ]);
  });

  it('an endless loop while loading ends at the limit, and is located', async () => {
    const { errors } = await runScenario({
      dir: loopsAtLoad,
      platform: 'ios',
      engine,
      limits: { loadMs: 1500 },
      steps: [],
    });
    expect(errors).toMatchObject([
      { kind: 'load-limit', message: 'It did not load within 1.5 s.' },
    ]);
    expect(errors[0]?.at).toMatch(/^src\/App\.tsx:/);
  });
});

describe('a thread that gets no time of the processor', () => {
  const run = async (behaviour: string, limits: Partial<Limits>) =>
    runScenario({
      dir: await builtFixture('misbehaving', 'ios'),
      platform: 'ios',
      engine: 'v8',
      host: { params: { behaviour } },
      limits,
      steps: [{ press: 'Go on' }],
    });

  it('is waited for beyond the limit, which is about what a mini-app computes', async () => {
    const { ok, errors } = await run('waits for two seconds', { blockedMs: 500 });
    expect(errors).toEqual([]);
    expect(ok).toBe(true);
  });

  it('is not waited for for ever', async () => {
    const { errors } = await run('waits for ever', { blockedMs: 300 });
    expect(errors).toMatchObject([{ kind: 'blocked' }]);
  });
});

// Other systems tell nothing of processes.
describe.skipIf(process.platform !== 'linux' || !TEST_ENGINES.includes('hermes'))(
  'a Hermes that gets no time of the processor',
  () => {
    it('is waited for beyond the limits, which are about what a mini-app computes', async () => {
      const program = createProgram({
        platform: 'ios',
        miniApps: {
          app: {
            dir: await builtFixture('misbehaving', 'ios'),
            host: { params: { behaviour: 'ticks for ever' } },
          },
        },
        limits: { blockedMs: 700, runMs: 2500 },
      });
      const steps = [
        ...openSteps(program),
        wireStep('app', { press: 'Go on' }),
        wireStep('app', { pause: 1_000_000_000 }),
      ];
      let stopped: number | undefined;
      const ending = await hermesEngine.run(program, steps, ({ event }) => {
        if (event !== 'beat' || stopped !== undefined) return;
        stopped = ownHermes();
        process.kill(stopped, 'SIGSTOP');
        setTimeout(() => process.kill(stopped!, 'SIGCONT'), 3000);
      });
      expect(stopped).toBeDefined();
      expect(ending).toMatchObject({ kind: 'run-limit' });
    });
  },
);

/** The process of Hermes that this one has started. */
function ownHermes(): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = processes.find((name) => {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      return /^Name:\thermes$/m.test(status) && status.includes(`\nPPid:\t${process.pid}\n`);
    } catch {
      return false;
    }
  });
  return Number(found);
}

describe('a mini-app that loops in an effect', () => {
  it('is ended as one that loops while rendering is', async () => {
    const { errors } = await runScenario({
      dir: await builtFixture('misbehaving', 'ios'),
      platform: 'ios',
      engine: 'v8',
      host: { params: { behaviour: 'loops in an effect' } },
      limits: { blockedMs: 1000 },
      steps: [{ press: 'Go on' }],
    });
    expect(errors).toMatchObject([{ kind: 'blocked' }]);
  });
});
