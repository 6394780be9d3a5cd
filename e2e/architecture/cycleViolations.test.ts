import { describe, expect, it } from 'vitest';

import { cycleViolations } from './cycleViolations.ts';
import { sourceOf } from './sourceOf.ts';

describe('the rule that imports point one way', () => {
  it('lets files and folders import what comes later in some order', () => {
    const source = sourceOf({
      'main.ts': ['./top/a.ts', './low/c.ts'],
      'top/a.ts': ['./inner/b.ts', '../low/c.ts'],
      'top/inner/b.ts': ['../rows.ts', '../../low/c.ts'],
      'top/rows.ts': [],
      'low/c.ts': [],
    });
    expect(cycleViolations(source)).toEqual([]);
  });

  it('finds a circle of files', () => {
    const source = sourceOf({
      'low/a.ts': ['./b.ts'],
      'low/b.ts': ['./c.ts'],
      'low/c.ts': ['./a.ts'],
    });
    expect(cycleViolations(source)).toEqual([
      'In src/low imports go in a circle: a.ts → b.ts → c.ts → a.ts (low/a.ts imports low/b.ts; low/b.ts imports low/c.ts; low/c.ts imports low/a.ts).',
    ]);
  });

  it('finds two folders that import each other, though no file is in a circle', () => {
    const source = sourceOf({
      'devices/routes.ts': ['../inbox/collect.ts'],
      'devices/rows.ts': [],
      'inbox/collect.ts': ['../devices/rows.ts'],
    });
    expect(cycleViolations(source)).toEqual([
      'In src imports go in a circle: devices/ → inbox/ → devices/ (devices/routes.ts imports inbox/collect.ts; inbox/collect.ts imports devices/rows.ts).',
    ]);
  });

  it('finds a folder that imports a file beside it which imports the folder', () => {
    const source = sourceOf({
      'push/open.ts': ['./live/hub.ts'],
      'push/live/feed.ts': ['../open.ts'],
      'push/live/hub.ts': [],
    });
    expect(cycleViolations(source)).toEqual([
      'In src/push imports go in a circle: open.ts → live/ → open.ts (push/open.ts imports push/live/hub.ts; push/live/feed.ts imports push/open.ts).',
    ]);
  });

  it('finds every circle, the shortest way round', () => {
    const source = sourceOf({
      'a.ts': ['./b.ts', './c.ts'],
      'b.ts': ['./c.ts'],
      'c.ts': ['./a.ts'],
      'x.ts': ['./y.ts'],
      'y.ts': ['./x.ts'],
    });
    expect(cycleViolations(source).map((sentence) => sentence.split(' (')[0])).toEqual([
      'In src imports go in a circle: a.ts → c.ts → a.ts',
      'In src imports go in a circle: b.ts → c.ts → a.ts → b.ts',
      'In src imports go in a circle: x.ts → y.ts → x.ts',
    ]);
  });
});
