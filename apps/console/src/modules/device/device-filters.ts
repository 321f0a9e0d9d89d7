import { maintenanceStates, standings } from '@eyrie/domain';
import { choices, yesOrNo } from '../../platform/list/index.ts';

/** What may be asked of devices of every kind. */
export const deviceFilters = {
  keyword: { kind: 'search', label: 'device.search' },
  standing: {
    kind: 'choice',
    label: 'device.standing',
    any: 'device.anyStanding',
    options: choices(standings, 'device.standing'),
  },
  online: yesOrNo('online', 'device.onlineAny', 'device.onlineAny', 'device.online', 'device.offline'),
  airworthy: yesOrNo(
    'airworthy',
    'device.airworthyAny',
    'device.airworthyAny',
    'device.airworthy',
    'device.airworthyNot',
  ),
  maintenance: {
    kind: 'choice',
    label: 'device.maintenance',
    any: 'device.anyMaintenance',
    options: choices(maintenanceStates, 'device.maintenance'),
  },
} as const;

/** Where an aircraft carries a device, as a filter. */
export const whereFilter = {
  kind: 'choice',
  label: 'device.where',
  any: 'device.anyWhere',
  options: {
    mounted: 'device.whereabouts.mountedAny',
    charging: 'device.whereabouts.chargingAny',
    shelf: 'device.whereabouts.shelf',
  },
} as const;
