import { dictionaryCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const [group, code] = [newOid(), newOid()];
    const names = JSON.stringify({ zh: name, en: '', ar: '' });
    await sql`insert into dictionary_group (oid, group_root, key, names)
      select ${group}::uuid, group_root, ${`G${group}`}, ${names}::jsonb from member where account = ${account}`.execute(
      db,
    );
    await sql`insert into dictionary_code (oid, group_root, dictionary_group_oid, code, names, position)
      select ${code}::uuid, group_root, oid, 'A', names, 1 from dictionary_group where oid = ${group}::uuid`.execute(
      db,
    );
    return { dictionaryGroup: group, dictionaryCode: code };
  },
  ofOrganisation: ['dictionaryGroup', 'dictionaryCode'],
  shows: { dictionaryCode: dictionaryCalls.get },
  makes: async (ask) => {
    const names = { zh: '批', en: 'Mass', ar: '' };
    const { oid: group } = await ask(dictionaryCalls.groupAdd, { group: 'MASS', names });
    const { oid: code } = await ask(dictionaryCalls.add, { group: 'MASS', code: 'A', names });
    return { dictionary_group: group, dictionary_code: code };
  },
};
