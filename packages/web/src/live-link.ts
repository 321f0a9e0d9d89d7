import { createLive, type Live, type LiveState } from '@eyrie/client';
import {
  consoleSubscriptions,
  watchSubscription,
  type LiveCredential,
  type UserInfo,
  type WatchedTopicName,
} from '@eyrie/domain';
import { create } from 'zustand';
import { now } from './clock.ts';
import { afterState, type Link } from './link-state.ts';
import { putTelemetry } from './telemetry.ts';

/** The link between this page and the server. */
export const useLink = create<Link>(() => ({ state: 'connecting', since: now(), quietSince: null }));

let live: Live | null = null;
let groupRoot = '';

/** One object that a page shows, and what ends its subscription on the link of now. */
interface Watch {
  name: WatchedTopicName;
  objectOID: string;
  release: (() => void) | null;
}
const watches = new Set<Watch>();
const begin = (watch: Watch): void => {
  watch.release = live?.watch(watchSubscription(watch.name, groupRoot, watch.objectOID)) ?? null;
};

/** Has the messages of a topic about one object come, until what it gives back is called. */
export const watchLive = (name: WatchedTopicName, objectOID: string): (() => void) => {
  const watch: Watch = { name, objectOID, release: null };
  watches.add(watch);
  begin(watch);
  return () => {
    watches.delete(watch);
    watch.release?.();
  };
};

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
  ({ groupRoot } = user);
  for (const watch of watches) begin(watch);
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
