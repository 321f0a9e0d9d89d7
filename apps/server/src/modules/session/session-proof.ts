import { limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { effectiveResources } from '../permission/index.ts';
import { isAlive } from './session-life.ts';
import type { KnownSession, SessionMemory } from './session-memory.ts';
import { memberAlone, sessionByOid, sessionByToken, touchSession, type SessionRow } from './session.store.ts';
import { hashToken } from './token.ts';

const LONGEST_TOKEN = 200;

const callerFrom = (row: SessionRow): Caller => ({
  memberOID: row.memberOID,
  account: row.account,
  name: row.name,
  groupRoot: row.groupRoot,
  groupOID: row.groupOID,
  wholeOrganisation: row.wholeOrganisation,
  sessionOID: row.oid,
  resources: effectiveResources(row.resources, { first: row.first }),
  mustChange: row.mustChange,
  mustSetUp: row.mustSetUp,
  readOnly: row.readOnly,
});

/** Finds out who holds a token: asked of the database, remembered for a moment. */
export function createSessionProof(
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  memory: SessionMemory,
) {
  async function verify(row: SessionRow | undefined): Promise<KnownSession | null> {
    const now = serverTime();
    if (!row) return null;
    const lastUsedAt = row.lastUsedAt.getTime();
    const expiresAt = row.expiresAt.getTime();
    const { remembered, idleMinutes } = row;
    if (!isAlive({ remembered, lastUsedAt, expiresAt, idleMinutes }, now)) return null;
    if (now - lastUsedAt >= limits.session.touchEvery) await touchSession(db, row.oid, new Date(now));
    return { caller: callerFrom(row), service: row.service, expiresAt };
  }

  async function authenticate(
    token: string,
    by: 'header' | 'cookie' | 'bearer' = 'header',
  ): Promise<Caller | null> {
    if (token.length === 0 || token.length > LONGEST_TOKEN) return null;
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const now = serverTime();
    let known = memory.fresh(key, now);
    if (!known) {
      const asked = memory.stamp();
      known = await verify(await sessionByToken(db, hash));
      if (known) memory.keep(key, known, asked);
      else memory.forget(key);
    }
    return known && !(known.service && by === 'cookie') ? known.caller : null;
  }

  return {
    authenticate,
    recentlyVerified: (token: string): Caller | null =>
      memory.recent(hashToken(token).toString('base64'), serverTime()),
    callerOf: async (sessionOID: string): Promise<Caller | null> =>
      (await verify(await sessionByOid(db, sessionOID)))?.caller ?? null,
    async actingFor(memberOID: string): Promise<Caller | null> {
      const member = await memberAlone(db, memberOID);
      if (!member) return null;
      const { resources, first, ...known } = member;
      const rights = effectiveResources(resources, { first });
      return { ...known, sessionOID: '', resources: rights, mustChange: false, mustSetUp: false };
    },
  };
}
