import { mergeProperties, psdkOf } from '@eyrie/dji';
import type { SearchlightState } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { forgetDrone, forgetPayloads, openDockLink, telemetryOf, type DockLink } from './dock.link.ts';
import type { DockIdentity } from './dock.store.ts';

const now = 1_000_000;

/** A dock whose aircraft carries a searchlight, a camera for the night and a detector with a widget. */
const carrying = (): DockLink => {
  const identity = { oid: 'dock', sn: 'D1', droneSn: 'A1', model: '3-3-0', kind: 'dock', proved: true };
  const link = openDockLink(identity as DockIdentity, 1);
  const listed = [{ psdk_index: 1, psdk_name: 'Gas detector', values: [{ index: 0, value: 3 }] }];
  const of = (data: object, source: 'osd' | 'state') =>
    mergeProperties(link.dockSnapshot, data, { at: now, source }).snapshot;
  link.dockSnapshot = of({ mode_code: 4 }, 'osd');
  link.dockSnapshot = of({ psdk_widget_values: listed }, 'state');
  link.droneSnapshot = mergeProperties(
    link.droneSnapshot,
    { mode_code: 17 },
    { at: now, source: 'osd' },
  ).snapshot;
  link.droneInTopology = true;
  let seq = 0;
  link.sticks = {
    nextSeq: () => (seq += 1),
    night: null,
    capture: null,
    searchlights: [{ psdkIndex: 5, mode: 1, at: now } as SearchlightState],
    stealth: { on: true, at: now },
  };
  link.floatingTexts = [{ psdkIndex: 1, text: 'CH4 3 ppm', at: now }];
  return link;
};

it('what payloads said of themselves goes with their aircraft, and the link of sticks counts on', () => {
  const link = carrying();
  expect(telemetryOf(link, now)).toMatchObject({
    searchlights: [{ psdkIndex: 5 }],
    stealth: { on: true },
    floatingTexts: [{}],
  });
  expect(link.sticks?.nextSeq()).toBe(1);
  forgetPayloads(link);
  expect(telemetryOf(link, now)).toMatchObject({
    searchlights: [],
    stealth: null,
    floatingTexts: [],
    camera: { sticks: true },
  });
  expect(link.sticks?.nextSeq()).toBe(2);
  // The same aircraft comes back: its dock says only what has changed.
  expect(psdkOf(link.dockSnapshot.values)).toHaveLength(1);
});

it('nothing of the payloads of one aircraft is taken for those of the next', () => {
  const link = carrying();
  forgetDrone(link);
  expect(psdkOf(link.dockSnapshot.values)).toBeNull();
  expect(link.dockSnapshot.values).toMatchObject({ mode_code: 4 });
  expect(link.sticks?.searchlights).toEqual([]);
  expect(link.floatingTexts).toEqual([]);
});
