import type { FastifyBaseLogger } from 'fastify';
import pino, { type DestinationStream } from 'pino';

import { createRedact } from './createRedact.ts';

/** The log of the server: lines of JSON in which no secret is. */
export function createLogger({
  level,
  secrets,
  destination,
}: {
  level: string;
  /** What must not be in it besides what has the form of a secret. */
  secrets: readonly string[];
  /** Where lines go; the standard output by default. */
  destination?: DestinationStream;
}): FastifyBaseLogger {
  const options = { level, hooks: { streamWrite: createRedact(secrets) } };
  return destination ? pino(options, destination) : pino(options);
}
