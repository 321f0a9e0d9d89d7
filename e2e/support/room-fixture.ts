import type { PhraseId } from '../../packages/phrases/src/index.ts';
import type { Caller } from './calls.ts';
import type { Product } from './product.ts';

export interface Screen {
  address: string;
  title: PhraseId;
  /** The open tab, on pages that have some. */
  tab?: PhraseId;
  /** A button that changes nothing by itself, and what it brings. */
  action?: { button: PhraseId; brings: PhraseId };
  /** What is known about the first row opens beside the list. */
  record?: true;
}

/** A list that is reached from its page by clicks, such as one within a dialog. */
export interface ListBehind {
  path: string;
  clicks: readonly { role: 'button' | 'tab'; name: PhraseId }[];
}

/** What the stories of the whole console need of a room: `e2e/<word>/<word>.fixture.ts` says it, the list is printed. */
export interface RoomFixture {
  screens: readonly Screen[];
  /** Lists that no page shows at once. */
  lists?: readonly ListBehind[];
  /** Fills the room through its ordinary calls, as it is after weeks. The rooms before it in `rooms.ts` are filled. */
  fill?: (caller: Caller, product: Product) => Promise<void>;
  /** Puts a script into every text that people can store. @returns the address where they are read */
  storeScript?: (caller: Caller, script: { short: string; long: string }) => Promise<string>;
}

/** What is refused leaves a row in the audit log too. */
export const refused = async (ask: Promise<unknown>): Promise<void> => {
  const answer = await ask.then(
    () => 'taken',
    () => 'refused',
  );
  if (answer === 'taken') throw new Error('this was to be refused');
};

/** The first record of a room that is filled by now. @throws Error where there is none */
export const first = <T>([record]: readonly T[]): T => {
  if (record === undefined) throw new Error('the room is empty');
  return record;
};
