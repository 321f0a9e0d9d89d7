// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import { accessToken } from './access-token.ts';
import { appearance } from './appearance.ts';
import { approval } from './approval.ts';
import { arrange } from './arrange.ts';
import { asyncTable } from './async-table.ts';
import { auditLog } from './audit-log.ts';
import { battery } from './battery.ts';
import { cockpit } from './cockpit.ts';
import { command } from './command.ts';
import { commandState } from './command-state.ts';
import { connection } from './connection.ts';
import { department } from './department.ts';
import { desk } from './desk.ts';
import { detail } from './detail.ts';
import { detection } from './detection.ts';
import { detectorModel } from './detector-model.ts';
import { device } from './device.ts';
import { deviceDocument } from './device-document.ts';
import { deviceHealth } from './device-health.ts';
import { dictionary } from './dictionary.ts';
import { dock } from './dock.ts';
import { dockDebug } from './dock-debug.ts';
import { dockLog } from './dock-log.ts';
import { drc } from './drc.ts';
import { drone } from './drone.ts';
import { field } from './field.ts';
import { firmware } from './firmware.ts';
import { first } from './first.ts';
import { flight } from './flight.ts';
import { flightChoice } from './flight-choice.ts';
import { flightControl } from './flight-control.ts';
import { flightRecord } from './flight-record.ts';
import { forbidden } from './forbidden.ts';
import { gate } from './gate.ts';
import { gimbal } from './gimbal.ts';
import { inspectionReport } from './inspection-report.ts';
import { layer } from './layer.ts';
import { lease } from './lease.ts';
import { link } from './link.ts';
import { list } from './list.ts';
import { maintenanceProgramme } from './maintenance-programme.ts';
import { mapLayer } from './map-layer.ts';
import { mapShare } from './map-share.ts';
import { mapTool } from './map-tool.ts';
import { media } from './media.ts';
import { member } from './member.ts';
import { monitor } from './monitor.ts';
import { notification } from './notification.ts';
import { operation } from './operation.ts';
import { organisation } from './organisation.ts';
import { permission } from './permission.ts';
import { person } from './person.ts';
import { photogrammetry } from './photogrammetry.ts';
import { pilot } from './pilot.ts';
import { refusal } from './refusal.ts';
import { region } from './region.ts';
import { register } from './register.ts';
import { remoteController } from './remote-controller.ts';
import { robot } from './robot.ts';
import { role } from './role.ts';
import { route } from './route.ts';
import { routeFile } from './route-file.ts';
import { routeFindings } from './route-findings.ts';
import { routeMaking } from './route-making.ts';
import { routePlanner } from './route-planner.ts';
import { routeShown } from './route-shown.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';
import { speaker } from './speaker.ts';
import { state } from './state.ts';
import { statistics } from './statistics.ts';
import { task } from './task.ts';
import { telemetry } from './telemetry.ts';
import { trajectory } from './trajectory.ts';
import { unit } from './unit.ts';
import { upload } from './upload.ts';
import { video } from './video.ts';
import { weather } from './weather.ts';
import { webhook } from './webhook.ts';
import { workDay } from './work-day.ts';
import { workOrder } from './work-order.ts';

export const phrases = {
  ...accessToken,
  ...appearance,
  ...approval,
  ...arrange,
  ...asyncTable,
  ...auditLog,
  ...battery,
  ...cockpit,
  ...command,
  ...commandState,
  ...connection,
  ...department,
  ...desk,
  ...detail,
  ...detection,
  ...detectorModel,
  ...device,
  ...deviceDocument,
  ...deviceHealth,
  ...dictionary,
  ...dock,
  ...dockDebug,
  ...dockLog,
  ...drc,
  ...drone,
  ...field,
  ...firmware,
  ...first,
  ...flight,
  ...flightChoice,
  ...flightControl,
  ...flightRecord,
  ...forbidden,
  ...gate,
  ...gimbal,
  ...inspectionReport,
  ...layer,
  ...lease,
  ...link,
  ...list,
  ...maintenanceProgramme,
  ...mapLayer,
  ...mapShare,
  ...mapTool,
  ...media,
  ...member,
  ...monitor,
  ...notification,
  ...operation,
  ...organisation,
  ...permission,
  ...person,
  ...photogrammetry,
  ...pilot,
  ...refusal,
  ...region,
  ...register,
  ...remoteController,
  ...robot,
  ...role,
  ...route,
  ...routeFile,
  ...routeFindings,
  ...routeMaking,
  ...routePlanner,
  ...routeShown,
  ...search,
  ...session,
  ...shell,
  ...speaker,
  ...state,
  ...statistics,
  ...task,
  ...telemetry,
  ...trajectory,
  ...unit,
  ...upload,
  ...video,
  ...weather,
  ...webhook,
  ...workDay,
  ...workOrder,
};
