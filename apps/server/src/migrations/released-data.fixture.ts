/** What earlier releases left in a database, written as they had their tables. */
import { sql } from 'kysely';
import { newOid } from '../platform/oid.ts';
import type { Db } from '../platform/runtime.ts';
import { createTestFlights } from '../testing/flights.ts';

/** An organisation as the first release left it: people, roles, a flight and what led to it, an audit log of 3 rows. */
export async function fillFirst(at: Db): Promise<void> {
  const [root, department, below, administrator, operator] = [1, 2, 3, 4, 5].map(() => newOid());
  await sql`insert into organisation (oid, name, first, policy)
    values (${root}, '老机构', true, '{"appearance": {"pcName": "老系统", "menuTheme": 1}}')`.execute(at);
  await sql`insert into department (oid, group_root, parent_oid, name, path) values
    (${department}, ${root}, null, '总部', array[${department}]::uuid[]),
    (${below}, ${root}, ${department}, '分部', array[${department}, ${below}]::uuid[])`.execute(at);
  for (const [account, groupOID] of [
    ['admin', department],
    ['operator', below],
  ] as const)
    await sql`insert into member (oid, group_root, group_oid, account, name, password_hash)
      values (${newOid()}, ${root}, ${groupOID}, ${account}, ${account}, 'x')`.execute(at);
  await sql`insert into role (oid, group_root, name, type, first_key) values
    (${administrator}, ${root}, '组织管理员', 'menu', 'administrator'),
    (${operator}, ${root}, '飞行操作员', 'menu', 'operator')`.execute(at);
  await sql`insert into role_resource (role_oid, resource) values
    (${administrator}, '/DataStatistics'), (${administrator}, 'dock:edit'), (${operator}, 'flight:start')`.execute(
    at,
  );
  await sql`insert into member_role (member_oid, role_oid)
    select oid, ${administrator}::uuid from member where account = 'admin'`.execute(at);
  const flights = createTestFlights({ db: at, newOid });
  const dockOID = await flights.dock('operator', { proved: false });
  const part = {
    dockOID,
    taskOID: await flights.task('operator'),
    routeOID: await flights.route('operator'),
  };
  await flights.flight('operator', { ...part, state: 'over' });
  await auditFirst(at, root ?? '', ['login.password', 'dock.add', 'flight.add']);
}

/** Rows of the audit log as the first release wrote them: one chain of an organisation, from 32 zero bytes. */
async function auditFirst(at: Db, root: string, actions: readonly string[]): Promise<void> {
  const moment = 1_760_000_000_000;
  await sql`insert into audit_head (group_root, previous_hash, hash, seq)
    values (${root}, ${Buffer.alloc(32)}, ${Buffer.alloc(32)}, 0)`.execute(at);
  for (const action of actions) {
    const text = JSON.stringify([root, moment, null, null, null, null, action, 'done', null, null, {}, null]);
    await sql`
      with next as (
        update audit_head set previous_hash = hash, seq = seq + 1,
          hash = sha256(hash || int8send(seq + 1) || convert_to(${text}::text, 'UTF8'))
        where group_root = ${root}
        returning previous_hash, hash, seq
      )
      insert into audit_log (group_root, chain_seq, at, action, outcome, detail, previous_hash, hash)
      select ${root}::uuid, next.seq, ${new Date(moment)}::timestamptz, ${action}::text, 'done', '{}',
        next.previous_hash, next.hash
      from next`.execute(at);
  }
}

/** One row for each thing that came between the first release and 0009, and for each that later ones touch. */
const since = [
  `insert into session (oid, token_hash, member_oid, remembered, expires_at)
    select gen_random_uuid(), '\\x01', oid, true, now() + interval '1 day' from member where account = 'admin'`,
  `insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments, arguments_hash,
      issued_by, issued_at, expires_at, state)
    select gen_random_uuid(), flight.group_root, dock_oid, flight.oid, 'returnHome', 'key-of-old', '{}', '\\x02',
      executor_oid, now(), now(), 'succeeded' from flight`,
  `insert into invitation (oid, group_root, group_oid, code_hash, name, phone, role_oids, created_by, created_at,
      expires_at)
    select gen_random_uuid(), group_root, group_oid, '\\x03', '客人', '13800138000', '{}', oid, now(), now()
    from member where account = 'admin'`,
  `insert into integration_key (oid, group_root, name, public_key, created_by)
    select gen_random_uuid(), group_root, '门户', '{"kty": "OKP"}', oid from member where account = 'admin'`,
  `insert into spent_login_info (key_oid, mark, expires_at) select oid, 'mark', now() from integration_key`,
  `insert into openid_provider (group_root, enabled, name, issuer, client_id, client_secret, account_claim)
    select oid, true, '统一认证', 'https://id.example', 'eyrie', '\\x04', 'email' from organisation`,
  `insert into openid_start (state_hash, group_root, browser_hash, verifier, nonce, expires_at)
    select '\\x05', oid, '\\x06', 'v', 'n', now() from organisation`,
  `insert into authenticator (member_oid, secret, begun_at, confirmed_at, last_step)
    select oid, '\\x07', now(), now(), 58000000 from member where account = 'admin'`,
  `insert into recovery_code (member_oid, code_hash) select oid, '\\x08' from member where account = 'admin'`,
  `insert into address_call (subject, calls, window_started_at) values ('accept:192.0.2.1', 3, now())`,
  `insert into appearance_image (id, group_root, object_key, content_type, size)
    select 'image', oid, 'looks/image', 'image/png', 10 from organisation`,
  `insert into map_tiles (id, group_root, object_key, size, level_min, level_max)
    select 'tiles', oid, 'looks/tiles', 10, 3, 8 from organisation`,
  `insert into map_tile (tiles_id, z, x, y, start, length, content_type)
    values ('tiles', 3, 1, 2, 0, 10, 'image/webp')`,
  `insert into notification (oid, group_root, member_oid, kind, level, values, at, popup)
    select gen_random_uuid(), group_root, oid, 'flightOver', 'info', '{"dockOID": "x"}', now(), false
    from member where account = 'admin'`,
  `insert into notification_preference (member_oid, preferences)
    select oid, '{"quiet": true}' from member where account = 'admin'`,
  `insert into device_health (oid, group_root, group_oid, dock_oid, device, code, level, in_the_sky, first_at, last_at,
      heard_on)
    select gen_random_uuid(), group_root, group_oid, oid, 'dock', '0x16100001', 2, false, now(), now(), 'dock'
    from dock`,
  `insert into device_exception (oid, group_root, group_oid, dock_oid, at, family, code, source, level, in_the_sky)
    select gen_random_uuid(), group_root, group_oid, oid, now(), 'error', '319016', 'command', 1, true from dock`,
  `insert into device_message (oid, group_root, group_oid, dock_oid, device, direction, kind, size, at, last_at)
    select gen_random_uuid(), group_root, group_oid, oid, 'dock', 'up', 'events', 10, now(), now() from dock`,
  `insert into work (oid, group_root, owner_oid, kind, state)
    select gen_random_uuid(), group_root, oid, 'backup', 'done' from member where account = 'admin'`,
  `insert into health_measure (instance_id, part, state, figures, measured_at)
    values ('a', 'database', 'good', '{}', now())`,
];

/** What the release with 0009 added to the organisation that the first one had left and that was migrated since. */
export async function fillNinth(at: Db): Promise<void> {
  for (const statement of since) await sql.raw(statement).execute(at);
}
