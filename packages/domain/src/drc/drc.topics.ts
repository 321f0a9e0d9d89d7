import type { LiveTopic } from '../live-topic.ts';
import { stickReport } from './stick-report.ts';

export const topics = {
  stickReport: {
    code: 9905,
    data: stickReport,
    watched: true,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9905`,
  },
} satisfies Record<string, LiveTopic>;
