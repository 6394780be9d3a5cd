import type { ViewStyle } from 'react-native';

import type { Shape } from './shapes.ts';

const STROKE = 2;
const LENS_ROUNDNESS = 0.7;

/** The style of a View that draws the shape; `unit` is the size of a grid step in points. */
export function shapeStyle(shape: Shape, unit: number, color: string): ViewStyle {
  const stroke = strokeOf(unit);
  if (shape.kind === 'line') return lineStyle(shape, unit, color);
  if (shape.kind === 'dot') {
    const { center, radius } = shape;
    return {
      ...square(center, 2 * radius * unit, unit),
      borderRadius: radius * unit,
      backgroundColor: color,
    };
  }
  if (shape.kind === 'arc') {
    const [top, right, bottom, left] = shape.quarters.map((isDrawn) =>
      isDrawn ? color : 'transparent',
    );
    return {
      ...square(shape.center, (2 * shape.radius + STROKE) * unit, unit),
      borderRadius: (shape.radius + STROKE / 2) * unit,
      borderWidth: stroke,
      borderTopColor: top,
      borderRightColor: right,
      borderBottomColor: bottom,
      borderLeftColor: left,
    };
  }
  if (shape.kind === 'lens') {
    const side = shape.side * unit;
    return {
      ...square(shape.center, side, unit),
      borderWidth: stroke,
      borderColor: color,
      borderTopLeftRadius: side * LENS_ROUNDNESS,
      borderBottomRightRadius: side * LENS_ROUNDNESS,
      borderTopRightRadius: stroke / 2,
      borderBottomLeftRadius: stroke / 2,
      transform: [{ rotate: '45deg' }],
    };
  }
  return boxStyle(shape, unit, color);
}

// A thin View with round ends, centred on the middle of the line and then rotated.
function lineStyle({ from, to }: Shape & { kind: 'line' }, unit: number, color: string): ViewStyle {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = (Math.hypot(dx, dy) + STROKE) * unit;
  const stroke = strokeOf(unit);
  return {
    position: 'absolute',
    left: ((from[0] + to[0]) / 2) * unit - length / 2,
    top: ((from[1] + to[1]) / 2) * unit - stroke / 2,
    width: length,
    height: stroke,
    borderRadius: stroke / 2,
    backgroundColor: color,
    transform: [{ rotate: `${Math.atan2(dy, dx)}rad` }],
  };
}

function boxStyle(
  { at, size, radii, isOpenBelow = false }: Shape & { kind: 'box' },
  unit: number,
  color: string,
): ViewStyle {
  const corners = typeof radii === 'number' ? [radii, radii, radii, radii] : radii;
  const [topLeft, topRight, bottomRight, bottomLeft] = corners.map((radius) => radius * unit);
  return {
    position: 'absolute',
    left: at[0] * unit,
    top: at[1] * unit,
    width: size[0] * unit,
    height: size[1] * unit,
    borderColor: color,
    borderWidth: strokeOf(unit),
    ...(isOpenBelow && { borderBottomWidth: 0 }),
    borderTopLeftRadius: topLeft,
    borderTopRightRadius: topRight,
    borderBottomRightRadius: bottomRight,
    borderBottomLeftRadius: bottomLeft,
  };
}

// Borders are rendered in whole points; other lines would look bolder next to them.
function strokeOf(unit: number): number {
  return Math.max(1, Math.round(STROKE * unit));
}

function square([x, y]: readonly [number, number], side: number, unit: number): ViewStyle {
  return {
    position: 'absolute',
    left: x * unit - side / 2,
    top: y * unit - side / 2,
    width: side,
    height: side,
  };
}
