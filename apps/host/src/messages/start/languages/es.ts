import type { Translation } from '@host/contracts/messages';

import type { START } from '../startMessages.ts';

/** What is said before the host is there, in Spanish. */
export const translation: Translation<typeof START> = {
  start: {
    notStarted: 'No se ha podido iniciar la aplicación.',
    tryAgain: 'Reintentar',
    needsScript: 'Esta aplicación necesita JavaScript.',
  },
};
