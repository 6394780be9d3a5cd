import type { Translation } from '@host/contracts/messages';

import type { MAIL } from '../mailMessages.ts';
import type { PERSON } from '../personMessages.ts';

/** The server's texts for people, in German. */
export const translation: Translation<typeof MAIL | typeof PERSON> = {
  person: {
    unnamed: 'Ohne Namen',
  },
  mail: {
    ignore: 'Wenn du das nicht warst, kannst du diese Mail ignorieren: Es ändert sich nichts.',
    'reset.subject': 'Neues Passwort für {host} festlegen',
    'reset.text':
      'Jemand hat ein neues Passwort für dein Konto bei {host} angefordert.\nDer Link funktioniert einmal, eine Stunde lang.',
    'reset.action': 'Neues Passwort festlegen',
    'sign-up.subject': 'Bestätige dein Konto bei {host}',
    'sign-up.text':
      'Jemand möchte mit dieser E-Mail-Adresse ein Konto bei {host} erstellen.\nWenn du das warst, öffne den Link und gib das Passwort ein, das du gewählt hast. Der Link funktioniert einen Tag lang.\nWenn du das nicht warst, kannst du diese Mail ignorieren: Ohne das Passwort entsteht kein Konto.',
    'sign-up.action': 'Konto bestätigen',
    'verify.subject': 'Bestätige deine E-Mail-Adresse für {host}',
    'verify.text':
      'Jemand möchte diese E-Mail-Adresse für ein Konto bei {host} verwenden.\nWenn du das warst, öffne den Link dort, wo du angemeldet bist. Der Link funktioniert einen Tag lang.',
    'verify.action': 'Diese Adresse bestätigen',
    'address-taken.subject': 'Du hast ein Konto bei {host}',
    'address-taken.text':
      'Jemand wollte mit dieser E-Mail-Adresse ein Konto bei {host} erstellen. Du hast schon eines.\nWenn du das warst, melde dich an; wenn du das Passwort nicht mehr weißt, kannst du dort ein neues festlegen.',
    'address-taken.action': 'Anmelden',
    'address-wanted.subject': 'Jemand wollte deine E-Mail-Adresse bei {host} verwenden',
    'address-wanted.text':
      'Jemand wollte diese E-Mail-Adresse für ein anderes Konto bei {host} verwenden. Sie gehört zu deinem und bleibt dort.',
    'password-changed.subject': 'Dein Passwort für {host} wurde geändert',
    'password-changed.text':
      'Das Passwort deines Kontos bei {host} wurde geändert. Überall sonst bist du abgemeldet.\nWenn du das nicht warst, lege jetzt ein neues Passwort fest.',
    'password-changed.action': 'Ich habe mein Passwort vergessen',
    'email-changed.subject': 'Deine E-Mail-Adresse für {host} wurde geändert',
    'email-changed.text':
      'Dein Konto bei {host} hat jetzt eine andere E-Mail-Adresse. Mails dazu gehen dorthin, und du meldest dich damit an.\nWenn du das nicht warst, sag sofort dem Betreiber von {host} Bescheid.',
  },
};
