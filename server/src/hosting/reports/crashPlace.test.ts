import { describe, expect, it } from 'vitest';

import { crashPlace } from './crashPlace.ts';
import { addToSketch, countSketch } from './installSketch.ts';
import { stackFrames } from './stackFrames.ts';

describe('the frames of a stack', () => {
  it.each([
    ['at show (https://cdn.example/a/App.js:1:20)', 'show', 'https://cdn.example/a/App.js', 1, 20],
    ['at https://cdn.example/a/App.js:3:4', '', 'https://cdn.example/a/App.js', 3, 4],
    ['at async Order.load (App.js:1:2)', 'Order.load', 'App.js', 1, 2],
    ['at show (address at /data/index.bundle:1:900)', 'show', '/data/index.bundle', 1, 900],
    ['at forEach (native)', 'forEach', '', 0, 0],
    ['show@https://cdn.example/App.js:1:20', 'show', 'https://cdn.example/App.js', 1, 20],
    ['@https://cdn.example/App.js:1:20', '', 'https://cdn.example/App.js', 1, 20],
  ])('are read from %s', (reported, name, file, line, column) => {
    expect(stackFrames(`Error: x\n    ${reported}\n`)).toEqual([
      { reported, name, file, line, column },
    ]);
  });

  it('are never more than fifty, and nothing else is one', () => {
    expect(stackFrames('at f (a.js:1:1)\n'.repeat(1000))).toHaveLength(50);
    expect(stackFrames('ann@example.com wrote: 1\nError: at:1')).toEqual([]);
  });
});

describe('the place of a crash', () => {
  const placeOf = (stack: string, message = 'x') => crashPlace(message, stack).place;
  const stack = (version: string, digest: string, line: number) =>
    `TypeError: no ${line}\n    at showOrder (https://cdn/${version}/App.${digest}.js:1:${line})\n    at render (https://cdn/${version}/App.${digest}.js:2:1)`;

  it('is the same in another version, on another line, with another message', () => {
    const place = placeOf(stack('1.0.0', '3f2a91bc', 10), 'no 10');
    expect(placeOf(stack('1.1.0', 'ffee0011', 77), 'no 77')).toBe(place);
    expect(placeOf(stack('1.1.0', 'ffee0011', 77).replace('showOrder', 'showCart'))).not.toBe(
      place,
    );
    expect(placeOf(stack('1.0.0', '3f2a91bc', 10).replace('TypeError', 'RangeError'))).not.toBe(
      place,
    );
  });

  it('is told by its line where functions have no names of their own', () => {
    const minified = (column: number) => `Error: x\n    at e (App.js:1:${column})`;
    expect(placeOf(minified(20))).not.toBe(placeOf(minified(900)));
  });

  it('is told by the message, without numbers, where there is no stack', () => {
    const of = (message: string) => crashPlace(message, undefined).place;
    expect(of('Order 17 is gone')).toBe(of('Order 18 is gone'));
    expect(of('Order 17 is gone')).not.toBe(of('Cart 17 is gone'));
  });

  it('is shown without the middle of a long frame, and told by the whole', () => {
    const found = (middle: string) =>
      crashPlace(
        'x',
        `at show${' '.repeat(4000)}${middle}${' '.repeat(4000)} (https://cdn/App.js:1:20)`,
      );
    const { at, place } = found('Order');
    expect(at).toHaveLength(500);
    expect(at).toMatch(/^at show .*….* \(https:\/\/cdn\/App\.js:1:20\)$/);
    expect(found('Order')).toEqual({ at, place });
    expect(found('Cart').at).toBe(at);
    expect(found('Cart').place).not.toBe(place);
    const short = `at ${'f'.repeat(480)} (a.js:1:2)`;
    expect(crashPlace('x', short).at).toBe(short);
  });
});

describe('the number of installs', () => {
  const digestOf = (install: number) => {
    const digest = Buffer.alloc(8);
    // Spread evenly, as digests are.
    digest.writeUIntBE((install * 0x9e3779b97f4a) % 2 ** 48, 0, 6);
    return digest;
  };
  const sketchOf = (installs: number) => {
    let sketch: readonly number[] = [];
    for (let install = 1; install <= installs; install++) {
      sketch = addToSketch(addToSketch(sketch, digestOf(install)), digestOf(install));
    }
    return sketch;
  };

  it('is exact for a hundred, and about right for ten thousand in the same room', () => {
    expect(countSketch(sketchOf(100))).toEqual({ count: 100, isExact: true });
    const many = sketchOf(10_000);
    expect(many).toHaveLength(128);
    const { count, isExact } = countSketch(many);
    expect(isExact).toBe(false);
    expect(count).toBeGreaterThan(8000);
    expect(count).toBeLessThan(12_000);
  });
});
