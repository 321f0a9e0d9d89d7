import { sql } from 'kysely';
import { resources } from '@eyrie/domain';
import { newOid } from '../../platform/oid.ts';
import type { Db } from '../../platform/runtime.ts';
import type { Place, Tree } from './trees.ts';

/** Past the rooms, all rows of a table in one statement. */
const insert = async (db: Db, table: string, rows: readonly Record<string, unknown>[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
};
const depthOf = (tree: Tree, at: number): number =>
  at < 0 ? 0 : 1 + depthOf(tree, tree.places[at]?.parent ?? -1);
const pathOf = (tree: Tree, at: number): string[] =>
  at < 0 ? [] : [...pathOf(tree, tree.places[at]?.parent ?? -1), tree.places[at]?.oid ?? ''];

const insertDepartments = async (db: Db, trees: readonly Tree[]): Promise<void> => {
  const all = trees.flatMap((tree) => tree.places.map((one, at) => ({ tree, one, at })));
  const deepest = Math.max(...all.map(({ tree, at }) => depthOf(tree, at)));
  for (let depth = 1; depth <= deepest; depth += 1)
    await insert(
      db,
      'department',
      all
        .filter(({ tree, at }) => depthOf(tree, at) === depth)
        .map(({ tree, one, at }) => ({
          oid: one.oid,
          group_root: one.groupRoot,
          parent_oid: tree.places[one.parent]?.oid ?? null,
          name: `d${at}`,
          type: 'department',
          path: pathOf(tree, at),
          created_at: new Date(),
        })),
    );
};

const insertPeople = async (db: Db, trees: readonly Tree[], all: readonly Place[]): Promise<void> => {
  const at = new Date();
  await insert(
    db,
    'member',
    all.flatMap(({ oid, groupRoot, members }) =>
      members.map((one) => ({
        oid: one.oid,
        group_root: groupRoot,
        group_oid: oid,
        account: one.account,
        name: one.account,
        password_hash: 'none',
        must_change: false,
        enabled: one.state !== 'disabled',
        service: false,
        created_at: at,
        password_changed_at: at,
        valid_until: one.state === 'past' ? new Date(at.getTime() - 1_000) : null,
        deleted_at: one.state === 'deleted' ? at : null,
      })),
    ),
  );
  const plain = { parent_oid: null, type: 'menu', created_at: at, remark: '', renamed: false };
  await insert(
    db,
    'role',
    all.flatMap(({ oid, groupRoot, role }) =>
      role ? [{ ...plain, oid: role.oid, group_root: groupRoot, group_oid: oid, name: role.name }] : [],
    ),
  );
  // What readers read with stands at the top of their organisation, where everybody sees it.
  const reading = trees.map(({ places: [top], reader }) => ({ top, reader, oid: newOid() }));
  await insert(
    db,
    'role',
    reading.map(({ top, oid }) => ({
      ...plain,
      oid,
      group_root: top?.groupRoot,
      group_oid: top?.oid,
      name: 'reading',
    })),
  );
  const held = resources.filter((one) => one !== 'platform:operate');
  await insert(
    db,
    'role_resource',
    reading.flatMap(({ oid }) => held.map((resource) => ({ role_oid: oid, resource }))),
  );
  await insert(
    db,
    'member_role',
    reading.map(({ reader, oid }) => ({ member_oid: reader.oid, role_oid: oid })),
  );
};

const insertNotification = async (db: Db, trees: readonly Tree[]): Promise<void> => {
  const at = new Date();
  await insert(
    db,
    'notification',
    trees.flatMap(({ places, reader, reported, unread }) =>
      places.flatMap(({ groupRoot, members }) =>
        members.flatMap((one) =>
          // Everybody is told something; only the reader asks.
          Array.from({ length: one.oid === reader.oid ? reported : 1 }, (_, n) => ({
            oid: newOid(),
            group_root: groupRoot,
            member_oid: one.oid,
            kind: 'rightsChanged',
            level: 'attention',
            values: { by: one.account },
            at,
            popup: false,
            read_at: one.oid === reader.oid && n >= unread ? at : null,
          })),
        ),
      ),
    ),
  );
};

const insertDocks = async (db: Db, all: readonly Place[]): Promise<void> => {
  const at = new Date();
  await insert(
    db,
    'dock',
    all.flatMap(({ oid, groupRoot, docks }) =>
      docks.map((one) => ({
        oid: one,
        group_root: groupRoot,
        group_oid: oid,
        name: '机场',
        sn: one,
        model: '3-2-0',
        vendor: 'DJI',
        secret_hash: '',
      })),
    ),
  );
  await insert(
    db,
    'device_health',
    all.flatMap(({ oid, groupRoot, docks, alarms }) =>
      alarms.map((one, n) => ({
        oid: one,
        group_root: groupRoot,
        group_oid: oid,
        dock_oid: docks[0],
        device: 'dock',
        code: `0x1911001${n}`,
        level: 2,
        in_the_sky: false,
        first_at: at,
        last_at: at,
        note: one,
      })),
    ),
  );
};

/** Makes the organisations, departments, people and docks of all trees. */
export const plantTrees = async (db: Db, trees: readonly Tree[]): Promise<void> => {
  const all = trees.flatMap(({ places }) => places);
  await insert(
    db,
    'organisation',
    trees.map(({ places: [top] }, number) => ({
      oid: top?.groupRoot,
      name: `organisation ${number}`,
      first: false,
      time_zone: 'UTC',
      policy: {},
      created_at: new Date(),
    })),
  );
  await insertDepartments(db, trees);
  await insertPeople(db, trees, all);
  await insertDocks(db, all);
  await insertNotification(db, trees);
};
