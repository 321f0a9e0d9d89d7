import type { Wire } from '../../platform/wire.ts';
import type { Drone } from '../drone/index.ts';
import type { RunningFlight } from '../flight/index.ts';
import type { DockCore, HeldAreas } from './core.ts';
import type { Failure } from './failures.ts';

/** A dock as somebody standing beside it would describe it. */
export interface DockReport {
  sn: string;
  connected: boolean;
  modeCode: number;
  stepCode: number;
  coverState: number;
  droneInDock: boolean;
  emergencyStop: boolean;
  /** Seconds until its air conditioner takes another order. */
  airConditionerWait: number;
  /** It works at a job of remote debugging. */
  working: boolean;
  battery: number;
  charging: boolean;
  wind: number;
  rain: number;
  linkUp: boolean;
  drone: Drone;
  flight: { id: string; stage: string; waypoint: number; percent: number; photos: number } | null;
  jobNumber: number;
  remainUpload: number;
  /** Messages that the server has not answered. */
  unanswered: number;
  streams: unknown[];
  armed: readonly Failure[];
  /** Its custom flight areas; null: none. */
  areas: HeldAreas | null;
}

export function makeReport(parts: {
  core: DockCore;
  wire: Wire;
  flight: RunningFlight | null;
  streams: unknown[];
  working: boolean;
}): DockReport {
  const { core, wire, flight, streams, working } = parts;
  const { state, battery, weather, drone } = core.body;
  const machine = flight?.machine;
  return {
    sn: core.setup.sn,
    connected: wire.connected,
    modeCode: state.modeCode,
    stepCode: state.stepCode,
    coverState: state.cover.state,
    droneInDock: state.droneInDock,
    emergencyStop: state.emergencyStop,
    airConditionerWait: state.air.wait,
    working,
    battery: battery.percent,
    charging: battery.charging,
    wind: weather.wind,
    rain: weather.rain,
    linkUp: state.linkUp,
    drone: structuredClone(drone),
    flight:
      flight && machine
        ? {
            id: flight.id,
            stage: machine.stage,
            waypoint: machine.run.waypoint,
            percent: machine.percent,
            photos: machine.run.photos,
          }
        : null,
    jobNumber: state.jobNumber,
    remainUpload: state.remainUpload,
    unanswered: wire.unanswered,
    streams,
    armed: core.failures.list(),
    areas: core.areas.held,
  };
}
