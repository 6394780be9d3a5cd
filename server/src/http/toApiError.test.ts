import { describe, expect, it } from 'vitest';

import { ApiError } from '../errors/ApiError.ts';
import { toApiError } from './toApiError.ts';

const failed = (context: string, ...validation: object[]) =>
  toApiError(Object.assign(new Error('does not fit'), { validation, validationContext: context }));
const complaint = (instancePath: string, keyword = 'invalid_type', params = {}) => ({
  instancePath,
  keyword,
  message: 'Invalid input',
  params,
});

describe('an error that was thrown', () => {
  it('is given back when it is one of the table already', () => {
    const error = new ApiError('not-verified', 'Not yet.');
    expect(toApiError(error)).toBe(error);
  });

  it.each([
    ['FST_ERR_CTP_INVALID_JSON_BODY', 'malformed-json', 400],
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 'malformed-json', 400],
    ['FST_ERR_CTP_BODY_TOO_LARGE', 'body-too-large', 413],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported-media-type', 415],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'upload-incomplete', 400],
    ['FST_ERR_BAD_URL', 'invalid-path', 400],
    ['FST_ERR_MAX_PARAM_LENGTH', 'invalid-path', 400],
  ])('of the framework with %s is %s', (thrown, code, status) => {
    const error = Object.assign(new Error('internals'), { code: thrown, statusCode: status });
    expect(toApiError(error)).toMatchObject({ code, status });
    expect(toApiError(error)?.message).not.toContain('internals');
  });

  it.each([
    ['body', 'invalid-body', 422],
    ['querystring', 'invalid-query', 400],
    ['params', 'invalid-path', 400],
    ['headers', 'invalid-header', 400],
  ])('about the %s is %s', (context, code, status) => {
    expect(failed(context, complaint('/a'))).toMatchObject({
      code,
      status,
      message: '/a: Invalid input',
      errors: [{ pointer: '/a', code: 'invalid_type', detail: 'Invalid input' }],
    });
  });

  it('about the whole body has the empty pointer', () => {
    const error = failed('body', complaint('/'));
    expect(error?.errors?.map(({ pointer }) => pointer)).toEqual(['']);
    expect(error?.message).toBe('/: Invalid input');
  });

  it('about unknown fields has a pointer to each, escaped as JSON pointers are', () => {
    const keys = ['plain', 'a/b', 'm~n', '__proto__'];
    const error = failed(
      'body',
      complaint('/', 'unrecognized_keys', { keys }),
      complaint('/digests', 'unrecognized_keys', { keys: ['linux'] }),
    );
    expect(error?.errors?.map(({ pointer }) => pointer)).toEqual([
      '/plain',
      '/a~1b',
      '/m~0n',
      '/__proto__',
      '/digests/linux',
    ]);
  });

  it.each([
    new Error('connect ECONNREFUSED'),
    new TypeError('x is undefined'),
    Object.assign(new Error('duplicate key'), { code: '23505' }),
    Object.assign(new Error('of a plugin'), { code: 'FST_ERR_SOMETHING_ELSE', statusCode: 418 }),
  ])('that no caller can mend is none of the table: %s', (error) => {
    expect(toApiError(error)).toBeUndefined();
  });
});
