import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  weather_reading: { stays: 'installation' },
  weather_forecast: { stays: 'installation' },
};
