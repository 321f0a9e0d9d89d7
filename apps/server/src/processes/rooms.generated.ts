// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { Endpoint } from '../platform/http/endpoint.ts';
import type { Unit } from '../platform/runtime.ts';
import type { Timer } from '../platform/timers.ts';
import type { CallNotificationRule } from './call-notifications.ts';
import type { RoomBase, RoomFiller } from './room-wiring.ts';
import * as statisticsRoom from './rooms/statistics.ts';
import * as cockpitRoom from './rooms/cockpit.ts';
import * as dockRoom from './rooms/dock.ts';
import * as dockLogRoom from './rooms/dock-log.ts';
import * as speakerRoom from './rooms/speaker.ts';
import * as firmwareRoom from './rooms/firmware.ts';
import * as connectionRoom from './rooms/connection.ts';
import * as deviceRoom from './rooms/device.ts';
import * as deviceDocumentRoom from './rooms/device-document.ts';
import * as droneRoom from '../modules/drone/index.ts';
import * as gimbalRoom from '../modules/gimbal/index.ts';
import * as batteryRoom from '../modules/battery/index.ts';
import * as remoteControllerRoom from '../modules/remote-controller/index.ts';
import * as pilotRoom from './rooms/pilot.ts';
import * as robotRoom from '../modules/robot/index.ts';
import * as maintenanceProgrammeRoom from '../modules/maintenance-programme/index.ts';
import * as routeRoom from './rooms/route.ts';
import * as regionRoom from './rooms/region.ts';
import * as trajectoryRoom from './rooms/trajectory.ts';
import * as weatherRoom from './rooms/weather.ts';
import * as layerRoom from './rooms/layer.ts';
import * as taskRoom from './rooms/task.ts';
import * as flightRoom from './rooms/flight.ts';
import * as flightRecordRoom from './rooms/flight-record.ts';
import * as detectionRoom from './rooms/detection.ts';
import * as workOrderRoom from './rooms/work-order.ts';
import * as inspectionReportRoom from './rooms/inspection-report.ts';
import * as mediaRoom from './rooms/media.ts';
import * as uploadRoom from './rooms/upload.ts';
import * as flightControlRoom from './rooms/flight-control.ts';
import * as drcRoom from './rooms/drc.ts';
import * as commandRoom from './rooms/command.ts';
import * as videoRoom from './rooms/video.ts';
import * as departmentRoom from './rooms/department.ts';
import * as memberRoom from './rooms/member.ts';
import * as roleRoom from './rooms/role.ts';
import * as sessionRoom from './rooms/session.ts';
import * as accessTokenRoom from './rooms/access-token.ts';
import * as webhookRoom from './rooms/webhook.ts';
import * as organisationRoom from './rooms/organisation.ts';
import * as deviceHealthRoom from './rooms/device-health.ts';
import * as appearanceRoom from './rooms/appearance.ts';
import * as dictionaryRoom from './rooms/dictionary.ts';
import * as auditLogRoom from './rooms/audit-log.ts';
import * as operationRoom from './rooms/operation.ts';
import * as notificationRoom from './rooms/notification.ts';
import * as leaseRoom from './rooms/lease.ts';
import * as telemetryRoom from './rooms/telemetry.ts';
import * as asyncTableRoom from './rooms/async-table.ts';
import * as mapShareRoom from './rooms/map-share.ts';
import * as searchRoom from '../modules/search/index.ts';
import * as deskRoom from '../modules/desk/index.ts';
import * as detectorModelRoom from './rooms/detector-model.ts';

export const makeRooms = (base: RoomBase) => {
  const dock = dockRoom.make(base);
  const speaker = speakerRoom.make(base);
  const firmware = firmwareRoom.make(base);
  const flight = flightRoom.make(base);
  const dockLog = dockLogRoom.make(base, { flight });
  const inspectionReport = inspectionReportRoom.make(base);
  const drc = drcRoom.make(base);
  const video = videoRoom.make(base);
  const department = departmentRoom.make(base);
  const member = memberRoom.make(base, { department });
  const role = roleRoom.make(base);
  const auditLog = auditLogRoom.make(base);
  const accessToken = accessTokenRoom.make(base, { auditLog, member });
  const webhook = webhookRoom.make(base, { auditLog, department });
  const organisation = organisationRoom.make(base, { auditLog, department, member, role });
  const region = regionRoom.make(base, { auditLog, department, organisation });
  const session = sessionRoom.make(base, { auditLog, department, member, organisation });
  const appearance = appearanceRoom.make(base, { auditLog, organisation, session });
  const notification = notificationRoom.make(base, { auditLog });
  const task = taskRoom.make(base, { auditLog, department, notification, organisation });
  const operation = operationRoom.make(base, { auditLog, notification, organisation });
  const layer = layerRoom.make(base, { auditLog, department, operation });
  const route = routeRoom.make(base, { auditLog, department, layer });
  const pilot = pilotRoom.make(base, { auditLog, department, flight, organisation, region, route, session });
  const detection = detectionRoom.make(base, { auditLog, layer });
  const media = mediaRoom.make(base, { operation });
  const upload = uploadRoom.make(base, { auditLog, layer });
  const command = commandRoom.make(base, { auditLog, dock, notification, operation });
  const lease = leaseRoom.make(base, { auditLog });
  const detectorModel = detectorModelRoom.make(base, { video });
  return {
    dock,
    speaker,
    firmware,
    flight,
    dockLog,
    inspectionReport,
    drc,
    video,
    department,
    member,
    role,
    auditLog,
    accessToken,
    webhook,
    organisation,
    region,
    session,
    appearance,
    notification,
    task,
    operation,
    layer,
    route,
    pilot,
    detection,
    media,
    upload,
    command,
    lease,
    detectorModel,
  };
};
export type MadeRooms = ReturnType<typeof makeRooms>;

