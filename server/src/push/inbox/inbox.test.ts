import type { InboxPage } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { expectProblem } from '../../testing/expectProblem.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { type SignedIn, signUp } from '../testing/signUp.ts';

const titled = (title: string) => ({ notification: { title } });

describe.each(testEngines())('an inbox ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => void (push = await startPushServer({ engine })));
  afterAll(() => push.close());

  const inboxOf = async ({ session }: SignedIn, query = '') => {
    const response = await push.server.send('GET', `/v1/inbox${query}`, { token: session });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<InboxPage>();
  };
  const titles = (page: InboxPage) => page.items.map(({ title }) => title);
  const act = (person: SignedIn, path: string, method: 'POST' | 'DELETE' = 'POST') =>
    push.server.send(method, `/v1/inbox/${path}`, { token: person.session });

  it('has what was sent to the devices, topics and conditions of a person, the newest first', async () => {
    const ada = await signUp(push);
    const topic = `news-${engine.name}`;
    const phone = await push.device({ session: ada.session, topics: [topic] });
    const laptop = await push.device({ session: ada.session, topics: [topic] });
    await push.fcm({ registration_ids: [phone.token, laptop.token], ...titled('both') });
    await push.fcm({ to: `/topics/${topic}`, ...titled('topic'), data: { deepLink: 'acme://x' } });
    await push.fcm({
      condition: `'${topic}' in topics && !('z' in topics)`,
      ...titled('condition'),
    });
    await push.fcm({ condition: `'z' in topics`, ...titled('others') });
    await push.fcm({ to: phone.token, data: { silent: 'yes' } });
    const page = await inboxOf(ada);
    expect(titles(page)).toEqual(['condition', 'topic', 'both']);
    expect(page.unreadCount).toBe(3);
    expect(page.items[1]).toEqual({
      id: expect.any(String),
      title: 'topic',
      data: { deepLink: 'acme://x' },
      receivedAt: expect.any(String),
    });
  });

  it('is read in pages', async () => {
    const ada = await signUp(push);
    const { token } = await push.device({ session: ada.session });
    for (const title of ['1', '2', '3']) await push.fcm({ to: token, ...titled(title) });
    const first = await inboxOf(ada, '?limit=2');
    expect(titles(first)).toEqual(['3', '2']);
    const second = await inboxOf(ada, `?limit=2&cursor=${first.nextCursor}`);
    expect([titles(second), second.nextCursor]).toEqual([['1'], undefined]);
  });

  it('marks one, all, and deletes; what was deleted stays away', async () => {
    const ada = await signUp(push);
    const { token } = await push.device({ session: ada.session });
    for (const title of ['1', '2', '3', '4']) await push.fcm({ to: token, ...titled(title) });
    const [newest, next] = (await inboxOf(ada)).items;
    expect((await act(ada, `${newest!.id}/read`)).json()).toEqual({ unreadCount: 3 });
    expect((await act(ada, `${newest!.id}/read`)).json()).toEqual({ unreadCount: 3 });
    expect((await act(ada, next!.id, 'DELETE')).json()).toEqual({ unreadCount: 2 });
    expectProblem(await act(ada, next!.id, 'DELETE'), 'notification-not-found');
    expectProblem(await act(ada, `${next!.id}/read`), 'notification-not-found');
    expect((await act(ada, 'read-all')).json()).toEqual({ unreadCount: 0 });
    await push.fcm({ to: token, ...titled('5') });
    const page = await inboxOf(ada);
    expect(titles(page)).toEqual(['5', '4', '2', '1']);
    expect(page.unreadCount).toBe(1);
    expect(page.items[1]).toHaveProperty('readAt');
  });

  it('belongs to one person', async () => {
    const [ada, bob] = [await signUp(push), await signUp(push)];
    const { token } = await push.device({ session: ada.session });
    await push.fcm({ to: token, ...titled('for Ada') });
    const { id } = (await inboxOf(ada)).items[0]!;
    expect(titles(await inboxOf(bob))).toEqual([]);
    expectProblem(await act(bob, `${id}/read`), 'notification-not-found');
    const body = { token, platform: 'web' };
    await push.server.post('/devices/register', body, { token: bob.session });
    expect(titles(await inboxOf(bob))).toEqual([]);
    for (const path of ['/v1/inbox', '/v1/inbox/unread-count']) {
      expectProblem(await push.server.send('GET', path, { token: undefined }), 'unauthorized');
    }
  });

  it('counts exactly the rows that are unread, whatever happens at the same time', async () => {
    const ada = await signUp(push);
    const device = await push.device({ session: ada.session });
    for (let n = 0; n < 20; n++) await push.fcm({ to: device.token, ...titled(`before ${n}`) });
    const { items } = await inboxOf(ada, '?limit=100');
    await Promise.all([
      ...items.slice(0, 10).flatMap(({ id }) => [act(ada, `${id}/read`), act(ada, `${id}/read`)]),
      ...items.slice(5, 15).map(({ id }) => act(ada, id, 'DELETE')),
      ...Array.from({ length: 20 }, (_, n) => push.fcm({ to: device.token, ...titled(`n ${n}`) })),
      ...Array.from({ length: 10 }, () => inboxOf(ada)),
    ]);
    const page = await inboxOf(ada, '?limit=100');
    const unread = page.items.filter(({ readAt }) => readAt === undefined);
    expect(page.unreadCount).toBe(unread.length);
    expect(page.items).toHaveLength(20 - 10 + 20);
    expect(page.unreadCount).toBe(5 + 20);
    const counted = await push.server.send('GET', '/v1/inbox/unread-count', { token: ada.session });
    expect(counted.json()).toEqual({ unreadCount: 25 });
  });

  it('tells the other devices of the person what changed', async () => {
    const ada = await signUp(push);
    const [phone, laptop] = [
      await push.device({ session: ada.session }),
      await push.device({ session: ada.session }),
    ];
    const client = await push.connect(laptop);
    await push.fcm({ to: phone.token, ...titled('1') });
    await push.fcm({ to: phone.token, ...titled('2') });
    const { id } = (await inboxOf(ada)).items[0]!;
    await act(ada, `${id}/read`);
    const event = await client.until((events) => events.find(({ type }) => type === 'inbox'));
    expect(event).toEqual({ type: 'inbox', unreadCount: 1 });
  });
});
