import { closedCover, type Cover } from './cover.ts';

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
  light: boolean;
  emergencyStop: boolean;
  storeMode: 1 | 2;
  jobNumber: number;
  /** Running time in seconds when the simulator started. */
  accSeconds: number;
  remainUpload: number;
  settings: Record<string, unknown>;
  /** Radio link to the aircraft. */
  linkUp: boolean;
}

export const idleDock = (): DockState => ({
  modeCode: 0,
  stepCode: 5,
  cover: closedCover(),
  putter: 0,
  droneInDock: true,
  light: false,
  emergencyStop: false,
  storeMode: 2,
  jobNumber: 37,
  accSeconds: 812_340,
  remainUpload: 0,
  settings: { silent_mode: 0, user_experience_improvement: 2, air_transfer_enable: false },
  linkUp: true,
});
