import { describe, expect, it } from 'vitest';

import { iconNames, icons } from './icons.ts';
import { shapeStyle } from './shapeStyle.ts';
import type { Shape } from './shapes.ts';

type Side = 'left' | 'top' | 'width' | 'height';

describe('icons', () => {
  it.each(iconNames)('%s stays within its square', (name) => {
    const shapes: readonly Shape[] = icons[name];
    expect(shapes.length).toBeGreaterThan(0);
    const middles = shapes.map((shape) => {
      const style = shapeStyle(shape, 1, '#000000') as Record<Side, number>;
      return Math.max(
        Math.abs(style.left + style.width / 2 - 12),
        Math.abs(style.top + style.height / 2 - 12),
      );
    });
    expect(Math.max(...middles)).toBeLessThanOrEqual(11);
    const reach = shapes.flatMap((shape) =>
      shape.kind === 'box'
        ? [...shape.at, shape.at[0] + shape.size[0], shape.at[1] + shape.size[1]]
        : [],
    );
    expect(reach.filter((at) => at < 0 || at > 24)).toEqual([]);
  });

  it('a line is as long as its ends are apart, with round ends, and turned about its middle', () => {
    const line: Shape = { kind: 'line', from: [4, 12], to: [12, 4] };
    const style = shapeStyle(line, 2, '#000000');
    expect(style.width).toBeCloseTo((Math.hypot(8, 8) + 2) * 2);
    expect(style.height).toBe(4);
    expect(Number(style.left) + Number(style.width) / 2).toBeCloseTo(16);
    expect(style.transform).toEqual([{ rotate: `${-Math.PI / 4}rad` }]);
  });

  it('lines and outlines are equally bold in every size', () => {
    for (const size of [12, 16, 18, 20, 24, 28, 48]) {
      const line = shapeStyle({ kind: 'line', from: [4, 4], to: [20, 4] }, size / 24, '#000');
      const box = shapeStyle(
        { kind: 'box', at: [4, 4], size: [9, 9], radii: 2 },
        size / 24,
        '#000',
      );
      expect(line.height).toBe(box.borderWidth);
      expect(Number.isInteger(line.height)).toBe(true);
    }
  });
});
