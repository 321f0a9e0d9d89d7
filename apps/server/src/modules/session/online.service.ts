import { deviceOf, lastWord, sessionCalls, type ParsedRequestOf, type SessionRecord } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Db, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { requireOutranked, superiorsAmong } from '../permission/index.ts';
import {
  onlinePage,
  ownSessions,
  sessionsInScope,
  type OpenSession,
  type UsedSince,
} from './online.store.ts';
import { idleLimit } from './session-life.ts';
import type { SessionService } from './session.service.ts';

const END = lastWord(sessionCalls.end);

export interface OnlineDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  audit: AuditLog;
  sessions: SessionService;
}

const present = (row: OpenSession, caller: Caller, mayEnd: boolean): SessionRecord => ({
  oid: row.oid,
  memberOID: row.memberOID,
  account: row.account,
  name: row.name,
  groupOID: row.groupOID,
  groupName: row.groupName,
  since: row.since,
  lastUsedAt: row.lastUsedAt,
  expiresAt: row.expiresAt,
  address: row.address,
  device: deviceOf(row.userAgent),
  remembered: row.remembered,
  current: row.oid === caller.sessionOID,
  allowed: mayEnd ? [END] : [],
});

/** @throws Refusal `notFound`, `notAllowed` or `superior` unless the caller may end all of these sessions */
async function requireEndable(db: Db, caller: Caller, oids: readonly string[]) {
  const found = await sessionsInScope(db, caller, oids);
  if (found.length !== oids.length) throw notFound();
  const others = found.map((one) => one.memberOID).filter((oid) => oid !== caller.memberOID);
  if (others.length > 0 && !caller.resources.has('session:end'))
    throw new Refusal('notAllowed', {
      values: { permission: 'session:end' },
      data: { permission: ['session:end'] },
    });
  await requireOutranked(db, caller, [...new Set(others)]);
  return found;
}

/** Who is signed in, and ending that from elsewhere. */
export function createOnlineService({ runtime, audit, sessions }: OnlineDeps) {
  const { db } = runtime;

  const usedSince = (): UsedSince => {
    const now = runtime.serverTime();
    return {
      now: new Date(now),
      remembered: new Date(now - idleLimit(true)),
      other: new Date(now - idleLimit(false)),
    };
  };

  async function list(caller: Caller, request: ParsedRequestOf<typeof sessionCalls.online>) {
    const { rows, ...counted } = await onlinePage(db, caller, usedSince(), request);
    const superiors = await superiorsAmong(
      db,
      caller.resources,
      rows.map((row) => row.memberOID),
    );
    const mayEnd = ({ memberOID }: OpenSession): boolean =>
      memberOID === caller.memberOID || (caller.resources.has('session:end') && !superiors.has(memberOID));
    return {
      list: rows.map((row) => present(row, caller, mayEnd(row))),
      ...counted,
      pageNum: request.pageNum,
      pageSize: request.pageSize,
    };
  }

  async function own(caller: Caller): Promise<SessionRecord[]> {
    const rows = await ownSessions(db, caller, usedSince());
    return rows
      .map((row) => present(row, caller, true))
      .toSorted((a, b) => Number(b.current) - Number(a.current));
  }

  /** @throws Refusal `notFound`, `notAllowed` or `superior`; then none has ended */
  async function end(oids: readonly string[], context: CallContext): Promise<void> {
    const wanted = [...new Set(oids)];
    const found = await requireEndable(db, context.caller, wanted);
    await db.transaction().execute(async (trx) => {
      for (const oid of wanted) await sessions.end(trx, oid);
      await audit.done(trx, context, 'session.end', { sessions: found });
    });
  }

  /** @returns how many ended. */
  async function endOthers(context: CallContext): Promise<number> {
    const { caller } = context;
    const rows = await ownSessions(db, caller, usedSince());
    const count = rows.filter((row) => row.oid !== caller.sessionOID).length;
    await db.transaction().execute(async (trx) => {
      await sessions.endAllOf(trx, caller.memberOID, caller.sessionOID);
      await audit.done(trx, context, 'session.endOthers', { count });
    });
    return count;
  }

  return { list, own, end, endOthers };
}
export type OnlineService = ReturnType<typeof createOnlineService>;
