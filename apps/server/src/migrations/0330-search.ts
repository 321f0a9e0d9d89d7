import { sql, type Kysely } from 'kysely';

/** The release before does not use these indexes. */
export const additive = true;

/** Columns by whose first letters a record is found, by table. */
const columns = {
  dock: ['name', 'sn'],
  drone: ['name', 'sn'],
  device: ['name', 'sn'],
  route: ['name'],
  task: ['name'],
  work_order: ['name'],
} as const;

const statements = [
  // In the order of code points, in which all texts that begin alike stand together.
  ...Object.entries(columns).flatMap(([table, names]) =>
    names.map(
      (name) =>
        `create index ${table}_${name}_begins on ${table} (group_root, (lower(${name}) collate "C"), oid)
          include (group_oid)`,
    ),
  ),
  `create index work_order_words on work_order using gin (word_parts(name, class, remark))`,
  // The newest flights of a task and of a route, however many it has.
  `create index flight_of_task on flight (task_oid, created_at desc) where deleted_at is null`,
  `create index flight_of_route on flight (route_oid, created_at desc) where deleted_at is null`,
  ...Object.keys(columns).map((table) => `analyze ${table}`),
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
