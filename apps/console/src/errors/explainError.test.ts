import { ApiClientError, createApiClient } from '@host/api-client';
import { describe, expect, it } from 'vitest';

import { explainError } from './explainError.ts';

const problem = (errors: { pointer: string; code: string; detail: string }[]) =>
  new ApiClientError('invalid-body', 'The body does not fit.', {
    status: 422,
    requestId: 'r1',
    problem: { type: 't', title: 't', status: 422, code: 'invalid-body', detail: 'd', errors },
  });

/** What a client throws when it sends a push, and something answers like this. */
async function refusalOf(status: number, body: string, headers: HeadersInit = {}) {
  const client = createApiClient({
    baseUrl: 'http://localhost',
    fetch: async () => new Response(body, { status, headers }),
    timeoutMs: 1,
  });
  const { signal } = new AbortController();
  return client.sendPush({ to: 'a' }, undefined, { signal, timeoutMs: 50 }).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

describe('an error', () => {
  it('stands at the field that it is about', () => {
    const error = problem([
      { pointer: '/percentage', code: 'too-big', detail: 'at most 100' },
      { pointer: '/percentage', code: 'x', detail: 'at most two decimals' },
    ]);
    expect(explainError(error, { fields: ['percentage'] })).toEqual({
      text: 'Some of it does not fit.',
      fields: { percentage: 'At most 100' },
      code: 'invalid-body',
      requestId: 'r1',
    });
  });

  it('stands at the field that its code is about, where the server names none', () => {
    const error = new ApiClientError('path-taken', 'Another mini-app has the path orders.', {
      status: 409,
      problem: { type: 't', title: 't', status: 409, code: 'path-taken', detail: 'd' },
    });
    const options = { fields: ['path'], codes: { 'path-taken': 'path' } };
    expect(explainError(error, options)).toMatchObject({
      text: 'Some of it does not fit.',
      fields: { path: 'Another mini-app has the path orders.' },
    });
    expect(explainError(error, { fields: ['path'] })).toMatchObject({
      text: 'Another mini-app has the path orders.',
      fields: {},
    });
  });

  it('about a field that the form does not have is said once, without words for developers', () => {
    const error = problem([{ pointer: '/scopes/0', code: 'x', detail: 'unknown' }]);
    expect(explainError(error, { fields: ['name'] }).text).toBe('scopes/0: Unknown');
  });

  it('of a schema is a sentence for people', () => {
    const detail = 'Too small: expected string to have >=1 characters';
    const error = problem([{ pointer: '/name', code: 'too_small', detail }]);
    const { fields } = explainError(error, { fields: ['name'] });
    expect(fields['name']).toBe('This must not be empty.');
  });

  it('with a problem of the server is what happened, and what anybody can do', () => {
    const told = (code: string) =>
      explainError(
        new ApiClientError(code, 'It is gone.', {
          status: 404,
          problem: { type: 't', title: 't', status: 404, code, detail: 'It is gone.' },
        }),
      ).text;
    expect(told('device-not-found')).toBe('It is gone.');
    expect(told('version-exists')).toMatch(/^It is gone\. A version never changes/);
  });

  it('without an answer says what that means for a change, and nothing of it for a look', () => {
    const error = new ApiClientError('network', 'x');
    expect(explainError(error).text).toBe('The server did not answer. Try again.');
    expect(explainError(error, { whenLost: 'It may be done.' }).text).toBe(
      'The server did not answer. It may be done.',
    );
  });

  it('of another kind is its message', () => {
    expect(explainError(new Error('Odd')).text).toBe('Odd');
  });
});

describe('a push that was refused', () => {
  it.each([
    ['InvalidParameters: "send_at" is more than a year away', 'send_at', /a year at most/],
    [
      'InvalidParameters: the condition is not valid: at most 5 topics',
      'condition',
      /^The condition is not/,
    ],
    ['InvalidParameters: the name of the topic is not valid', 'to', /^The name of the topic/],
    ['InvalidTtl', 'time_to_live', /./],
  ])('for %j stands at its field', async (body, field, words) => {
    const { fields, text } = explainError(await refusalOf(400, body), { fields: [field] });
    expect(fields[field]).toMatch(words);
    expect(text).toBe('Some of it does not fit.');
  });

  it('for what is no field says so in words, without the request', async () => {
    const { text } = explainError(await refusalOf(400, 'InvalidParameters: use one of them'));
    expect(text).toBe('Use one of them.');
    expect(explainError(await refusalOf(413, 'MessageTooBig')).text).toContain('shorten it');
  });

  it.each([
    [503, {}, 'The server could not be reached. Try again.'],
    [503, { 'retry-after': '20' }, 'The server could not be reached. Try again in 20 seconds.'],
    [504, { 'retry-after': '600' }, 'The server could not be reached. Try again in 10 minutes.'],
    [429, { 'retry-after': '1' }, 'Too much was asked at once. Try again in 1 second.'],
    [403, {}, 'It was refused, without a reason (status 403). Ask whoever runs the server.'],
    [500, {}, 'Something broke in the server (status 500). Try again.'],
    [400, {}, 'It was refused, without a reason (status 400). Ask whoever runs the server.'],
  ])('by a proxy with %i %j quotes none of its page', async (status, headers, words) => {
    const error = await refusalOf(status, '<html>bad gateway</html>', headers);
    expect(explainError(error).text).toBe(words);
  });
});
