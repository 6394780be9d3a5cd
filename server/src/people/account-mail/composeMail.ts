/** The mails that people get about their account. */
export type AccountMail =
  | { about: 'reset'; url: string }
  | { about: 'sign-up'; url: string }
  | { about: 'verify'; url: string }
  | { about: 'address-taken'; url: string }
  | { about: 'address-wanted' }
  | { about: 'password-changed'; url: string }
  | { about: 'email-changed' };

interface Texts {
  subject: string;
  paragraphs: string[];
  /** The label of the link. */
  action?: string;
}

/**
 * A mail in plain text and in simple HTML. It contains nothing that people can choose, such as the name of an account: it
 * would read as if we had written it.
 */
export function composeMail(
  mail: AccountMail,
  baseUrl: string,
): { subject: string; text: string; html: string } {
  const { subject, paragraphs, action } = textsOf(mail, new URL(baseUrl).host);
  const url = 'url' in mail ? mail.url : undefined;
  const link = url === undefined || action === undefined ? undefined : { url, action };
  const text = [...paragraphs, ...(link ? [`${link.action}:\n${link.url}`] : [])].join('\n\n');
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(link ? [`<p><a href="${escaped(link.url)}">${escaped(link.action)}</a></p>`] : []),
    ...(link ? [`<p>${escaped(link.url)}</p>`] : []),
  ].join('\n');
  return {
    subject,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html}\n</body></html>\n`,
  };
}

const IGNORE = 'If this was not you, ignore this mail: nothing changes.';

function textsOf({ about }: AccountMail, host: string): Texts {
  switch (about) {
    case 'reset':
      return {
        subject: `Set a new password for ${host}`,
        paragraphs: [
          `Somebody asked for a new password for your account at ${host}.`,
          'The link works once, for an hour.',
          IGNORE,
        ],
        action: 'Set a new password',
      };
    case 'sign-up':
      return {
        subject: `Confirm your account at ${host}`,
        paragraphs: [
          `Somebody wants to make an account at ${host} with this e-mail address.`,
          'If it was you, follow the link and enter the password that you chose. The link works for a day.',
          'If it was not you, ignore this mail: without the password there will be no account.',
        ],
        action: 'Confirm the account',
      };
    case 'verify':
      return {
        subject: `Verify your e-mail address for ${host}`,
        paragraphs: [
          `Somebody wants to use this e-mail address for their account at ${host}.`,
          'If it was you, follow the link where you are signed in. The link works for a day.',
          IGNORE,
        ],
        action: 'Verify this address',
      };
    case 'address-taken':
      return {
        subject: `You have an account at ${host}`,
        paragraphs: [
          `Somebody wanted to make an account at ${host} with this e-mail address. You have one already.`,
          'If it was you, sign in; if you do not remember the password, you can set a new one there.',
          IGNORE,
        ],
        action: 'Sign in',
      };
    case 'address-wanted':
      return {
        subject: `Somebody wanted to use your e-mail address at ${host}`,
        paragraphs: [
          `Somebody wanted to use this e-mail address for another account at ${host}. It belongs to yours, and stays there.`,
        ],
      };
    case 'password-changed':
      return {
        subject: `Your password for ${host} was changed`,
        paragraphs: [
          `The password of your account at ${host} was changed. You are signed out everywhere else.`,
          'If this was not you, set a new password now.',
        ],
        action: 'I forgot my password',
      };
    default:
      return {
        subject: `Your e-mail address for ${host} was changed`,
        paragraphs: [
          `Your account at ${host} has another e-mail address now. Mail about it goes there, and you sign in with it.`,
          `If this was not you, tell who runs ${host} at once.`,
        ],
      };
  }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
