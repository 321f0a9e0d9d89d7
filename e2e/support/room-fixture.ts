import type { PhraseId } from '../../packages/phrases/src/index.ts';
import type { Caller } from './calls.ts';

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

/** What the stories of the whole console need of a room: `e2e/<word>/<word>.fixture.ts` says it, the list is printed. */
export interface RoomFixture {
  screens: readonly Screen[];
  /** Fills the room through its ordinary calls, as it is after weeks. */
  fill?: (caller: Caller) => Promise<void>;
  /** Puts a script into every text that people can store. @returns the address where they are read */
  storeScript?: (caller: Caller, script: { short: string; long: string }) => Promise<string>;
}
