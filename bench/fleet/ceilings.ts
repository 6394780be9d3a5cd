import { type Line, fitLine } from './fitLine.ts';
import type { FleetFigures } from './measureFleet.ts';

const MICROSECONDS = 1e6;

/** The total cost of a message as a function of the number of nodes. */
export interface Fit {
  /** CPU microseconds of all nodes. */
  nodes: Line;
  nats: Line;
  /** The mean CPU microseconds of PostgreSQL, which do not depend on the number of nodes. */
  postgres: number;
}

/** The maximum throughput of a number of nodes with one core each, and the load that puts on shared services. */
export interface Ceiling {
  nodes: number;
  perSecond: number;
  postgresCores: number;
  natsCores: number;
}

export const totalOf = ({ costs }: FleetFigures) =>
  costs.nodes.reduce((sum, each) => sum + each, 0);

/** Fits the measurements of one load. */
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
