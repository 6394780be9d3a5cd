import type { Translation } from '@host/contracts/messages';

import type { APP } from '../appMessages.ts';

/** The texts of this app in German. */
export const translation: Translation<typeof APP> = {
  app: {
    starting: 'Wird gestartet',
    notStarted: 'Die App konnte nicht gestartet werden.',
    loading: 'Wird geladen',
    notLoaded: 'Die Liste konnte nicht geladen werden.',
    mayItUse:
      '{permission, select, user {Darf sie deinen Namen und dein Bild sehen?} email {Darf sie deine E-Mail-Adresse sehen?} push {Darf sie dir Mitteilungen schicken?} other {Darf sie das verwenden: {permission}?}}',
    allow: 'Erlauben',
    notNow: 'Nicht jetzt',
  },
};
