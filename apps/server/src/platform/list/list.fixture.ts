import { sql } from 'kysely';
import { createTestRooms, testContext, type TestContext } from '../../testing/rooms.ts';
import { invalidField, Refusal } from '../http/refusal.ts';
import {
  arrayColumn,
  ascending,
  column,
  createList,
  defineList,
  descending,
  equals,
  keyword,
  usedBy,
  type RowOf,
} from './index.ts';

export const sampleList = defineList({
  table: 'list_sample',
  scope: 'department',
  deletedAt: 'deleted_at',
  archive: { restoreWithin: 60_000 },
  unrecorded: ['tags'],
  name: 'name',
  columns: {
    oid: column<string>('oid'),
    groupRoot: column<string>('group_root'),
    groupOID: column<string>('group_oid'),
    name: column<string>('name'),
    weight: column<number>('weight'),
    tags: column<string[]>('tags'),
    marks: arrayColumn<string>('marks'),
    createdAt: column<Date>('created_at'),
    own: ({ caller }) => sql<boolean>`list_sample.group_oid = ${caller.groupOID}::uuid`,
    parts: sql<number>`(select count(*)::int from list_sample_part as part where part.sample_oid = list_sample.oid)`,
  },
  detail: { note: column<string>('note') },
  filters: { keyword: keyword('list_sample.name', 'list_sample.note'), weight: equals('list_sample.weight') },
  sort: {
    name: sql`list_sample.name`,
    weight: [ascending('list_sample.weight')],
    '-weight': [descending('list_sample.weight'), ascending('list_sample.name')],
  },
  order: 'name',
  holds: [
    usedBy('list_sample_part', {
      column: 'sample_oid',
      still: sql<boolean>`true`,
      link: (oid) => `/parts?sample=${oid}`,
    }),
  ],
});
export type Sample = RowOf<typeof sampleList>;

interface Add {
  name: string;
  weight?: number;
}
interface Edit {
  oid: string;
  version?: number | undefined;
  name?: string;
  weight?: number;
  tags?: string[];
}

/** A list over a small table of its own, in two departments one of which lies below the other. */
export async function openSamples() {
  const rooms = await createTestRooms();
  for (const statement of [
    `create table list_sample (oid uuid primary key, group_root uuid not null, group_oid uuid not null, name text not null,
      weight int not null default 0, tags jsonb not null default '[]', marks text[], note text not null default '',
      created_at timestamptz not null default now(), deleted_at timestamptz)`,
    `create unique index list_sample_name on list_sample (group_root, name) where deleted_at is null`,
    `create table list_sample_part (oid uuid primary key default gen_random_uuid(), sample_oid uuid not null)`,
  ])
    await sql.raw(statement).execute(rooms.db);
  const groupRoot = await rooms.seed('north', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('south', ['administrator'], 'Flug-4711!');
  const list = createList<typeof sampleList, Sample, Add, Edit>(
    {
      list: sampleList,
      word: 'task',
      present: (rows) => [...rows],
      make: (_trx, { name, weight = 0 }, { caller }, createdAt) => ({
        values: {
          groupRoot: caller.groupRoot,
          groupOID: caller.groupOID,
          name,
          weight,
          tags: ['new'],
          marks: ['one', 'two'],
          createdAt,
        },
        detail: { name },
      }),
      requireChangeable(_trx, rows) {
        if (rows.some((row) => row.name === 'fixed')) throw new Refusal('notAllowed');
      },
      taken: ({ name }) => invalidField('name', 'codeTaken', { value: name }),
      edited: ({ oid, name }) => ({ oid, name }),
      removed: (rows) => ({ tasks: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    rooms,
  );
  const contextOf = async (account: string): Promise<TestContext> => {
    const caller = await rooms.session.authenticate(await rooms.tokenOf(account));
    if (!caller) throw new Error(`nobody is ${account}`);
    return testContext({ caller });
  };
  const administrator = await contextOf('north-administrator');
  const top = administrator.caller.groupOID;
  const below = await rooms.department.add(rooms.db, { groupRoot, parentOID: top, name: 'below' });
  return {
    rooms,
    list,
    administrator,
    operator: await contextOf('north-operator'),
    stranger: await contextOf('south-administrator'),
    /** Somebody of the department below. */
    inside: {
      ...administrator,
      caller: { ...administrator.caller, groupOID: below, wholeOrganisation: false },
    },
    below,
    async clear(): Promise<void> {
      for (const table of ['list_sample', 'list_sample_part', 'record_change'])
        await sql`delete from ${sql.table(table)}`.execute(rooms.db);
    },
  };
}
