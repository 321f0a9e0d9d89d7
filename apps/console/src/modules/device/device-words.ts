import type { MaintenanceState, Standing } from '@eyrie/domain';
import type { DeviceState } from '@eyrie/ui';

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
  name: 'device.name',
  groupOID: 'device.department',
  vendor: 'device.vendor',
  model: 'device.model',
  firmware: 'device.firmware',
  type: 'gimbal.type',
  manufacturedAt: 'device.manufacturedAt',
  purchasedAt: 'device.purchasedAt',
  insuranceCompany: 'device.insuranceCompany',
  policyNumber: 'device.policyNumber',
  insuranceUntil: 'device.insuranceUntil',
  maintenance: 'device.maintenance',
  found: 'device.standing.found',
  'found=false': 'device.accepted',
  retiredAt: 'device.standing.retired',
  'retiredAt=null': 'device.reinstated',
} as const;
