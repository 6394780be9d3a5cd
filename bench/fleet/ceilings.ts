import { type Line, fitLine } from './fitLine.ts';
import type { FleetFigures } from './measureFleet.ts';

const MICROSECONDS = 1e6;

/** What all nodes together spend on a message, by their number. */
export interface Fit {
  /** Microseconds of all nodes. */
  nodes: Line;
  nats: Line;
  /** Microseconds of PostgreSQL, which do not depend on how many nodes there are; the mean. */
  postgres: number;
}

/** The most that so many nodes could do if each had one core, and what that would take of the others. */
export interface Ceiling {
  nodes: number;
  perSecond: number;
  postgresCores: number;
  natsCores: number;
}

export const totalOf = ({ costs }: FleetFigures) =>
  costs.nodes.reduce((sum, each) => sum + each, 0);

/** Fits what was measured with one load. */
export function fitCosts(figures: readonly FleetFigures[]): Fit {
  const line = (y: (each: FleetFigures) => number) =>
    fitLine(figures.map((each) => ({ x: each.nodes, y: y(each) })));
  const postgres = figures.reduce((sum, { costs }) => sum + costs.postgres, 0) / figures.length;
  return { nodes: line(totalOf), nats: line(({ costs }) => costs.nats), postgres };
}

export function ceilingOf({ nodes: line, nats, postgres }: Fit, nodes: number): Ceiling {
  const perSecond = (nodes * MICROSECONDS) / (line.a + line.b * nodes);
  return {
    nodes,
    perSecond,
    postgresCores: (perSecond * postgres) / MICROSECONDS,
    natsCores: (perSecond * Math.max(0, nats.a + nats.b * nodes)) / MICROSECONDS,
  };
}
