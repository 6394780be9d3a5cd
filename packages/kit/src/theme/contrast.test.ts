import { describe, expect, it } from 'vitest';

import { contrastRatio, mix, readableOn } from './contrast.ts';
import { darkTheme } from './darkTheme.ts';
import { contrastPairs, findContrastProblems } from './findContrastProblems.ts';
import { lightTheme } from './lightTheme.ts';
import { resolveTheme } from './resolveTheme.ts';

describe('the contrast of two colours', () => {
  it.each([
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#abc', '#aabbcc', 1],
  ])('is that of WCAG: %s on %s is %f', (first, second, ratio) => {
    expect(contrastRatio(first, second)).toBeCloseTo(ratio, 2);
    expect(contrastRatio(second, first)).toBeCloseTo(ratio, 2);
  });

  it('needs a colour that it can read', () => {
    expect(() => contrastRatio('tomato', '#fff')).toThrow('#rrggbb');
  });

  it('decides what is written on a colour', () => {
    expect(readableOn('#ffd400')).toBe('#000000');
    expect(readableOn('#2457d6')).toBe('#ffffff');
  });

  it('mixes colours', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
    expect(mix('#123456', '#ffffff', 0)).toBe('#123456');
  });
});

describe.each([
  ['light', lightTheme],
  ['dark', darkTheme],
])('the %s theme', (_, theme) => {
  it.each(contrastPairs())(
    'can be read: %s on %s has at least %f',
    (foreground, background, least) => {
      const { colors } = theme;
      expect(contrastRatio(colors[foreground], colors[background])).toBeGreaterThanOrEqual(least);
    },
  );

  it('uses every colour in a pair, but for those that carry no meaning', () => {
    const used = new Set<string>(contrastPairs().flatMap(([first, second]) => [first, second]));
    const unused = Object.keys(theme.colors).filter((name) => !used.has(name));
    expect(unused).toEqual(['border', 'scrim']);
  });
});

it('a host learns which of its colours are too faint', () => {
  const theme = resolveTheme({ isDark: false }, { colors: { textMuted: '#cccccc' } });
  const problems = findContrastProblems(theme);
  expect(problems.map(({ foreground }) => foreground)).toEqual(Array(4).fill('textMuted'));
  expect(problems[0]).toMatchObject({ background: 'background', required: 4.5 });
});
