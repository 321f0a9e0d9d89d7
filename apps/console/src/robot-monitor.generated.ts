// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { RobotPart } from './platform/monitor-part.tsx';
import { robotParts as robot } from './modules/robot/monitor-part.tsx';

export const robotParts: readonly RobotPart[] = [
  ...robot,
];
