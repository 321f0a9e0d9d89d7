import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import {
  arrayColumn,
  column,
  defineList,
  descending,
  equals,
  inScope,
  keyword,
  reading,
  type Asked,
  type RowOf,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { closeAccounts } from '../member/index.ts';
import { memberAlone } from '../session/index.ts';
import './access-token.schema.ts';

const { keptFor } = limits.accessToken;

/** Lists of tokens are asked with the moment at which they are read. */
const nowOf = ({ given }: Asked): Date => given as Date;
/** What ended long ago is of no use to anybody. */
const recent = (asked: Asked) => sql<boolean>`least(access_token.expires_at, access_token.revoked_at)
  > ${new Date(nowOf(asked).getTime() - keptFor)}`;

const shared = {
  table: 'access_token',
  name: 'name',
  columns: {
    oid: 'oid',
    name: 'name',
    kind: 'kind',
    hint: 'hint',
    createdBy: sql<string>`(select name from member where member.oid = access_token.created_by)`,
    groupName: sql<string>`(select name from department where department.oid = access_token.group_oid)`,
    access: 'access',
    calls: arrayColumn<string>('calls'),
    permissions: arrayColumn<string>('permissions'),
    perMinute: 'per_minute',
    createdAt: 'created_at',
    expiresAt: 'expires_at',
    lastUsedAt: column<Date | null>('last_used_at'),
    lastAddress: 'last_address',
    state: (asked: Asked) =>
      sql<'valid' | 'expired' | 'revoked'>`case when access_token.revoked_at is not null then 'revoked'
        when access_token.expires_at <= ${nowOf(asked)} then 'expired' else 'valid' end`,
  },
  filters: { keyword: keyword('access_token.name'), kind: equals('access_token.kind') },
  sort: { '-createdAt': [descending('access_token.created_at')] },
  order: '-createdAt',
} as const;

const ownList = defineList({
  ...shared,
  scope: (asked) => sql<boolean>`access_token.kind = 'personal'
    and access_token.member_oid = ${asked.caller.memberOID}::uuid and ${recent(asked)}`,
});
const everyList = defineList({
  ...shared,
  scope: (asked) => sql<boolean>`access_token.group_root = ${asked.caller.groupRoot}::uuid
    and ${inScope('access_token.group_oid', asked.caller)} and ${recent(asked)}`,
});
export type TokenRow = RowOf<typeof ownList>;
/** Personal tokens of the caller. */
export const ownTokens = reading(ownList);
/** Tokens of the caller's department and below, whoever they belong to. */
export const everyToken = reading(everyList);

export interface NewToken {
  oid: string;
  groupRoot: string;
  groupOID: string;
  memberOID: string;
  createdBy: string;
  kind: 'personal' | 'service';
  name: string;
  tokenHash: Buffer;
  hint: string;
  access: 'read' | 'calls';
  calls: readonly string[];
  permissions: readonly string[];
  perMinute: number;
  createdAt: Date;
  expiresAt: Date;
}

/** Tokens of one organisation are made one after the other, so that their number holds. @returns how many are valid */
export async function countTokens(
  trx: DbOrTrx,
  of: { groupRoot: string; memberOID: string | null },
  now: Date,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`access_token ${of.groupRoot}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from access_token
    where group_root = ${of.groupRoot}::uuid and revoked_at is null and expires_at > ${now}
      and case when ${of.memberOID}::uuid is null then kind = 'service'
        else kind = 'personal' and member_oid = ${of.memberOID}::uuid end`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function insertToken(trx: DbOrTrx, token: NewToken): Promise<void> {
  await trx
    .insertInto('access_token')
    .values({
      oid: token.oid,
      group_root: token.groupRoot,
      group_oid: token.groupOID,
      member_oid: token.memberOID,
      created_by: token.createdBy,
      kind: token.kind,
      name: token.name,
      token_hash: token.tokenHash,
      hint: token.hint,
      access: token.access,
      calls: [...token.calls],
      permissions: [...token.permissions],
      per_minute: token.perMinute,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** Revokes tokens, and ends what is still going out to them on every server. */
export async function revokeTokens(trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> {
  const { rows } = await sql<{ memberOID: string; kind: string }>`with gone as (
      update access_token set revoked_at = ${at} where oid = any(${[...oids]}::uuid[]) and revoked_at is null
      returning oid, kind, member_oid
    )
    select pg_notify('session_ended', oid::text), kind, member_oid as "memberOID" from gone`.execute(trx);
  await closeAccounts(
    trx,
    rows.filter(({ kind }) => kind === 'service').map(({ memberOID }) => memberOID),
  );
}

/** A token that was used just now. */
export interface UsedToken {
  oid: string;
  memberOID: string;
  groupOID: string;
  kind: 'personal' | 'service';
  access: 'read' | 'calls';
  calls: string[];
  permissions: string[];
  perMinute: number;
  /** Calls of this minute, this one among them. */
  count: number;
}

/**
 * Notes one use of a valid token, in the one statement that finds it: what was revoked is not found from then on, on
 * every server.
 * @param minute minutes since the epoch
 */
export async function useToken(
  db: DbOrTrx,
  use: { tokenHash: Buffer; address: string; now: Date; minute: number },
): Promise<UsedToken | undefined> {
  const { rows } = await sql<UsedToken>`update access_token set
      used_count = case when used_minute = ${use.minute} then least(used_count, 1000000) + 1 else 1 end,
      used_minute = ${use.minute}, last_used_at = ${use.now}, last_address = ${use.address}
    where token_hash = ${use.tokenHash} and revoked_at is null and expires_at > ${use.now}
    returning oid, member_oid as "memberOID", group_oid as "groupOID", kind, access, calls, permissions,
      per_minute as "perMinute", used_count as count`.execute(db);
  return rows[0];
}

/** The member as whom a token acts; undefined: they may not be signed in. */
export const tokenMember = memberAlone;
