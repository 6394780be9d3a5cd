import { beforeAll, describe, expect, it } from 'vitest';

import { ADAS_HOST } from '../testing/adasHost.ts';
import { BUILD_MS, builtFixture } from '../testing/builtFixture.ts';
import { EVERYWHERE } from '../testing/everywhere.ts';
import { runScenario } from './runScenario.ts';

describe.each(EVERYWHERE)('on %s, a mini-app built for %s', (engine, platform) => {
  let dir = '';
  beforeAll(async () => {
    dir = await builtFixture('orders', platform);
  }, BUILD_MS);

  it('asks for GET /orders/items, shows two rows, and records the screen view', async () => {
    const report = await runScenario({
      dir,
      platform,
      engine,
      host: ADAS_HOST,
      steps: [
        { waitForText: 'First' },
        { expectText: 'Second' },
        { expectCall: { service: 'api', method: 'GET', path: '/orders/items', status: 200 } },
        { expectCall: { service: 'analytics', kind: 'screen', name: 'orders' } },
      ],
    });
    expect(report).toMatchObject({
      ok: true,
      engine,
      platform,
      errors: [],
      warnings: [],
      logs: [],
    });
    expect(report.texts).toEqual(['Orders', 'Orders of Ada', 'First', 'Second']);
  });

  it('is opened with two requests', async () => {
    const { requests } = await runScenario({ dir, platform, engine, host: ADAS_HOST, steps: [] });
    expect(requests).toEqual([
      'app/com_example_orders.container.js',
      'app/__federation_expose_App.chunk.bundle',
    ]);
  });

  it('opens a row, takes a note and goes back', async () => {
    const report = await runScenario({
      dir,
      platform,
      engine,
      host: ADAS_HOST,
      steps: [
        { press: 'Second' },
        { expectText: 'Order 2' },
        { type: 'Ring twice', into: 'Your note' },
        { press: 'Save' },
        { expectText: { pattern: '^Saved: ring twice$', flags: 'i' } },
        { pause: 5000 },
        { back: true },
        { expectText: /^Orders of/ },
      ],
    });
    expect(report).toMatchObject({ ok: true, errors: [] });
    expect(report.calls).toContainEqual({ service: 'storage', operation: 'set', key: 'note:2' });
    expect(report.texts).not.toContain('Saved: Ring twice');
  });

  it('is reported with the step that does not hold, and what was on the screen', async () => {
    const report = await runScenario({
      dir,
      platform,
      engine,
      host: ADAS_HOST,
      steps: [
        { expectText: 'First' },
        { waitForText: 'Third', timeoutMs: 500 },
        { press: 'First' },
      ],
    });
    expect(report.ok).toBe(false);
    expect(report.errors).toEqual([
      {
        kind: 'step',
        message: 'Step 2, at waitForText "Third": "Third" did not show within 500 ms.',
      },
    ]);
    expect(report.tree).toMatch(/button\s+(Text )?"First"/);
  });
});

describe('an expected call that was not made', () => {
  it('is reported with those that were', async () => {
    const report = await runScenario({
      dir: await builtFixture('orders', 'ios'),
      platform: 'ios',
      engine: 'v8',
      host: ADAS_HOST,
      steps: [{ expectCall: { service: 'storage' } }],
    });
    expect(report.errors[0]?.message).toContain(
      'It did not ask for {"service":"storage"}. It asked for:',
    );
    expect(report.errors[0]?.message).toContain('"path":"/orders/items"');
  });
});

describe('a mini-app that needs another version of a shared module', () => {
  it('runs with the host’s, as on a phone, and is reported', async () => {
    const dependencies = { react: '^18.0.0' };
    const { ok, errors } = await runScenario({
      dir: await builtFixture('orders', 'ios', { dependencies }),
      platform: 'ios',
      engine: 'v8',
      host: ADAS_HOST,
      steps: [{ expectText: 'First' }],
    });
    expect(ok).toBe(false);
    expect(errors).toContainEqual({
      kind: 'shared-version',
      message: 'It needs react@^18.0.0, and the host provides 19.2.3.',
    });
  });
});

describe('a step that is none', () => {
  it('is refused before anything runs', async () => {
    const steps = [{ click: 'First' } as never];
    const dir = await builtFixture('orders', 'ios');
    await expect(runScenario({ dir, platform: 'ios', engine: 'v8', steps })).rejects.toThrow(
      'A step has one of waitForText, expectText, expectCall, press, type, back, pause, signIn.',
    );
  });
});
