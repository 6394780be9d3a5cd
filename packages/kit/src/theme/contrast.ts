type Rgb = [red: number, green: number, blue: number];

/** The contrast ratio of two opaque colours, from 1 to 21, as defined by WCAG 2. */
export function contrastRatio(first: string, second: string): number {
  const [one, other] = [luminance(first), luminance(second)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Black or white, whichever is more readable on the colour. */
export function readableOn(color: string): string {
  return contrastRatio(color, '#ffffff') >= contrastRatio(color, '#000000') ? '#ffffff' : '#000000';
}

/** Mixes a share of the second colour, from 0 to 1, into the first. */
export function mix(color: string, other: string, share: number): string {
  const [red, green, blue] = parseColor(color);
  const [otherRed, otherGreen, otherBlue] = parseColor(other);
  const hex = (from: number, to: number) =>
    Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(red, otherRed)}${hex(green, otherGreen)}${hex(blue, otherBlue)}`;
}

function luminance(color: string): number {
  const [red, green, blue] = parseColor(color).map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parseColor(color: string): Rgb {
  const [, short] = /^#([\da-f]{3})$/i.exec(color) ?? [];
  const [, long] = /^#([\da-f]{6})$/i.exec(color) ?? [];
  const digits = long ?? short?.replaceAll(/./g, '$&$&');
  if (digits === undefined) {
    throw new Error(`The colour ${color} of a theme has to be written as #rrggbb or #rgb.`);
  }
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Rgb;
}
