import type { LiveNodes } from './LiveNodes.types.ts';
import { SharedPresence } from './presence/SharedPresence.ts';
import { RemoteAcknowledgements } from './RemoteAcknowledgements.ts';

/** One of several nodes that share a database. */
export const manyNodes: LiveNodes = {
  openPresence: (options) => new SharedPresence(options),
  openAbsent: (db) => new RemoteAcknowledgements(db),
};
