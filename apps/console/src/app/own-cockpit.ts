import { cockpitEntry, cockpitPages } from '@eyrie/domain';
import { useSession, type SessionState } from '../platform/session.ts';

/** Page of the cockpit that the member has, which comes before all others; null for most. */
export const cockpitOf = ({ user, menu }: Pick<SessionState, 'user' | 'menu'>): string | null =>
  user === null ? null : (cockpitEntry({ oid: user.groupOID, type: user.groupType }, menu)?.route ?? null);

export const useCockpit = (): string | null => useSession(cockpitOf);

/** Page of the cockpit that the menu offers: the one a sign-in leads to, or the first that is permitted. */
export const useOfferedCockpit = (): string | null =>
  useSession(
    (session) => cockpitOf(session) ?? cockpitPages.find((page) => session.menu.includes(page)) ?? null,
  );
