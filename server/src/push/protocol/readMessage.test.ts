import { LIMITS } from '@host/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readBody } from './readBody.ts';
import { readMessage, readTarget } from './readMessage.ts';
import { Refusal } from './Refusal.ts';

const NOW = Date.parse('2026-01-10T09:00:00Z');

function refusal(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
  return undefined;
}

const read = (fields: Record<string, unknown>) => readMessage(fields, readTarget(fields), NOW);
const reasonFor = (fields: Record<string, unknown>) => refusal(() => read(fields));
const bodyRefusal = (type: string, body: string | Buffer) =>
  refusal(() => readBody(type, Buffer.from(body)));

describe('a body', () => {
  it('is JSON when its type says JSON, and a form otherwise', () => {
    const json = readBody('application/json; charset=UTF-8', Buffer.from('{"to":"x"}'));
    expect(json).toEqual({ format: 'json', fields: { to: 'x' } });
    const form =
      'registration_id=x&collapse_key=c&data.k=v&data.k2=a+b%26&time_to_live=5&dry_run=1';
    expect(readBody('application/x-www-form-urlencoded', Buffer.from(form))).toEqual({
      format: 'text',
      fields: {
        to: 'x',
        collapse_key: 'c',
        data: { k: 'v', k2: 'a b&' },
        time_to_live: 5,
        dry_run: true,
      },
    });
    expect(readBody(undefined, Buffer.from('registration_id=x')).format).toBe('text');
  });

  it.each(['', '{', 'x', '[]', 'null', '"x"', '{"to":"x"', '\ufeff', '{"__proto__":{}}'])(
    'that is %j cannot be read',
    (body) => {
      expect(bodyRefusal('application/json', body)).toEqual({
        status: 400,
        text: expect.stringMatching(/^JSON_PARSING_ERROR: /),
      });
    },
  );

  it.each([String.raw`{"\u005f_proto__":{}}`, String.raw`{"data":{"__pr\u006fto_\u005F" : "x"}}`])(
    'cannot hide a name in escapes: %s',
    (body) => {
      expect(bodyRefusal('application/json', body)).toMatchObject({ status: 400 });
    },
  );

  it('can speak of a name that none of its fields has', () => {
    const body = JSON.stringify({ data: { a: '__proto__', b: '{"__proto__":1}' } });
    expect(bodyRefusal('application/json', body)).toBeUndefined();
  });

  it.each(['__proto__=x', 'data.__proto__=x'])('in a form cannot have %s', (form) => {
    expect(bodyRefusal('application/x-www-form-urlencoded', form)).toMatchObject({ status: 400 });
  });

  it('that nests too deeply or is no UTF-8 cannot be read', () => {
    for (const body of [`{"a":${'['.repeat(100_000)}`, Buffer.from([0x22, 0xff, 0x22])]) {
      expect(bodyRefusal('application/json', body)).toEqual({
        status: 400,
        text: expect.stringMatching(/^JSON_PARSING_ERROR: /),
      });
    }
  });
});

