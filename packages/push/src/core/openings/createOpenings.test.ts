import { describe, expect, it } from 'vitest';

import { createMemoryStorage } from '../../platform/memory/createMemoryStorage.ts';
import { createOpenings } from './createOpenings.ts';

const note = (id: string) => ({ id, data: {}, receivedAt: '2026-05-01T10:00:00.000Z' });

/** An app that listens to everything from the start. */
function appOn(texts = new Map<string, string>()) {
  const openings = createOpenings(createMemoryStorage(texts));
  const told: string[] = [];
  const listen = () => {
    openings.on('received', ({ id }) => told.push(`received ${id}`));
    openings.on('opened', ({ id }) => told.push(`opened ${id}`));
    openings.on('initial', ({ id }) => told.push(`initial ${id}`));
    openings.on('action', (action, { id }) => told.push(`${action} ${id}`));
  };
  return { ...openings, told, listen, texts };
}

describe('a tap on a notification', () => {
  it('A cold-start tap arrives exactly once, however late the listener is registered.', async () => {
    const app = appOn();
    await app.tell('initial', note('a'));
    await app.tell('initial', note('a'));
    expect(app.told).toEqual([]);
    app.listen();
    app.listen();
    expect(app.told).toEqual(['initial a']);
  });

  it('An initial notification that was handled is not replayed at the next launch', async () => {
    const app = appOn();
    app.listen();
    await app.tell('initial', note('a'));
    const next = appOn(app.texts);
    next.listen();
    // Some platforms keep telling which notification started the app the last time.
    await next.tell('initial', note('a'));
    expect(next.told).toEqual([]);
  });

  it('that nobody has heard of is told at the next launch', async () => {
    const app = appOn();
    await app.tell('initial', note('a'));
    const next = appOn(app.texts);
    next.listen();
    await next.tell('initial', note('a'));
    expect(next.told).toEqual(['initial a']);
  });

  it('One tap fires one of opened and initial, never both', async () => {
    for (const order of [
      ['opened', 'initial'],
      ['initial', 'opened'],
    ] as const) {
      const app = appOn();
      app.listen();
      await Promise.all(order.map((kind) => app.tell(kind, note('a'))));
      expect(app.told).toEqual([`${order[0]} a`]);
    }
  });

  it('a background tap never reaches the foreground callback', async () => {
    const app = appOn();
    app.listen();
    await app.tell('opened', note('a'));
    expect(app.told).toEqual(['opened a']);
  });

  it('on a button is told as that action, and not as an opening besides', async () => {
    const app = appOn();
    app.listen();
    await app.tellAction('accept', note('a'));
    await app.tell('initial', note('a'));
    expect(app.told).toEqual(['accept a']);
  });

  it('on one that arrived in the foreground before is told as well', async () => {
    const app = appOn();
    app.listen();
    await app.tell('received', note('a'));
    await app.tell('opened', note('a'));
    expect(app.told).toEqual(['received a', 'opened a']);
  });
});

it('A foreground message is never dropped because no handler is set.', async () => {
  const app = appOn();
  await app.tell('received', note('a'));
  app.listen();
  expect(app.told).toEqual(['received a']);
});

it('waits for its own listener: one of another kind does not take it', async () => {
  const app = appOn();
  app.on('received', () => app.told.push('wrong'));
  await app.tell('initial', note('a'));
  app.listen();
  expect(app.told).toEqual(['initial a']);
});

it('keeps a bounded number for an app that listens to nothing', async () => {
  const app = appOn();
  for (let n = 0; n < 150; n++) await app.tell('received', note(`n${n}`));
  app.listen();
  expect(app.told).toHaveLength(100);
  expect(app.told.at(-1)).toBe('received n149');
});
