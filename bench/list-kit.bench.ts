import { sql } from 'kysely';
import { routes } from '../apps/server/src/modules/route/route.store.ts';
import { defineList, reading } from '../apps/server/src/platform/list/index.ts';
import { withDatabase } from './database.ts';
import { compare, type Found } from './list/compare.ts';
import { fill, rowCount } from './list/rows.ts';
import type { Measure } from './row.ts';

/** Routes without a column of another table. */
const plain = reading(
  defineList({
    table: 'route',
    scope: 'department',
    deletedAt: 'deleted_at',
    name: 'name',
    columns: { oid: 'oid', name: 'name', length: 'length', remark: 'remark', createdAt: 'created_at' },
    filters: {},
    sort: { '-createdAt': sql`route.created_at desc` },
    order: '-createdAt',
  }),
);

const within = `route.group_root = $1 and route.deleted_at is null
  and route.group_oid = any(array(select oid from department where path @> array[$2::uuid] and group_root = $1))`;
const count = `select count(*) from route where ${within}`;
const order = 'order by route.created_at desc, route.oid limit 50';
const bare = {
  plain: `select oid, name, length, remark, created_at from route where ${within} ${order}`,
  joined: `select route.*, department.name as group_name, member.name as created_by_name,
      exists (select 1 from flight where flight.route_oid = route.oid and flight.state <> 'over'
        and flight.deleted_at is null) as in_use
    from (select oid, group_oid, group_root, name, type, creation_method, waypoint_count, length, duration, speed,
        height_mode, max_height, take_off_security_height, finish_action, drone_model, warnings, checksum, remark,
        created_by, created_at from route where ${within} ${order}) as route
    join department on department.oid = route.group_oid join member on member.oid = route.created_by
    order by route.created_at desc, route.oid`,
} as const;

const named = (how: string): string =>
  `list kit, page of 50 and count of ${rowCount.toLocaleString('en')} rows ${how}, against the bare query`;

/** What a declared list costs beside SQL written for it by hand. */
export const measure: Measure = () =>
  withDatabase(async ({ url, pool, database }) => {
    const { memberOID, groupRoot, groupOID } = await fill(url);
    const reader = { caller: { memberOID, groupRoot, groupOID } };
    const page = { pageNum: 1, pageSize: 50 };
    const values = [groupRoot, groupOID];
    const ask = (query: string) => async (): Found => {
      const [rows, counted] = await Promise.all([pool.query(query, values), pool.query(count, values)]);
      return {
        rows: rows.rows as { oid: string }[],
        total: Number((counted.rows[0] as { count: string }).count),
      };
    };
    return [
      await compare(
        named('without joins'),
        () => plain.page(database.kysely, reader, {}, page),
        ask(bare.plain),
      ),
      await compare(
        named('with joins'),
        () => routes.page(database.kysely, reader, {}, page),
        ask(bare.joined),
      ),
    ];
  });
