import { randomBytes, timingSafeEqual } from 'node:crypto';
import { limits, type LiveCredential } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { hashToken, type SessionRoom } from '../session/index.ts';
import { credentialOf, insertCredential } from '../session/index.ts';

export interface LiveSubscriber {
  sessionOID: string;
  memberOID: string;
  groupRoot: string;
  groupOID: string;
}

export interface LiveCredentials {
  /** A credential of its own for each call; earlier ones stay valid until they expire. */
  mint(sessionOID: string): Promise<LiveCredential>;
  /** Whose credential this is, all three parts being right; null otherwise. */
  authenticate(given: {
    clientId: string;
    username: string;
    password: string;
  }): Promise<LiveSubscriber | null>;
}

const clientIdShape = /^web-[0-9a-f]{24}$/;
const LONGEST = 200;

export function createLiveCredentials(
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  deps: { session: Pick<SessionRoom, 'callerOf'>; url: string },
): LiveCredentials {
  const { db } = runtime;
  return {
    async mint(sessionOID) {
      const clientId = `web-${randomBytes(12).toString('hex')}`;
      const password = randomBytes(16).toString('base64url');
      const expiresAt = Math.round(runtime.serverTime()) + limits.liveCredential.life;
      await insertCredential(db, {
        clientId,
        sessionOID,
        passwordHash: hashToken(password),
        expiresAt: new Date(expiresAt),
      });
      return { account: sessionOID, password, url: deps.url, clientId, expiresAt };
    },
    async authenticate({ clientId, username, password }) {
      if (!clientIdShape.test(clientId) || password.length > LONGEST) return null;
      const found = await credentialOf(db, clientId);
      if (!found || found.sessionOID !== username) return null;
      if (!timingSafeEqual(found.passwordHash, hashToken(password))) return null;
      if (found.expiresAt.getTime() <= runtime.serverTime()) return null;
      const caller = await deps.session.callerOf(found.sessionOID);
      if (!caller || caller.mustChange) return null;
      const { sessionOID, memberOID, groupRoot, groupOID } = caller;
      return { sessionOID, memberOID, groupRoot, groupOID };
    },
  };
}
