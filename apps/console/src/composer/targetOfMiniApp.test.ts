import { describe, expect, it } from 'vitest';

import { targetOfMiniApp } from './targetOfMiniApp.ts';

const topics = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

describe('a push to a mini-app', () => {
  it.each([
    [0, undefined],
    [1, { kind: 'topic', topic: 't0' }],
    [2, { kind: 'condition', condition: "'t0' in topics || 't1' in topics" }],
  ] as const)('goes to its %i topics', (count, target) => {
    expect(targetOfMiniApp(topics(count))).toEqual(target);
  });

  it('is for at most as many topics as a condition has', () => {
    expect(targetOfMiniApp(topics(5))).toMatchObject({ kind: 'condition' });
    expect(() => targetOfMiniApp(topics(6))).toThrow('more than 5 topics');
  });
});
