import type { Translation } from '@host/contracts/messages';

import type { RUNTIME } from '../common/runtimeMessages.ts';
import type { DEVELOPMENT } from '../development/developmentMessages.ts';

/** The texts of the views around mini-apps, in German. */
export const translation: Translation<typeof RUNTIME | typeof DEVELOPMENT> = {
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
  development: {
    intro:
      'Starte miniapp start im Ordner deiner Mini-App. Sie öffnet sich hier mit dem, was dieser Host ihr gibt, und neu, sobald du eine Datei speicherst.',
    address: 'Adresse von miniapp start',
    open: 'Öffnen',
    toolbar: '{name} in Entwicklung',
    reload: 'Neu laden',
    leave: 'Verlassen',
    doesNotBuild: 'Der Build schlägt fehl',
    working: 'Wird gebaut',
    building: 'Wird gebaut …',
    built: 'Auf dem neuesten Stand',
    failed: 'Speichere die Korrektur: Es wird sofort neu gebaut',
    lost: 'miniapp start antwortet nicht mehr; es wird weiter gefragt',
    addressOnMachine:
      'Gib eine Adresse auf diesem Rechner ein, zum Beispiel http://localhost:9002.',
    addressInNetwork: 'Gib eine Adresse in diesem Netz ein, zum Beispiel http://localhost:9002.',
    nobodyAnswers: 'Unter {origin} antwortet keine Mini-App. Läuft dort `miniapp start`?',
  },
};
