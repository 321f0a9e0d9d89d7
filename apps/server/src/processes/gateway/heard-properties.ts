import { limits } from '@eyrie/domain';
import { mergeProperties, valueFault, type DeviceMessage, type Merged, type Snapshot } from '@eyrie/dji';
import type { Place } from '@eyrie/geometry';
import { clockOffsetOf, droneAirborne, type DockLink } from '../../modules/dock/index.ts';
import type { Unusable } from '../../modules/device-health/index.ts';
import type { TelemetryPublisher, TelemetryRecorder } from '../../modules/telemetry/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { LinkParts } from './link-parts.ts';
import { createPlaceGuard, type PlaceGuard } from './place-guard.ts';

export interface HeardPropertiesDependencies {
  clock: Clock;
  log: Log;
  /** How long what is heard now may have waited for us, ms. */
  waited(): number;
  /** A value of a device that cannot be was left out. */
  counted(what: 'unfit'): void;
  unusable: Pick<Unusable, 'record'>;
  publisher: TelemetryPublisher;
  recorder: TelemetryRecorder;
  parts: Pick<LinkParts, 'properties' | 'droneGone'>;
}

type Source = 'osd' | 'state';

type Device = 'dock' | 'drone';

const placeOf = ({ values }: Snapshot): Place | null => {
  const { longitude: lng, latitude: lat } = values;
  // Zeros in both are what a device without a position sends.
  return typeof lng === 'number' && typeof lat === 'number' && (lng !== 0 || lat !== 0) ? { lng, lat } : null;
};

/** Values that cannot be are left out; of each device it is said which, once in a while. */
const createUnfitNotes = ({
  clock,
  log,
  counted,
}: Pick<HeardPropertiesDependencies, 'clock' | 'log' | 'counted'>) => {
  const saidAt = new WeakMap<DockLink, Record<Device, number>>();
  return (link: DockLink, device: Device, keys: readonly string[]): void => {
    if (keys.length === 0) return;
    for (const _ of keys) counted('unfit');
    const said = saidAt.get(link) ?? { dock: -Infinity, drone: -Infinity };
    saidAt.set(link, said);
    const now = clock.mono();
    if (now - said[device] < limits.dock.unfitReportEvery) return;
    said[device] = now;
    log.warn(
      { sn: link.dock.sn, device, keys: keys.slice(0, 16).map((key) => key.slice(0, 64)) },
      'values that cannot be were left out',
    );
  };
};

/** Takes a message into what is known of a device, without a place that it cannot be at. */
const createMerge = ({ clock, waited }: Pick<HeardPropertiesDependencies, 'clock' | 'waited'>) => {
  const guards = new WeakMap<DockLink, Record<Device, PlaceGuard>>();
  return (link: DockLink, device: Device, message: DeviceMessage, source: Source): Merged => {
    const before = device === 'dock' ? link.dockSnapshot : link.droneSnapshot;
    // What waited for us is older than it looks, and must not pass for fresh.
    const at = clock.mono() - waited();
    const receipt = { at, source, device };
    const merged = mergeProperties(before, message.data, receipt);
    const place = merged.taken.includes('longitude') ? placeOf(merged.snapshot) : null;
    if (!place) return merged;
    const guard = guards.get(link) ?? { dock: createPlaceGuard(), drone: createPlaceGuard() };
    guards.set(link, guard);
    if (before.osdAt === null) guard[device].forget();
    if (guard[device].takes(place, at, device === 'drone' ? placeOf(link.dockSnapshot) : null)) return merged;
    const { latitude: _lat, longitude: _lng, ...rest } = message.data as Record<string, unknown>;
    const without = mergeProperties(before, rest, receipt);
    return { ...without, dropped: [...without.dropped, 'latitude', 'longitude'] };
  };
};

/** What docks and aircraft say of themselves, taken into what is known of them. */
export const createHeardProperties = (deps: HeardPropertiesDependencies) => {
  const { clock, publisher, recorder, parts } = deps;
  const merge = createMerge(deps);
  const recordUnfit = createUnfitNotes(deps);
  const recordUnusable = (
    { dock }: DockLink,
    device: Device,
    { data }: DeviceMessage,
    source: Source,
    { taken, dropped }: Merged,
  ): void => {
    for (const key of dropped) {
      const sent: unknown = Reflect.get(data as object, key);
      const fault = valueFault(key, sent, device);
      const what = fault?.member ? `${key}.${fault.member}` : key;
      deps.unusable.record(dock.oid, fault?.reason ?? 'value', what, sent, { rule: fault?.rule ?? null });
    }
    // An empty message says nothing; one that is no object of properties was meant to say something.
    if (taken.length === 0 && (typeof data !== 'object' || Array.isArray(data)))
      deps.unusable.record(dock.oid, 'noData', source, data);
  };
  /** A sign of life of the dock itself. */
  const heard = (link: DockLink, message: DeviceMessage): void => {
    const wall = clock.wall();
    // What was on its way when the connection ended may come after the broker's word, and does not bring it back.
    if (clock.mono() - link.sessionEndedAt > limits.dock.lastWords) link.session = true;
    link.lastSeenWall = wall;
    if (message.timestamp !== null) link.clockOffset = clockOffsetOf(message.timestamp, wall, deps.waited());
  };

  const ofDock = (link: DockLink, message: DeviceMessage, source: Source): void => {
    heard(link, message);
    const merged = merge(link, 'dock', message, source);
    recordUnusable(link, 'dock', message, source, merged);
    recordUnfit(link, 'dock', merged.dropped);
    link.dockSnapshot = merged.snapshot;
    if (!link.controller && merged.taken.includes('sub_device')) {
      const sub = merged.snapshot.values['sub_device'] as { device_online_status?: unknown };
      if (sub.device_online_status === 1) link.droneInTopology = true;
      if (sub.device_online_status === 0 && link.droneInTopology) {
        link.droneInTopology = false;
        parts.droneGone(link);
        publisher.touch(link, 'drone');
      }
    }
    parts.properties(link, merged.taken, source);
    publisher.touch(link, 'dock');
    publisher.touch(link, 'presence');
    recorder.recordDock(link, link.lastSeenWall ?? clock.wall());
  };

  const ofDrone = (link: DockLink, message: DeviceMessage, source: Source): void => {
    const wall = clock.wall();
    const merged = merge(link, 'drone', message, source);
    recordUnusable(link, 'drone', message, source, merged);
    recordUnfit(link, 'drone', merged.dropped);
    link.droneSnapshot = merged.snapshot;
    if (source === 'osd' && merged.taken.length > 0) {
      link.droneLastSeenWall = wall;
      link.airborneWhenLastSeen = droneAirborne(link, clock.mono());
    }
    publisher.touch(link, 'drone');
    recorder.recordDrone(link, wall);
  };

  return { heard, ofDock, ofDrone };
};
