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

/** What stands under the name itself: where the texts are. They are written beside those before them, which go last. */
type Head = { generation: 0 | 1; count: number };

const headOf = async (name: string): Promise<Head | undefined> => {
  const value: unknown = await within('readonly', (store) => store.get(name));
  if (typeof value !== 'object' || value === null || !('generation' in value) || !('count' in value)) return undefined;
  const { generation, count } = value;
  return (generation === 0 || generation === 1) && typeof count === 'number' ? { generation, count } : undefined;
};

/** Sorts like the numbers it ends in. */
const keyOf = (name: string, generation: 0 | 1, index: number): string =>
  `${name}/${generation}/${String(index).padStart(6, '0')}`;
const keysOf = (name: string, generation: 0 | 1): IDBKeyRange =>
  IDBKeyRange.bound(keyOf(name, generation, 0), keyOf(name, generation, 999_999));

export const keptTexts: KeptTexts = {
  async read(name) {
    try {
      const head = await headOf(name);
      if (head === undefined) return [];
      const values: unknown[] = await within('readonly', (store) => store.getAll(keysOf(name, head.generation)));
      const texts = values.filter((value) => typeof value === 'string');
      return texts.length === head.count ? texts : [];
    } catch {
      return [];
    }
  },
  async write(name, texts) {
    try {
      const before = await headOf(name);
      const generation = before?.generation === 0 ? 1 : 0;
      await within('readwrite', (store) => store.delete(keysOf(name, generation)));
      for (const [i, text] of texts.entries())
        // One text a transaction on purpose: handing over all of them at once is a long task.
        // oxlint-disable-next-line no-await-in-loop
        await within('readwrite', (store) => store.put(text, keyOf(name, generation, i)));
      await within('readwrite', (store) => store.put({ generation, count: texts.length } satisfies Head, name));
      if (before !== undefined) await within('readwrite', (store) => store.delete(keysOf(name, before.generation)));
    } catch {
      // Full or forbidden: a start without the server shows nothing then, or what was kept before.
    }
  },
  async forget(name) {
    try {
      await within('readwrite', (store) => store.delete(IDBKeyRange.bound(name, `${name}/\uffff`)));
    } catch {
      // Nothing could be kept in the first place.
    }
  },
};
