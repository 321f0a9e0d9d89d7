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

const anywhere = { kind: 'choice', label: 'device.where', any: 'device.anyWhere' } as const;
const carriedOrNot = {
  mounted: 'device.whereabouts.mountedAny',
  shelf: 'device.whereabouts.shelf',
} as const;

/** Where an aircraft carries a device, as a filter. */
export const whereFilter = { ...anywhere, options: carriedOrNot } as const;
/** The same of what is charged there. */
export const batteryWhereFilter = {
  ...anywhere,
  options: { ...carriedOrNot, charging: 'device.whereabouts.chargingAny' },
} as const;
