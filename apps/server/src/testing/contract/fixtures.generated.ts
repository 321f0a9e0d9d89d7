// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { RoomFixture } from './room-fixture.ts';
import { fixture as cockpit } from '../../modules/cockpit/cockpit.contract.fixture.ts';
import { fixture as dock } from '../../modules/dock/dock.contract.fixture.ts';
import { fixture as dockLog } from '../../modules/dock-log/dock-log.contract.fixture.ts';
import { fixture as speaker } from '../../modules/speaker/speaker.contract.fixture.ts';
import { fixture as firmware } from '../../modules/firmware/firmware.contract.fixture.ts';
import { fixture as device } from '../../modules/device/device.contract.fixture.ts';
import { fixture as deviceDocument } from '../../modules/device-document/device-document.contract.fixture.ts';
import { fixture as maintenanceProgramme } from '../../modules/maintenance-programme/maintenance-programme.contract.fixture.ts';
import { fixture as route } from '../../modules/route/route.contract.fixture.ts';
import { fixture as region } from '../../modules/region/region.contract.fixture.ts';
import { fixture as trajectory } from '../../modules/trajectory/trajectory.contract.fixture.ts';
import { fixture as layer } from '../../modules/layer/layer.contract.fixture.ts';
import { fixture as task } from '../../modules/task/task.contract.fixture.ts';
import { fixture as flight } from '../../modules/flight/flight.contract.fixture.ts';
import { fixture as flightRecord } from '../../modules/flight-record/flight-record.contract.fixture.ts';
import { fixture as detection } from '../../modules/detection/detection.contract.fixture.ts';
import { fixture as workOrder } from '../../modules/work-order/work-order.contract.fixture.ts';
import { fixture as inspectionReport } from '../../modules/inspection-report/inspection-report.contract.fixture.ts';
import { fixture as upload } from '../../modules/upload/upload.contract.fixture.ts';
import { fixture as command } from '../../modules/command/command.contract.fixture.ts';
import { fixture as video } from '../../modules/video/video.contract.fixture.ts';
import { fixture as member } from '../../modules/member/member.contract.fixture.ts';
import { fixture as accessToken } from '../../modules/access-token/access-token.contract.fixture.ts';
import { fixture as webhook } from '../../modules/webhook/webhook.contract.fixture.ts';
import { fixture as deviceHealth } from '../../modules/device-health/device-health.contract.fixture.ts';
import { fixture as dictionary } from '../../modules/dictionary/dictionary.contract.fixture.ts';
import { fixture as operation } from '../../modules/operation/operation.contract.fixture.ts';
import { fixture as notification } from '../../modules/notification/notification.contract.fixture.ts';
import { fixture as mapShare } from '../../modules/map-share/map-share.contract.fixture.ts';
import { fixture as desk } from '../../modules/desk/desk.contract.fixture.ts';
import { fixture as detectorModel } from '../../modules/detector-model/detector-model.contract.fixture.ts';

export const roomFixtures: readonly RoomFixture[] = [
  cockpit,
  dock,
  dockLog,
  speaker,
  firmware,
  device,
  deviceDocument,
  maintenanceProgramme,
  route,
  region,
  trajectory,
  layer,
  task,
  flight,
  flightRecord,
  detection,
  workOrder,
  inspectionReport,
  upload,
  command,
  video,
  member,
  accessToken,
  webhook,
  deviceHealth,
  dictionary,
  operation,
  notification,
  mapShare,
  desk,
  detectorModel,
];
