// Large texts that this browser keeps beyond a reload, by name, in IndexedDB: what is too much for local storage.
// A browser that refuses storage keeps nothing, and nobody is told: what is kept here is a comfort.

const DATABASE = 'outrider';
const STORE = 'texts';

/** Named texts that outlive the page. None of the calls rejects. */
export interface KeptTexts {
  read(name: string): Promise<readonly string[]>;
  write(name: string, texts: readonly string[]): Promise<void>;
  forget(name: string): Promise<void>;
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps nothing')));
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return settled(request);
};

const within = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open();
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
};

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

export const keptTexts: KeptTexts = {
  async read(name) {
    try {
      const value: unknown = await within('readonly', (store) => store.get(name));
      return isTexts(value) ? value : [];
    } catch {
      return [];
    }
  },
  async write(name, texts) {
    try {
      await within('readwrite', (store) => store.put([...texts], name));
    } catch {
      // Full or forbidden: a start without the server shows nothing then.
    }
  },
  async forget(name) {
    try {
      await within('readwrite', (store) => store.delete(name));
    } catch {
      // Nothing could be kept in the first place.
    }
  },
};
