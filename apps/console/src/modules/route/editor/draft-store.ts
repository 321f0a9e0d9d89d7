import type { RoutePlan } from '@eyrie/domain';
import type { PlanHistory } from '@eyrie/planner';

/** What is being drawn and is not saved: with its steps, so that they can still be taken back after a reload. */
export interface RouteDraft {
  readonly name: string;
  readonly remark: string;
  readonly history: PlanHistory;
  /** Version of the record that it was begun on; null: a new route. */
  readonly version: number | null;
  /** Epoch ms by this machine. */
  readonly at: number;
}

const database = 'eyrie-route-drafts';
const table = 'drafts';

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(database, 1);
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(table));
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error ?? new Error('no database')));
  });

/**
 * One question to the drafts, which may be larger than what text stores hold. A browser that keeps nothing must not stop the
 * editor: the answer is then null.
 */
const ask = async <Answer>(
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer | null> => {
  try {
    const opened = await open();
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const asked = question(opened.transaction(table, mode).objectStore(table));
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(asked.error ?? new Error('not kept')));
      });
    } finally {
      opened.close();
    }
  } catch {
    return null;
  }
};

/** What a draft is kept under: the oid of the route, or the kind of one that is not stored yet, with what it began with. */
export const draftRoute = (
  oid: string | null,
  kind: RoutePlan['type'],
  source: string | null = null,
): string => oid ?? `new.${source ?? kind}`;

const nameOf = (member: string, route: string): string => `${member}/${route}`;

/** False where this browser keeps nothing. */
export const keepDraft = async (member: string, route: string, draft: RouteDraft): Promise<boolean> =>
  (await ask('readwrite', (store) => store.put(draft, nameOf(member, route)))) !== null;

/** Null: there is none, or none can be kept. */
export const keptDraft = async (member: string, route: string): Promise<RouteDraft | null> => {
  const found = await ask('readonly', (store) => store.get(nameOf(member, route)) as IDBRequest<unknown>);
  const draft = found as RouteDraft | null | undefined;
  return draft?.history.plan?.format === 1 ? draft : null;
};

/** With a new route goes what was drawn of it on this device before anybody signed in. */
export const dropDraft = async (member: string, route: string): Promise<void> => {
  await ask('readwrite', (store) => store.delete(nameOf(member, route)));
  if (route.startsWith('new.')) await ask('readwrite', (store) => store.delete(nameOf('', route)));
};
