import type { LiveNodes } from './LiveNodes.types.ts';
import { LocalAcknowledgements } from './LocalAcknowledgements.ts';
import { SingleNodePresence } from './presence/SingleNodePresence.ts';

/** The only node of its database. */
export const oneNode: LiveNodes = {
  openPresence: ({ report }) => new SingleNodePresence(report),
  openAbsent: (_, deviceCursors) => new LocalAcknowledgements(deviceCursors),
};
