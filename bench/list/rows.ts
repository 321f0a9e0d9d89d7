import pg from 'pg';

/** A million routes of one organisation in a tree of departments, and a member who may see all of them. */
export interface Filled {
  account: string;
  memberOID: string;
  groupRoot: string;
  /** The department at the top, and one below it that holds a tenth of the routes. */
  groupOID: string;
  belowOID: string;
}

export const rowCount = 1_000_000;

const uuid = (n: number): string => `018f0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Fills an empty, migrated database. The rows look like real ones: names in Chinese, warnings, some waypoints. */
export async function fill(url: string): Promise<Filled> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [groupRoot, groupOID, memberOID] = [uuid(1), uuid(10), uuid(2)];
  await client.query(`insert into organisation (oid, name, first) values ($1, '台账', true)`, [groupRoot]);
  await client.query(
    `insert into department (oid, group_root, name, path) values ($1, $2, '总部', array[$1::uuid])`,
    [groupOID, groupRoot],
  );
  for (let n = 1; n <= 10; n += 1)
    await client.query(
      `insert into department (oid, group_root, parent_oid, name, path) values ($1, $2, $3, $4, array[$3, $1]::uuid[])`,
      [uuid(10 + n), groupRoot, groupOID, `部门${n}`],
    );
  await client.query(
    `insert into member (oid, group_root, group_oid, account, name, password_hash)
     values ($1, $2, $3, 'bench', '测试', '')`,
    [memberOID, groupRoot, groupOID],
  );
  await client.query(
    `with made as (insert into role (oid, group_root, group_oid, name, type)
         values ($1, $2, $4, 'r', 'menu') returning oid),
       given as (insert into role_resource select oid, unnest(array['/RoutePlanning', 'route:edit']) from made)
     insert into member_role select $3, oid from made`,
    [uuid(3), groupRoot, memberOID, groupOID],
  );
  await client.query(
    `insert into route (oid, group_root, group_oid, name, type, creation_method, object_key, checksum,
       waypoint_count, length, duration, speed, height_mode, max_height, take_off_security_height, finish_action,
       drone_model, warnings, waypoints, created_by, created_at)
     select gen_random_uuid(), $1, ('018f0000-0000-7000-8000-' || lpad(to_hex(11 + n % 10), 12, '0'))::uuid,
       '巡检航线' || n, 'waypoint', 'DJI', 'routes/' || n, md5(n::text), 3, 1000 + n % 5000, 120, 10, 'relative', 80,
       20, 'goHome', '0-91-1', '[]', '[{"lng": 113.95, "lat": 22.54, "height": 50, "speed": 10, "actions": []}]', $2,
       timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, ${rowCount}) as n`,
    [groupRoot, memberOID],
  );
  await client.query('vacuum (analyze) route');
  await client.query('analyze');
  await client.end();
  return { account: 'bench', memberOID, groupRoot, groupOID, belowOID: uuid(11) };
}
