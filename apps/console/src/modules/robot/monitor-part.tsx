import type { RobotPart } from '../../platform/monitor-part.tsx';
import { RobotLive } from './robot-live.tsx';

export const robotParts: readonly RobotPart[] = [
  { id: 'robot.live', place: 'side', rank: 10, links: ['robot'], Show: RobotLive },
];
