import { describe, expect, it } from 'vitest';

import { createLinkOpener } from './createLinkOpener.ts';

const TARGET = { appId: 'com.acme.orders', params: { orderId: '7' } };

function start({ isTouched = true, isReady = true } = {}) {
  const shown: unknown[] = [];
  const open = createLinkOpener({
    navigate: (params) => isReady && shown.push(params) > 0,
    followsTap: () => isTouched,
  });
  return { open, shown };
}

describe('a link from one mini-app to another', () => {
  it('shows the other one when the person touched something', () => {
    const { open, shown } = start();
    open({ ...TARGET, from: 'com.acme.news' });
    expect(shown).toEqual([TARGET]);
  });

  it('is refused to a mini-app that opens it by itself, and says why', () => {
    const { open, shown } = start({ isTouched: false });
    expect(() => open({ ...TARGET, from: 'com.acme.news' })).toThrow('touched something');
    open(TARGET);
    expect(shown).toEqual([TARGET]);
  });

  it('fails while there is nothing to show it on', () => {
    const { open } = start({ isReady: false });
    expect(() => open({ ...TARGET, from: 'com.acme.news' })).toThrow('cannot be opened yet');
  });
});
