import type { CallDeclaration } from './call.ts';
import { appearanceCalls } from './appearance/index.ts';
import { commandCalls } from './command/index.ts';
import { dockCalls } from './dock/index.ts';
import { flightCalls } from './flight/index.ts';
import { leaseCalls } from './lease/index.ts';
import { memberCalls } from './member/index.ts';
import { routeCalls } from './route/index.ts';
import { statisticsCalls } from './statistics/index.ts';
import { taskCalls } from './task/index.ts';
import { videoCalls } from './video/index.ts';

/** Every call of the product, by word. The server serves exactly these; the client calls exactly these. */
export const calls = {
  appearance: appearanceCalls,
  command: commandCalls,
  dock: dockCalls,
  flight: flightCalls,
  lease: leaseCalls,
  member: memberCalls,
  route: routeCalls,
  statistics: statisticsCalls,
  task: taskCalls,
  video: videoCalls,
} as const;

export const allCalls: readonly CallDeclaration[] = Object.values(calls).flatMap(
  (room) => Object.values(room) as CallDeclaration[],
);
