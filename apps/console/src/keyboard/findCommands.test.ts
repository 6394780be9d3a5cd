import { describe, expect, it } from 'vitest';

import { findCommands } from './findCommands.ts';

const COMMANDS = [
  { title: 'Mini-apps', hint: 'g m' },
  { title: 'Orders', hint: 'com.example.orders' },
  { title: 'Old orders', hint: 'com.acme.archive' },
  { title: 'Audit', hint: 'g a' },
].map((command) => ({ ...command, run: () => {} }));
const found = (text: string) => findCommands(COMMANDS, text).map(({ title }) => title);

describe('the palette', () => {
  it('shows everything before somebody types', () => {
    expect(found(' ')).toHaveLength(4);
  });

  it('puts what begins with the letters first', () => {
    expect(found('ord')).toEqual(['Orders', 'Old orders']);
  });

  it('finds mini-apps by a part of their id, too', () => {
    expect(found('com.acme')).toEqual(['Old orders']);
    expect(found('acme')).toEqual(['Old orders']);
    expect(found('udi')).toEqual(['Audit']);
  });

  it('finds nothing where there is nothing', () => {
    expect(found('zzz')).toEqual([]);
  });
});
