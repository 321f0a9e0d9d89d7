import type { permission as source } from '../zh-CN/permission.ts';
import type { Translation } from '../words.ts';

export const permission: Translation<typeof source> = {
  'permission./DataStatistics': 'Data statistics',
  'permission./DeviceAll': 'Device distribution',
  'permission./RoutePlanning': 'Route management',
  'permission./TaskManagerNew': 'Task management',
  'permission./FlyArrange': 'Flight arrangement',
  'permission./PortMonitorSee': 'Dock monitor',
  'permission./personalInfo': 'Account',
  'permission.dock:edit': 'Register and change docks',
  'permission.dock:control': 'Control docks and aircraft',
  'permission.dock:override': 'Take over control by force',
  'permission.dock:emergency': 'Emergency return home and hover',
  'permission.video:watch': 'Watch live pictures',
  'permission.route:edit': 'Edit routes',
  'permission.task:edit': 'Edit tasks',
  'permission.flight:edit': 'Edit flight arrangements',
  'permission.flight:start': 'Start flights',
  'permission.flight:view': 'See flight records',
  'permission.platform:operate': 'Operate the instance',
};
