import type { Resource } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { ComponentType } from 'react';

export interface Page {
  /** Address behind the hash. */
  path: string;
  /** What a member needs to open it; null: any session. */
  resource: Resource | null;
  /** main: inside menu, header and tab bar. headed: alone in the window, below a header. standalone: alone. */
  layout: 'main' | 'headed' | 'standalone';
  titleId: PhraseId;
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page behind the sign-in, in the order of the menu. `/Login` stands in the router: it comes with the first load. */
export const pages: readonly Page[] = [
  {
    path: '/DataStatistics',
    resource: '/DataStatistics',
    layout: 'main',
    titleId: 'permission./DataStatistics',
    load: () => import('../pages/data-statistics/index.tsx'),
  },
  {
    path: '/DeviceAll',
    resource: '/DeviceAll',
    layout: 'headed',
    titleId: 'permission./DeviceAll',
    load: () => import('../pages/device-all/index.tsx'),
  },
  {
    path: '/RoutePlanning',
    resource: '/RoutePlanning',
    layout: 'main',
    titleId: 'permission./RoutePlanning',
    load: () => import('../pages/route-planning/index.tsx'),
  },
  {
    path: '/TaskManagerNew',
    resource: '/TaskManagerNew',
    layout: 'main',
    titleId: 'permission./TaskManagerNew',
    load: () => import('../pages/task-manager/index.tsx'),
  },
  {
    path: '/FlyArrange',
    resource: '/FlyArrange',
    layout: 'main',
    titleId: 'permission./FlyArrange',
    load: () => import('../pages/fly-arrange/index.tsx'),
  },
  {
    path: '/customized',
    resource: '/customized',
    layout: 'main',
    titleId: 'permission./customized',
    load: () => import('../pages/customized/index.tsx'),
  },
  {
    path: '/EncodingTable',
    resource: '/EncodingTable',
    layout: 'main',
    titleId: 'permission./EncodingTable',
    load: () => import('../pages/encoding-table/index.tsx'),
  },
  {
    path: '/OrganizationStructure',
    resource: '/OrganizationStructure',
    layout: 'main',
    titleId: 'permission./OrganizationStructure',
    load: () => import('../pages/organization-structure/index.tsx'),
  },
  {
    path: '/operation',
    resource: '/operation',
    layout: 'main',
    titleId: 'permission./operation',
    load: () => import('../pages/operation/index.tsx'),
  },
  {
    path: '/RoleManagement',
    resource: '/RoleManagement',
    layout: 'main',
    titleId: 'permission./RoleManagement',
    load: () => import('../pages/role-management/index.tsx'),
  },
  {
    path: '/personalInfo',
    resource: '/personalInfo',
    layout: 'main',
    titleId: 'permission./personalInfo',
    load: () => import('../pages/personal-info/index.tsx'),
  },
  {
    path: '/PortMonitorSee',
    resource: '/PortMonitorSee',
    layout: 'standalone',
    titleId: 'permission./PortMonitorSee',
    load: () => import('../pages/port-monitor/index.tsx'),
  },
  {
    path: '/PortMonitorseeProxy',
    resource: '/PortMonitorSee',
    layout: 'standalone',
    titleId: 'permission./PortMonitorSee',
    load: () => import('../pages/port-monitor-proxy/index.tsx'),
  },
  {
    path: '/403',
    resource: null,
    layout: 'standalone',
    titleId: 'forbidden.title',
    load: () => import('../pages/forbidden/index.tsx'),
  },
];

export const pageOf = (path: string): Page | null => pages.find((page) => page.path === path) ?? null;
