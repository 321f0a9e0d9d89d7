// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { ControllerPart } from './platform/monitor-part.tsx';
import { controllerParts as remoteController } from './modules/remote-controller/monitor-part.tsx';
import { controllerParts as telemetry } from './modules/telemetry/monitor-part.tsx';

export const controllerParts: readonly ControllerPart[] = [
  ...remoteController,
  ...telemetry,
];
