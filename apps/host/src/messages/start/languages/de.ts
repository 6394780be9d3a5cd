import type { Translation } from '@host/contracts/messages';

import type { START } from '../startMessages.ts';

/** The start messages in German. */
export const translation: Translation<typeof START> = {
  start: {
    notStarted: 'Die App konnte nicht gestartet werden.',
    tryAgain: 'Noch einmal versuchen',
    needsScript: 'Diese App braucht JavaScript.',
  },
};
