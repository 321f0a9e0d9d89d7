import { limits } from '@eyrie/domain';

export interface SessionLife {
  remembered: boolean;
  /** Epoch milliseconds. */
  lastUsedAt: number;
  expiresAt: number;
}

/** How long a session may rest without a call or live connection, ms. */
export const idleLimit = (remembered: boolean): number =>
  remembered ? limits.session.rememberedIdle : limits.session.idle;

/** How long it lives at most, ms. */
export const lifeLimit = (remembered: boolean): number =>
  remembered ? limits.session.rememberedLife : limits.session.life;

export const isAlive = (session: SessionLife, now: number): boolean =>
  now < session.expiresAt && now - session.lastUsedAt < idleLimit(session.remembered);
