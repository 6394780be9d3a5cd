import type { PushStorage } from '../../core/PushPlatform.types.ts';

/** A storage that pages and the service worker share. */
export interface WebStorage extends PushStorage {
  /** Takes all entries with a prefix: concurrent callers never get the same entry. */
  takeAll(prefix: string): Promise<[key: string, text: string][]>;
}

const STORE = 'texts';

/** Stores texts in IndexedDB; the same name is the same storage, in every tab and in the service worker. */
export function createIndexedDbStorage(name = 'host-push'): WebStorage {
  let opened: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
      request.addEventListener('success', () => {
        const database = request.result;
        // An open tab must not block a deletion.
        database.addEventListener('versionchange', () => {
          database.close();
          opened = undefined;
        });
        resolve(database);
      });
      request.addEventListener('error', () => reject(request.error));
    }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  /** Resolves once the transaction is durable. */
  async function run<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => () => Result,
  ): Promise<Result> {
    const database = await open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const result = work(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(result()));
      transaction.addEventListener('abort', () => reject(transaction.error));
    });
  }

  const list = (store: IDBObjectStore, prefix: string) => {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const keys = store.getAllKeys(range);
    const texts = store.getAll(range);
    return () =>
      // Only strings are ever stored here.
      (keys.result as string[]).map((key, index): [string, string] => [key, texts.result[index]]);
  };

  return {
    get: (key) =>
      run('readonly', (store) => {
        const request = store.get(key);
        return () => request.result as string | undefined;
      }),
    set: (key, text) => run('readwrite', (store) => (store.put(text, key), () => undefined)),
    delete: (key) => run('readwrite', (store) => (store.delete(key), () => undefined)),
    write: (writes) =>
      run('readwrite', (store) => {
        for (const [key, text] of writes) {
          if (text === undefined) store.delete(key);
          else store.put(text, key);
        }
        return () => undefined;
      }),
    entries: (prefix) => run('readonly', (store) => list(store, prefix)),
    takeAll: (prefix) =>
      run('readwrite', (store) => {
        const found = list(store, prefix);
        store.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`));
        return found;
      }),
  };
}
