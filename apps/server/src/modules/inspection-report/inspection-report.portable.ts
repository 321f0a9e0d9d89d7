import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  inspection_report: {},
  inspection_report_file: { files: ['object_key'] },
  report_schedule: {},
  report_sending: {},
};
