import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { parseRange } from './parseRange.ts';

it.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=007-0008', { start: 7, end: 8 }],
  [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 99 }],
])('%s of 100 bytes is a part', (header, part) => {
  expect(parseRange(header, 100)).toEqual(part);
});

it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  '%s of 100 bytes cannot be had',
  (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable');
  },
);

it.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=5-3',
  'bytes=a-b',
  'bytes=1-2-3',
  'bytes=--1',
  'bytes=+1-2',
  'bytes=1.0-2',
  'bytes=0x1-2',
  'bytes=0-1,5-6',
  'items=0-1',
  'bytes=0-1\n',
])('%j asks for no single part and is ignored', (header) => {
  expect(parseRange(header, 100)).toBeUndefined();
});

it('nothing of an empty content can be had', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) {
    expect(parseRange(header, 0)).toBe('unsatisfiable');
  }
});

it('every part is the bytes that the header names, for every size', () => {
  const number = fc.option(fc.nat(60), { nil: undefined });
  fc.assert(
    fc.property(number, number, fc.nat(50), (first, last, size) => {
      const part = parseRange(`bytes=${first ?? ''}-${last ?? ''}`, size);
      expect(positions(part)).toEqual(namedPositions(first, last, size));
    }),
    { numRuns: 2000 },
  );
});

it('no header makes it throw or leave the content', () => {
  const piece = fc.constantFrom('bytes', '=', '-', ',', ' ', '0', '9', '99999999999999999999');
  const header = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(header, fc.nat(20), (text, size) => {
      const part = parseRange(text, size);
      if (typeof part !== 'object') return;
      expect(part.start).toBeGreaterThanOrEqual(0);
      expect(part.end).toBeGreaterThanOrEqual(part.start);
      expect(part.end).toBeLessThan(size);
    }),
    { numRuns: 2000 },
  );
});

function positions(part: ReturnType<typeof parseRange>) {
  if (typeof part !== 'object') return part;
  return Array.from({ length: part.end - part.start + 1 }, (_, index) => part.start + index);
}

/** The same by going through every byte and asking whether the header names it. */
function namedPositions(first: number | undefined, last: number | undefined, size: number) {
  if (first === undefined && last === undefined) return undefined;
  if (first !== undefined && last !== undefined && last < first) return undefined;
  const all = Array.from({ length: size }, (_, index) => index);
  const named =
    first === undefined
      ? all.filter((index) => size - index <= last!)
      : all.filter((index) => index >= first && (last === undefined || index <= last));
  return named.length > 0 ? named : 'unsatisfiable';
}
