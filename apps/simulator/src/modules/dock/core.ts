import { droneModels, type DroneModel } from '../drone/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { seededRandom, type Random } from '../../platform/random.ts';
import { DeviceJournal } from '../dock-log/index.ts';
import { DockBody } from './dock.body.ts';
import { ArmedFailures } from './failures.ts';
import { dockModels, usualDrone, type DockModel } from './models.ts';
import { Repairs } from '../world/index.ts';
import type { SimulatedDockOptions } from './options.ts';
import { Ledger } from './stats.ts';

export type DockSetup = SimulatedDockOptions & { clock: Clock; log: Log; seed: string; speed: number };

/** The custom flight areas that an aircraft has. */
export interface HeldAreas {
  name: string;
  checksum: string;
  areas: number;
}

/** What every part of one dock shares. */
export interface DockCore {
  readonly setup: DockSetup;
  readonly model: DockModel;
  readonly droneModel: DroneModel;
  readonly place: { lng: number; lat: number; height: number; heading: number };
  readonly clock: Clock;
  /** Notes it in the journal of the dock as well. */
  readonly log: Log;
  /** What dock and aircraft write down of themselves, start by start. */
  readonly journals: { dock: DeviceJournal; drone: DeviceJournal };
  readonly random: Random;
  readonly body: DockBody;
  readonly failures: ArmedFailures;
  readonly ledger: Ledger;
  readonly repairs: Repairs;
  /** The custom flight areas of the aircraft, and the round in which they are asked for. */
  readonly areas: { held: HeldAreas | null; line: Promise<void> };
  /** What dock and aircraft run now; null for the aircraft: as it came. */
  readonly firmware: { dock: string; drone: string | null; upgrading: boolean };
  /** ms that the dock's clock is ahead of the machine's; real ones lag by half a second. */
  skew: number;
  /** Until when, on the monotonic clock, every message comes twice, the second one late by so many ms. */
  repeat: { until: number; lateMs: number };
  /** Runs after real milliseconds unless the dock is stopped first. Gives what cancels it. */
  later(ms: number, run: () => void): () => void;
  /** The same in simulated seconds. */
  afterSeconds(seconds: number, run: () => void): void;
  cancelAll(): void;
}

/** @throws RangeError for a model that is not simulated */
export function createCore(setup: DockSetup): DockCore {
  const model = dockModels[setup.model];
  const droneModel = model && droneModels[setup.droneModel ?? usualDrone[model.key]];
  if (!model || !droneModel)
    throw new RangeError(`no such dock or aircraft: ${setup.model} ${setup.droneModel ?? ''}`);
  const random = seededRandom(setup.seed);
  const { lng, lat, height, heading, clock, log, seed } = setup;
  const journals = { dock: new DeviceJournal(1), drone: new DeviceJournal(1) };
  journals.dock.begin(clock.wall());
  const pending = new Set<() => void>();
  const later = (ms: number, run: () => void) => {
    const cancel = clock.after(ms, () => {
      pending.delete(cancel);
      run();
    });
    pending.add(cancel);
    return cancel;
  };
  return {
    setup,
    model,
    droneModel,
    place: { lng, lat, height, heading },
    clock,
    log: (event, fields) => {
      journals.dock.write(clock.wall(), event, fields);
      log(event, fields);
    },
    journals,
    random,
    body: new DockBody({
      seed,
      place: setup,
      droneModel,
      droneSn: setup.droneSn,
      battery: setup.battery ?? 95,
      esim: setup.lacks?.includes('module') ? null : model.type > 1,
      refit: { ...setup.refit, ...setup.memory?.read().refit },
    }),
    failures: new ArmedFailures(),
    ledger: new Ledger(),
    repairs: setup.repairs ?? new Repairs(),
    firmware: { dock: model.firmware, drone: null, upgrading: false },
    areas: { held: null, line: Promise.resolve() },
    skew: -random.between(400, 600),
    repeat: { until: 0, lateMs: 0 },
    later,
    afterSeconds: (seconds, run) => {
      later((seconds * 1000) / setup.speed, run);
    },
    cancelAll: () => {
      for (const cancel of pending) cancel();
      pending.clear();
    },
  };
}
