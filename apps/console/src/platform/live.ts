import { createLive, type Live, type LiveState } from '@eyrie/client';
import {
  appearanceCalls,
  consoleSubscriptions,
  liveCredential,
  sessionCalls,
  type UserInfo,
} from '@eyrie/domain';
import { create } from 'zustand';
import { now } from './clock.ts';
import { call } from './http.ts';
import { afterState, type Link } from './link-state.ts';
import { putTelemetry } from './telemetry.ts';

/** The link between this page and the server. */
export const useLink = create<Link>(() => ({ state: 'connecting', since: now(), quietSince: null }));

let live: Live | null = null;

const wake = (): void => {
  if (document.visibilityState === 'visible') live?.reconnectNow();
};

/** A link that was cut may have been cut because the session ended elsewhere: the refusal says so at once. */
const askForSession = (): void => {
  call(sessionCalls.userInfo, {}, { toast: false }).catch(() => undefined);
};

const setState = (state: LiveState): void => {
  if (state === 'down' && useLink.getState().state !== 'down') askForSession();
  useLink.setState((link) => afterState(link, state, now()));
};

/** Keeps the member's live messages coming until `stopLive`. A second start replaces the first. */
export const startLive = (user: Pick<UserInfo, 'oid' | 'groupRoot'>): void => {
  live?.stop();
  useLink.setState({ state: 'connecting', since: now() });
  live = createLive({
    getCredential: async () =>
      liveCredential.parse(JSON.parse(await call(appearanceCalls.screenConfig, {}, { toast: false }))),
    subscriptions: consoleSubscriptions(user.groupRoot, user.oid),
    onMessage: putTelemetry,
    onState: setState,
    onQuiet: (quietSince) => useLink.setState({ quietSince }),
    now,
    hidden: () => document.visibilityState === 'hidden',
  });
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', wake);
};

/** Ends the live link. What it brought stays to be read, and ages. */
export const stopLive = (): void => {
  document.removeEventListener('visibilitychange', wake);
  window.removeEventListener('online', wake);
  live?.stop();
  live = null;
  useLink.setState({ state: 'down', since: now() });
};
