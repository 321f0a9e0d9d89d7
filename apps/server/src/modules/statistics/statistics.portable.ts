import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  flight_day: { stays: 'counted' },
  flight_group_day: { stays: 'counted' },
  flight_part_day: { stays: 'counted' },
  flight_day_due: { stays: 'counted' },
  flight_day_zone: { stays: 'counted' },
  finding_day: { stays: 'counted' },
  finding_group_day: { stays: 'counted' },
  finding_day_due: { stays: 'counted' },
  finding_day_zone: { stays: 'counted' },
  service_level_day: {},
};
