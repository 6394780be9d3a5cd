import type { Language } from '@host/contracts/messages';
import type { Observable } from '@host/miniapp-sdk/host';

import type { Session } from './Session.types.ts';

/**
 * Tells the server in which language a person is written to: that of the host where it knows none, and another one when they
 * choose it.
 */
export function tellLanguage(
  session: Pick<Session, 'state' | 'send'>,
  language: Observable<Language>,
): void {
  /** Whose language was told: a server that keeps none is told once. */
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
