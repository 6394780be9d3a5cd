import { expect, it } from 'vitest';

import { changeViolations } from './changeViolations.ts';

const LISTENS = 'this.#stop = db.onChange((topics) => this.#forget(topics));';
const violationsIn = (path: string, text = LISTENS) =>
  changeViolations([{ path: `src/${path}`, text }], ['push/inbox/Inbox.ts']);

it('names who listens to changes by hand', () => {
  expect(violationsIn('push/send/Senders.ts')).toEqual([
    'push/send/Senders.ts listens to changes by hand: use ChangeCache.',
  ]);
});

it('lets those be who may, tests, and comments', () => {
  expect(violationsIn('push/inbox/Inbox.ts')).toEqual([]);
  expect(violationsIn('push/send/Senders.test.ts')).toEqual([]);
  expect(violationsIn('storage/database/ChangeCache.ts')).toEqual([]);
  expect(violationsIn('push/send/Senders.ts', `// ${LISTENS}`)).toEqual([]);
});
