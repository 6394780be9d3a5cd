import { PushMessage } from '@host/contracts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { compiled } from './compiled.ts';

describe('a compiled schema', () => {
  const message = compiled(PushMessage);

  it.each([
    {},
    { to: 'x', notification: { title: 'a', nothing: 1 }, data: { k: 'v' }, time_to_live: 60 },
    { notification: { title: 7 }, priority: 'urgent', time_to_live: -1 },
    { notification: 'x', data: { from: 'reserved', k: 1 } },
    { notification: { color: 'red' }, send_at: 'tomorrow', unknown: true },
    { notification: undefined, data: undefined },
    [],
    null,
    'text',
  ])('says of %j what the schema says', (value) => {
    const [own, theirs] = [z.safeParse(message, value), z.safeParse(PushMessage, value)];
    expect(own.data).toEqual(theirs.data);
    expect(own.error?.issues).toEqual(theirs.error?.issues);
  });

  it('leaves the schema as it was', () => {
    expect(message).not.toBe(PushMessage);
    expect(PushMessage).not.toBeInstanceOf(z.core.$ZodObjectJIT);
    expect(message).toBeInstanceOf(z.core.$ZodObjectJIT);
  });
});
