import { limits, type CommandMethod } from '@eyrie/domain';
import { mergeProperties } from '@eyrie/dji';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../testing/refusal-of.ts';
import { openDockLink, type DockIdentity, type DockLink } from '../dock/index.ts';
import type { CommandPlans } from './command.plan.ts';
import { refuseByState } from './command.state-rules.ts';
import type { Command } from './command.store.ts';

const now = 1_000_000;
const { stateFresh } = limits.command;
const { offlineAfter } = limits.dock;

/** A dock that reported its state a moment ago, with an aircraft in it or out. */
const linkOf = (
  part: { dockAgo?: number | null; droneAgo?: number | null; inDock?: boolean; kind?: string } = {},
  change: Partial<DockLink> = {},
): DockLink => {
  const { dockAgo = 100, droneAgo = null, inDock = false, kind = 'dock' } = part;
  const identity = { oid: 'dock', sn: 'D1', droneSn: 'A1', model: '3-2-0', kind, proved: true };
  const link = openDockLink(identity as DockIdentity, 1);
  const reported = (snapshot: DockLink['dockSnapshot'], ago: number, data: object) =>
    mergeProperties(snapshot, data, { at: now - ago, source: 'osd' }).snapshot;
  if (dockAgo !== null)
    link.dockSnapshot = reported(link.dockSnapshot, dockAgo, { drone_in_dock: inDock ? 1 : 0 });
  if (droneAgo !== null) link.droneSnapshot = reported(link.droneSnapshot, droneAgo, { mode_code: 5 });
  return Object.assign(link, change);
};

const judge = async (
  method: CommandMethod,
  link: DockLink,
  { brokerUp = true, planRefuses = false } = {},
) => {
  const asked: CommandMethod[] = [];
  const plan = {
    refuse() {
      asked.push(method);
      return planRefuses ? { reason: 'droneNotInFlight' as const, values: { seconds: 3 } } : null;
    },
  };
  const refusal = await refusalOf(
    (async () =>
      refuseByState(
        { link, now, command: { method, issuedBy: 'member', epoch: 7 } as Command },
        { plans: { [method]: plan } as unknown as CommandPlans, brokerUp: () => brokerUp },
      ))(),
  );
  return { reason: refusal?.reason ?? null, values: refusal?.details.values, asked: asked.length };
};

describe('an order by the state of its dock', () => {
  it('is given to a dock that reported its state, and judged by its plan', async () => {
    expect(await judge('flightPause', linkOf())).toMatchObject({ reason: null, asked: 1 });
    expect(await judge('flightPause', linkOf(), { planRefuses: true })).toEqual({
      reason: 'droneNotInFlight',
      values: { seconds: 3 },
      asked: 1,
    });
  });

  it.each(['flightPause', 'returnHome', 'hover', 'robotStop'] as const)(
    '%s is refused where the device is not proved, or there is no broker',
    async (method) => {
      const stranger = linkOf();
      stranger.dock = { ...stranger.dock, proved: false };
      expect(await judge(method, stranger)).toMatchObject({ reason: 'notProved', asked: 0 });
      expect(await judge(method, linkOf(), { brokerUp: false })).toMatchObject({
        reason: 'brokerDown',
        asked: 0,
      });
    },
  );

  it('waits for a gateway that has just begun', async () => {
    expect((await judge('flightPause', linkOf({}, { holdUntil: now + 1 }))).reason).toBe('startingUp');
    expect((await judge('flightPause', linkOf({}, { holdUntil: now }))).reason).toBeNull();
  });

  it('waits, after an orderly hand-over, only until dock and aircraft have been heard', async () => {
    const held = { holdUntil: now + 1, handedOver: true };
    expect((await judge('flightPause', linkOf({ droneAgo: 100 }, held))).reason).toBeNull();
    expect((await judge('flightPause', linkOf({}, held))).reason).toBe('startingUp');
    expect((await judge('flightPause', linkOf({ dockAgo: null, droneAgo: 100 }, held))).reason).toBe(
      'startingUp',
    );
    const crashed = { ...held, handedOver: false };
    expect((await judge('flightPause', linkOf({ droneAgo: 100 }, crashed))).reason).toBe('startingUp');
  });

  it('is refused where the dock is not connected, or its state too old', async () => {
    expect((await judge('flightPause', linkOf({ dockAgo: null }))).reason).toBe('dockOffline');
    expect((await judge('flightPause', linkOf({}, { session: false }))).reason).toBe('dockOffline');
    expect((await judge('flightPause', linkOf({ dockAgo: offlineAfter + 1 }))).reason).toBe('dockOffline');
    expect((await judge('flightPause', linkOf({ dockAgo: stateFresh }))).reason).toBeNull();
    expect(await judge('flightPause', linkOf({ dockAgo: stateFresh + 1 }))).toMatchObject({
      reason: 'stateStale',
      values: { seconds: Math.ceil((stateFresh + 1) / 1_000) },
    });
  });

  it('to a controller needs the consent of its pilot', async () => {
    const held = linkOf({ kind: 'remoteController' });
    expect((await judge('flightPause', held)).reason).toBe('consentMissing');
    expect((await judge('hover', held)).reason).toBe('consentMissing');
    expect((await judge('controlRequest', held)).reason).toBeNull();
  });
});

describe('an order to come home or to halt', () => {
  const judged = (link: DockLink) => judge('returnHome', link, { planRefuses: true });

  it('goes out though nothing is heard of the aircraft, or of its dock', async () => {
    for (const link of [
      linkOf(),
      linkOf({ dockAgo: null }),
      linkOf({}, { holdUntil: now + 1 }),
      linkOf({ dockAgo: stateFresh + 1, droneAgo: 100 }),
      linkOf({ dockAgo: stateFresh + 1, inDock: true }),
      linkOf({ droneAgo: 100 }, { session: false }),
      linkOf({ droneAgo: stateFresh + 1 }),
    ])
      expect(await judged(link)).toMatchObject({ reason: null, asked: 0 });
  });

  it('is judged by its plan where the aircraft is heard, or known to be in its dock', async () => {
    for (const link of [
      linkOf({ droneAgo: 100 }),
      linkOf({ droneAgo: stateFresh }),
      linkOf({ inDock: true }),
      linkOf({ dockAgo: stateFresh, droneAgo: 100 }),
    ])
      expect(await judged(link)).toMatchObject({ reason: 'droneNotInFlight', asked: 1 });
  });

  it('of a robot is judged by its plan whatever is heard', async () => {
    expect(await judge('robotStop', linkOf({ dockAgo: null }), { planRefuses: true })).toMatchObject({
      reason: 'droneNotInFlight',
      asked: 1,
    });
  });
});
