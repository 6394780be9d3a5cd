import { parseMessage } from '@host/contracts/messages';
import { describe, expect, it } from 'vitest';

import { type AccountMail, composeMail } from './composeMail.ts';
import { MAIL } from './mailMessages.ts';
import { personLanguage } from './personLanguage.ts';

const BASE = 'https://host.example';
const URL = `${BASE}/app/reset-password#hal_x`;

describe('a mail about an account', () => {
  it.each([
    ['de-AT', 'Neues Passwort für host.example festlegen', 'lang="de" dir="ltr"'],
    ['es', 'Elige una contraseña nueva para host.example', 'lang="es" dir="ltr"'],
    ['ar-EG', 'تعيين كلمة مرور جديدة على \u2068host.example\u2069', 'lang="ar" dir="rtl"'],
    ['zh-CN', '为 host.example 设置新密码', 'lang="zh" dir="ltr"'],
    ['zh-TW', 'Set a new password for host.example', 'lang="en" dir="ltr"'],
    ['fr', 'Set a new password for host.example', 'lang="en" dir="ltr"'],
    [null, 'Set a new password for host.example', 'lang="en" dir="ltr"'],
  ])('is in the language of its person: %s', (locale, subject, page) => {
    const mail = composeMail({ about: 'reset', url: URL }, BASE, locale);
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(`<html ${page}>`);
    expect(mail.text).toContain(URL);
  });

  it('takes nothing from a locale that is none', () => {
    const { html } = composeMail({ about: 'email-changed' }, BASE, 'de"><script>');
    expect(html).not.toContain('script');
  });

  it.each<AccountMail>([
    { about: 'reset', url: URL },
    { about: 'sign-up', url: URL },
    { about: 'verify', url: URL },
    { about: 'address-taken', url: URL },
    { about: 'address-wanted' },
    { about: 'password-changed', url: URL },
    { about: 'email-changed' },
  ])('is whole in every language: $about', (mail) => {
    const mails = ['en', 'de', 'es', 'ar', 'zh'].map((locale) => composeMail(mail, BASE, locale));
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(5);
    for (const { subject, text } of mails) {
      expect(subject + text).not.toMatch(/[{}]/);
      expect(text.split('\n')).toHaveLength(mails[0]!.text.split('\n').length);
    }
  });

  it('is filled in with the same in every language', () => {
    for (const locale of ['de', 'es', 'ar', 'zh']) {
      const { messages } = personLanguage(locale);
      for (const [key, english] of Object.entries(MAIL.texts)) {
        expect(`${locale} ${key}: ${argsOf(messages['mail']?.[key] ?? '')}`).toBe(
          `${locale} ${key}: ${argsOf(english)}`,
        );
      }
    }
  });
});

function argsOf(text: string): string {
  const names = parseMessage(text).flatMap((part) =>
    typeof part === 'object' && 'name' in part ? [part.name] : [],
  );
  return [...new Set(names)].toSorted().join(' ');
}
