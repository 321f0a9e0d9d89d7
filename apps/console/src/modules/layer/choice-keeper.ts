import {
  changedChoices,
  joinedChanges,
  noLayerChoices,
  type LayerChange,
  type LayerChoices,
} from '@eyrie/domain';
import type { OldLayers } from '../../platform/storage.ts';

/** ms without a further change after which changes are sent, and after which they are tried again. */
const sendAfter = 600;
const tryAgainAfter = 10_000;

export interface KeeperDeps {
  ask: () => Promise<LayerChoices>;
  send: (change: LayerChange) => Promise<LayerChoices>;
  /** Sends while the page goes: nobody waits for the answer. */
  sendLast: (change: LayerChange) => void;
  /** Whether a failure says that the change itself is wrong: it would never be taken. */
  isRefused: (error: unknown) => boolean;
  /** Changes that the server has not confirmed, in this browser. */
  unsaved: { read: () => LayerChange | null; write: (change: LayerChange | null) => void };
  /** What was chosen while choices stayed in this browser; read once. */
  takeOld: () => OldLayers | null;
  /** @returns a function that calls it off */
  later: (ms: number, work: () => void) => () => void;
}

export interface ShownChoices {
  choices: LayerChoices;
  /** The server has answered, or cannot: before that nothing is known of what the member chose. */
  ready: boolean;
}

/** What was chosen in this browser for layers of which the member's account says nothing yet; null: nothing. */
export const changeOfOld = (old: OldLayers, now: LayerChoices): LayerChange | null => {
  const missing = <T>(all: Readonly<Record<string, T>> = {}, there: object): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([oid]) => !Object.hasOwn(there, oid)));
  const shown = missing(old.shown, now.shown);
  const opacity = missing(old.opacity, now.opacity);
  const order = now.order.length === 0 ? [...(old.order ?? [])] : [];
  if (order.length === 0 && Object.keys({ ...shown, ...opacity }).length === 0) return null;
  return { shown, opacity, ...(order.length > 0 ? { order } : {}) };
};

/**
 * Keeps what a member chooses for layers: shown at once, sent a moment later, and held in the browser until the server
 * has it. It lives as long as the page does, whatever the member opens meanwhile.
 */
export function createChoiceKeeper(deps: KeeperDeps) {
  let server: LayerChoices = noLayerChoices;
  let ready = false;
  let sending: LayerChange | null = null;
  let waiting = deps.unsaved.read();
  let callOff = (): void => undefined;
  /** Counts what was sent: an answer that was asked for before is older than what the server has now. */
  let sent = 0;
  const listeners = new Set<() => void>();
  const join = (first: LayerChange | null, later: LayerChange | null): LayerChange | null =>
    first && later ? joinedChanges(first, later) : (first ?? later);
  const shownNow = (): ShownChoices => {
    const unsaved = join(sending, waiting);
    return { choices: unsaved ? changedChoices(server, unsaved) : server, ready };
  };
  let now = shownNow();
  const publish = (): void => {
    deps.unsaved.write(join(sending, waiting));
    now = shownNow();
    for (const listener of listeners) listener();
  };
  const schedule = (ms: number): void => {
    callOff();
    callOff = deps.later(ms, () => void flush());
  };

  async function flush(): Promise<void> {
    callOff();
    if (sending || !waiting) return;
    [sending, waiting] = [waiting, null];
    sent += 1;
    try {
      server = await deps.send(sending);
      sending = null;
      if (waiting) schedule(sendAfter);
    } catch (error) {
      waiting = deps.isRefused(error) ? waiting : join(sending, waiting);
      sending = null;
      if (waiting) schedule(tryAgainAfter);
    }
    sent += 1;
    publish();
  }

  async function load(): Promise<void> {
    const before = sent;
    try {
      const answer = await deps.ask();
      if (sent === before && !sending) server = answer;
      const old = deps.takeOld();
      // What was chosen since is newer than what was kept before.
      if (old) waiting = join(changeOfOld(old, server), waiting);
    } catch {
      // The organisation's default shows, and what is chosen meanwhile is sent later.
    }
    ready = true;
    if (waiting && !sending) schedule(sendAfter);
    publish();
  }

  return {
    load,
    flush,
    now: (): ShownChoices => now,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(change: LayerChange): void {
      waiting = join(waiting, change);
      schedule(sendAfter);
      publish();
    },
    /** Before the page or the session goes. What arrives twice is the same as once. */
    leave(): void {
      const unsaved = join(sending, waiting);
      if (unsaved) deps.sendLast(unsaved);
    },
  };
}
export type ChoiceKeeper = ReturnType<typeof createChoiceKeeper>;
