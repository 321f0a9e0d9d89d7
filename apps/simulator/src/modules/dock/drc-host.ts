import { gatewayHas } from '@eyrie/dji';
import type { DrcHost } from '../drc/index.ts';
import { droneState, setLights } from '../drone/index.ts';
import { cameraState, setByLink, type PayloadDevices } from '../gimbal/index.ts';
import type { FlightMachine } from '../flight/index.ts';
import { sensedAround } from '../world/index.ts';
import type { Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';

interface Parts {
  flights: { readonly running: { readonly machine: FlightMachine } | null };
  video: { running(): readonly string[] };
  devices: Pick<PayloadDevices, 'setByLink' | 'pushes'>;
}

/** What the sticks of a dock are given of it. */
export const drcHost = (
  { setup, clock, log, body, place, model, droneModel }: DockCore,
  wire: Pick<Wire, 'event'>,
  parts: Parts,
): DrcHost => {
  const machine = (): FlightMachine | null => parts.flights.running?.machine ?? null;
  return {
    sn: setup.sn,
    clock,
    log,
    drone: body.drone,
    place,
    take: () => machine()?.takeSticks() ?? false,
    fly: (wanted) => machine()?.flySticks(wanted),
    halt: () => void machine()?.stopFlyTo(),
    land: () => machine()?.landHere() ?? false,
    flying: () => machine()?.stage === 'bySticks',
    linkUp: () => body.state.linkUp,
    has: (method) => gatewayHas(model.key, method),
    setCamera: (method, data) => setByLink({ drone: body.drone, camera: droneModel.camera }, method, data),
    camera: () =>
      cameraState(
        { drone: body.drone, camera: droneModel.camera },
        {
          night: gatewayHas(model.key, 'drc_camera_night_mode_set'),
          second: gatewayHas(model.key, 'drc_linkage_zoom_set'),
        },
      ),
    setLights: (method, data) => setLights(body.drone, method, data),
    droneState: () => droneState(body.drone),
    setDevice: (method, data) => parts.devices.setByLink(method, data),
    devices: () => parts.devices.pushes(),
    sensed: () =>
      sensedAround(body.drone, {
        height: place.height + body.drone.elevation,
        elevation: body.drone.elevation,
        head: body.drone.head,
      }),
    pictures: () => parts.video.running(),
    said(state, result) {
      body.state.drcState = state;
      if (state !== 1) wire.event('drc_status_notify', { result, drc_state: state }, { needReply: true });
    },
  };
};
