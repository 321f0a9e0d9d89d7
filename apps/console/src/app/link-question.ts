import type { LinkOwner } from '@eyrie/domain';
import { create } from 'zustand';
import type { Person } from '../platform/session.ts';

/** A link of one account was opened in a browser in which somebody else is signed in. */
export interface LinkQuestion {
  here: Person;
  /** The session of whoever is here has ended by itself. */
  ended: boolean;
  owner: LinkOwner;
  /** Ends the session that is here and goes on with the link. Rejects when the link is not taken. */
  change(): Promise<void>;
  /** Leaves the link unspent. */
  stay(): Promise<void>;
}

export const useLinkQuestion = create<{ question: LinkQuestion | null }>(() => ({ question: null }));

/** Whether the session of this page was opened by a link, and nobody has taken note of the account yet. */
export const useCameByLink = create<{ unread: boolean }>(() => ({ unread: false }));
