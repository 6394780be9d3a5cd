type Callback<Value> = (error: Error | null, value?: Value) => void;
type Pairs = readonly (readonly [string, string])[];

interface AsyncStorage {
  getItem(key: string, callback?: Callback<string | null>): Promise<string | null>;
  setItem(key: string, value: string, callback?: Callback<void>): Promise<void>;
  removeItem(key: string, callback?: Callback<void>): Promise<void>;
  mergeItem(key: string, value: string, callback?: Callback<void>): Promise<void>;
  getAllKeys(callback?: Callback<string[]>): Promise<string[]>;
  clear(callback?: Callback<void>): Promise<void>;
  multiGet(keys: readonly string[]): Promise<[string, string | null][]>;
  multiSet(pairs: Pairs): Promise<void>;
  multiRemove(keys: readonly string[]): Promise<void>;
  multiMerge(pairs: Pairs): Promise<void>;
  getMany(keys: readonly string[]): Promise<Record<string, string | null>>;
  setMany(entries: Readonly<Record<string, string>>): Promise<void>;
  removeMany(keys: readonly string[]): Promise<void>;
  flushGetRequests(): void;
}

export function createAsyncStorage(name?: string): AsyncStorage;
declare const asyncStorage: AsyncStorage;
export default asyncStorage;
