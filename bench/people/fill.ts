import type pg from 'pg';

/** The sizes that screens of people are made for. */
export const sizes = { departments: 5_000, members: 50_000, roles: 300 } as const;

interface Place {
  /** Of the organisation. */
  root: string;
  top: string;
}

/** The organisation of an administrator and the department at its top. */
async function placeOf(pool: pg.Pool, account: string): Promise<Place> {
  const { rows } = await pool.query<Place>(
    'select group_root as root, group_oid as top from member where account = $1',
    [account],
  );
  const place = rows[0];
  if (!place) throw new Error(`nobody has the account ${account}`);
  return place;
}

/** Ten below the top, each with ten below it, and the rest below those. */
async function fillDepartments(pool: pg.Pool, root: string): Promise<void> {
  const grow = (count: number, level: number): Promise<unknown> =>
    pool.query(
      `with above as (
         select oid, path, row_number() over (order by oid) - 1 as place, count(*) over () as many
         from department where group_root = $1 and cardinality(path) = $3)
       insert into department (oid, group_root, parent_oid, name, path)
       select made.oid, $1, above.oid, '部门 ' || $3 || '-' || made.n, above.path || made.oid
       from (select gen_random_uuid() as oid, n from generate_series(1, $2::int) as n) as made
       join above on above.place = made.n % above.many`,
      [root, count, level],
    );
  await grow(10, 1);
  await grow(100, 2);
  await grow(sizes.departments - 111, 3);
}

async function fillRoles(pool: pg.Pool, { root, top }: Place): Promise<void> {
  await pool.query(
    `insert into role (oid, group_root, group_oid, name, type)
     select gen_random_uuid(), $1, $2, '角色组 ' || n, 'group' from generate_series(1, 20) as n`,
    [root, top],
  );
  await pool.query(
    `with parents as (
       select oid, row_number() over (order by oid) - 1 as place from role where group_root = $1 and type = 'group')
     insert into role (oid, group_root, group_oid, parent_oid, name, type)
     select gen_random_uuid(), $1, $2, parents.oid, '角色 ' || n, 'menu'
     from generate_series(1, ${sizes.roles}) as n join parents on parents.place = n % 20`,
    [root, top],
  );
  await pool.query(
    `insert into role_resource (role_oid, resource)
     select role.oid, given.resource from role
     cross join (values ('/DataStatistics'), ('/DeviceAll'), ('/personalInfo'), ('flight:view')) as given (resource)
     where role.group_root = $1 and role.type = 'menu' and role.first_key is null`,
    [root],
  );
}

/** People with one or two roles each. */
async function fillMembers(pool: pg.Pool, root: string): Promise<void> {
  await pool.query(
    `with places as (
       select oid, row_number() over (order by oid) - 1 as place from department where group_root = $1)
     insert into member (oid, group_root, group_oid, account, name, phone, password_hash)
     select gen_random_uuid(), $1, places.oid, 'person' || n, '成员 ' || n, '138' || lpad(n::text, 8, '0'), ''
     from generate_series(1, ${sizes.members}) as n join places on places.place = n % ${sizes.departments}`,
    [root],
  );
  await pool.query(
    `with given as (
       select oid, row_number() over (order by oid) - 1 as place from role
       where group_root = $1 and type = 'menu' and first_key is null),
     people as (
       select oid, row_number() over (order by account) as n from member
       where group_root = $1 and account like 'person%')
     insert into member_role (member_oid, role_oid)
     select people.oid, given.oid from people join given on given.place = people.n % ${sizes.roles}
     union select people.oid, given.oid from people join given
       on people.n % 3 = 0 and given.place = (people.n * 7) % ${sizes.roles}`,
    [root],
  );
}

/**
 * Fills the organisation of an administrator: ten departments below the top, each with ten below it and the rest
 * below those, people spread over all of them, roles in twenty groups, one or two roles for each person.
 */
export async function fillPeople(pool: pg.Pool, account: string): Promise<void> {
  const place = await placeOf(pool, account);
  await fillDepartments(pool, place.root);
  await fillRoles(pool, place);
  await fillMembers(pool, place.root);
  await pool.query('analyze');
}

/** The first page of members of the organisation with their roles and the count, in the plainest SQL. */
export async function barePeople(pool: pg.Pool, account: string, size: number): Promise<number> {
  const { root, top } = await placeOf(pool, account);
  const scope = `member.group_root = $1 and member.deleted_at is null and not member.service
    and member.group_oid in (select oid from department where path @> array[$2::uuid])`;
  const [page, count] = await Promise.all([
    pool.query(
      `select member.*, department.name as group_name,
         array(select role.name from member_role join role on role.oid = role_oid where member_oid = member.oid) as roles
       from (select * from member where ${scope} order by lower(account) limit $3) as member
       join department on department.oid = member.group_oid order by lower(account)`,
      [root, top, size],
    ),
    pool.query(`select count(*) from member where ${scope}`, [root, top]),
  ]);
  if (page.rowCount === 0) throw new Error('the bare query found nobody');
  return Number((count.rows[0] as { count: string }).count);
}
