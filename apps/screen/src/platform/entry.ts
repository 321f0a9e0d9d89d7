import {
  cockpitPages,
  cockpitTypes,
  type CockpitEntry,
  type CockpitPage,
  type CockpitType,
} from '@eyrie/domain';

/** What the address of a hand-over brought along. */
export interface Entry {
  /** The page of the address; null: it names none of ours. */
  page: CockpitPage | null;
  /** The one-time code, which must leave the address at once. */
  code: string | null;
  /** What the console says of the member beside the code; null where it is not whole. */
  said: CockpitEntry | null;
}

const pageOf = (path: string | null): CockpitPage | null =>
  cockpitPages.find((page) => page === path) ?? null;

/** Reads `#/CockpitLarge?jwt=…&route=…&groupOID=…&type=…&loginKey=1`. */
export const readEntry = (hash: string): Entry => {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const facts = new URLSearchParams(query);
  const code = facts.get('jwt');
  const route = pageOf(facts.get('route'));
  const type: CockpitType | null = cockpitTypes.find((one) => one === facts.get('type')) ?? null;
  const groupOID = facts.get('groupOID');
  const said =
    route && type && groupOID ? { route, type, groupOID, loginKey: facts.get('loginKey') === '1' } : null;
  return { page: pageOf(path), code: code === '' ? null : code, said };
};

/** Whether a code was made for what the address says: one that was put into another address is refused. */
export const fits = (entry: Entry, made: CockpitEntry | null): boolean =>
  made !== null &&
  entry.said !== null &&
  entry.page === made.route &&
  entry.said.route === made.route &&
  entry.said.type === made.type &&
  entry.said.groupOID === made.groupOID &&
  entry.said.loginKey === made.loginKey;
