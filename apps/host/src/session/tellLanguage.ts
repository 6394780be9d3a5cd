import type { Language } from '@host/contracts/messages';
import type { Observable } from '@host/miniapp-sdk/host';

import type { Session } from './Session.types.ts';

/**
 * Sends the host's language to the server, which uses it for e-mails to the person: if the account has none yet, and
 * whenever the person changes it.
 */
export function tellLanguage(
  session: Pick<Session, 'state' | 'send'>,
  language: Observable<Language>,
): void {
  /** The person whose language was sent, so that a server that does not store it gets it only once. */
  let toldFor: string | undefined;
  const tell = () => {
    const { locale } = language.get();
    const request = { method: 'PATCH', path: '/v1/me', body: { locale } } as const;
    session.send(request).catch(() => undefined);
  };
  session.state.subscribe(() => {
    const { person } = session.state.get();
    if (!person || person.locale !== undefined || person.id === toldFor) return;
    toldFor = person.id;
    tell();
  });
  language.subscribe(() => {
    if (session.state.get().person) tell();
  });
}