export const endpointsOf = (base: RoomBase, rooms: MadeRooms): Endpoint[] => [
  ...statisticsRoom.endpoints(base, rooms),
  ...cockpitRoom.endpoints(base, rooms),
  ...dockRoom.endpoints(base, rooms),
  ...dockLogRoom.endpoints(base, rooms),
  ...speakerRoom.endpoints(base, rooms),
  ...firmwareRoom.endpoints(base, rooms),
  ...connectionRoom.endpoints(base, rooms),
  ...deviceDocumentRoom.endpoints(base, rooms),
  ...droneRoom.endpoints(base, rooms),
  ...gimbalRoom.endpoints(base, rooms),
  ...batteryRoom.endpoints(base, rooms),
  ...remoteControllerRoom.endpoints(base, rooms),
  ...pilotRoom.endpoints(base, rooms),
  ...robotRoom.endpoints(base, rooms),
  ...maintenanceProgrammeRoom.endpoints(base, rooms),
  ...routeRoom.endpoints(base, rooms),
  ...regionRoom.endpoints(base, rooms),
  ...trajectoryRoom.endpoints(base, rooms),
  ...weatherRoom.endpoints(base, rooms),
  ...layerRoom.endpoints(base, rooms),
  ...taskRoom.endpoints(base, rooms),
  ...flightRoom.endpoints(base, rooms),
  ...flightRecordRoom.endpoints(base, rooms),
  ...detectionRoom.endpoints(base, rooms),
  ...workOrderRoom.endpoints(base, rooms),
  ...inspectionReportRoom.endpoints(base, rooms),
  ...mediaRoom.endpoints(base, rooms),
  ...uploadRoom.endpoints(base, rooms),
  ...flightControlRoom.endpoints(base, rooms),
  ...drcRoom.endpoints(base, rooms),
  ...commandRoom.endpoints(base, rooms),
  ...videoRoom.endpoints(base, rooms),
  ...departmentRoom.endpoints(base, rooms),
  ...memberRoom.endpoints(base, rooms),
  ...roleRoom.endpoints(base, rooms),
  ...sessionRoom.endpoints(base, rooms),
  ...accessTokenRoom.endpoints(base, rooms),
  ...webhookRoom.endpoints(base, rooms),
  ...organisationRoom.endpoints(base, rooms),
  ...deviceHealthRoom.endpoints(base, rooms),
  ...appearanceRoom.endpoints(base, rooms),
  ...dictionaryRoom.endpoints(base, rooms),
  ...auditLogRoom.endpoints(base, rooms),
  ...operationRoom.endpoints(base, rooms),
  ...notificationRoom.endpoints(base, rooms),
  ...leaseRoom.endpoints(base, rooms),
  ...asyncTableRoom.endpoints(base, rooms),
  ...mapShareRoom.endpoints(base, rooms),
  ...searchRoom.endpoints(base, rooms),
  ...deskRoom.endpoints(base, rooms),
  ...detectorModelRoom.endpoints(base, rooms),
];

export const timersOf = (base: RoomBase, rooms: MadeRooms): Timer[] => [
  ...statisticsRoom.timers(base, rooms),
  ...dockRoom.timers(base, rooms),
  ...dockLogRoom.timers(base, rooms),
  ...firmwareRoom.timers(base, rooms),
  ...deviceRoom.timers(base, rooms),
  ...trajectoryRoom.timers(base, rooms),
  ...layerRoom.timers(base, rooms),
  ...taskRoom.timers(base, rooms),
  ...flightRoom.timers(base, rooms),
  ...detectionRoom.timers(base, rooms),
  ...workOrderRoom.timers(base, rooms),
  ...inspectionReportRoom.timers(base, rooms),
  ...mediaRoom.timers(base, rooms),
  ...uploadRoom.timers(base, rooms),
  ...drcRoom.timers(base, rooms),
  ...commandRoom.timers(base, rooms),
  ...videoRoom.timers(base, rooms),
  ...memberRoom.timers(base, rooms),
  ...sessionRoom.timers(base, rooms),
  ...webhookRoom.timers(base, rooms),
  ...deviceHealthRoom.timers(base, rooms),
  ...auditLogRoom.timers(base, rooms),
  ...operationRoom.timers(base, rooms),
  ...notificationRoom.timers(base, rooms),
  ...leaseRoom.timers(base, rooms),
  ...telemetryRoom.timers(base, rooms),
  ...deskRoom.timers(base, rooms),
  ...detectorModelRoom.timers(base, rooms),
];

export const unitsOf = (rooms: MadeRooms): Unit[] => [
  ...dockRoom.units(rooms.dock),
  ...speakerRoom.units(rooms.speaker),
  ...routeRoom.units(rooms.route),
  ...regionRoom.units(rooms.region),
  ...layerRoom.units(rooms.layer),
  ...inspectionReportRoom.units(rooms.inspectionReport),
  ...mediaRoom.units(rooms.media),
  ...videoRoom.units(rooms.video),
  ...sessionRoom.units(rooms.session),
  ...appearanceRoom.units(rooms.appearance),
  ...operationRoom.units(rooms.operation),
  ...detectorModelRoom.units(rooms.detectorModel),
];

export const fillers: readonly RoomFiller[] = [
  dictionaryRoom.fill,
];

export const notificationRules: readonly CallNotificationRule[] = [
  ...departmentRoom.notifications,
  ...memberRoom.notifications,
  ...roleRoom.notifications,
  ...sessionRoom.notifications,
];
