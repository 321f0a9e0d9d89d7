// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { PortableTables } from '../platform/transfer/index.ts';
import { tables as statistics } from '../modules/statistics/statistics.portable.ts';
import { tables as cockpit } from '../modules/cockpit/cockpit.portable.ts';
import { tables as dock } from '../modules/dock/dock.portable.ts';
import { tables as dockLog } from '../modules/dock-log/dock-log.portable.ts';
import { tables as speaker } from '../modules/speaker/speaker.portable.ts';
import { tables as firmware } from '../modules/firmware/firmware.portable.ts';
import { tables as connection } from '../modules/connection/connection.portable.ts';
import { tables as device } from '../modules/device/device.portable.ts';
import { tables as deviceDocument } from '../modules/device-document/device-document.portable.ts';
import { tables as drone } from '../modules/drone/drone.portable.ts';
import { tables as pilot } from '../modules/pilot/pilot.portable.ts';
import { tables as maintenanceProgramme } from '../modules/maintenance-programme/maintenance-programme.portable.ts';
import { tables as route } from '../modules/route/route.portable.ts';
import { tables as region } from '../modules/region/region.portable.ts';
import { tables as trajectory } from '../modules/trajectory/trajectory.portable.ts';
import { tables as weather } from '../modules/weather/weather.portable.ts';
import { tables as layer } from '../modules/layer/layer.portable.ts';
import { tables as task } from '../modules/task/task.portable.ts';
import { tables as flight } from '../modules/flight/flight.portable.ts';
import { tables as detection } from '../modules/detection/detection.portable.ts';
import { tables as workOrder } from '../modules/work-order/work-order.portable.ts';
import { tables as inspectionReport } from '../modules/inspection-report/inspection-report.portable.ts';
import { tables as media } from '../modules/media/media.portable.ts';
import { tables as upload } from '../modules/upload/upload.portable.ts';
import { tables as drc } from '../modules/drc/drc.portable.ts';
import { tables as command } from '../modules/command/command.portable.ts';
import { tables as video } from '../modules/video/video.portable.ts';
import { tables as department } from '../modules/department/department.portable.ts';
import { tables as member } from '../modules/member/member.portable.ts';
import { tables as role } from '../modules/role/role.portable.ts';
import { tables as session } from '../modules/session/session.portable.ts';
import { tables as accessToken } from '../modules/access-token/access-token.portable.ts';
import { tables as webhook } from '../modules/webhook/webhook.portable.ts';
import { tables as organisation } from '../modules/organisation/organisation.portable.ts';
import { tables as deviceHealth } from '../modules/device-health/device-health.portable.ts';
import { tables as appearance } from '../modules/appearance/appearance.portable.ts';
import { tables as dictionary } from '../modules/dictionary/dictionary.portable.ts';
import { tables as auditLog } from '../modules/audit-log/audit-log.portable.ts';
import { tables as operation } from '../modules/operation/operation.portable.ts';
import { tables as notification } from '../modules/notification/notification.portable.ts';
import { tables as lease } from '../modules/lease/lease.portable.ts';
import { tables as telemetry } from '../modules/telemetry/telemetry.portable.ts';
import { tables as mapShare } from '../modules/map-share/map-share.portable.ts';
import { tables as desk } from '../modules/desk/desk.portable.ts';
import { tables as detectorModel } from '../modules/detector-model/detector-model.portable.ts';

export const portableRooms: readonly PortableTables[] = [
  statistics,
  cockpit,
  dock,
  dockLog,
  speaker,
  firmware,
  connection,
  device,
  deviceDocument,
  drone,
  pilot,
  maintenanceProgramme,
  route,
  region,
  trajectory,
  weather,
  layer,
  task,
  flight,
  detection,
  workOrder,
  inspectionReport,
  media,
  upload,
  drc,
  command,
  video,
  department,
  member,
  role,
  session,
  accessToken,
  webhook,
  organisation,
  deviceHealth,
  appearance,
  dictionary,
  auditLog,
  operation,
  notification,
  lease,
  telemetry,
  mapShare,
  desk,
  detectorModel,
];
