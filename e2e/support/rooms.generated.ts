// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { RoomFixture } from './room-fixture.ts';
import { fixture as dock } from '../dock/dock.fixture.ts';
import { fixture as device } from '../device/device.fixture.ts';
import { fixture as pilot } from '../pilot/pilot.fixture.ts';
import { fixture as maintenanceProgramme } from '../maintenance-programme/maintenance-programme.fixture.ts';
import { fixture as route } from '../route/route.fixture.ts';
import { fixture as region } from '../region/region.fixture.ts';
import { fixture as layer } from '../layer/layer.fixture.ts';
import { fixture as task } from '../task/task.fixture.ts';
import { fixture as flight } from '../flight/flight.fixture.ts';
import { fixture as flightRecord } from '../flight-record/flight-record.fixture.ts';
import { fixture as detection } from '../detection/detection.fixture.ts';
import { fixture as workOrder } from '../work-order/work-order.fixture.ts';
import { fixture as inspectionReport } from '../inspection-report/inspection-report.fixture.ts';
import { fixture as media } from '../media/media.fixture.ts';
import { fixture as department } from '../department/department.fixture.ts';
import { fixture as member } from '../member/member.fixture.ts';
import { fixture as role } from '../role/role.fixture.ts';
import { fixture as session } from '../session/session.fixture.ts';
import { fixture as organisation } from '../organisation/organisation.fixture.ts';
import { fixture as deviceHealth } from '../device-health/device-health.fixture.ts';
import { fixture as appearance } from '../appearance/appearance.fixture.ts';
import { fixture as dictionary } from '../dictionary/dictionary.fixture.ts';
import { fixture as auditLog } from '../audit-log/audit-log.fixture.ts';
import { fixture as operation } from '../operation/operation.fixture.ts';
import { fixture as notification } from '../notification/notification.fixture.ts';
import { fixture as lease } from '../lease/lease.fixture.ts';
import { fixture as mapShare } from '../map-share/map-share.fixture.ts';
import { fixture as detectorModel } from '../detector-model/detector-model.fixture.ts';

export const roomFixtures: readonly RoomFixture[] = [
  dock,
  device,
  pilot,
  maintenanceProgramme,
  route,
  region,
  layer,
  task,
  flight,
  flightRecord,
  detection,
  workOrder,
  inspectionReport,
  media,
  department,
  member,
  role,
  session,
  organisation,
  deviceHealth,
  appearance,
  dictionary,
  auditLog,
  operation,
  notification,
  lease,
  mapShare,
  detectorModel,
];
