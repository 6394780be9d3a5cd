import { expect, it } from 'vitest';

import { codeToScan } from './codeToScan.ts';

it('leads to the page, or into the host app whose scheme is named', () => {
  expect(codeToScan('http://192.168.1.7:9002')).toBe('http://192.168.1.7:9002/');
  expect(codeToScan('http://192.168.1.7:9002', 'acme')).toBe(
    'acme://develop?url=http%3A%2F%2F192.168.1.7%3A9002',
  );
});

it.each(['https', 'Acme', 'acme://', ''])('refuses %j as a scheme', (scheme) => {
  expect(() => codeToScan('http://192.168.1.7:9002', scheme)).toThrow('is no scheme of a host app');
});
