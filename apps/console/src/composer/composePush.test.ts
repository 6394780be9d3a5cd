import { miniAppTopic } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import {
  type Draft,
  EMPTY_DRAFT,
  addressIn,
  composePush,
  fillDraft,
  withAddress,
} from './composePush.ts';
import { addressOf, audienceWords } from './addressOf.ts';
import type { AddressedTarget } from './readTarget.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
type Written = Partial<Draft> & { to?: string };
const draftOf = ({ to = 'news', audience = 'topic', ...rest }: Written): Draft => ({
  ...EMPTY_DRAFT,
  audience,
  addresses: { [audience]: to },
  title: 'Sale',
  ...rest,
});
const compose = (draft: Written) => composePush(draftOf(draft), NOW);

describe('a push that somebody fills in', () => {
  it('becomes a message of the gateway', () => {
    const { ready } = compose({
      body: 'Until Sunday',
      deepLink: 'host://promo/p1',
      data: [{ key: 'orderId', value: '42' }],
      timeToLive: '1.5',
      collapseKey: 'sale',
      channel: 'offers',
      category: 'order',
      sendAt: '2026-03-02T12:00:00Z',
    });
    expect(ready?.target).toEqual({ kind: 'topic', topic: 'news' });
    expect(ready?.content).toEqual({
      notification: {
        title: 'Sale',
        body: 'Until Sunday',
        android_channel_id: 'offers',
        click_action: 'order',
      },
      data: { orderId: '42', deepLink: 'host://promo/p1' },
      priority: 'high',
      time_to_live: 5400,
      collapse_key: 'sale',
      send_at: '2026-03-02T12:00:00.000Z',
    });
  });

  it('is filled from a template, which says neither whom it is for nor when', () => {
    const filled: Partial<Draft> = {
      body: 'Until Sunday',
      deepLink: 'host://promo/p1',
      data: [{ key: 'orderId', value: '42' }],
      more: { image: 'https://acme.example/sale.png', title_loc_args: ['a'] },
      priority: 'normal',
      timeToLive: '1.5',
      collapseKey: 'sale',
      channel: 'offers',
      category: 'order',
    };
    const { content } = compose({ ...filled, sendAt: '2026-03-02T12:00:00Z' });
    expect(content).not.toHaveProperty('send_at');
    const own = draftOf({ to: 'sport', testTo: 'me', body: 'Gone' });
    expect(fillDraft(own, content)).toEqual({ ...own, ...filled, title: 'Sale' });
    expect(fillDraft(own, {})).toMatchObject({
      addresses: { topic: 'sport' },
      title: '',
      body: '',
    });
  });

  it.each([
    [{ audience: 'device', to: 'abc' }, { to: 'abc' }],
    [{ audience: 'device', to: 'abc, def' }, { registration_ids: ['abc', 'def'] }],
    [{ audience: 'condition', to: "'a' in topics" }, { condition: "'a' in topics" }],
    [{ audience: 'group', to: 'key-of-a-group' }, { to: 'key-of-a-group' }],
    [{ audience: 'topic', to: 'news' }, { to: '/topics/news' }],
  ] as const)('%j goes to %j', (draft, address) => {
    const { target } = compose(draft).ready!;
    expect(addressOf(target as AddressedTarget)).toEqual(address);
  });

  it('keeps for each kind of audience what was written for it', () => {
    const condition = withAddress(
      draftOf({ audience: 'condition' }),
      "'a' in topics && 'b' in topics",
    );
    for (const audience of ['device', 'person', 'group', 'mini-app'] as const) {
      const other = { ...condition, audience };
      expect(addressIn(other)).toBe('');
      expect(composePush(other, NOW).problems).toHaveProperty('to');
      expect(addressIn({ ...withAddress(other, 'x'), audience: 'condition' })).toContain("'a' in");
    }
  });

  it('to a person names them: their devices are looked for when it is sent', () => {
    const { target } = compose({ audience: 'person', to: 'per_1' }).ready!;
    expect(target).toEqual({ kind: 'person', person: 'per_1' });
  });

  it('to a mini-app names it: its topics are looked for when it is sent', () => {
    const { ready, maxBytes } = compose({ audience: 'mini-app', to: 'com.acme.orders' });
    expect(ready?.target).toEqual({ kind: 'mini-app', appId: 'com.acme.orders' });
    expect(maxBytes).toBe(2048);
  });

  it('of a sender for some mini-apps goes to one of these, by its name or by its topics', () => {
    const own = ['com.acme.orders', 'com.acme.shop'];
    const problemOf = (draft: Written) => composePush(draftOf(draft), 0, own).problems.to;
    expect(problemOf({ audience: 'mini-app', to: 'com.acme.shop' })).toBeUndefined();
    expect(problemOf({ audience: 'topic', to: miniAppTopic('com.acme.shop') })).toBeUndefined();
    expect(problemOf({ audience: 'mini-app', to: 'com.other.shop' })).toBe(
      'One of your mini-apps, such as com.acme.orders.',
    );
    expect(problemOf({ audience: 'topic', to: 'news' })).toContain('Topics of one of your');
    const both = own.map((appId) => `'${miniAppTopic(appId)}' in topics`).join(' || ');
    expect(problemOf({ audience: 'condition', to: both })).toContain('Topics of one of your');
  });

  it('of a sender for some mini-apps goes to one person by their openId, at once', () => {
    const composeOf = (to: string, own: readonly string[], draft: Partial<Draft> = {}) =>
      composePush(draftOf({ audience: 'open-id', to, ...draft }), 0, own);
    const own = ['com.acme.orders', 'com.acme.shop'];
    const { target, content } = composeOf('o-1', ['com.acme.orders']).ready!;
    expect(target).toEqual({ kind: 'open-id', openId: 'o-1', appId: 'com.acme.orders' });
    expect(addressOf(target as AddressedTarget)).toEqual({ to: '/people/o-1' });
    expect(content.data).toEqual({ appId: 'com.acme.orders' });
    const data = [{ key: 'screen', value: 'order' }];
    expect(composeOf('o-1', ['com.acme.orders'], { data }).ready!.content.data).toEqual({
      screen: 'order',
      appId: 'com.acme.orders',
    });
    expect(composeOf('com.acme.shop/o-1', own).ready!.content.data).toEqual({
      appId: 'com.acme.shop',
    });
    expect(composeOf('o-1', own).problems.to).toBe(
      'The mini-app and the openId in it, such as com.acme.orders/o-1.',
    );
    expect(composeOf('com.other.shop/o-1', own).problems.to).toContain('One of your mini-apps');
    // A template is for nobody in particular.
    expect(composeOf('o-1', ['com.acme.orders']).content).not.toHaveProperty('data');
    const later = { sendAt: '2027-01-01T10:00' };
    expect(composeOf('o-1', ['com.acme.orders'], later).problems).toHaveProperty('sendAt');
  });

  it.each([
    [{ to: 'no topic' }, 'to'],
    [{ to: '' }, 'to'],
    [{ audience: 'device', to: ' ' }, 'to'],
    [{ audience: 'condition', to: 'news' }, 'to'],
    [{ audience: 'person', to: '' }, 'to'],
    [{ audience: 'person', to: 'ada@acme.example' }, 'to'],
    [{ audience: 'group', to: ' ' }, 'to'],
    [{ audience: 'mini-app', to: '' }, 'to'],
    [{ audience: 'mini-app', to: "x' in topics" }, 'to'],
    [{ title: ' ' }, 'title'],
    [{ deepLink: 'javascript:alert(1)' }, 'deepLink'],
    [{ data: [{ key: 'from', value: 'x' }] }, 'data'],
    [{ timeToLive: 'soon' }, 'timeToLive'],
    [{ timeToLive: '9999' }, 'timeToLive'],
    [{ sendAt: '2026-02-01T12:00:00Z' }, 'sendAt'],
    [{ sendAt: '2027-04-01T12:00:00Z' }, 'sendAt'],
    [{ deepLink: 'not a link' }, 'deepLink'],
    [{ audience: 'condition', to: "('news' in topics" }, 'to'],
  ] as const)('%j is wrong at the field %s', (draft, field) => {
    const { ready, problems } = compose(draft);
    expect(ready).toBeUndefined();
    expect(Object.keys(problems)).toEqual([field]);
  });

  it('is measured in bytes, against the limit of whom it is for', () => {
    expect(compose({ title: 'ü' }).bytes).toBe(compose({ title: 'uu' }).bytes);
    expect(compose({}).maxBytes).toBe(2048);
    expect(compose({ audience: 'device' }).maxBytes).toBe(4096);
  });

  it.each([
    [{ kind: 'topic', topic: 'news' }, 'every device that is subscribed to “news”'],
    [{ kind: 'device', tokens: ['abc'] }, 'one device'],
    [{ kind: 'device', tokens: ['a', 'b'] }, '2 devices'],
    [{ kind: 'person', person: 'per_1' }, 'all devices of per_1'],
    [
      { kind: 'mini-app', appId: 'com.acme.orders' },
      'every device that is subscribed to a topic of com.acme.orders',
    ],
    [{ kind: 'condition', condition: "'a' in topics" }, "every device for which 'a' in topics"],
  ] as const)('%j is for %s', (target, words) => {
    expect(audienceWords(target)).toBe(words);
  });
});
