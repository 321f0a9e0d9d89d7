// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { DockPart } from './platform/monitor-part.tsx';
import { dockParts as dock } from './modules/dock/monitor-part.tsx';
import { dockParts as dockDebug } from './modules/dock-debug/monitor-part.tsx';
import { dockParts as dockLog } from './modules/dock-log/monitor-part.tsx';
import { dockParts as speaker } from './modules/speaker/monitor-part.tsx';
import { dockParts as firmware } from './modules/firmware/monitor-part.tsx';
import { dockParts as flightControl } from './modules/flight-control/monitor-part.tsx';
import { dockParts as telemetry } from './modules/telemetry/monitor-part.tsx';

export const dockParts: readonly DockPart[] = [
  ...dock,
  ...dockDebug,
  ...dockLog,
  ...speaker,
  ...firmware,
  ...flightControl,
  ...telemetry,
];
