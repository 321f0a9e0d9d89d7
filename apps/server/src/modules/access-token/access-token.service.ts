import { randomBytes } from 'node:crypto';
import {
  accessTokenCalls,
  accessTokenMark,
  allCalls,
  isOpenToTokens,
  limits,
  type AccessTokenRecord,
  type CallDeclaration,
  type ParsedRequestOf,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { mayCall } from '../../platform/http/guard.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { allowedWords } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { MemberRoom } from '../member/index.ts';
import { requireGrantable } from '../permission/index.ts';
import { hashToken, newToken } from '../session/index.ts';
import {
  countTokens,
  everyToken,
  insertToken,
  ownTokens,
  revokeTokens,
  type TokenRow,
} from './access-token.store.ts';

export interface AccessTokenDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'newOid'>;
  audit: AuditLog;
  member: Pick<MemberRoom, 'add'>;
}

type Wanted = ParsedRequestOf<typeof accessTokenCalls.add>;
type Kind = AccessTokenRecord['kind'];
type ReaderOf = (caller: Caller) => { caller: Caller; given: Date };
type Reading = typeof ownTokens;

const day = 86_400_000;
const openCalls = allCalls.filter(isOpenToTokens);

const present = (row: TokenRow, { resources }: Caller, revoke: CallDeclaration): AccessTokenRecord => ({
  ...row,
  allowed: row.state === 'valid' ? allowedWords(resources, [revoke]) : [],
});

/** @throws Refusal `invalid` for an end that has passed or lies too far ahead */
const requireEnd = (expiresAt: number, now: number): void => {
  const most = Math.floor(now + limits.accessToken.daysMost * day);
  if (expiresAt <= now || expiresAt > most)
    throw invalidField('expiresAt', 'range', { min: Math.ceil(now), max: most });
};

/** What a token asks for must be open to tokens, and its maker must have it. @throws Refusal */
const requireScope = ({ access, calls, permissions }: Wanted, caller: Caller): void => {
  requireGrantable(caller, permissions);
  if (access === 'read' && calls.length > 0) throw invalidField('calls', 'unknownValue');
  if (access === 'calls' && calls.length === 0) throw invalidField('calls', 'required');
  const unknown = calls.findIndex((path) => !openCalls.some((one) => one.path === path));
  if (unknown >= 0) throw invalidField(`calls.${unknown}`, 'unknownValue', { value: calls[unknown] ?? '' });
};

/** Tokens are revoked all or none, whoever they belong to. */
const createRevocation =
  ({ runtime: { db, serverTime }, audit }: AccessTokenDeps, readerOf: ReaderOf) =>
  async (reading: Reading, oids: readonly string[], context: CallContext): Promise<void> => {
    const wanted = [...new Set(oids)];
    await db.transaction().execute(async (trx) => {
      const rows = await reading.lock(trx, readerOf(context.caller), wanted);
      if (rows.length !== wanted.length) throw notFound();
      await revokeTokens(trx, wanted, new Date(serverTime()));
      await audit.done(trx, context, 'accessToken.revoke', {
        oids: wanted,
        names: rows.map(({ name }) => name),
      });
    });
  };

/** The tokens of members and services: making, listing and revoking them. */
export function createAccessTokens(deps: AccessTokenDeps) {
  const { runtime, audit, member: members } = deps;
  const { db, serverTime, newOid } = runtime;
  const readerOf = (caller: Caller) => ({ caller, given: new Date(serverTime()) });

  /** A service acts as an account of its own, with which nobody signs in, so that its rows name it when its maker left. */
  const addAccount = (trx: DbOrTrx, name: string, { groupRoot, groupOID }: Caller): Promise<string> =>
    members.add(trx, {
      groupRoot,
      groupOID,
      account: `service-${newOid()}`,
      name,
      // No hash of any password.
      passwordHash: `!${randomBytes(16).toString('hex')}`,
      mustChange: false,
      service: true,
      roleOIDs: [],
    });

  const add = async (kind: Kind, wanted: Wanted, context: CallContext) => {
    const { caller } = context;
    const now = new Date(serverTime());
    requireEnd(wanted.expiresAt, now.getTime());
    requireScope(wanted, caller);
    const token = `${accessTokenMark}${newToken()}`;
    const oid = newOid();
    const own = kind === 'personal';
    const most = own ? limits.accessToken.perMember : limits.accessToken.services;
    await db.transaction().execute(async (trx) => {
      const of = { groupRoot: caller.groupRoot, memberOID: own ? caller.memberOID : null };
      if ((await countTokens(trx, of, now)) >= most)
        throw new Refusal('tokensFull', { values: { max: most } });
      await insertToken(trx, {
        oid,
        groupRoot: caller.groupRoot,
        groupOID: caller.groupOID,
        memberOID: own ? caller.memberOID : await addAccount(trx, wanted.name, caller),
        createdBy: caller.memberOID,
        kind,
        name: wanted.name,
        tokenHash: hashToken(token),
        hint: token.slice(0, accessTokenMark.length + 4),
        access: wanted.access,
        calls: [...new Set(wanted.calls)],
        permissions: [...new Set(wanted.permissions)],
        perMinute: wanted.perMinute,
        createdAt: now,
        expiresAt: new Date(wanted.expiresAt),
      });
      const { name, access, calls, permissions, perMinute, expiresAt } = wanted;
      const detail = { oid, name, access, calls, permissions, perMinute, expiresAt };
      await audit.done(trx, context, own ? 'accessToken.add' : 'accessToken.addService', detail);
    });
    const row = await (own ? ownTokens : everyToken).byOid(db, readerOf(caller), oid);
    if (!row) throw notFound();
    return { ...present(row, caller, own ? accessTokenCalls.remove : accessTokenCalls.revoke), token };
  };

  const revoke = createRevocation(deps, readerOf);

  return {
    async own({ caller }: CallContext): Promise<AccessTokenRecord[]> {
      const rows = await ownTokens.first(db, readerOf(caller), {}, 200);
      return rows.map((row) => present(row, caller, accessTokenCalls.remove));
    },
    async query(
      { pageNum, pageSize, ...filter }: ParsedRequestOf<typeof accessTokenCalls.query>,
      { caller }: CallContext,
    ) {
      const page = { pageNum, pageSize };
      const { rows, ...counted } = await everyToken.page(db, readerOf(caller), filter, page);
      return { list: rows.map((row) => present(row, caller, accessTokenCalls.revoke)), ...counted, ...page };
    },
    /** Calls that are open to tokens and to the caller. */
    callsFor: (caller: Caller) =>
      openCalls
        .filter((one) => mayCall(one, caller))
        .map(({ path, method, effect, summary }) => ({ path, method, effect, summary })),
    add,
    revokeOwn: (oids: readonly string[], context: CallContext) => revoke(ownTokens, oids, context),
    revokeAny: (oids: readonly string[], context: CallContext) => revoke(everyToken, oids, context),
  };
}
