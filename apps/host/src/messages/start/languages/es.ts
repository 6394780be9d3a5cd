import type { Translation } from '@host/contracts/messages';

import type { START } from '../startMessages.ts';

/** The start messages in Spanish. */
export const translation: Translation<typeof START> = {
  start: {
    notStarted: 'No se ha podido iniciar la aplicación.',
    tryAgain: 'Reintentar',
    needsScript: 'Esta aplicación necesita JavaScript.',
  },
};
