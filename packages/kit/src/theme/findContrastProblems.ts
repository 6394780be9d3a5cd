import { contrastRatio } from './contrast.ts';
import type { Theme, ThemeColors } from './Theme.types.ts';

/** Two colours of a theme that are used on each other with too little contrast. */
export interface ContrastProblem {
  foreground: keyof ThemeColors;
  background: keyof ThemeColors;
  ratio: number;
  /** The minimal contrast. */
  required: number;
}

const TEXT = 4.5;
const CONTROL = 3;

const GROUNDS = ['background', 'surface', 'surfaceActive', 'surfaceRaised'] as const;
const TONES = ['primary', 'success', 'warning', 'danger'] as const;

/**
 * Finds all pairs of colours that components use on each other with too little contrast. A host can test its own colours
 * with it.
 *
 * @example
 * expect(findContrastProblems(resolveTheme({ isDark: false }, ourTheme))).toEqual([]);
 */
export function findContrastProblems({ colors }: Theme): ContrastProblem[] {
  return contrastPairs().flatMap(([foreground, background, required]) => {
    const ratio = contrastRatio(colors[foreground], colors[background]);
    return ratio < required ? [{ foreground, background, ratio, required }] : [];
  });
}

type Pair = [foreground: keyof ThemeColors, background: keyof ThemeColors, required: number];

/** The pairs of colours that components use on each other, with the required contrast. */
export function contrastPairs(): Pair[] {
  const onGrounds = GROUNDS.flatMap((ground): Pair[] => [
    ['text', ground, TEXT],
    ['textMuted', ground, TEXT],
    ['control', ground, CONTROL],
    ['focus', ground, CONTROL],
    ...TONES.map((tone): Pair => [tone, ground, TEXT]),
  ]);
  const inTones = TONES.flatMap((tone): Pair[] => {
    const name = `${tone.charAt(0).toUpperCase()}${tone.slice(1)}` as Capitalize<typeof tone>;
    return [
      [`on${name}`, tone, TEXT],
      [`on${name}Soft`, `${tone}Soft`, TEXT],
    ];
  });
  // Toasts have inverted colours.
  return [...onGrounds, ...inTones, ['background', 'text', TEXT]];
}
