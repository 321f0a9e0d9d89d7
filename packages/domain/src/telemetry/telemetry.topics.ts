import { dockPresence, dockStatus } from './dock-status.ts';
import { droneTelemetry } from './drone-telemetry.ts';
import type { LiveTopic } from '../live-topic.ts';

export const topics = {
  dockStatus: {
    code: 9005,
    data: dockStatus,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9005`,
  },
  dockPresence: {
    code: 9001,
    data: dockPresence,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9001`,
  },
  droneTelemetry: {
    code: 9003,
    data: droneTelemetry,
    topic: (root: string, id: string) => `INFO/${root}/DRONE/${id}/9003`,
  },
} satisfies Record<string, LiveTopic>;
