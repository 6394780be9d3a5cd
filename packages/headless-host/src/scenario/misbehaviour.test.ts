import { beforeAll, describe, expect, it } from 'vitest';

import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { TEST_ENGINES } from '../testing/testEngines.ts';
import { runScenario } from './runScenario.ts';

const UNDECLARED = { appId: 'com.example.misbehaving', version: '1.0.0', permissions: [] } as const;

describe.each(TEST_ENGINES)('on %s', (engine) => {
  const folders = { misbehaving: '', 'throws-at-load': '' };
  beforeAll(async () => {
    for (const name of Object.keys(folders) as (keyof typeof folders)[]) {
      folders[name] = await builtFixture(name, 'ios');
    }
  }, BUILD_MS);

  const run = (behaviour: string) =>
    runScenario({
      dir: folders.misbehaving,
      manifest: UNDECLARED,
      platform: 'ios',
      engine,
      host: { params: { behaviour } },
      steps: [{ expectText: `It ${behaviour}` }, { press: 'Go on' }],
    });

  it('a mini-app that throws while it renders is reported with its place in the source', async () => {
    const { ok, errors, texts } = await run('throws while it renders');
    expect(ok).toBe(false);
    expect(errors).toMatchObject([
      {
        kind: 'render',
        message: 'The order has no price',
        at: expect.stringMatching(/^src\/behaviours\.ts:15:/),
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
    expect(logs.map(({ message }) => message)).toEqual(['fulfilled 3 2 9', 'any', '$1,999.50']);
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
});
