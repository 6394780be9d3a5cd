import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';

import { delayed } from './delayed.ts';

it('passes on everything in its order, each as much later as was asked for', async () => {
  let delayMs = 0;
  const stream = delayed(() => delayMs);
  const came: { what: string; at: number }[] = [];
  stream.on('data', (bytes: Buffer) =>
    came.push({ what: bytes.toString(), at: performance.now() }),
  );
  const began = performance.now();
  delayMs = 60;
  stream.write('one');
  delayMs = 0;
  stream.end('two');
  await new Promise((resolve) => stream.once('end', resolve));
  expect(came.map(({ what }) => what)).toEqual(['one', 'two']);
  // Timers of Node may be a millisecond early.
  expect(came[0]!.at - began).toBeGreaterThan(58);
});

it('lets what is open end with all that is on its way', async () => {
  const stream = delayed(() => 20);
  stream.end('late');
  expect(await text(stream)).toBe('late');
});
