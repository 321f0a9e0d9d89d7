import {
  dictionaryCalls,
  type CallDeclaration,
  type DictionaryCode,
  type DictionaryGroup,
} from '@eyrie/domain';
import { sql } from 'kysely';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { overridesBecauseOf } from '../audit-log/index.ts';
import { createDictionary, dictionaryFiller } from './index.ts';
import { docksInsuredBy } from '../dock/index.ts';
import { createTestRooms } from '../../testing/rooms.ts';

/** Two organisations with the dictionary they begin with, and every call of it. */
export async function openDictionaryFixture() {
  const rooms = await createTestRooms();
  const dictionary = createDictionary(rooms.runtime, {
    audit: rooms.audit,
    department: rooms.department,
    usages: [
      { kind: 'dock', group: 'insuranceCompany', count: docksInsuredBy, link: (code) => `/x?code=${code}` },
      { kind: 'override', group: 'overrideReason', count: overridesBecauseOf, link: () => null },
    ],
  });
  const fill = dictionaryFiller(rooms.runtime);
  for (const name of ['gamma', 'omega'])
    await fill(rooms.db, await rooms.seed(name, ['administrator', 'operator'], 'Flug-4711!'));
  const administrator = await rooms.tokenOf('gamma-administrator');
  const stranger = await rooms.tokenOf('omega-administrator');

  const call = async <T = DictionaryCode>(
    declaration: CallDeclaration,
    request: unknown,
    part: Partial<CallContext> = {},
  ): Promise<T> =>
    (await rooms.call(declaration, request, { token: administrator, ...part, extra: dictionary.endpoints }))
      .data as T;

  return {
    rooms,
    administrator,
    stranger,
    call,
    codesIn: async (group: string, more: object = {}, part: Partial<CallContext> = {}): Promise<string[]> =>
      (await call<{ list: DictionaryCode[] }>(dictionaryCalls.query, { group, ...more }, part)).list.map(
        (one) => one.code,
      ),
    groupOf: async (group: string): Promise<DictionaryGroup> => {
      const { list } = await call<{ list: DictionaryGroup[] }>(dictionaryCalls.groups, {});
      const found = list.find((one) => one.group === group);
      if (!found) throw new Error(`no group ${group}`);
      return found;
    },
    makeGroup: (group: string): Promise<DictionaryGroup> =>
      call(dictionaryCalls.groupAdd, { group, names: { zh: group } }),
    /** The last three actions of the audit log, newest first. */
    audited: async (): Promise<string[]> =>
      (
        await sql<{ action: string }>`select action from audit_log order by seq desc limit 3`.execute(
          rooms.db,
        )
      ).rows.map((row) => row.action),
  };
}
