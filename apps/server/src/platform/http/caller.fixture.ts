import type { Caller } from './endpoint.ts';

/** Somebody who is signed in with these rights. */
export const caller = (resources: readonly string[], part: Partial<Caller> = {}): Caller => ({
  memberOID: 'm',
  account: 'a',
  name: 'n',
  groupRoot: 'r',
  groupOID: 'g',
  sessionOID: 's',
  resources: new Set(resources),
  mustChange: false,
  mustSetUp: false,
  ...part,
});
