import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  detection: {},
  detection_outcome: {},
  detection_audit: {},
  detection_sample: {},
  detection_sample_outcome: {},
  detection_task: {},
  detection_task_media: {},
  detection_reviewed: {},
  detection_lock: { stays: 'running' },
  defect: {},
  defect_sighting: {},
  defect_change: {},
};
