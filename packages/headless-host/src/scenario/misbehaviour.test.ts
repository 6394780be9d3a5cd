import { beforeAll, describe, expect, it } from 'vitest';

import type { Limits } from '../Limits.ts';
import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { runScenario } from './runScenario.ts';

const UNDECLARED = { appId: 'com.example.misbehaving', version: '1.0.0', permissions: [] } as const;

describe.each(['v8', 'hermes'] as const)('on %s', (engine) => {
  const folders = { misbehaving: '', 'throws-at-load': '', 'loops-at-load': '' };
  beforeAll(async () => {
    for (const name of Object.keys(folders) as (keyof typeof folders)[]) {
      folders[name] = await builtFixture(name, 'ios');
    }
  }, BUILD_MS);

  const run = (behaviour: string, limits: Partial<Limits> = {}) =>
    runScenario({
      dir: folders.misbehaving,
      manifest: UNDECLARED,
      platform: 'ios',
      engine,
      host: { params: { behaviour } },
      limits,
      steps: [{ expectText: `It ${behaviour}` }, { press: 'Go on' }],
    });

  it('a mini-app that throws while it renders is reported with its place in the source', async () => {
    const { ok, errors, texts } = await run('throws while it renders');
    expect(ok).toBe(false);
    expect(errors).toMatchObject([
      {
        kind: 'render',
        message: 'The order has no price',
        at: expect.stringMatching(/^src\/behaviours\.ts:10:/),
      },
    ]);
    expect(errors[0]?.stack).toMatch(/in\n.*src\/App\.tsx/);
    expect(texts).toEqual([]);
  });

  it('a mini-app that throws when it is pressed goes on, and is reported', async () => {
    const { errors, texts } = await runScenario({
      dir: folders.misbehaving,
      platform: 'ios',
      engine,
      steps: [{ press: 'Fail' }, { expectText: 'Fail' }],
    });
    expect(errors).toMatchObject([
      {
        kind: 'uncaught',
        message: 'It cannot be done',
        at: expect.stringMatching(/^src\/App\.tsx:8:/),
      },
    ]);
    expect(texts).toContain('Fail');
  });

  it('a mini-app that throws in a timer goes on, and is reported', async () => {
    const { errors, texts } = await run('throws in a timer');
    expect(errors).toMatchObject([
      { kind: 'uncaught', message: 'Too late', at: expect.stringMatching(/^src\/behaviours\.ts:/) },
    ]);
    expect(texts).toContain('Go on');
  });

  it('a rejection that nobody handles is reported', async () => {
    const { errors } = await run('rejects');
    expect(errors).toMatchObject([{ kind: 'rejection', message: 'Nobody catches this' }]);
  });

  it('a mini-app that stores without the permission is told which one is missing', async () => {
    const { errors, calls } = await run('stores without asking');
    expect(errors[0]?.message).toContain('storage needs the permission "storage"');
    expect(errors[0]?.at).toMatch(/^src\/behaviours\.ts:/);
    expect(calls).toEqual([]);
  });

  it('a mini-app that calls out by itself is told to use the SDK', async () => {
    const { warnings } = await run('calls out by itself');
    expect(warnings).toEqual([
      'https://example.com/orders was not fetched: a mini-app calls its back end with `api` of @host/miniapp-sdk.',
    ]);
  });

  it('a mini-app can use what phones have and an older engine has not', async () => {
    const { ok, logs } = await run('uses what is new in JavaScript');
    expect(ok).toBe(true);
    expect(logs.map(({ message }) => message)).toEqual(['fulfilled 3 2 9', 'any']);
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

  it('a mini-app that throws while it loads is reported with its place in the source', async () => {
    const dir = folders['throws-at-load'];
    const { ok, errors } = await runScenario({
      dir,
      platform: 'ios',
      engine,
      steps: [{ expectText: 'x' }],
    });
    expect(ok).toBe(false);
    expect(errors).toMatchObject([
      {
        kind: 'load',
        message: 'TypeError: There are no settings',
        at: expect.stringMatching(/^src\/App\.tsx:[48]:/),
      },
    ]);
  });

  it('an endless loop while loading ends at the limit, and is located', async () => {
    const dir = folders['loops-at-load'];
    const limits = { loadMs: 1500 };
    const { errors } = await runScenario({ dir, platform: 'ios', engine, limits, steps: [] });
    expect(errors).toMatchObject([
      { kind: 'load-limit', message: 'It did not load within 1.5 s.' },
    ]);
    expect(errors[0]?.at).toMatch(/^src\/App\.tsx:/);
  });
});

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
