/** A line `a + b·x`. */
export interface Line {
  a: number;
  b: number;
}

/** A linear least-squares fit. */
export function fitLine(points: readonly { x: number; y: number }[]): Line {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  let [upper, lower] = [0, 0];
  for (const point of points) {
    upper += (point.x - x) * (point.y - y);
    lower += (point.x - x) ** 2;
  }
  const b = upper / lower;
  return { a: y - b * x, b };
}
