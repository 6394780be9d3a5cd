import type { LiveNodes } from './LiveNodes.types.ts';
import { LocalAcknowledgements } from './LocalAcknowledgements.ts';
import { LonePresence } from './presence/LonePresence.ts';

/** The only node of its database. */
export const oneNode: LiveNodes = {
  openPresence: (options) => new LonePresence(options),
  openAbsent: (_, deviceCursors) => new LocalAcknowledgements(deviceCursors),
};
