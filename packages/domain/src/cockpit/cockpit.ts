/** Where the screen application has a cockpit. The permitted one decides which cockpit a member gets. */
export const cockpitPages = ['/CockpitOption', '/CockpitLarge', '/Cockpit/TotalPerception'] as const;
export type CockpitPage = (typeof cockpitPages)[number];
export const cockpitTypes = ['leaderCockpit', 'userCockpit'] as const;
export type CockpitType = (typeof cockpitTypes)[number];

/** What a hand-over to the screen application says about the member. */
export interface CockpitEntry {
  route: CockpitPage;
  groupOID: string;
  type: CockpitType;
  /** The user cockpit is told that it was entered by a sign-in here. */
  loginKey: boolean;
}

/**
 * The cockpit a member has, by the type of the first department and the pages that are permitted; null for everybody
 * else.
 */
export const cockpitEntry = (
  group: { oid: string; type: string },
  permitted: readonly string[],
): CockpitEntry | null => {
  if (group.type !== 'leaderCockpit' && group.type !== 'userCockpit') return null;
  const route = cockpitPages.find((page) => permitted.includes(page));
  return route === undefined
    ? null
    : { route, groupOID: group.oid, type: group.type, loginKey: group.type === 'userCockpit' };
};

/**
 * The address that hands a member over to the screen application. Everything stands behind the hash, which neither
 * travels to a server nor shows up in a Referer; `jwt` is a one-time code of the purpose `cockpit`.
 * @param screen base address of the screen application, without hash
 */
export const handOverAddress = (screen: string, code: string, entry: CockpitEntry): string => {
  const facts = {
    jwt: code,
    route: entry.route,
    groupOID: entry.groupOID,
    type: entry.type,
    ...(entry.loginKey ? { loginKey: '1' } : {}),
  };
  const query = Object.entries(facts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${screen.replace(/#.*$/s, '')}#${entry.route}?${query.join('&')}`;
};