describe('whom a message is for', () => {
  it('is a token, a group, a topic, a condition or a list', () => {
    expect(readTarget({ to: 'x' })).toEqual({ kind: 'tokens', tokens: ['x'] });
    expect(readTarget({ to: '/topics/news' })).toEqual({ kind: 'topic', topic: 'news' });
    const key = `hgn_${'a'.repeat(43)}`;
    expect(readTarget({ to: key })).toEqual({ kind: 'group', key });
    expect(readTarget({ registration_ids: ['a', 'b'] })).toEqual({
      kind: 'tokens',
      tokens: ['a', 'b'],
    });
    const condition = `'a' in topics`;
    expect(readTarget({ condition })).toEqual({ kind: 'condition', condition });
  });

  it.each([{}, { to: '' }, { to: null }, { data: {} }])('is missing in %j', (fields) => {
    expect(reasonFor(fields)).toEqual({ word: 'MissingRegistration' });
  });

  it.each([
    [{ registration_ids: 'x' }, '"registration_ids" field is not a JSON array'],
    [{ registration_ids: {} }, '"registration_ids" field is not a JSON array'],
    [{ registration_ids: [] }, '"registration_ids" field cannot be empty'],
    [{ to: 42 }, 'Field "to" must be a JSON string: 42'],
    [{ condition: 1 }, 'Field "condition" must be a JSON string: 1'],
  ])('cannot be read from %j', (fields, text) => {
    expect(reasonFor(fields)).toEqual({ status: 400, text });
  });

  it.each([
    { registration_ids: [1] },
    { registration_ids: ['x', null] },
    { to: 'x', registration_ids: ['y'] },
    { to: 'x', condition: `'a' in topics` },
    { to: '/topics/a b' },
    { to: '/topics/' },
    { condition: `'a' in topics && (` },
    {
      condition: 'abcdef'
        .split('')
        .map((topic) => `'${topic}' in topics`)
        .join('||'),
    },
  ])('is not valid in %j', (fields) => {
    expect(reasonFor(fields)).toEqual({
      status: 400,
      text: expect.stringMatching(/^InvalidParameters: /),
    });
  });

  it('is at most 1000 tokens', () => {
    const tokens = (length: number) => Array.from({ length }, (_, index) => `t${index}`);
    expect(readTarget({ registration_ids: tokens(1000) })).toMatchObject({ kind: 'tokens' });
    expect(reasonFor({ registration_ids: tokens(1001) })).toEqual({
      status: 400,
      text: 'Number of messages on bulk (1001) exceeds maximum allowed (1000)',
    });
  });
});

