import { describe, expect, it } from 'vitest';

import { dataOf, dataProblem, readRows, rowsOf } from './dataRows.ts';

describe('what the app gets with a push', () => {
  it('is written in rows; empty ones are none', () => {
    const rows = [
      { key: ' orderId ', value: '42' },
      { key: '', value: '' },
      { key: 'note', value: '' },
    ];
    expect(dataOf(rows)).toEqual({ orderId: '42', note: '' });
    expect(dataProblem(rows, undefined)).toBeUndefined();
  });

  it('is shown without the link, which has a field of its own', () => {
    expect(rowsOf({ deepLink: 'host://a', orderId: '42' })).toEqual([
      { key: 'orderId', value: '42' },
    ]);
    expect(rowsOf(undefined)).toEqual([]);
  });

  it.each([
    [[{ key: ' ', value: '1' }], undefined, 'Each value has a key.'],
    [[{ key: 'from', value: '1' }], undefined, '“from” is kept for the platform'],
    [[{ key: 'google.a', value: '1' }], undefined, '“google.a” is kept for the platform'],
    [[{ key: 'host.app', value: '1' }], undefined, '“host.app” is kept for the platform'],
    [[{ key: 'deepLink', value: 'host://a' }], undefined, 'a field of its own'],
    [[{ key: 'deepLink', value: 'host://a' }], ['com.acme.orders'], 'the mini-app that sends'],
    [[{ key: 'appId', value: 'com.a.b' }], ['com.acme.orders'], 'the mini-app that sends'],
  ])('%j of a sender for %j is wrong', (rows, apps, words) => {
    expect(dataProblem(rows, apps)).toContain(words);
  });

  it('has each key once, and may name a mini-app when the host sends', () => {
    const row = { key: 'a', value: '1' };
    expect(dataProblem([row, { ...row, key: 'a ' }], undefined)).toBe('“a” is there twice.');
    expect(dataProblem([{ key: 'appId', value: 'com.a.b' }], undefined)).toBeUndefined();
  });

  it.each([[undefined], ['text'], [[null, 1, { key: 1, value: 'a' }, { key: 'a' }]]])(
    'is empty when what was kept is %j',
    (kept) => {
      expect(readRows(kept)).toEqual([]);
    },
  );

  it('is read as it was kept', () => {
    const rows = [{ key: 'a', value: '1' }];
    expect(readRows(JSON.parse(JSON.stringify(rows)))).toEqual(rows);
  });
});
