import { linkLevel, type DroneTelemetry, type RemoteControllerRecord } from '@eyrie/domain';
import { threeLinks, type ThreeLinks } from '../../modules/telemetry/index.ts';
import type { Aged } from '../../platform/aged.ts';
import { useNow } from '../../platform/clock.ts';
import { useLink } from '../../platform/live.ts';
import { ageOf, lastKnownDrone, useTelemetry, type Latest } from '../../platform/telemetry.ts';

export interface ControllerLiveNow {
  state: Latest<'controllerState'> | null;
  drone: Aged<DroneTelemetry>;
  online: boolean;
  droneOID: string | null;
  droneOnline: boolean;
  airborne: boolean;
  pageLinkUp: boolean;
  links: ThreeLinks;
  ages: Readonly<Record<keyof ThreeLinks, number | null>>;
}

/** Everything the live messages say of a controller and the aircraft in its pilot’s hand, with ages that count on. */
export const useController = (record: RemoteControllerRecord): ControllerLiveNow => {
  const link = useLink();
  const page = link.state === 'up' && link.quietSince !== null ? 'quiet' : link.state;
  const at = useNow();
  const state = useTelemetry('controllerState', record.oid);
  const droneOID = state?.data.droneOID ?? null;
  const held = useTelemetry('heldDroneTelemetry', droneOID);
  const age = (latest: Latest | null): number | null =>
    latest ? ageOf(latest, Math.max(at, latest.receivedAt)) : null;
  const ages = { controller: age(state), drone: age(held) };
  const online = state?.data.online ?? false;
  const droneOnline = held?.data.online ?? state?.data.droneOnline ?? false;
  const known = droneOID ? lastKnownDrone(droneOID) : null;
  const airborne = held?.data.online ? held.data.airborne : (known?.airborne ?? false);
  const level = linkLevel(ages.drone);
  return {
    state,
    drone: { data: held?.data ?? null, ageMs: ages.drone, level },
    online,
    droneOID,
    droneOnline,
    airborne,
    pageLinkUp: page === 'up',
    links: threeLinks({
      page,
      dock: { online: state ? online : null, level: linkLevel(ages.controller) },
      drone: { online: state ? droneOnline : null, airborne, level },
    }),
    ages: {
      page: Math.max(0, at - (page === 'quiet' ? (link.quietSince ?? at) : link.since)),
      dock: ages.controller,
      drone: ages.drone,
    },
  };
};
