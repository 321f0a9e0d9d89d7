import { restingAir, type AirConditioner } from './air-conditioner.ts';
import { newCard, type Card } from './cards.ts';
import { closedCover, type Cover } from './cover.ts';

/** Storage of a dock, KB. */
export const storageTotal = 118_300_000;

/** What a dock knows of itself. Numbers are those of the devices. */
export interface DockState {
  /** 0 idle, 2 remote debug, 4 working. */
  modeCode: number;
  /** 0 preparing, 1 flying, 2 restoring, 5 no task. */
  stepCode: number;
  cover: Cover;
  /** 0 rods hold the aircraft, 1 released. Dock 1 only. */
  putter: 0 | 1;
  droneInDock: boolean;
  /** Its cover closes by force: over an empty pad, which stays empty. */
  coverForced: boolean;
  light: boolean;
  /** Siren and warning light. */
  alarm: boolean;
  air: AirConditioner;
  /** What is left of the maintenance of the battery; 0: none is under way. */
  careSeconds: number;
  /** Dock and aircraft speak over the mobile network as well. */
  lte: boolean;
  /** Modules for mobile data. */
  cards: Record<'dock' | 'drone', Card[]>;
  calibrated: boolean;
  /** KB. */
  storageUsed: number;
  emergencyStop: boolean;
  storeMode: 1 | 2;
  jobNumber: number;
  /** Running time in seconds when the simulator started. */
  accSeconds: number;
  remainUpload: number;
  settings: Record<string, unknown>;
  /** Radio link to the aircraft. */
  linkUp: boolean;
  /** Link for sticks: 0 closed, 1 opening, 2 open. */
  drcState: number;
}

/** @param esim its modules for mobile data have an eSIM; null: the dock has none, and its aircraft one without */
export const idleDock = (esim: boolean | null): DockState => ({
  modeCode: 0,
  stepCode: 5,
  cover: closedCover(),
  putter: 0,
  droneInDock: true,
  coverForced: false,
  light: false,
  alarm: false,
  air: restingAir(),
  careSeconds: 0,
  lte: esim !== null,
  cards: {
    dock: esim === null ? [] : [newCard('490154203237518', esim)],
    drone: [newCard('352099001761481', esim ?? false)],
  },
  calibrated: true,
  storageUsed: 21_750_000,
  emergencyStop: false,
  storeMode: 2,
  jobNumber: 37,
  accSeconds: 812_340,
  remainUpload: 0,
  settings: { silent_mode: 0, user_experience_improvement: 2, air_transfer_enable: false },
  linkUp: true,
  drcState: 0,
});
