// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { Page } from '../platform/page.ts';
import { page as achievement_display } from '../pages/achievement-display/page.ts';
import { page as ai_report_show_check } from '../pages/ai-report-show-check/page.ts';
import { page as ai_testing_show_check } from '../pages/ai-testing-show-check/page.ts';
import { page as ai_testing_show_examine } from '../pages/ai-testing-show-examine/page.ts';
import { page as ai_testing_show_report } from '../pages/ai-testing-show-report/page.ts';
import { page as alarm_worksheet } from '../pages/alarm-worksheet/page.ts';
import { page as async_table } from '../pages/async-table/page.ts';
import { page as battery } from '../pages/battery/page.ts';
import { page as cockpit_large } from '../pages/cockpit-large/page.ts';
import { page as cockpit_option } from '../pages/cockpit-option/page.ts';
import { page as cockpit_total_perception } from '../pages/cockpit-total-perception/page.ts';
import { page as controller_monitor } from '../pages/controller-monitor/page.ts';
import { page as customized } from '../pages/customized/page.ts';
import { page as data_statistics } from '../pages/data-statistics/page.ts';
import { page as device_all } from '../pages/device-all/page.ts';
import { page as dock_picture } from '../pages/dock-picture/page.ts';
import { page as docks } from '../pages/docks/page.ts';
import { page as drone } from '../pages/drone/page.ts';
import { page as encoding_table } from '../pages/encoding-table/page.ts';
import { page as flight_control } from '../pages/flight-control/page.ts';
import { page as flight_replay } from '../pages/flight-replay/page.ts';
import { page as fly_arrange } from '../pages/fly-arrange/page.ts';
import { page as forbidden } from '../pages/forbidden/page.ts';
import { page as gimbal } from '../pages/gimbal/page.ts';
import { page as inspection_details } from '../pages/inspection-details/page.ts';
import { page as inspection_month } from '../pages/inspection-month/page.ts';
import { page as layer } from '../pages/layer/page.ts';
import { page as maintenance_programme } from '../pages/maintenance-programme/page.ts';
import { page as map_share } from '../pages/map-share/page.ts';
import { page as operation } from '../pages/operation/page.ts';
import { page as organization_structure } from '../pages/organization-structure/page.ts';
import { page as personal_info } from '../pages/personal-info/page.ts';
import { page as pilot } from '../pages/pilot/page.ts';
import { page as port_monitor } from '../pages/port-monitor/page.ts';
import { page as port_monitor_proxy } from '../pages/port-monitor-proxy/page.ts';
import { page as remote_controller } from '../pages/remote-controller/page.ts';
import { page as robot } from '../pages/robot/page.ts';
import { page as role_management } from '../pages/role-management/page.ts';
import { page as route_planning } from '../pages/route-planning/page.ts';
import { page as route_set_terminal } from '../pages/route-set-terminal/page.ts';
import { page as task_manager } from '../pages/task-manager/page.ts';
import { page as warn_work_details } from '../pages/warn-work-details/page.ts';
import { page as work_order_distribution } from '../pages/work-order-distribution/page.ts';
import { page as work_order_field } from '../pages/work-order-field/page.ts';
import { page as zone_management } from '../pages/zone-management/page.ts';

export const pages: readonly Page[] = [
  achievement_display,
  ai_report_show_check,
  ai_testing_show_check,
  ai_testing_show_examine,
  ai_testing_show_report,
  alarm_worksheet,
  async_table,
  battery,
  cockpit_large,
  cockpit_option,
  cockpit_total_perception,
  controller_monitor,
  customized,
  data_statistics,
  device_all,
  dock_picture,
  docks,
  drone,
  encoding_table,
  flight_control,
  flight_replay,
  fly_arrange,
  forbidden,
  gimbal,
  inspection_details,
  inspection_month,
  layer,
  maintenance_programme,
  map_share,
  operation,
  organization_structure,
  personal_info,
  pilot,
  port_monitor,
  port_monitor_proxy,
  remote_controller,
  robot,
  role_management,
  route_planning,
  route_set_terminal,
  task_manager,
  warn_work_details,
  work_order_distribution,
  work_order_field,
  zone_management,
  {
    path: '/DetectorModel',
    resource: '/DetectorModel',
    layout: 'main',
    titleId: 'permission./DetectorModel',
    icon: 'list',
    load: () => import('../pages/detector-model/index.tsx'),
  },
];
