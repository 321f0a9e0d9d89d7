import { timing } from '../../platform/timing.ts';

/** 0 closed, 1 open, 2 half open, 3 abnormal: the numbers of the devices. */
export type CoverState = 0 | 1 | 2 | 3;

/** The lid of the dock. It moves in simulated seconds and can jam while opening. */
export interface Cover {
  state: CoverState;
  moving: { to: 'open' | 'closed'; seconds: number; jams: boolean } | null;
}

export const closedCover = (): Cover => ({ state: 0, moving: null });

export function openCover(cover: Cover, jams: boolean): void {
  if (cover.state === 1 && !cover.moving) return;
  if (cover.moving?.to !== 'open') cover.moving = { to: 'open', seconds: 0, jams };
}

export function closeCover(cover: Cover): void {
  if (cover.state === 0 && !cover.moving) return;
  if (cover.moving?.to !== 'closed') cover.moving = { to: 'closed', seconds: 0, jams: false };
}

/** It stands where it is. */
export function haltCover(cover: Cover): void {
  cover.moving = null;
}

/** Lets time pass; tells when a movement has ended. */
export function advanceCover(cover: Cover, seconds: number): 'opened' | 'closed' | 'jammed' | null {
  const { moving } = cover;
  if (!moving) return null;
  moving.seconds += seconds;
  if (moving.to === 'open') {
    cover.state = 2;
    if (moving.jams && moving.seconds >= timing.coverMove / 2) return end(cover, 3, 'jammed');
    return moving.seconds >= timing.coverMove ? end(cover, 1, 'opened') : null;
  }
  // On closing the propellers are turned into place first, with the lid still open.
  if (moving.seconds >= timing.coverCloseOpenPart) cover.state = 2;
  return moving.seconds >= timing.coverClose ? end(cover, 0, 'closed') : null;
}

function end<T>(cover: Cover, state: CoverState, reported: T): T {
  cover.state = state;
  cover.moving = null;
  return reported;
}
