import { sql, type Kysely } from 'kysely';

const statements = [
  // People and departments that are gone keep their rows: flights, routes and the audit log name them.
  `alter table department add column deleted_at timestamptz`,
  `create unique index department_name on department (parent_oid, lower(name)) where deleted_at is null`,
  `create index department_parent on department (parent_oid) where deleted_at is null`,

  `alter table member
    add column deleted_at timestamptz,
    -- an outside supporter's account ends by itself
    add column valid_until timestamptz`,
  `drop index member_account`,
  `create unique index member_account on member (lower(account)) where deleted_at is null`,
  `create index member_root on member (group_root, created_at desc, oid) where deleted_at is null`,

  // A role belongs to a department: it can be given to members of that department and below.
  `alter table role
    add column group_oid uuid references department (oid),
    add column remark text not null default ''`,
  `update role set group_oid = (
    select oid from department where department.group_root = role.group_root and parent_oid is null)`,
  `alter table role alter column group_oid set not null`,
  `create index role_group on role (group_oid)`,
  `create index role_parent on role (parent_oid)`,
  // Administrators hold everything, and this release brings more to hold.
  `insert into role_resource (role_oid, resource)
    select role.oid, added.resource from role
    cross join (values ('/OrganizationStructure'), ('/RoleManagement'), ('/customized'), ('/EncodingTable'),
      ('/operation'), ('department:edit'), ('member:edit'), ('role:edit'), ('session:end'), ('organisation:edit'),
      ('appearance:edit'), ('dictionary:edit'), ('device-health:edit'), ('audit-log:view')) as added (resource)
    where role.first_key = 'administrator'
    on conflict do nothing`,

  // A link with which somebody makes the own account. Only the hash of its code is kept.
  `create table invitation (
    oid uuid primary key,
    group_root uuid not null references organisation (oid),
    group_oid uuid not null references department (oid),
    code_hash bytea not null unique,
    name text not null,
    phone text not null,
    role_oids uuid[] not null,
    created_by uuid not null references member (oid),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    tries int not null default 0,
    accepted_at timestamptz,
    accepted_by uuid references member (oid)
  )`,
  `create index invitation_root on invitation (group_root, created_at desc, oid)`,
  `create index invitation_group on invitation (group_oid)`,

  // Nothing comes into a department that is gone, also when both happen at once: whoever brings something waits
  // for the deletion to end, and then does not find the department.
  ...[
    ['group_oid', 'require_standing_department'],
    ['parent_oid', 'require_standing_parent'],
  ].map(
    ([column, name]) => `create function ${name}() returns trigger language plpgsql as $$
    begin
      if new.${column} is null then return new; end if;
      perform 1 from department where oid = new.${column} and deleted_at is null for key share;
      if not found then raise exception 'the department is gone' using errcode = 'P0002'; end if;
      return new;
    end $$`,
  ),
  ...['member', 'dock', 'drone', 'role', 'route', 'task', 'invitation'].map(
    (table) => `create trigger ${table}_department before insert or update of group_oid on ${table}
      for each row execute function require_standing_department()`,
  ),
  `create trigger department_above before insert on department
    for each row execute function require_standing_parent()`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
