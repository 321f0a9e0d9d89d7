import { randomUUID } from 'node:crypto';
import { calls, type CallDeclaration } from '@eyrie/domain';
import { callAt, signIn, type Answer } from './caller.ts';

const password = 'Osprey#Nest42';

/** Departments and members of one organisation, made by its administrator. */
export const createPeople = (at: {
  url: string;
  admin: { token: string; groupOID: string };
  /** One statement on the database. */
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}) => {
  const ask = async (
    declaration: CallDeclaration,
    request: Record<string, unknown>,
  ): Promise<Answer['data']> => {
    const { status, message, data } = await callAt(at.url, at.admin.token, declaration, request);
    if (status !== 200) throw new Error(`${status} ${message}`);
    return data;
  };
  const roleOf = async (firstKey: string): Promise<string> =>
    (await at.query('select oid from role where first_key = $1', [firstKey])).rows[0]?.['oid'] as string;
  return {
    ask,
    roleOf,
    addDepartment: async (name: string): Promise<string> =>
      (await ask(calls.department.save, { name, parentOID: at.admin.groupOID })).oid as string,
    /** A member with a first role, signed in. */
    enter: async (groupOID: string, firstKey = 'operator') => {
      const account = `pilot-${randomUUID().slice(0, 8)}`;
      const roleOIDs = [await roleOf(firstKey)];
      const { oid } = await ask(calls.member.save, { account, name: account, groupOID, password, roleOIDs });
      await at.query('update member set must_change = false where oid = $1', [oid]);
      return { ...(await signIn(at.url, account, password)), memberOID: oid as string };
    },
  };
};
export type People = ReturnType<typeof createPeople>;
