import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';

import { createIndexedDbStorage } from './createIndexedDbStorage.ts';
import { createMailbox } from './mailbox.ts';

Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });

let count = 0;
const freshName = () => `test-${count++}`;

describe('the storage of a browser', () => {
  it('keeps texts by key, and lists those that start alike', async () => {
    const storage = createIndexedDbStorage(freshName());
    await storage.set('topic/a', '1');
    await storage.set('topic/b', '2');
    await storage.set('topics', '3');
    await storage.delete('topic/b');
    expect(await storage.get('topic/a')).toBe('1');
    expect(await storage.get('topic/b')).toBeUndefined();
    expect(await storage.entries('topic/')).toEqual([['topic/a', '1']]);
  });

  it('is one for all tabs and the service worker', async () => {
    const name = freshName();
    await createIndexedDbStorage(name).set('a', '1');
    expect(await createIndexedDbStorage(name).get('a')).toBe('1');
  });

  it('gives what is taken out to one taker', async () => {
    const name = freshName();
    const [one, other] = [createIndexedDbStorage(name), createIndexedDbStorage(name)];
    await one.set('press/a', '1');
    const taken = await Promise.all([one.takeAll('press/'), other.takeAll('press/')]);
    expect(taken.flat()).toEqual([['press/a', '1']]);
  });
});

describe('the mailbox between service worker and page', () => {
  const message = (id: string) => ({ id, data: {}, isShown: true });
  const press = (id: string) => ({ notification: { id, title: '', body: '', data: {} } });

  it('gives each message once, in the order in which they came', async () => {
    let now = 0;
    const mailbox = createMailbox(createIndexedDbStorage(freshName()), () => ++now);
    await mailbox.leaveMessage(message('b'));
    await mailbox.leaveMessage(message('a'));
    expect((await mailbox.takeMessages()).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(await mailbox.takeMessages()).toEqual([]);
  });

  it('forgets a press that nobody came for: a launch by icon has none', async () => {
    let now = 0;
    const mailbox = createMailbox(createIndexedDbStorage(freshName()), () => now);
    await mailbox.leavePress(press('a'));
    now = 10 * 60_000;
    expect(await mailbox.takePresses()).toEqual([]);
    await mailbox.leavePress(press('b'));
    expect(await mailbox.takePresses()).toHaveLength(1);
  });

  it('keeps a bounded number for an app that is never opened', async () => {
    const mailbox = createMailbox(createIndexedDbStorage(freshName()));
    for (let id = 0; id < 210; id++)
      await mailbox.leaveMessage(message(String(id).padStart(3, '0')));
    const kept = await mailbox.takeMessages();
    expect(kept).toHaveLength(200);
    expect(kept.some(({ id }) => id === '209')).toBe(true);
  });
});
