import type { Notification } from '@host/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createMemoryStorage } from '../../platform/memory/createMemoryStorage.ts';
import { type NotificationChange, createNotificationStore } from './createNotificationStore.ts';
import { createNotificationList } from './createNotificationList.ts';

const NOW = Date.parse('2026-05-01T10:00:00Z');

function notification(id: string, minute = 0, more: Partial<Notification> = {}): Notification {
  const receivedAt = new Date(NOW + minute * 60_000).toISOString();
  return { id, data: {}, title: id, receivedAt, ...more };
}

async function storeOn(texts = new Map<string, string>()) {
  const store = createNotificationStore(createMemoryStorage(texts), () => NOW);
  await store.load();
  const changes: NotificationChange[] = [];
  store.onChange((change) => changes.push(change));
  const ids = () => store.get().notifications.map(({ id }) => id);
  return { ...store, changes, ids, texts, unread: () => store.get().unreadCount };
}

describe('the notification center', () => {
  it('lists the newest first, whatever the order of arrival', async () => {
    const store = await storeOn();
    for (const [id, minute] of [
      ['b', 2],
      ['a', 1],
      ['c', 3],
    ] as const) {
      await store.add(notification(id, minute));
    }
    expect(store.ids()).toEqual(['c', 'b', 'a']);
    expect(store.unread()).toBe(3);
  });

  it('takes a notification once, however often it is delivered, also after a restart', async () => {
    const store = await storeOn();
    expect(await store.add(notification('a'))).toBe(true);
    expect(await store.add(notification('a'))).toBe(false);
    const later = await storeOn(store.texts);
    expect(await later.add(notification('a'))).toBe(false);
    expect(later.ids()).toEqual(['a']);
  });

  it('replaces the one with the same tag', async () => {
    const store = await storeOn();
    await store.add(notification('a', 1), 'score');
    await store.add(notification('b', 2), 'score');
    await store.add(notification('c', 3), 'other');
    expect(store.ids()).toEqual(['c', 'b']);
    expect(await store.add(notification('a', 1), 'score')).toBe(false);
  });

  it('counts what is unread: one read, all read, one deleted', async () => {
    const store = await storeOn();
    for (const id of ['a', 'b', 'c', 'd']) await store.add(notification(id));
    await store.markAsRead('a');
    await store.markAsRead('a');
    expect(store.unread()).toBe(3);
    await store.deleteNotification('b');
    await store.deleteNotification('unknown');
    expect(store.unread()).toBe(2);
    await store.markAllAsRead();
    expect(store.unread()).toBe(0);
    expect(store.changes).toEqual([
      { type: 'read', ids: ['a'] },
      { type: 'deleted', ids: ['b'] },
      { type: 'read', ids: ['d', 'c'] },
    ]);
  });

  it('is the same after a restart, and what was deleted does not come back', async () => {
    const store = await storeOn();
    for (const id of ['a', 'b', 'c']) await store.add(notification(id));
    await store.markAsRead('a');
    await store.deleteNotification('b');
    const later = await storeOn(store.texts);
    expect(later.get().notifications).toEqual(store.get().notifications);
    expect(later.unread()).toBe(store.unread());
    expect(await later.add(notification('b'))).toBe(false);
  });

  it('takes over what other devices did: read stays read, deleted stays deleted', async () => {
    const store = await storeOn();
    for (const id of ['a', 'b', 'c']) await store.add(notification(id));
    await store.markAsRead('c');
    await store.merge({
      notifications: [
        notification('a', 0, { readAt: '2026-05-01T11:00:00.000Z' }),
        notification('c'),
        notification('d', 1),
      ],
      deletedIds: ['b'],
    });
    expect(store.ids()).toEqual(['d', 'c', 'a']);
    expect(store.unread()).toBe(1);
    expect(await store.add(notification('b'))).toBe(false);
    // Nobody did these here: nobody has to be told.
    expect(store.changes).toEqual([{ type: 'read', ids: ['c'] }]);
  });

  it('is durable before it is shown', async () => {
    const texts = new Map<string, string>();
    const storage = createMemoryStorage(texts);
    const seen: boolean[] = [];
    const store = createNotificationStore(storage);
    store.subscribe(() => seen.push(texts.has('notification/a')));
    await store.add(notification('a'));
    expect(seen).toEqual([true]);
  });

  it('goes on after a write that failed, and shows only what was kept', async () => {
    const storage = createMemoryStorage();
    const store = createNotificationStore({
      ...storage,
      set: (key, text) =>
        key.includes('bad') ? Promise.reject(new Error('disk')) : storage.set(key, text),
    });
    await expect(store.add(notification('bad'))).rejects.toThrow('disk');
    await store.add(notification('good'));
    expect(store.get().notifications.map(({ id }) => id)).toEqual(['good']);
  });

  it('forgets everything but ids when it is cleared, as at a sign-out: what is delivered again stays away', async () => {
    const store = await storeOn();
    for (const id of ['a', 'b']) await store.add(notification(id));
    await store.deleteNotification('b');
    await store.clear();
    expect(Object.fromEntries(store.texts)).toEqual({ 'deleted/a': '0', 'deleted/b': '0' });
    const again = await storeOn(store.texts);
    for (const each of [store, again]) expect(await each.add(notification('a'))).toBe(false);
    // They signed in again: it is in their inbox.
    await again.merge({ notifications: [notification('b')], deletedIds: [] });
    expect(again.ids()).toEqual(['b']);
    expect([...store.texts.keys()].toSorted()).toEqual(['deleted/a', 'notification/b']);
  });

  it('does not let what was cleared come back because the next person deletes something', async () => {
    const store = await storeOn();
    for (let n = 0; n < 1000; n++) void store.add(notification(`n${n}`));
    await store.clear();
    await store.add(notification('new'));
    await store.deleteNotification('new');
    for (let n = 0; n < 1000; n++) void store.add(notification(`n${n}`));
    await store.add(notification('new'));
    expect(store.ids()).toEqual([]);
  });

  it('ten thousand arrive in a moment, and the oldest make room for more', async () => {
    const store = await storeOn();
    for (let n = 0; n < 10_003; n++) await store.add(notification(`n${n}`, n));
    expect(store.ids()).toHaveLength(10_000);
    expect(store.ids().at(-1)).toBe('n3');
    expect(store.texts.size).toBe(10_000);
  });
});

it('the list is always what sorting would give', () => {
  const change = fc.tuple(fc.constantFrom('put', 'delete'), fc.nat(15), fc.nat(5));
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const list = createNotificationList();
      const plain = new Map<string, Notification>();
      for (const [what, n, minute] of changes) {
        const each = notification(`n${n}`, minute);
        if (what === 'put') {
          list.set(each.id, { notification: each });
          plain.set(each.id, each);
        } else {
          list.set(each.id, undefined);
          plain.delete(each.id);
        }
      }
      const sorted = [...plain.values()].toSorted((a, b) =>
        `${a.receivedAt} ${a.id}` < `${b.receivedAt} ${b.id}` ? 1 : -1,
      );
      expect(list.all.map((kept) => kept.notification)).toEqual(sorted);
    }),
  );
});
