/** A dock whose aircraft is flown by sticks, and the clock of its gateway, both moved by hand. */
import { mergeProperties } from '@eyrie/dji';
import { beginWatchdog, centredSticks, type StickHolder, type Sticks } from '@eyrie/domain';
import { openDockLink, type DockIdentity, type DockLink } from '../dock/index.ts';
import type { DrcSaid } from './drc.channel.ts';
import { beginRun, type DrcRun } from './drc.run.ts';

export const holder: StickHolder = { memberOID: 'm', sessionOID: 's', tabId: 'tab', epoch: 7 };
export const forward: Sticks = { ...centredSticks, pitch: 1 };
/** Monotonic ms at which everything begins, and how far the wall clock and the server's time are ahead of it. */
export const begin = 100_000;
const wallAhead = 1_700_000_000_000;

export const handClock = () => {
  let now = begin;
  return {
    mono: () => now,
    wall: () => now + wallAhead,
    /** @param ms since everything began */
    to: (ms: number): number => (now = begin + ms),
  };
};
export type HandClock = ReturnType<typeof handClock>;

/** @param model of the dock. The aircraft is in the air, 60 m above its take-off */
export const flownLink = (now = begin, model = '3-3-0'): DockLink => {
  const identity = {
    oid: 'dock',
    sn: 'D1',
    droneSn: 'A1',
    model,
    kind: 'dock',
    groupRoot: 'root',
    groupOID: 'group',
    proved: true,
  };
  const link = openDockLink(identity as DockIdentity, 1);
  link.droneInTopology = true;
  saysDock(link, { mode_code: 4, drone_in_dock: 0 }, now);
  saysDrone(link, { mode_code: 17, elevation: 60, height: 160 }, now);
  return link;
};

export const saysDock = (link: DockLink, data: object, at: number): void => {
  link.dockSnapshot = mergeProperties(link.dockSnapshot, data, { at, source: 'osd' }).snapshot;
};
export const saysDrone = (link: DockLink, data: object, at: number): void => {
  link.droneSnapshot = mergeProperties(link.droneSnapshot, data, { at, source: 'osd' }).snapshot;
};

/** Somebody flies, whose right was looked at, and the dock has reported its aircraft at this moment. */
export const flownRun = ({ dock }: DockLink, now = begin): DrcRun =>
  Object.assign(beginRun(dock, Buffer.from('account'), beginWatchdog(holder, now), now), {
    confirmed: true,
    heardAt: now,
  });

/** A frame that was read at this moment of the server's time. */
export const frameSaid = (
  seq: number,
  readAt: number,
  differs: Partial<StickHolder> & { sticks?: Sticks } = {},
): Extract<DrcSaid, { kind: 'frame' }> => {
  const { sticks = forward, ...other } = differs;
  const from = { ...holder, ...other };
  return {
    kind: 'frame',
    dockOID: 'dock',
    ...from,
    frame: { epoch: from.epoch, seq, at: 0, sticks },
    readAt,
  };
};
