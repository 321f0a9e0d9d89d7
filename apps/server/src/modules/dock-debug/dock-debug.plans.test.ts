import { mergeProperties } from '@eyrie/dji';
import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { momentOf } from '../command/index.ts';
import { openDockLink, type DockIdentity, type DockLink } from '../dock/index.ts';
import { dockDebugPlans } from './dock-debug.plans.ts';

const now = 10_000_000;
const wall = 1_763_690_000_000;
const { stateFresh } = limits.command;
const { fliesAtMost } = limits.dockDebug;

interface Reported {
  dock?: object;
  /** Age of its word about the pad, ms. */
  padAgo?: number;
  /** Age of the newest word of the aircraft, ms; null: none. */
  droneAgo?: number | null;
  flew?: boolean;
  /** What the gateway before this one left of it: how long before the newest word of the dock it was heard, ms. */
  leftAgo?: number;
  model?: string;
}

/** A dock in remote debugging whose pad is empty, by a word of so long ago. */
const linkWith = ({
  dock = { drone_in_dock: 0 },
  padAgo = 0,
  droneAgo = null,
  flew = false,
  leftAgo,
  model = '3-2-0',
}: Reported = {}): DockLink => {
  const link = openDockLink(
    { oid: 'dock', sn: 'D1', droneSn: 'A1', model, kind: 'dock', proved: true } as DockIdentity,
    1,
  );
  const says = (data: object, ago: number): void => {
    link.dockSnapshot = mergeProperties(link.dockSnapshot, data, { at: now - ago, source: 'osd' }).snapshot;
  };
  says(dock, padAgo);
  says({ mode_code: 2, cover_state: 3 }, 0);
  if (droneAgo !== null)
    link.droneSnapshot = mergeProperties(
      link.droneSnapshot,
      { mode_code: 0 },
      { at: now - droneAgo, source: 'osd' },
    ).snapshot;
  link.airborneWhenLastSeen = flew;
  link.lastSeenWall = wall;
  link.droneLastSeenWall = leftAgo === undefined ? null : wall - leftAgo;
  return link;
};

const { coverForceClose, coverClose } = dockDebugPlans;
const reasonOf = (reported?: Reported): string | undefined =>
  coverForceClose.offer?.(momentOf(linkWith(reported), now))?.reason;

describe('closing a cover by force', () => {
  it.each([
    ['over a pad that is empty now', {}, undefined],
    ['while the aircraft stands on it', { dock: { drone_in_dock: 1 } }, 'droneInDock'],
    ['where the dock says nothing of its pad', { dock: {} }, 'notReported'],
    ['by a word that is just fresh', { padAgo: stateFresh }, undefined],
    ['by an old word, though the dock speaks', { padAgo: stateFresh + 1 }, 'stateStale'],
    [
      'by a dock with its stop pressed',
      { dock: { drone_in_dock: 0, emergency_stop_state: 1 } },
      'emergencyStopPressed',
    ],
    ['with an aircraft that landed elsewhere', { droneAgo: 60_000 }, undefined],
    ['with one that went silent in the air', { droneAgo: 60_000, flew: true }, 'aircraftFlies'],
    ['with one that cannot be in the air any more', { droneAgo: fliesAtMost + 1, flew: true }, undefined],
    ['after a new start, with one that was in the air', { leftAgo: 60_000, flew: true }, 'aircraftFlies'],
    ['after a new start, long after that', { leftAgo: fliesAtMost + 1, flew: true }, undefined],
    ['with one of which nobody knows since when it is silent', { flew: true }, 'aircraftFlies'],
    ['on a controller, which has no cover', { model: '2-174-0' }, 'methodMissing'],
  ] satisfies [string, Reported, string | undefined][])('%s', (_, reported, reason) => {
    expect(reasonOf(reported)).toBe(reason);
    const context = { link: linkWith(reported), now, command: { arguments: { padEmpty: true } } };
    expect(coverForceClose.refuse(context as never)?.reason).toBe(reason);
  });

  it('asks more than closing it, which turns the propellers out of its way', () => {
    for (const reported of [{ dock: { drone_in_dock: 1 } }, { dock: {} }, { padAgo: stateFresh + 1 }])
      expect(coverClose.offer?.(momentOf(linkWith(reported), now))).toBeNull();
  });
});
