import type { CloudLook } from '@eyrie/map';
import { useSyncExternalStore } from 'react';
import { keep, kept } from '../../platform/storage.ts';

/** How a cloud of points is shown in this browser: what a machine can draw is no choice for all machines of a member. */
export interface CloudChoice {
  look: CloudLook;
  /** The most points on the screen. */
  points: number;
}

/** Points that may be on the screen. */
export const cloudBudgets = [500_000, 1_000_000, 3_000_000, 8_000_000] as const;
export const usualCloud: CloudChoice = { look: 'colour', points: 3_000_000 };

const listeners = new Set<() => void>();
let now: Readonly<Record<string, CloudChoice>> = kept('clouds') ?? {};

/** Changes how one cloud is shown, on all maps of the page. */
export const chooseCloud = (oid: string, change: Partial<CloudChoice>): void => {
  now = { ...now, [oid]: { ...(now[oid] ?? usualCloud), ...change } };
  keep('clouds', now);
  for (const listener of listeners) listener();
};

/** How clouds are shown, by their oids; those that nobody changed are not in it. */
export const useCloudChoices = (): Readonly<Record<string, CloudChoice>> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => now,
  );
