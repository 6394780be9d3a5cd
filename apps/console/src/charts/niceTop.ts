/** The number that an axis ends at: the next one of 1, 2, 5, 10, 20, … above the largest value. */
export function niceTop(largest: number): number {
  if (largest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const steps = [1, 2, 5, 10].map((step) => step * power);
  return steps.find((step) => step >= largest) ?? largest;
}
