import { describe, expect, it } from 'vitest';

import { ServerError } from '../common/ServerError.ts';
import { problemsIn, problemsOf } from './signInProblems.ts';

const RIGHT = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };

describe('what is entered', () => {
  it('is right with all fields', () => {
    expect(problemsIn(RIGHT, true)).toEqual({});
    expect(problemsIn({ ...RIGHT, name: '' }, false)).toEqual({});
  });

  it('has a problem for each field that is missing', () => {
    const empty = { name: ' ', email: 'ada', password: 'short' };
    expect(Object.keys(problemsIn(empty, true))).toEqual(['name', 'email', 'password']);
    expect(Object.keys(problemsIn({ ...empty, password: '' }, false))).toEqual([
      'email',
      'password',
    ]);
  });

  it('can be an old password that is shorter than new ones may be', () => {
    expect(problemsIn({ ...RIGHT, password: 'short' }, false)).toEqual({});
  });
});

describe('what the server says', () => {
  it.each([
    [new ServerError('email-taken', '', { status: 409 }), 'email'],
    [new ServerError('credentials-wrong', '', { status: 401 }), 'general'],
    [new ServerError('rate-limited', '', { status: 429 }), 'general'],
    [new ServerError('offline', ''), 'general'],
    [new ServerError('internal-error', 'See the log.', { status: 500 }), 'general'],
    [
      new ServerError('invalid-body', '', {
        status: 422,
        fields: [{ field: 'name', message: 'too long' }],
      }),
      'name',
    ],
  ])('is shown where it belongs: %s', (error, place) => {
    expect(Object.keys(problemsOf(error))).toEqual([place]);
  });
});
