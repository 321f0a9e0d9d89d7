import type { DepartmentContent } from '@eyrie/domain';
import { currentSession, isAllowed } from '../../platform/session.ts';

/** Where a thing that keeps a department from being deleted can be seen, moved or deleted. Null: not for this member. */
export function linkTo(
  kind: DepartmentContent,
  thing: { oid: string; name: string },
  groupOID: string,
): string | null {
  const to = {
    member: ['/OrganizationStructure', { department: groupOID, keyword: thing.name, below: 'no' }],
    department: ['/OrganizationStructure', { department: thing.oid }],
    dock: ['/DaJiAirport', { keyword: thing.name }],
    drone: ['/UAVAdmin', { keyword: thing.name }],
    battery: ['/BatteryAdmin', { keyword: thing.name }],
    gimbal: ['/PTZAdmin', { keyword: thing.name }],
    remoteController: ['/DaJiHandle', { keyword: thing.name }],
    robot: ['/RobotAdmin', { keyword: thing.name }],
    role: ['/RoleManagement', { role: thing.oid }],
    route: ['/RoutePlanning', { keyword: thing.name }],
    task: ['/TaskManagerNew', { keyword: thing.name }],
  } as const satisfies Record<DepartmentContent, readonly [string, Record<string, string>]>;
  const [page, query] = to[kind];
  if (!isAllowed(currentSession(), page)) return null;
  const address = new URLSearchParams(query).toString();
  return `#${page}${address === '' ? '' : `?${address}`}`;
}
