import { limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { raiseSignInEpoch } from '../member/index.ts';
import { createSessionMemory } from './session-memory.ts';
import { lifeLimit } from './session-life.ts';
import { createSessionProof } from './session-proof.ts';
import { createSessionUse } from './session-use.ts';
import { createSessionWatch, type SessionWatch } from './session-watch.ts';
import { holdMemberOf, spendCodesOf } from './code.store.ts';
import {
  endSession,
  endSessionsOf,
  insertSession,
  notifyMemberChanged,
  notifyRoleChanged,
} from './session.store.ts';
import { hashToken, newToken } from './token.ts';

/** What a member has to do before anything else. It holds for the session that found it due. */
export interface Due {
  mustChange: boolean;
  mustSetUp: boolean;
}

export interface SessionService extends SessionWatch {
  /** Who holds a token; null when nobody does. Never older than a second, and dropped at once on revocation. */
  authenticate(token: string, by?: 'header' | 'cookie' | 'bearer'): Promise<Caller | null>;
  /** The same without a database, for return-home and hover: sessions verified in the last 60 s and not ended since. */
  recentlyVerified(token: string): Caller | null;
  /** The caller behind a live session, fresh from the database; null when it has ended. */
  callerOf(sessionOID: string): Promise<Caller | null>;
  /**
   * A member as the caller of what the server does in their name, with their rights of now; null: they may not be signed
   * in. No session stands behind it, so nothing that is written may name one.
   */
  actingFor(memberOID: string): Promise<Caller | null>;
  /**
   * A live connection counts as use. Writes at most every 30 s; a database that is away is no error. From the first
   * time on the end of the session is noticed within a second, announced or not.
   */
  touch(sessionOID: string): Promise<void>;
  open(
    trx: DbOrTrx,
    start: { memberOID: string; remembered: boolean; address: string; userAgent: string; due?: Due },
  ): Promise<{ token: string; sessionOID: string }>;
  /** Ends one session, and spends the codes that it may have made. Within a transaction. */
  end(db: DbOrTrx, sessionOID: string): Promise<void>;
  /**
   * One-time codes of the member are spent too: each of them is a session that nobody has opened yet. A sign-in that
   * is under way opens none either. Within a transaction.
   */
  endAllOf(db: DbOrTrx, memberOID: string, except: string | null): Promise<void>;
  notifyMemberChanged(db: DbOrTrx, memberOID: string): Promise<void>;
  /** The same for all members of a role whose rights changed. */
  notifyRoleChanged(db: DbOrTrx, roleOID: string): Promise<void>;
}

export function createSessionService(
  runtime: Pick<Runtime, 'db' | 'log' | 'clock' | 'serverTime' | 'newOid'>,
  deps: { listen: Listen },
): SessionService {
  const memory = createSessionMemory(runtime.clock);
  const use = createSessionUse(runtime);

  return {
    ...createSessionWatch(runtime, { listen: deps.listen, memory, use }),
    ...createSessionProof(runtime, memory),
    touch: use.touch,
    async open(trx, { memberOID, remembered, address, userAgent, due }) {
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
          mustChange: due?.mustChange ?? false,
          mustSetUp: due?.mustSetUp ?? false,
        },
        limits.session.perMember,
      );
      return { token, sessionOID };
    },
    async end(trx, sessionOID) {
      memory.forgetSession(sessionOID);
      const at = new Date(runtime.serverTime());
      const memberOID = await holdMemberOf(trx, sessionOID);
      await endSession(trx, sessionOID, at);
      if (memberOID !== undefined) await spendCodesOf(trx, memberOID, at);
    },
    async endAllOf(trx, memberOID, except) {
      memory.forgetMember(memberOID);
      const at = new Date(runtime.serverTime());
      await raiseSignInEpoch(trx, memberOID);
      await endSessionsOf(trx, memberOID, except, at);
      await spendCodesOf(trx, memberOID, at);
    },
    notifyMemberChanged,
    notifyRoleChanged,
  };
}
