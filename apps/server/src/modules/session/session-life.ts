import { limits } from '@eyrie/domain';

export interface SessionLife {
  remembered: boolean;
  /** Epoch milliseconds. */
  lastUsedAt: number;
  expiresAt: number;
  /** What the organisation allows a session to rest that is not remembered; null: nothing was decided. */
  idleMinutes: number | null;
}

/** How long a session may rest without a call or live connection, ms. An organisation can only shorten it. */
export const idleLimit = (remembered: boolean, idleMinutes: number | null = null): number =>
  remembered
    ? limits.session.rememberedIdle
    : Math.min(limits.session.idle, idleMinutes === null ? Infinity : idleMinutes * 60_000);

/** How long it lives at most, ms. */
export const lifeLimit = (remembered: boolean): number =>
  remembered ? limits.session.rememberedLife : limits.session.life;

export const isAlive = (session: SessionLife, now: number): boolean =>
  now < session.expiresAt && now - session.lastUsedAt < idleLimit(session.remembered, session.idleMinutes);
