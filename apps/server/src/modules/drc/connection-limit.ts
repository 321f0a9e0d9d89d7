import { limits } from '@eyrie/domain';
import type { DrcConnection } from './drc.connection.ts';
import type { DrcPass } from './drc.store.ts';

type Flying = Pick<DrcConnection, 'pass' | 'end' | 'isIdle'>;

/**
 * Ends what a session no longer flies by, so that one more connection of it may open. The same tab come back: its connection
 * before is dead without knowing it.
 * @returns false: its other connections all send frames, and none of them is cut for a further one
 */
export const makeRoom = (open: Iterable<Flying>, { sessionOID, dockOID, tabId }: DrcPass): boolean => {
  const own = [...open].filter(({ pass }) => pass.sessionOID === sessionOID);
  const isSameTab = ({ pass }: Flying): boolean => pass.dockOID === dockOID && pass.tabId === tabId;
  for (const one of own.filter(isSameTab)) one.end();
  const others = own.filter((one) => !isSameTab(one));
  if (others.length < limits.drc.perSession) return true;
  const idle = others.find((one) => one.isIdle());
  idle?.end();
  return idle !== undefined;
};
