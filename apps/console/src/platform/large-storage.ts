import { obfuscate, reveal } from './storage.ts';

const database = 'eyrie-route-drafts';
const table = 'drafts';

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(database, 1);
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(table));
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error ?? new Error('no database')));
  });

/** Stays open: what a page keeps on its way out must be handed over at once, or it is lost with the page. */
let opened: IDBDatabase | null = null;

const connected = async (): Promise<IDBDatabase> => {
  const fresh = await open();
  const forget = (): void => {
    if (opened === fresh) opened = null;
  };
  fresh.addEventListener('close', forget);
  fresh.addEventListener('versionchange', () => {
    fresh.close();
    forget();
  });
  opened = fresh;
  return fresh;
};

/** One question to the values that text stores have no room for. Null where a browser keeps nothing: no page stops for it. */
const ask = async <Answer>(
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer | null> => {
  try {
    const from = opened ?? (await connected());
    return await new Promise<Answer>((resolve, reject) => {
      const asked = question(from.transaction(table, mode).objectStore(table));
      asked.addEventListener('success', () => resolve(asked.result));
      asked.addEventListener('error', () => reject(asked.error ?? new Error('not kept')));
    });
  } catch {
    return null;
  }
};

/** Members who have signed out here: what a page of theirs would still write on its way out is not kept. */
const signedOut = new Set<string>();
const keyOf = (owner: string, name: string): string => `${owner}/${name}`;

/** @param owner the member's oid; empty: the device, for whoever signs in next. @returns false where it is not kept */
export const keepLarge = async (owner: string, name: string, value: unknown): Promise<boolean> => {
  if (signedOut.has(owner)) return false;
  const hidden = obfuscate(JSON.stringify(value));
  return (await ask('readwrite', (store) => store.put(hidden, keyOf(owner, name)))) !== null;
};

/** Null: there is none, or it cannot be read. Its shape is the caller's to check. */
export const keptLarge = async (owner: string, name: string): Promise<unknown> => {
  const found = await ask('readonly', (store) => store.get(keyOf(owner, name)) as IDBRequest<unknown>);
  // An earlier release kept it as it was.
  if (typeof found !== 'string') return found ?? null;
  try {
    return JSON.parse(reveal(found));
  } catch {
    return null;
  }
};

export const dropLarge = async (owner: string, name: string): Promise<void> => {
  await ask('readwrite', (store) => store.delete(keyOf(owner, name)));
};

/** Names of what an owner has kept that begin with a text; empty where the browser keeps nothing. */
export const namesOfLarge = async (owner: string, prefix: string): Promise<string[]> => {
  const from = keyOf(owner, prefix);
  const keys = await ask('readonly', (store) => store.getAllKeys(IDBKeyRange.bound(from, `${from}\uffff`)));
  return (keys ?? []).flatMap((key) => (typeof key === 'string' ? [key.slice(keyOf(owner, '').length)] : []));
};

/** At sign-out: what a member has kept goes, and nothing more of it is kept until they are back. */
export const forgetLarge = async (owner: string): Promise<void> => {
  if (owner === '') return;
  signedOut.add(owner);
  // Identifiers are of one length, so that no other begins with it.
  await ask('readwrite', (store) =>
    store.delete(IDBKeyRange.bound(keyOf(owner, ''), keyOf(owner, '\uffff'))),
  );
};

export const welcomeLarge = (owner: string): void => void signedOut.delete(owner);
