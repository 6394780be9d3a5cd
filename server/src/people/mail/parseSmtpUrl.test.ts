import { describe, expect, it } from 'vitest';

import { parseSmtpUrl } from './parseSmtpUrl.ts';

describe('SMTP_URL', () => {
  it.each([
    [
      'smtp://ann:p%40ss@mail.example:2525',
      {
        host: 'mail.example',
        port: 2525,
        secure: false,
        requireTLS: true,
        auth: { user: 'ann', pass: 'p@ss' },
      },
    ],
    [
      'smtps://ann:secret@mail.example',
      {
        host: 'mail.example',
        port: 465,
        secure: true,
        requireTLS: false,
        auth: { user: 'ann', pass: 'secret' },
      },
    ],
    [
      'smtp://mail.example',
      { host: 'mail.example', port: 587, secure: false, requireTLS: true, auth: undefined },
    ],
    [
      'smtp://relay?requireTLS=false',
      { host: 'relay', port: 587, secure: false, requireTLS: false, auth: undefined },
    ],
    [
      'smtp://localhost:25/',
      { host: 'localhost', port: 25, secure: false, requireTLS: false, auth: undefined },
    ],
    [
      'smtp://[::1]:25',
      { host: '::1', port: 25, secure: false, requireTLS: false, auth: undefined },
    ],
  ])('%s is read', (text, server) => {
    expect(parseSmtpUrl(text)).toEqual({ ok: true, server });
  });

  it.each([
    'mail.example:587',
    'https://ann:secret@mail.example',
    'smtp://',
    'smtp://ann:secret@mail.example/inbox',
    'smtp://ann:secret@mail.example#x',
    'smtp://ann:secret@mail.example?tls=no',
    'smtp://ann:secret@mail.example?requireTLS=perhaps',
    'smtp://ann:%E0%A4%A@mail.example',
  ])('%s is refused, and its password is not repeated', (text) => {
    const parsed = parseSmtpUrl(text);
    expect(parsed).toMatchObject({ ok: false });
    expect(JSON.stringify(parsed)).not.toContain('secret');
  });
});
