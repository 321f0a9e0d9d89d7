import { obstacleMet } from '../flight/index.ts';
import type { DrcDesk } from '../drc/index.ts';
import type { FlightDesk } from '../flight/index.ts';
import type { Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';

/** What comes over an aircraft in flight from outside, by the messages of real ones. */
export interface Interventions {
  obstacle(): void;
  /** @param reason as devices number it: 5 something is too close */
  returnInterrupted(reason: number): void;
  /** The link for sticks breaks off. @param code 514301 no heartbeat, 514303 no network */
  drcLost(code: number): void;
  /** The pilot of a remote controller takes it for so many real milliseconds. */
  takenOver(ms: number): void;
}

export const interventions = (
  { core, wire }: { core: DockCore; wire: Wire },
  flights: FlightDesk,
  drc: DrcDesk,
): Interventions => {
  const { setup, body, place } = core;
  const source = (control_source: string): void => wire.state(setup.droneSn, { control_source });
  return {
    obstacle() {
      const { running } = flights;
      if (!running || flights.pause(obstacleMet) !== 0) return;
      const { lng: longitude, lat: latitude, elevation } = body.drone;
      const height = place.height + elevation;
      const obstacle = {
        id: 1,
        type: 2,
        timestamp: Math.round(core.clock.wall()),
        latitude,
        longitude,
        height,
      };
      wire.event('obstacle_avoidance_notify', {
        flight_id: running.id,
        wayline_uuid: running.id,
        obstacles: [{ ...obstacle, wayline_id: 0, waypoint_index: 0 }],
        is_final_report: true,
      });
    },
    returnInterrupted(reason) {
      if (flights.cancelReturn() !== 0) return;
      wire.event('device_exit_homing_notify', { sn: setup.droneSn, action: 1, reason }, { needReply: true });
    },
    drcLost: (code) => drc.lose(code),
    takenOver(ms) {
      source('B');
      wire.event('joystick_invalid_notify', { reason: 4 }, { needReply: true });
      drc.lose(0);
      core.later(ms, () => source('A'));
    },
  };
};
