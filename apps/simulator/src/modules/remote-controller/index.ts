import { randomUUID } from 'node:crypto';
import { realClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { ControllerMachine } from './controller.machine.ts';
import type { ConsentPolicy, SimulatedControllerOptions } from './options.ts';

export { consentPolicies, type ConsentPolicy, type SimulatedControllerOptions } from './options.ts';

export interface SimulatedController {
  readonly sn: string;
  /** What the pilot does from now on when he is asked for control. */
  setConsent(policy: ConsentPolicy): void;
  /** The aircraft is linked to this controller, or not. */
  setInHand(inHand: boolean): void;
  /** The network is gone for so long, ms. */
  loseNetwork(ms: number): void;
  state(): ControllerReport;
  stop(): Promise<void>;
}

/** A controller as somebody beside its pilot would describe it. */
export interface ControllerReport {
  sn: string;
  connected: boolean;
  percent: number;
  inHand: boolean;
  consent: ConsentPolicy;
  /** Who controls from afar; null: the pilot. */
  controlledBy: string | null;
  mode: number;
  elevation: number;
  streams: unknown[];
  /** Methods that it was sent, in order. */
  services: readonly string[];
}

/** Starts a controller with an aircraft in the hand of its pilot. It connects and obeys until it is stopped. */
export function startSimulatedController(options: SimulatedControllerOptions): SimulatedController {
  const machine = new ControllerMachine({
    ...options,
    clock: options.clock ?? realClock,
    log: options.log ?? silentLog,
    seed: options.seed ?? randomUUID(),
    speed: options.speed ?? 1,
  });
  const { pilot, wire } = machine;
  return {
    sn: options.sn,
    setConsent: (policy) => {
      pilot.policy = policy;
    },
    setInHand: (inHand) => machine.setInHand(inHand),
    loseNetwork: (ms) => wire.cut(ms),
    state: () => ({
      sn: options.sn,
      connected: wire.connected,
      percent: Math.round(machine.percent),
      inHand: machine.inHand,
      consent: pilot.policy,
      controlledBy: pilot.controller,
      mode: machine.aircraft.drone.mode,
      elevation: machine.aircraft.drone.elevation,
      streams: machine.streams(),
      services: [...machine.services],
    }),
    stop: () => machine.stop(),
  };
}
