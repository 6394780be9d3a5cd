import { describe, expect, it } from 'vitest';

import { describeValue } from './describeValue.ts';

describe('a description of a configuration', () => {
  it('does not depend on the order of keys, and depends on everything else', () => {
    const config = { a: 1, b: [/x/g, new Map([['k', new Set([1])]])] };
    expect(describeValue({ b: config.b, a: 1 })).toBe(describeValue(config));
    for (const other of [
      { ...config, a: '1' },
      { ...config, b: [/x/, ...config.b.slice(1)] },
      { ...config, b: [/x/g, new Map([['k', new Set([2])]])] },
    ]) {
      expect(describeValue(other)).not.toBe(describeValue(config));
    }
  });

  it('tells functions apart by their source, and plugins by what they hold', () => {
    class Plugin {
      readonly options: object;
      constructor(options: object) {
        this.options = options;
      }
    }
    expect(describeValue(() => 1)).not.toBe(describeValue(() => 2));
    expect(describeValue(new Plugin({ a: 1 }))).toBe(describeValue(new Plugin({ a: 1 })));
    expect(describeValue(new Plugin({ a: 1 }))).not.toBe(describeValue(new Plugin({ a: 2 })));
  });

  it('ends where a value holds itself, and where one is held by many', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(describeValue(circle)).toContain('#0');
    let deep: object = {};
    for (let level = 0; level < 40; level += 1) deep = { left: deep, right: deep };
    expect(describeValue(deep).length).toBeLessThan(5000);
  });
});
