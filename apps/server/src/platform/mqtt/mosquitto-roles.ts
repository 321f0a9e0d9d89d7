import type { DynamicSecurity, HeldRule } from './dynamic-security.ts';

export interface AclRule {
  acltype:
    | 'publishClientSend'
    | 'publishClientReceive'
    | 'subscribeLiteral'
    | 'subscribePattern'
    | 'unsubscribePattern';
  topic: string;
  priority: number;
  allow: boolean;
}

/** Allows one thing on one topic. */
export const rule = (acltype: AclRule['acltype'], topic: string): AclRule => ({
  acltype,
  topic,
  priority: 0,
  allow: true,
});

/** The table of `topics.ts` in the words of the plugin. What is not listed is denied by default. */
export function rulesOf(speaks: readonly string[], hears: readonly string[]): AclRule[] {
  return [
    ...speaks.map((topic) => rule('publishClientSend', topic)),
    ...hears.flatMap((topic) => [rule('subscribeLiteral', topic), rule('publishClientReceive', topic)]),
  ];
}

/** Whether a role allows just that, in whatever order. */
export const sameRules = (held: readonly HeldRule[], wanted: readonly AclRule[]): boolean => {
  const text = (one: HeldRule): string => `${one.acltype} ${one.topic} ${one.allow}`;
  return held.map(text).toSorted().join('\n') === wanted.map(text).toSorted().join('\n');
};

/** The plugin disconnects everybody who holds a changed role: a role that is right already is left alone. */
export async function setRole(
  { execute }: Pick<DynamicSecurity, 'execute'>,
  rolename: string,
  acls: AclRule[],
): Promise<void> {
  const found = (await execute({ command: 'getRole', rolename }, /not found/i)).data?.role;
  if (found && sameRules(found.acls, acls)) return;
  if (!found) await execute({ command: 'createRole', rolename, acls }, /already exists/);
  else await execute({ command: 'modifyRole', rolename, acls });
}

/** Gives a client its roles; one that has them already is left alone, because it would be disconnected, too. */
export async function setClientRoles(
  { execute }: Pick<DynamicSecurity, 'execute'>,
  username: string,
  wanted: readonly string[],
  keepOthers: boolean,
): Promise<void> {
  const found = (await execute({ command: 'getClient', username }, /not found/i)).data?.client?.roles ?? [];
  const held = found.map((role) => role.rolename);
  if (wanted.every((name) => held.includes(name)) && (keepOthers || held.length === wanted.length)) return;
  const roles = [...new Set(keepOthers ? [...held, ...wanted] : wanted)].map((rolename) => ({ rolename }));
  await execute({ command: 'modifyClient', username, roles });
}
