import type { Translation } from '@host/contracts/messages';

import type { KIT } from '../language/kitMessages.ts';

/** The components' texts, in German. */
export const translation: Translation<typeof KIT> = {
  kit: {
    back: 'Zurück',
    close: 'Schließen',
    loading: 'Wird geladen',
    loadingList: '{label}: wird geladen',
    refresh: 'Aktualisieren',
    empty: 'Hier ist noch nichts',
    failed: 'Etwas ist schiefgelaufen',
    retry: 'Noch einmal versuchen',
    showEntered: 'Eingabe anzeigen',
    hideEntered: 'Eingabe verbergen',
  },
};
