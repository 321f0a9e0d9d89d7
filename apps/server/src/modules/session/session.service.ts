import { limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime, Unit } from '../../platform/runtime.ts';
import { effectiveResources } from '../permission/index.ts';
import { createSessionMemory, type KnownSession } from './session-memory.ts';
import { idleLimit, isAlive, lifeLimit } from './session-life.ts';
import {
  deleteExpired,
  endDeadSessions,
  endedAmong,
  endSession,
  endSessionsOf,
  insertSession,
  sessionByOid,
  sessionByToken,
  tellMemberChanged,
  touchSession,
  type SessionRow,
} from './session.store.ts';
import { hashToken, newToken } from './token.ts';

export interface SessionService extends Unit {
  /** Who holds a token; null when nobody does. Never older than a second, and dropped at once on revocation. */
  authenticate(token: string, by?: 'header' | 'cookie'): Promise<Caller | null>;
  /** The same without a database, for return-home and hover: sessions verified in the last 60 s and not ended since. */
  recentlyVerified(token: string): Caller | null;
  /** The caller behind a live session, fresh from the database; null when it has ended. */
  callerOf(sessionOID: string): Promise<Caller | null>;
  /** A live connection counts as use. Writes at most every 30 s; a database that is away is no error. */
  touch(sessionOID: string): Promise<void>;
  /** Called once for each session that ends, in every process. Live connections and leases end by it. @returns a stop. */
  onEnded(handler: (sessionOID: string) => void): () => void;
  /** Called when a member's rights, department or state may have changed. @returns a stop. */
  onMemberChanged(handler: (memberOID: string) => void): () => void;
  open(
    trx: DbOrTrx,
    start: { memberOID: string; remembered: boolean; address: string; userAgent: string },
  ): Promise<{ token: string; sessionOID: string }>;
  end(db: DbOrTrx, sessionOID: string): Promise<void>;
  endAllOf(db: DbOrTrx, memberOID: string, except: string | null): Promise<void>;
  tellMemberChanged(db: DbOrTrx, memberOID: string): Promise<void>;
}

const LONGEST_TOKEN = 200;

const callerFrom = (row: SessionRow): Caller => ({
  memberOID: row.memberOID,
  account: row.account,
  name: row.name,
  groupRoot: row.groupRoot,
  groupOID: row.groupOID,
  sessionOID: row.oid,
  resources: effectiveResources(row.resources, { first: row.first }),
  mustChange: row.mustChange,
});

export function createSessionService(
  runtime: Pick<Runtime, 'db' | 'log' | 'clock' | 'serverTime' | 'newOid'>,
  deps: { listen: Listen },
): SessionService {
  const { db, log, clock } = runtime;
  const memory = createSessionMemory(clock);
  const ended = new Set<(sessionOID: string) => void>();
  const changed = new Set<(memberOID: string) => void>();
  /** Sessions of live connections and when their use was last written, monotonic ms. */
  const touched = new Map<string, number>();
  const stops: (() => Promise<void>)[] = [];
  let timer: NodeJS.Timeout | undefined;

  const tellEnded = (sessionOID: string): void => {
    memory.forgetSession(sessionOID);
    touched.delete(sessionOID);
    for (const handler of ended) handler(sessionOID);
  };
  const tellChanged = (memberOID: string): void => {
    memory.forgetMember(memberOID);
    for (const handler of changed) handler(memberOID);
  };

  async function verify(row: SessionRow | undefined): Promise<KnownSession | null> {
    const now = runtime.serverTime();
    if (!row) return null;
    const lastUsedAt = row.lastUsedAt.getTime();
    const expiresAt = row.expiresAt.getTime();
    if (!isAlive({ remembered: row.remembered, lastUsedAt, expiresAt }, now)) return null;
    if (now - lastUsedAt >= limits.session.touchEvery) await touchSession(db, row.oid, new Date(now));
    return { caller: callerFrom(row), service: row.service, expiresAt };
  }

  async function authenticate(token: string, by: 'header' | 'cookie' = 'header'): Promise<Caller | null> {
    if (token.length === 0 || token.length > LONGEST_TOKEN) return null;
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const now = runtime.serverTime();
    let known = memory.fresh(key, now);
    if (!known) {
      const asked = memory.stamp();
      known = await verify(await sessionByToken(db, hash));
      if (known) memory.keep(key, known, asked);
      else memory.forget(key);
    }
    return known && !(known.service && by === 'cookie') ? known.caller : null;
  }

  /** What was announced while nobody listened. */
  async function recheck(): Promise<void> {
    const sessions = [...new Set([...touched.keys(), ...memory.sessions()])];
    for (const oid of await endedAmong(db, sessions)) tellEnded(oid);
    for (const oid of memory.members()) for (const handler of changed) handler(oid);
  }

  async function sweep(): Promise<void> {
    const now = runtime.serverTime();
    await endDeadSessions(db, new Date(now), {
      remembered: new Date(now - idleLimit(true)),
      other: new Date(now - idleLimit(false)),
    });
    await deleteExpired(db, {
      now: new Date(now),
      failuresBefore: new Date(now - limits.login.failureWindow),
      sessionsBefore: new Date(now - limits.audit.keepDays * 86_400_000),
    });
  }

  const quietly = (work: () => Promise<void>, what: string): void => {
    work().catch((err: unknown) => log.warn({ err }, what));
  };

  return {
    name: 'sessions',
    async start() {
      const gap = (): void => quietly(recheck, 'sessions could not be read again');
      stops.push(await deps.listen('session_ended', tellEnded, gap));
      stops.push(await deps.listen('member_changed', tellChanged));
      timer = setInterval(() => quietly(sweep, 'old sessions could not be swept'), limits.session.touchEvery);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(stops.splice(0).map((stop) => stop()));
      memory.clear();
      touched.clear();
    },
    authenticate,
    recentlyVerified: (token) => memory.recent(hashToken(token).toString('base64'), runtime.serverTime()),
    async callerOf(sessionOID) {
      return (await verify(await sessionByOid(db, sessionOID)))?.caller ?? null;
    },
    async touch(sessionOID) {
      const now = clock.mono();
      const last = touched.get(sessionOID);
      if (last !== undefined && now - last < limits.session.touchEvery) return;
      touched.set(sessionOID, now);
      await touchSession(db, sessionOID, new Date(runtime.serverTime())).catch((err: unknown) => {
        touched.delete(sessionOID);
        log.debug({ err }, 'use of a live connection was not written');
      });
    },
    onEnded(handler) {
      ended.add(handler);
      return () => ended.delete(handler);
    },
    onMemberChanged(handler) {
      changed.add(handler);
      return () => changed.delete(handler);
    },
    async open(trx, { memberOID, remembered, address, userAgent }) {
      const token = newToken();
      const sessionOID = runtime.newOid();
      const now = runtime.serverTime();
      await insertSession(
        trx,
        {
          oid: sessionOID,
          tokenHash: hashToken(token),
          memberOID,
          remembered,
          now: new Date(now),
          expiresAt: new Date(now + lifeLimit(remembered)),
          address,
          userAgent,
        },
        limits.session.perMember,
      );
      return { token, sessionOID };
    },
    async end(trx, sessionOID) {
      memory.forgetSession(sessionOID);
      await endSession(trx, sessionOID, new Date(runtime.serverTime()));
    },
    async endAllOf(trx, memberOID, except) {
      memory.forgetMember(memberOID);
      await endSessionsOf(trx, memberOID, except, new Date(runtime.serverTime()));
    },
    tellMemberChanged,
  };
}
