import type { KeyValueStore } from '../ports/stores.types.ts';

const STORE = 'texts';

/** Text by key in the browser's database. */
export function createIndexedDbStore(name = 'mini-apps'): KeyValueStore {
  let opening: Promise<IDBDatabase> | undefined;

  async function run<Result>(
    mode: IDBTransactionMode,
    work: (texts: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    opening ??= open(name).catch((error: unknown) => {
      // A retry may succeed, for example after a tab with an older version was closed.
      opening = undefined;
      throw error;
    });
    const transaction = (await opening).transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    return new Promise((resolve, reject) => {
      const fail = () => reject(transaction.error ?? new Error('The database failed.'));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', fail);
      transaction.addEventListener('error', fail);
    });
  }

  return {
    get: (key) => run('readonly', (texts) => texts.get(key) as IDBRequest<string | undefined>),
    async set(key, text) {
      await run('readwrite', (texts) => texts.put(text, key));
    },
    async delete(key) {
      await run('readwrite', (texts) => texts.delete(key));
    },
    async keys(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      return (await run('readonly', (texts) => texts.getAllKeys(range))) as string[];
    },
  };
}

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The database cannot be opened.')),
    );
  });
}
