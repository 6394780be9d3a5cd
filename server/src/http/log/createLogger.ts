import type { FastifyBaseLogger } from 'fastify';
import pino, { type DestinationStream } from 'pino';

import { createRedact } from './createRedact.ts';

/** The log of the server: lines of JSON without secrets. */
export function createLogger({
  level,
  secrets,
  destination,
}: {
  level: string;
  /** Secrets to redact, besides those that are recognized by their form. */
  secrets: readonly string[];
  /** Where lines are written; standard output by default. */
  destination?: DestinationStream;
}): FastifyBaseLogger {
  const options = { level, hooks: { streamWrite: createRedact(secrets) } };
  return destination ? pino(options, destination) : pino(options);
}
