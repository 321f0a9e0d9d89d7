import { deviceFields, droneFields, gimbalFields } from '@eyrie/domain';
import type { MaintenanceState, Standing } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';
import { labelsOf } from '../../platform/list/index.ts';

export const standingLook: Readonly<Record<Standing, DeviceState>> = {
  found: 'attention',
  inService: 'live',
  retired: 'offline',
};
export const maintenanceLook: Readonly<Record<MaintenanceState, DeviceState>> = {
  none: 'live',
  awaiting: 'attention',
  under: 'working',
};

/** What fields are called in the history of a record. */
export const deviceLabels = {
  ...labelsOf({ ...deviceFields, ...gimbalFields, ...droneFields }),
  groupOID: 'field.department',
  model: 'device.model',
  firmware: 'device.firmware',
  maintenance: 'device.maintenance',
  found: 'device.standing.found',
  'found=false': 'device.accepted',
  retiredAt: 'device.standing.retired',
  'retiredAt=null': 'device.reinstated',
} as const;
