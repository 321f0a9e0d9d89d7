import type { Wire } from '../../platform/wire.ts';
import { isAirborne } from '../drone/index.ts';
import { orderAir, type AirMode } from './air-conditioner.ts';
import { missingModule, type Card } from './cards.ts';
import type { DockCore } from './core.ts';

/** What a person does at a dock from afar while it is in remote debug. */
export interface DebugHost {
  /** Device code that forbids entering debug; 0 when allowed. */
  mayEnter(): number;
  inDebug(): boolean;
  airborne(): boolean;
  /** The aircraft is in the air, against one that stands somewhere else than in its dock. */
  flies(): boolean;
  /** It stands on the pad. */
  inside(): boolean;
  /** The emergency stop is pressed. */
  stopped(): boolean;
  /** Docks of this generation have no such method. */
  lacks(method: string): boolean;
  enter(on: boolean): void;
  light(on: boolean): void;
  alarm(on: boolean): void;
  air(mode: AirMode): number;
  /** Maintenance of the battery. The code of a refusal; 0: done. */
  care(on: boolean): number;
  lte(on: boolean): number;
  /** 1 plan, 2 standby. */
  storeMode(mode: 1 | 2): void;
  cover(open: boolean): void;
  /** Closes it over a pad that stays empty. */
  forceCover(): void;
  rods(out: boolean): void;
  dronePower(on: boolean): void;
  dronePowered(): boolean;
  charge(on: boolean): void;
  cards(of: 'dock' | 'drone'): Card[];
  cardsChanged(): void;
  erase(of: 'dock' | 'drone'): void;
  calibrate(place: { longitude: number; latitude: number; height: number }): void;
  reboot(): void;
  /** The code with which this very order breaks; null: it does not. */
  fault(method: string, usual?: number): number | null;
  /** Runs after simulated seconds. */
  later(seconds: number, run: () => void): void;
  report(method: string, bid: string, data: unknown): void;
}

const rebootSeconds = 60;
const working = 514_148;
const notInDock = 514_156;
const careSeconds = 20 * 3600;

const newerOnly: readonly string[] = ['esim_activate', 'esim_operator_switch', 'sim_slot_switch'];

const lacking = (generation: number, rods: boolean, method: string): boolean =>
  (method.startsWith('putter_') && !rods) ||
  (newerOnly.includes(method) && generation < 2) ||
  (method === 'rtk_calibration' && generation < 3);

/** The mechanics of this dock for the one who debugs it from afar. */
export function debugHost(core: DockCore, wire: Wire, cardsChanged: () => void): DebugHost {
  const { body, failures, model, place } = core;
  const { state } = body;
  return {
    mayEnter: () => (state.modeCode === 4 ? working : 0),
    inDebug: () => state.modeCode === 2,
    airborne: () => !state.droneInDock,
    flies: () => isAirborne(body.drone),
    inside: () => state.droneInDock,
    stopped: () => state.emergencyStop,
    lacks: (method) => lacking(model.type, model.rods, method),
    enter: (on) => {
      state.modeCode = on ? 2 : 0;
    },
    light: (on) => {
      state.light = on;
    },
    alarm: (on) => {
      state.alarm = on;
    },
    air: (mode) => orderAir(state.air, mode, body.weather.temperature),
    care: (on) => {
      if (on && !state.droneInDock) return notInDock;
      state.careSeconds = on ? careSeconds : 0;
      return 0;
    },
    lte: (on) => {
      if (on && state.cards.dock.length === 0) return missingModule;
      state.lte = on;
      return 0;
    },
    storeMode: (mode) => {
      state.storeMode = mode;
    },
    cover: (open) => (open ? body.openCover(failures.take('coverFault') !== null) : body.closeCover()),
    forceCover: () => {
      state.coverForced = true;
      body.closeCover();
    },
    rods: (out) => {
      state.putter = out ? 1 : 0;
    },
    dronePower: (on) => body.setPower(on),
    dronePowered: () => body.drone.powered,
    charge: (on) => {
      body.battery.charging = on;
    },
    cards: (of) => state.cards[of],
    cardsChanged,
    erase: (of) => {
      if (of === 'dock') state.storageUsed = 0;
      else body.drone.storageUsed = 0;
    },
    calibrate: ({ longitude, latitude, height }) => {
      Object.assign(place, { lng: longitude, lat: latitude, height });
      state.calibrated = true;
    },
    reboot: () => {
      core.journals.dock.end(core.clock.wall());
      core.journals.dock.begin(core.clock.wall());
      wire.cut((rebootSeconds * 1000) / core.setup.speed);
    },
    fault: (method, usual) => {
      const fault = failures.take('debugFault', method);
      return fault && (fault.code ?? usual ?? 314_000);
    },
    later: (seconds, run) => core.afterSeconds(seconds, run),
    report: (method, bid, data) => wire.event(method, data, { bid }),
  };
}
