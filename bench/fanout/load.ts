import { encodeLive } from '@eyrie/domain';
import type { DockStatus } from '@eyrie/domain';

/** The size that the row is about: 1,000 devices of 20 organisations at 1 Hz, each seen by 20 browsers. */
export const load = { organisations: 20, devicesEach: 50, browsersEach: 20, turnMs: 1000 } as const;

export const organisationName = (at: number): string => `org-${at}`;
export const topicName = (organisation: number, device: number): string =>
  `INFO/org-${organisation}/DOCK/dock-${organisation}-${device}/9005`;

const status: DockStatus = {
  sn: '7CTDM0000000001',
  online: true,
  gps: '113.943551,22.577412',
  height: 61.4,
  heading: 184.2,
  workState: 'idle',
  modeCode: 0,
  stepCode: 0,
  coverState: 'closed',
  putterState: 'closed',
  supplementLight: false,
  droneInDock: true,
  dronePowered: false,
  charge: { percent: 96, state: 'idle' },
  airConditioner: { mode: 'idle', phase: null, waitSeconds: null },
  wind: 3.4,
  rainfall: 'none',
  envTemp: 27.5,
  temp: 26.1,
  humidity: 58,
  network: { type: '4g', quality: 4, rateKBps: 861 },
  link: { sdr: true, lte: false, sdrQuality: 5, lteQuality: 0 },
  storage: { totalKB: 60_000_000, usedKB: 1_204_551 },
  position: { fixed: true, quality: 5, gps: 21, rtk: 38, homeValid: true },
  backupBattery: { on: true, millivolt: 26_214, temperature: 29.3 },
  emergencyStop: false,
  silentMode: false,
  storeMode: 'standby',
  tools: {
    alarm: false,
    linkMode: 'both',
    dongles: 1,
    batteryCare: { state: 'none', hoursLeft: 0 },
    calibrated: true,
    cards: [],
    heard: { body: 40, machine: 430, link: 860, settings: 40, dockCards: null, droneCards: null },
  },
  jobCount: 412,
  accTime: 9_421_880,
  drcState: 0,
  mediaRemain: 0,
  firmware: '10.01.1607',
  clockOffset: 12,
  hms: [],
  hmsHeard: true,
  ageMs: 40,
  partsAgeMs: 1_200,
};

/** A dock's status as the server publishes it. The turn stands in `jobCount`, the moment of sending in `time`. */
export const liveBody = (device: string, turn: number): string =>
  encodeLive('dockStatus', device, { ...status, jobCount: turn }, Date.now());

/** Turn and moment of a body, read without decoding all of it: the readers must not be the bottleneck. */
export function turnAndTime(body: Buffer): { turn: number; time: number } {
  const at = body.lastIndexOf('"time":');
  const time = Number(body.toString('latin1', at + 7, body.length - 1));
  const from = body.indexOf('jobCount\\":') + 11;
  const turn = Number.parseInt(body.toString('latin1', from, from + 8), 10);
  return { turn, time };
}
