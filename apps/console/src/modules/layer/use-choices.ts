import { CallRefused } from '@eyrie/client';
import { layerCalls, type LayerChange } from '@eyrie/domain';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../platform/http.ts';
import { callWhileLeaving } from '../../platform/parting.ts';
import { onSignOut, useSession } from '../../platform/session.ts';
import { keep, kept } from '../../platform/storage.ts';
import { createChoiceKeeper, type ChoiceKeeper, type ShownChoices } from './choice-keeper.ts';

const without = <T>(all: Readonly<Record<string, T>> | null, name: string): Record<string, T> => {
  const { [name]: _, ...others } = all ?? {};
  return others;
};

const makeKeeper = (member: string): ChoiceKeeper =>
  createChoiceKeeper({
    ask: () => call(layerCalls.choices, {}, { toast: false }),
    send: (change) => call(layerCalls.choose, change, { toast: false }),
    sendLast: (change) => callWhileLeaving(layerCalls.choose, change),
    isRefused: (error) =>
      error instanceof CallRefused && (error.reason === 'invalid' || error.reason === 'malformed'),
    unsaved: {
      read: () => kept('layerChanges')?.[member] ?? null,
      write(change) {
        const others = without(kept('layerChanges'), member);
        keep('layerChanges', change ? { ...others, [member]: change } : others);
      },
    },
    takeOld() {
      const all = kept('layers');
      if (!all?.[member]) return null;
      keep('layers', without(all, member));
      return all[member] ?? null;
    },
    later(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });

let current: { member: string; keeper: ChoiceKeeper } | null = null;
const keeperOf = (member: string): ChoiceKeeper => {
  if (current?.member !== member) current = { member, keeper: makeKeeper(member) };
  return current.keeper;
};

// Pages come and go; what was chosen is sent when the tab is left, closed or signed out of.
window.addEventListener('pagehide', () => current?.keeper.leave());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void current?.keeper.flush();
});
onSignOut(() => current?.keeper.leave());

/** What the member chose for layers, on all computers, and how to change it. */
export const useLayerChoices = (): ShownChoices & { choose: (change: LayerChange) => void } => {
  const keeper = keeperOf(useSession(({ user }) => user?.oid ?? ''));
  const now = useSyncExternalStore(keeper.subscribe, keeper.now);
  useEffect(() => void keeper.load(), [keeper]);
  return { ...now, choose: keeper.change };
};