describe('a message', () => {
  it('is high for a notification and normal for data, unless it says otherwise', () => {
    expect(read({ to: 'x', notification: { title: 'a' } }).payload.priority).toBe('high');
    expect(read({ to: 'x', data: { a: 'b' } }).payload.priority).toBe('normal');
    expect(read({ to: 'x', data: { a: 'b' }, priority: 'high' }).payload.priority).toBe('high');
    const quiet = { to: 'x', notification: { title: 'a' }, priority: 'normal' };
    expect(read(quiet).payload.priority).toBe('normal');
  });

  it('lives for 4 weeks unless it says otherwise, and 0 means now or never', () => {
    expect(read({ to: 'x' }).timeToLiveSeconds).toBe(2_419_200);
    expect(read({ to: 'x', time_to_live: 0 }).timeToLiveSeconds).toBe(0);
  });

  it.each([-1, 1.5, 2_419_201, '60', 'soon', true, {}])(
    'cannot live for %j: InvalidTtl',
    (time_to_live) => {
      expect(reasonFor({ to: 'x', time_to_live })).toEqual({ word: 'InvalidTtl' });
    },
  );

  it.each(['host.scheduled', 'host.app', 'host_message_id'])(
    'cannot forge what the gateway itself puts among the data: %s',
    (key) => {
      expect(reasonFor({ to: 'x', data: { [key]: 'v' } })).toEqual({ word: 'InvalidDataKey' });
    },
  );

  it.each(['from', 'gcm', 'message_type', 'google', 'google.x', 'googlex', 'gcm.y', 'gcmy'])(
    'cannot use the data key %s: InvalidDataKey',
    (key) => {
      expect(reasonFor({ to: 'x', data: { [key]: 'v' } })).toEqual({ word: 'InvalidDataKey' });
    },
  );

  it.each([1, true, null, {}, []])('cannot have the data value %j', (value) => {
    expect(reasonFor({ to: 'x', data: { orderId: value } })).toEqual({
      status: 400,
      text: 'InvalidParameters: Field "data" holds strings only: "orderId" is none',
    });
  });

  it.each([
    [{ data: 'x' }, 'Field "data" must be a JSON object: "x"'],
    [{ data: ['x'] }, 'Field "data" must be a JSON object: ["x"]'],
    [{ notification: 'x' }, 'Field "notification" must be a JSON object: "x"'],
    [{ dry_run: 'true' }, 'Field "dry_run" must be a JSON boolean: "true"'],
    [{ content_available: 1 }, 'Field "content_available" must be a JSON boolean: 1'],
    [{ mutable_content: 1 }, 'Field "mutable_content" must be a JSON boolean: 1'],
    [{ collapse_key: 1 }, 'Field "collapse_key" must be a JSON string: 1'],
    [{ restricted_package_name: 1 }, 'Field "restricted_package_name" must be a JSON string: 1'],
    [{ priority: 10 }, 'Field "priority" must be a JSON string: 10'],
  ])('with %j cannot be read', (fields, text) => {
    expect(reasonFor({ to: 'x', ...fields })).toEqual({ status: 400, text });
  });

  it.each([
    { priority: 'urgent' },
    { notification: { title: 1 } },
    { notification: { color: 'red' } },
    { notification: { body_loc_args: 'x' } },
    { send_at: 'tomorrow' },
    { send_at: '2028-01-10T09:00:00Z' },
  ])('with %j is not valid', (fields) => {
    expect(reasonFor({ to: 'x', ...fields })).toEqual({
      status: 400,
      text: expect.stringMatching(/^InvalidParameters: /),
    });
  });

  it('takes lists of arguments as text, which is how published clients send them', () => {
    const shown = (notification: object) => read({ to: 'x', notification }).payload.notification;
    expect(shown({ title_loc_args: '["a","b"]' })).toEqual({ title_loc_args: ['a', 'b'] });
    expect(shown({ body_loc_args: '[]', title: 'x' })).toEqual({ body_loc_args: [], title: 'x' });
    expect(shown({ body_loc_args: ['a'] })).toEqual({ body_loc_args: ['a'] });
    for (const wrong of ['a', '["a"', '{"a":1}', '[1]', '"a"', '']) {
      expect(() => shown({ title_loc_args: wrong })).toThrow('InvalidParameters');
    }
  });

  it('takes a badge as a number, and null for what is left out of a notification', () => {
    const notification = { title: 'x', badge: 3, body: null, title_loc_args: null };
    expect(read({ to: 'x', notification }).payload.notification).toEqual({
      title: 'x',
      badge: '3',
    });
  });

  it('without a collapse key or a package may say so with an empty text', () => {
    const fields = { collapse_key: '', restricted_package_name: '' };
    const { collapseKey, payload } = read({ to: 'x', ...fields });
    expect([collapseKey, payload.restrictedPackageName]).toEqual([undefined, undefined]);
  });

  it('leaves out what is null', () => {
    const fields = { to: 'x', notification: null, data: null, time_to_live: null, priority: null };
    expect(read(fields).payload).toEqual({ priority: 'normal' });
  });

  it('has at most 4096 bytes of keys and values to a token, 2048 to a topic', () => {
    const payload = (bytes: number) => ({
      notification: { title: 'ü'.repeat(10) },
      data: { key: 'v'.repeat(bytes - 'title'.length - 20 - 'key'.length) },
    });
    const fits = (to: string, bytes: number) => reasonFor({ to, ...payload(bytes) });
    expect(fits('x', LIMITS.tokenPayloadBytes)).toBeUndefined();
    expect(fits('x', LIMITS.tokenPayloadBytes + 1)).toEqual({ word: 'MessageTooBig' });
    expect(fits('/topics/x', LIMITS.topicPayloadBytes)).toBeUndefined();
    expect(fits('/topics/x', LIMITS.topicPayloadBytes + 1)).toEqual({ word: 'MessageTooBig' });
    const condition = `'x' in topics`;
    expect(reasonFor({ condition, ...payload(LIMITS.topicPayloadBytes + 1) })).toEqual({
      word: 'MessageTooBig',
    });
  });

  it('is sent at once when its time has passed', () => {
    expect(read({ to: 'x', send_at: '2026-01-10T08:59:59Z' }).sendAt).toBeUndefined();
    expect(read({ to: 'x', send_at: '2026-01-10T10:00:01+01:00' }).sendAt).toBe(NOW + 1000);
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
        expect(() => {
          reasonFor({ to: 'x', ...fields });
        }).not.toThrow();
      }),
    );
  });
});
