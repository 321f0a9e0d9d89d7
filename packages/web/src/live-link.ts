import { createLive, type Live, type LiveState } from '@eyrie/client';
import { consoleSubscriptions, type LiveCredential, type UserInfo } from '@eyrie/domain';
import { create } from 'zustand';
import { now } from './clock.ts';
import { afterState, type Link } from './link-state.ts';
import { putTelemetry } from './telemetry.ts';

/** The link between this page and the server. */
export const useLink = create<Link>(() => ({ state: 'connecting', since: now(), quietSince: null }));

let live: Live | null = null;

const wake = (): void => {
  if (document.visibilityState === 'visible') live?.reconnectNow();
};

export interface LinkOptions {
  getCredential: () => Promise<LiveCredential>;
  /** Called once for each loss. */
  onLost: () => void;
}

/** Keeps the member's live messages coming until `stopLink`. A second start replaces the first. */
export const startLink = (
  user: Pick<UserInfo, 'oid' | 'groupRoot'>,
  { getCredential, onLost }: LinkOptions,
): void => {
  live?.stop();
  useLink.setState({ state: 'connecting', since: now() });
  const setState = (state: LiveState): void => {
    if (state === 'down' && useLink.getState().state !== 'down') onLost();
    useLink.setState((link) => afterState(link, state, now()));
  };
  live = createLive({
    getCredential,
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
export const stopLink = (): void => {
  document.removeEventListener('visibilitychange', wake);
  window.removeEventListener('online', wake);
  live?.stop();
  live = null;
  useLink.setState({ state: 'down', since: now() });
};
