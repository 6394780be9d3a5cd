import { describe, expect, it } from 'vitest';

import { FORMS, createRedact } from './createRedact.ts';

const SECRET = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF';

describe('a line of the log', () => {
  const redact = createRedact(['the-root-token', 'the-root-token', '']);

  it.each([
    `/v1/admin/tokens/hat_0mk2x1f9q7c4w8ze5r1t6y3u0p_${SECRET}`,
    `hrt_0b8f2c1e-8d3b-4b7a-9f55-1d2e3f405162_7_${SECRET}`,
    `hsk_0mk2x1f9q7c4w8ze5r1t6y3u0p_${SECRET}`,
    `hgk_${SECRET}`,
    `hgt_${SECRET}`,
    `eyJhbGciOiJFZERTQSJ9.${SECRET}.${SECRET}`,
    `postgres://somebody:${SECRET}@db.example/host`,
    `https://${SECRET}@db.example/host`,
    `Authorization: Bearer ${SECRET}`,
    `authorization: key=${SECRET}`,
    `Basic ${SECRET}`,
    `/reset?token=${SECRET}&a=b`,
    `https://s3.example/?X-Amz-Signature=${SECRET}`,
    JSON.stringify({ password: SECRET, newPassword: SECRET }),
    JSON.stringify({ body: JSON.stringify({ password: `${SECRET}\n${SECRET}` }) }),
    JSON.stringify({ headers: { cookie: `session=${SECRET}`, 'set-cookie': SECRET } }),
    JSON.stringify({ refreshToken: SECRET }),
  ])('has no secret in it any more: %s', (line) => {
    expect(redact(line)).not.toContain(SECRET);
  });

  it('has nothing that the server was started with', () => {
    expect(redact('it said the-root-token twice: the-root-token')).toBe('it said … twice: …');
  });

  it('stays JSON, and says what it said', () => {
    const said = { msg: 'request', path: `/x/hat_abc_${SECRET}`, password: SECRET, ms: 1.2 };
    expect(JSON.parse(redact(JSON.stringify(said)))).toEqual({
      msg: 'request',
      path: '/x/hat_…',
      password: '…',
      ms: 1.2,
    });
  });

  it.each([
    '\\',
    '"',
    '\\"',
    '-eyJ',
    '-eyJaaaaaaaa',
    'eyJaaaaaaaa.',
    ' ',
    '://',
    '&',
    '?token',
    'Bearer ',
    'hat_',
  ])('is read once, whatever a stranger has written into it over and over: %s', (run) => {
    const text = run.repeat(300_000 / run.length);
    // With work that grows by the square of its length each of these would take minutes.
    for (const form of FORMS) text.replace(form[0], form[1]);
    expect(redact(JSON.stringify({ msg: 'request', input: text })).length).toBeLessThan(20_000);
  });

  it('is cut where a field is long, stays JSON, and has no part of a secret at the cut', () => {
    for (let before = 4070; before < 4100; before++) {
      const said = {
        msg: 'request',
        input: `${' '.repeat(before)}the-root-token ${'x'.repeat(100)}`,
      };
      const { msg, input } = JSON.parse(redact(JSON.stringify(said))) as typeof said;
      expect(msg).toBe('request');
      expect(input.length).toBeLessThanOrEqual(4097);
      expect(input).not.toContain('the-r');
    }
  });

  it('is cut as a whole where it is long and no JSON', () => {
    const [first, ...rest] = redact(`the-root-token ${'x'.repeat(10_000)}\n`).split('\n');
    expect(first).toBe(`… ${'x'.repeat(4094)}…`);
    expect(rest).toEqual(['']);
    const nested = '['.repeat(200_000);
    expect(redact(nested)).toBe(`${'['.repeat(4096)}…\n`);
  });

  it('keeps what is no secret', () => {
    const line =
      '{"path":"/v1/mini-programs/com.acme.orders/resolve","reqId":"0b8f2c1e-8d3b-4b7a-9f55-1d2e3f405162"}';
    expect(redact(line)).toBe(line);
  });
});
