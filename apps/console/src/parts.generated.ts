// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import { parts as device } from './modules/device/parts.ts';
import { parts as deviceDocument } from './modules/device-document/parts.ts';
import { parts as region } from './modules/region/parts.ts';
import { parts as flight } from './modules/flight/parts.ts';
import { parts as flightRecord } from './modules/flight-record/parts.ts';
import { parts as drc } from './modules/drc/parts.ts';
import { parts as department } from './modules/department/parts.ts';
import { parts as deviceHealth } from './modules/device-health/parts.ts';
import { parts as dictionary } from './modules/dictionary/parts.ts';

export const parts = {
  ...device,
  ...deviceDocument,
  ...region,
  ...flight,
  ...flightRecord,
  ...drc,
  ...department,
  ...deviceHealth,
  ...dictionary,
};
