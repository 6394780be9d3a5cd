import type { Dialect } from '../Dialect.types.ts';
import { foundation } from './0001-foundation.ts';
import { publisherKeys } from './0002-publisher-keys.ts';
import { people } from './0003-people.ts';
import { push } from './0004-push.ts';
import { miniAppServices } from './0005-mini-app-services.ts';
import { messagesThatGo } from './0006-messages-that-go.ts';
import { keysOfDevices } from './0007-keys-of-devices.ts';
import { countedOnce } from './0008-counted-once.ts';

export interface Migration {
  id: number;
  name: string;
  statements(dialect: Dialect): string[];
}

/** All migrations in their order. One that was released is never edited: a change is a new one. */
export const migrations: readonly Migration[] = [
  foundation,
  publisherKeys,
  people,
  push,
  miniAppServices,
  messagesThatGo,
  keysOfDevices,
  countedOnce,
];
