import type { Translation } from '@host/contracts/messages';

import type { RUNTIME } from '../common/runtimeMessages.ts';

/** What stands in the place of a mini-app says, in German. */
export const translation: Translation<typeof RUNTIME> = {
  runtime: {
    loading: 'Mini-App wird geladen',
    failed: 'Etwas ist schiefgelaufen',
    retry: 'Noch einmal versuchen',
    close: 'Schließen',
    update: 'App aktualisieren',
    updateTo: '{problem} Version {version} wird gebraucht.',
    unavailable: 'Nicht verfügbar',
    'failure.not-found': 'Diese Mini-App ist nicht verfügbar.',
    'failure.suspended': 'Diese Mini-App wurde vom Betreiber angehalten.',
    'failure.host-too-old': 'Diese Mini-App braucht eine neuere Version der App.',
    'failure.not-compatible': 'Diese Mini-App passt nicht zu dieser Version der App.',
    'failure.offline': 'Es gibt keine Verbindung, und diese Mini-App wurde hier noch nie geöffnet.',
    'failure.timeout': 'Das hat zu lange gedauert.',
    'failure.unavailable': 'Der Dienst antwortet nicht, wie er soll.',
    'failure.integrity':
      'Was geladen wurde, ist nicht das, was veröffentlicht wurde. Es wurde nicht gestartet.',
    'failure.signature':
      'Diese Mini-App ist nicht von ihrem Herausgeber signiert. Sie wurde nicht gestartet.',
    'failure.isolation': 'Diese Mini-App braucht einen eigenen Rahmen, den diese App nicht bietet.',
    'failure.load-failed': 'Diese Mini-App konnte nicht geladen werden.',
    'failure.crashed-on-start': 'Diese Mini-App ist beim Start abgestürzt.',
    'failure.hung': 'Diese Mini-App ist nicht rechtzeitig gestartet.',
    'failure.misbehaved':
      'Diese Mini-App wurde beendet: Sie hat mehr von der App beansprucht, als sie darf.',
    'failure.crashed': 'Diese Mini-App funktioniert nicht mehr.',
  },
};
