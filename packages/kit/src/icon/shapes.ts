/** A part of an icon, on a grid of 24 by 24 with strokes that are 2 wide. */
export type Shape =
  | { kind: 'line'; from: Point; to: Point }
  | { kind: 'box'; at: Point; size: Point; radii: number | Corners; isOpenBelow?: boolean }
  | { kind: 'arc'; center: Point; radius: number; quarters: Quarters }
  | { kind: 'lens'; center: Point; side: number }
  | { kind: 'dot'; center: Point; radius: number };

type Point = readonly [x: number, y: number];
type Corners = readonly [
  topLeft: number,
  topRight: number,
  bottomRight: number,
  bottomLeft: number,
];

/** Which quarters of a circle are drawn: above, at the right, below, at the left. */
type Quarters = readonly [top: boolean, right: boolean, bottom: boolean, left: boolean];

/** Lines through all the points. */
export function path(first: Point, ...rest: Point[]): Shape[] {
  let from = first;
  return rest.map((to) => {
    const line: Shape = { kind: 'line', from, to };
    from = to;
    return line;
  });
}

export function box(
  at: Point,
  size: Point,
  radii: number | Corners,
  options: { isOpenBelow?: boolean } = {},
): Shape[] {
  return [{ kind: 'box', at, size, radii, ...options }];
}

export function circle(center: Point, radius: number): Shape[] {
  const [x, y] = center;
  return box([x - radius, y - radius], [2 * radius, 2 * radius], radius);
}

export function arc(center: Point, radius: number, quarters: Quarters): Shape[] {
  return [{ kind: 'arc', center, radius, quarters }];
}

export function dot(center: Point, radius = 1.35): Shape[] {
  return [{ kind: 'dot', center, radius }];
}

/** The outline of an eye: a square that stands on its corner, with two corners fully rounded. */
export function lens(center: Point, side: number): Shape[] {
  return [{ kind: 'lens', center, side }];
}
