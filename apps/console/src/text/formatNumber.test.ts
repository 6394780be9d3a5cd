import { expect, it } from 'vitest';

import { countOf, formatBytes, formatCount, formatPercent } from './formatNumber.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 KB'],
  [200 * 1024 * 1024, '200 MB'],
  [5 * 1024 ** 4, '5120 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it.each([
  [0, '0 %'],
  [0.001, '< 0.01 %'],
  [12.5, '12.5 %'],
  [33.3333, '33.33 %'],
  [99.999, '> 99.99 %'],
  [100, '100 %'],
])('%d is %s', (value, text) => {
  expect(formatPercent(value)).toBe(text);
});

it('counts have separators and their noun', () => {
  expect(formatCount(12345)).toBe('12,345');
  expect(countOf(1, 'install')).toBe('1 install');
  expect(countOf(2000, 'entry', 'entries')).toBe('2,000 entries');
});
