// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import * as statistics from './statistics/statistics.room.ts';
import * as cockpit from './cockpit/cockpit.room.ts';
import * as dock from './dock/dock.room.ts';
import * as dockDebug from './dock-debug/dock-debug.room.ts';
import * as dockLog from './dock-log/dock-log.room.ts';
import * as speaker from './speaker/speaker.room.ts';
import * as firmware from './firmware/firmware.room.ts';
import * as connection from './connection/connection.room.ts';
import * as device from './device/device.room.ts';
import * as deviceDocument from './device-document/device-document.room.ts';
import * as drone from './drone/drone.room.ts';
import * as gimbal from './gimbal/gimbal.room.ts';
import * as battery from './battery/battery.room.ts';
import * as remoteController from './remote-controller/remote-controller.room.ts';
import * as pilot from './pilot/pilot.room.ts';
import * as robot from './robot/robot.room.ts';
import * as maintenanceProgramme from './maintenance-programme/maintenance-programme.room.ts';
import * as route from './route/route.room.ts';
import * as region from './region/region.room.ts';
import * as trajectory from './trajectory/trajectory.room.ts';
import * as weather from './weather/weather.room.ts';
import * as layer from './layer/layer.room.ts';
import * as task from './task/task.room.ts';
import * as flight from './flight/flight.room.ts';
import * as flightRecord from './flight-record/flight-record.room.ts';
import * as detection from './detection/detection.room.ts';
import * as workOrder from './work-order/work-order.room.ts';
import * as inspectionReport from './inspection-report/inspection-report.room.ts';
import * as media from './media/media.room.ts';
import * as upload from './upload/upload.room.ts';
import * as flightControl from './flight-control/flight-control.room.ts';
import * as drc from './drc/drc.room.ts';
import * as command from './command/command.room.ts';
import * as video from './video/video.room.ts';
import * as department from './department/department.room.ts';
import * as member from './member/member.room.ts';
import * as role from './role/role.room.ts';
import * as session from './session/session.room.ts';
import * as accessToken from './access-token/access-token.room.ts';
import * as webhook from './webhook/webhook.room.ts';
import * as organisation from './organisation/organisation.room.ts';
import * as deviceHealth from './device-health/device-health.room.ts';
import * as appearance from './appearance/appearance.room.ts';
import * as dictionary from './dictionary/dictionary.room.ts';
import * as auditLog from './audit-log/audit-log.room.ts';
import * as operation from './operation/operation.room.ts';
import * as notification from './notification/notification.room.ts';
import * as lease from './lease/lease.room.ts';
import * as asyncTable from './async-table/async-table.room.ts';
import * as mapShare from './map-share/map-share.room.ts';
import * as search from './search/search.room.ts';
import * as desk from './desk/desk.room.ts';
import * as detectorModel from './detector-model/detector-model.room.ts';

export const roomPages = {
  ...statistics.pages,
  ...cockpit.pages,
  ...dock.pages,
  ...drone.pages,
  ...gimbal.pages,
  ...battery.pages,
  ...remoteController.pages,
  ...robot.pages,
  ...maintenanceProgramme.pages,
  ...route.pages,
  ...region.pages,
  ...layer.pages,
  ...task.pages,
  ...flight.pages,
  ...detection.pages,
  ...workOrder.pages,
  ...inspectionReport.pages,
  ...media.pages,
  ...flightControl.pages,
  ...command.pages,
  ...department.pages,
  ...role.pages,
  ...session.pages,
  ...appearance.pages,
  ...dictionary.pages,
  ...operation.pages,
  ...asyncTable.pages,
  ...mapShare.pages,
  ...detectorModel.pages,
} as const;

export const roomActions = {
  ...dock.actions,
  ...device.actions,
  ...remoteController.actions,
  ...maintenanceProgramme.actions,
  ...route.actions,
  ...region.actions,
  ...layer.actions,
  ...task.actions,
  ...flight.actions,
  ...flightRecord.actions,
  ...detection.actions,
  ...workOrder.actions,
  ...inspectionReport.actions,
  ...media.actions,
  ...video.actions,
  ...department.actions,
  ...member.actions,
  ...role.actions,
  ...session.actions,
  ...organisation.actions,
  ...deviceHealth.actions,
  ...appearance.actions,
  ...dictionary.actions,
  ...auditLog.actions,
  ...operation.actions,
  ...mapShare.actions,
  ...detectorModel.actions,
} as const;

export const roomRefusals = {
  ...cockpit.refusals,
  ...dock.refusals,
  ...dockDebug.refusals,
  ...dockLog.refusals,
  ...speaker.refusals,
  ...firmware.refusals,
  ...connection.refusals,
  ...device.refusals,
  ...deviceDocument.refusals,
  ...remoteController.refusals,
  ...pilot.refusals,
  ...robot.refusals,
  ...maintenanceProgramme.refusals,
  ...route.refusals,
  ...region.refusals,
  ...layer.refusals,
  ...task.refusals,
  ...flight.refusals,
  ...flightRecord.refusals,
  ...detection.refusals,
  ...workOrder.refusals,
  ...inspectionReport.refusals,
  ...media.refusals,
  ...upload.refusals,
  ...flightControl.refusals,
  ...drc.refusals,
  ...command.refusals,
  ...video.refusals,
  ...department.refusals,
  ...member.refusals,
  ...role.refusals,
  ...session.refusals,
  ...accessToken.refusals,
  ...webhook.refusals,
  ...organisation.refusals,
  ...deviceHealth.refusals,
  ...appearance.refusals,
  ...operation.refusals,
  ...lease.refusals,
  ...mapShare.refusals,
  ...desk.refusals,
  ...detectorModel.refusals,
} as const;

export const roomNotifications = {
  ...dock.notifications,
  ...firmware.notifications,
  ...device.notifications,
  ...deviceDocument.notifications,
  ...task.notifications,
  ...flight.notifications,
  ...workOrder.notifications,
  ...inspectionReport.notifications,
  ...member.notifications,
  ...session.notifications,
  ...operation.notifications,
  ...lease.notifications,
} as const;

export const roomLimits = {
  ...statistics.limits,
  ...cockpit.limits,
  ...dockDebug.limits,
  ...dockLog.limits,
  ...speaker.limits,
  ...firmware.limits,
  ...connection.limits,
  ...device.limits,
  ...deviceDocument.limits,
  ...remoteController.limits,
  ...pilot.limits,
  ...route.limits,
  ...region.limits,
  ...trajectory.limits,
  ...weather.limits,
  ...layer.limits,
  ...task.limits,
  ...flight.limits,
  ...flightRecord.limits,
  ...detection.limits,
  ...workOrder.limits,
  ...inspectionReport.limits,
  ...upload.limits,
  ...flightControl.limits,
  ...video.limits,
  ...department.limits,
  ...member.limits,
  ...role.limits,
  ...session.limits,
  ...accessToken.limits,
  ...webhook.limits,
  ...organisation.limits,
  ...deviceHealth.limits,
  ...appearance.limits,
  ...dictionary.limits,
  ...auditLog.limits,
  ...notification.limits,
  ...mapShare.limits,
  ...search.limits,
  ...desk.limits,
  ...detectorModel.limits,
} as const;
