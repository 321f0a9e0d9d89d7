import { menuResources, sceneResources, type Resource } from '../permission/resources.ts';

export const firstRoleKeys = ['administrator', 'operator', 'auditor', 'inspector', 'leader'] as const;
export type FirstRoleKey = (typeof firstRoleKeys)[number];

const everyone: readonly Resource[] = ['/DataStatistics', '/DeviceAll', '/personalInfo', 'flight:view'];
const orders: readonly Resource[] = [
  '/AlarmWorksheet',
  '/WarnWorkDetails',
  '/WorkOrderDistributionSituation',
];

/** Resources of the roles that every new organisation starts with. `docs/roles.md` is printed from this. */
export const firstRoles: Readonly<Record<FirstRoleKey, readonly Resource[]>> = {
  administrator: [...menuResources, ...sceneResources.filter((scene) => scene !== 'platform:operate')],
  operator: [
    ...everyone,
    '/Cockpit/TotalPerception',
    '/DaJiAirport',
    '/UAVAdmin',
    '/PTZAdmin',
    '/BatteryAdmin',
    '/DaJiHandle',
    '/RobotAdmin',
    '/MaintenanceProgramme',
    '/RoutePlanning',
    '/ZoneManagementPage',
    '/TaskManagerNew',
    '/FlyArrange',
    '/PortMonitorSee',
    '/flightControl',
    '/handShankMonitorSee',
    '/asyncTable',
    '/AchievementDisplay',
    'media:edit',
    'dock:control',
    'dock:emergency',
    'controller:connect',
    'video:watch',
    'video:record',
    'route:edit',
    'region:edit',
    'task:edit',
    'flight:edit',
    'flight:start',
    ...orders,
    'work-order:work',
  ],
  auditor: [
    ...everyone,
    '/TaskManagerNew',
    '/AchievementDisplay',
    '/AIReportShowCheck',
    '/AITestingShowExamine',
    '/AITestingShowCheck',
    '/AITestingShowReport',
    'detection:audit',
    ...orders,
  ],
  inspector: [
    ...everyone,
    '/TaskManagerNew',
    '/PortMonitorSee',
    '/handShankMonitorSee',
    '/AchievementDisplay',
    'video:watch',
    ...orders,
    'work-order:work',
  ],
  leader: [
    ...everyone,
    '/CockpitOption',
    '/CockpitLarge',
    '/Cockpit/TotalPerception',
    '/PortMonitorSee',
    '/handShankMonitorSee',
    '/AchievementDisplay',
    'video:watch',
    '/AIReportShowCheck',
    '/AITestingShowCheck',
    '/AITestingShowReport',
    ...orders,
  ],
};

/**
 * What the service account that fills the demo may do: make docks and other devices, routes and patrols and fly them, and
 * let maps begin where they are. The role is built in and cannot be given to people.
 */
export const serviceResources: readonly Resource[] = [
  '/DeviceAll',
  '/UAVAdmin',
  '/BatteryAdmin',
  '/PTZAdmin',
  '/RoutePlanning',
  '/TaskManagerNew',
  '/FlyArrange',
  '/PortMonitorSee',
  '/RobotAdmin',
  '/DaJiHandle',
  'appearance:edit',
  'layer:edit',
  'dock:edit',
  'device:edit',
  'controller:connect',
  'dock:control',
  'route:edit',
  'task:edit',
  'flight:edit',
  'flight:start',
  'flight:view',
];
