import { translator } from '@host/contracts/messages';

import { MAIL } from './mailMessages.ts';
import { personLanguage } from './personLanguage.ts';

/** The mails that people get about their account. */
export type AccountMail =
  | { about: 'reset'; url: string }
  | { about: 'sign-up'; url: string }
  | { about: 'verify'; url: string }
  | { about: 'address-taken'; url: string }
  | { about: 'address-wanted' }
  | { about: 'password-changed'; url: string }
  | { about: 'email-changed' };

/** The mails that people can safely ignore. */
const HARMLESS: ReadonlySet<AccountMail['about']> = new Set(['reset', 'verify', 'address-taken']);

/**
 * A mail in plain text and in simple HTML, in the language of the person. It contains nothing that people can choose, such
 * as the name of an account, which would read as if we had written it.
 */
export function composeMail(
  mail: AccountMail,
  baseUrl: string,
  locale: string | null,
): { subject: string; text: string; html: string } {
  const language = personLanguage(locale);
  const t = translator(MAIL, language);
  const { host } = new URL(baseUrl);
  const paragraphs = t(`${mail.about}.text`, { host }).split('\n');
  if (HARMLESS.has(mail.about)) paragraphs.push(t('ignore'));
  const link = 'url' in mail ? { url: mail.url, action: t(`${mail.about}.action`) } : undefined;
  const text = [...paragraphs, ...(link ? [`${link.action}:\n${link.url}`] : [])].join('\n\n');
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(link ? [`<p><a href="${escaped(link.url)}">${escaped(link.action)}</a></p>`] : []),
    ...(link ? [`<p>${escaped(link.url)}</p>`] : []),
  ].join('\n');
  const { locale: lang, direction } = language;
  return {
    subject: t(`${mail.about}.subject`, { host }),
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="${lang}" dir="${direction}"><body>\n${html}\n</body></html>\n`,
  };
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
