import { randomUUID } from 'node:crypto';
import { realClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { DockMachine } from './dock.machine.ts';
import type { Refit } from '../drone/index.ts';
import type { Failure } from './failures.ts';
import { faultsOf, setRepaired, type FaultReport } from './land.ts';
import type { SimulatedDockOptions } from './options.ts';
import type { DockReport } from './report.ts';
import type { DockStats } from './stats.ts';

export interface SimulatedDock {
  readonly sn: string;
  /** Makes something go wrong: now, or at the next occasion where the failure has one. */
  arm(failure: Failure): void;
  /** Changes what its aircraft carries, as a person at the dock would. False: not while it flies or is on. */
  refit(order: Refit): boolean;
  /** Has it do what a service names, past the server; gives the code of its answer, 0: taken. */
  order(method: string, data: unknown): Promise<number>;
  /** What is out of order in the land around it, and what was repaired: the nearest of each kind. */
  faults(): FaultReport[];
  /** Repairs one of them, or breaks it again, from now on. False: there is none of that name. */
  setRepaired(id: string, repaired: boolean): boolean;
  stats(): DockStats;
  state(): DockReport;
  /** Leaves the broker and ends every timer and process. */
  stop(): Promise<void>;
}

/** Starts a dock with its aircraft. It connects, introduces itself and obeys until it is stopped. */
export function startSimulatedDock(options: SimulatedDockOptions): SimulatedDock {
  const machine = new DockMachine({
    ...options,
    clock: options.clock ?? realClock,
    log: options.log ?? silentLog,
    seed: options.seed ?? randomUUID(),
    speed: options.speed ?? 1,
  });
  return {
    sn: options.sn,
    arm: (failure) => machine.arm(failure),
    refit: (order) => machine.refit(order),
    order: async (method, data) => {
      const answer = await machine.orderOnSite(method, data);
      return typeof answer === 'number' ? answer : answer.result;
    },
    faults: () => faultsOf(machine.core),
    setRepaired: (id, repaired) => setRepaired(machine.core, id, repaired),
    stats: () => machine.core.ledger.stats,
    state: () => machine.report(),
    stop: () => machine.stop(),
  };
}
