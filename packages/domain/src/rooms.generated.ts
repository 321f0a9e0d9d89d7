// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import { serviceLevelCalls } from './statistics/service-level.calls.ts';
import { statisticsCalls } from './statistics/statistics.calls.ts';
import { displayCalls } from './cockpit/display.calls.ts';
import { screenLayoutCalls } from './cockpit/layout.calls.ts';
import { dockCalls } from './dock/dock.calls.ts';
import { dockLogCalls } from './dock-log/dock-log.calls.ts';
import { speakerCalls } from './speaker/speaker.calls.ts';
import { firmwareCalls } from './firmware/firmware.calls.ts';
import { rolloutCalls } from './firmware/rollout.calls.ts';
import { connectionCalls } from './connection/connection.calls.ts';
import { deviceDocumentCalls } from './device-document/device-document.calls.ts';
import { droneCalls } from './drone/drone.calls.ts';
import { gimbalCalls } from './gimbal/gimbal.calls.ts';
import { batteryCalls } from './battery/battery.calls.ts';
import { remoteControllerCalls } from './remote-controller/remote-controller.calls.ts';
import { pilotCalls } from './pilot/pilot.calls.ts';
import { robotCalls } from './robot/robot.calls.ts';
import { maintenanceProgrammeCalls } from './maintenance-programme/maintenance-programme.calls.ts';
import { routeTemplateCalls } from './route/route-template.calls.ts';
import { routeCalls } from './route/route.calls.ts';
import { regionCalls } from './region/region.calls.ts';
import { trajectoryCalls } from './trajectory/trajectory.calls.ts';
import { weatherCalls } from './weather/weather.calls.ts';
import { layerCalls } from './layer/layer.calls.ts';
import { photogrammetryCalls } from './layer/photogrammetry.calls.ts';
import { taskTemplateCalls } from './task/task-template.calls.ts';
import { taskCalls } from './task/task.calls.ts';
import { workDayCalls } from './task/work-day.calls.ts';
import { approvalCalls } from './flight/approval.calls.ts';
import { checklistCalls } from './flight/checklist.calls.ts';
import { flightChoiceCalls } from './flight/choice.calls.ts';
import { flightCalls } from './flight/flight.calls.ts';
import { flightKeepingCalls } from './flight/keeping.calls.ts';
import { seriesCalls } from './flight/series.calls.ts';
import { waiverCalls } from './flight/waiver.calls.ts';
import { windAbortCalls } from './flight/wind-abort.calls.ts';
import { flightRecordCalls } from './flight-record/flight-record.calls.ts';
import { detectionCalls } from './detection/detection.calls.ts';
import { affirmRuleCalls } from './work-order/affirm-rule.calls.ts';
import { orderTargetCalls } from './work-order/order-target.calls.ts';
import { workOrderCalls } from './work-order/work-order.calls.ts';
import { inspectionReportCalls } from './inspection-report/inspection-report.calls.ts';
import { reportScheduleCalls } from './inspection-report/report-schedule.calls.ts';
import { compareCalls } from './media/compare.calls.ts';
import { fileCalls } from './media/files.calls.ts';
import { keepingCalls } from './media/keeping.calls.ts';
import { markCalls } from './media/marks.calls.ts';
import { mediaCalls } from './media/media.calls.ts';
import { playbackCalls } from './media/playback.calls.ts';
import { pyramidCalls } from './media/pyramid.calls.ts';
import { sidecarCalls } from './media/sidecar.calls.ts';
import { storageCalls } from './media/storage.calls.ts';
import { thermalCalls } from './media/thermal.calls.ts';
import { uploadCalls } from './upload/upload.calls.ts';
import { flightControlCalls } from './flight-control/flight-control.calls.ts';
import { drcCalls } from './drc/drc.calls.ts';
import { commandCalls } from './command/command.calls.ts';
import { videoCalls } from './video/video.calls.ts';
import { departmentCalls } from './department/department.calls.ts';
import { invitationCalls } from './member/invitation.calls.ts';
import { licenceCalls } from './member/licence.calls.ts';
import { memberCalls } from './member/member.calls.ts';
import { roleCalls } from './role/role.calls.ts';
import { sessionCalls } from './session/session.calls.ts';
import { accessTokenCalls } from './access-token/access-token.calls.ts';
import { webhookCalls } from './webhook/webhook.calls.ts';
import { organisationCalls } from './organisation/organisation.calls.ts';
import { deviceHealthCalls, flightErrorCalls, deviceMessageCalls } from './device-health/device-health.calls.ts';
import { appearanceCalls } from './appearance/appearance.calls.ts';
import { dictionaryCalls } from './dictionary/dictionary.calls.ts';
import { auditLogCalls } from './audit-log/audit-log.calls.ts';
import { noticeCalls } from './operation/notice.calls.ts';
import { operationCalls } from './operation/operation.calls.ts';
import { notificationCalls } from './notification/notification.calls.ts';
import { leaseCalls } from './lease/lease.calls.ts';
import { asyncTableCalls } from './async-table/async-table.calls.ts';
import { mapShareCalls } from './map-share/map-share.calls.ts';
import { searchCalls } from './search/search.calls.ts';
import { deskCalls } from './desk/desk.calls.ts';
import { detectorModelCalls } from './detector-model/detector-model.calls.ts';

export * from './access-token/index.ts';
export * from './appearance/index.ts';
export * from './async-table/index.ts';
export * from './audit-log/index.ts';
export * from './battery/index.ts';
export * from './cockpit/index.ts';
export * from './command/index.ts';
export * from './connection/index.ts';
export * from './department/index.ts';
export * from './desk/index.ts';
export * from './detection/index.ts';
export * from './detector-model/index.ts';
export * from './device/index.ts';
export * from './device-document/index.ts';
export * from './device-health/index.ts';
export * from './dictionary/index.ts';
export * from './dock/index.ts';
export * from './dock-debug/index.ts';
export * from './dock-log/index.ts';
export * from './drc/index.ts';
export * from './drone/index.ts';
export * from './firmware/index.ts';
export * from './flight/index.ts';
export * from './flight-control/index.ts';
export * from './flight-record/index.ts';
export * from './gimbal/index.ts';
export * from './inspection-report/index.ts';
export * from './layer/index.ts';
export * from './lease/index.ts';
export * from './maintenance-programme/index.ts';
export * from './map-share/map-share.calls.ts';
export * from './media/index.ts';
export * from './member/index.ts';
export * from './notification/index.ts';
export * from './open-device/index.ts';
export * from './operation/index.ts';
export * from './organisation/index.ts';
export * from './pilot/index.ts';
export * from './region/index.ts';
export * from './remote-controller/index.ts';
export * from './robot/index.ts';
export * from './role/index.ts';
export * from './route/index.ts';
export * from './search/index.ts';
export * from './session/index.ts';
export * from './speaker/index.ts';
export * from './statistics/index.ts';
export * from './task/index.ts';
export * from './telemetry/index.ts';
export * from './trajectory/index.ts';
export * from './upload/index.ts';
export * from './video/index.ts';
export * from './weather/index.ts';
export * from './webhook/index.ts';
export * from './work-order/index.ts';

/** Every call of the product, by word. The server serves exactly these; the client calls exactly these. */
export const calls = {
  serviceLevel: serviceLevelCalls,
  statistics: statisticsCalls,
  display: displayCalls,
  screenLayout: screenLayoutCalls,
  dock: dockCalls,
  dockLog: dockLogCalls,
  speaker: speakerCalls,
  firmware: firmwareCalls,
  rollout: rolloutCalls,
  connection: connectionCalls,
  deviceDocument: deviceDocumentCalls,
  drone: droneCalls,
  gimbal: gimbalCalls,
  battery: batteryCalls,
  remoteController: remoteControllerCalls,
  pilot: pilotCalls,
  robot: robotCalls,
  maintenanceProgramme: maintenanceProgrammeCalls,
  routeTemplate: routeTemplateCalls,
  route: routeCalls,
  region: regionCalls,
  trajectory: trajectoryCalls,
  weather: weatherCalls,
  layer: layerCalls,
  photogrammetry: photogrammetryCalls,
  taskTemplate: taskTemplateCalls,
  task: taskCalls,
  workDay: workDayCalls,
  approval: approvalCalls,
  checklist: checklistCalls,
  flightChoice: flightChoiceCalls,
  flight: flightCalls,
  flightKeeping: flightKeepingCalls,
  series: seriesCalls,
  waiver: waiverCalls,
  windAbort: windAbortCalls,
  flightRecord: flightRecordCalls,
  detection: detectionCalls,
  affirmRule: affirmRuleCalls,
  orderTarget: orderTargetCalls,
  workOrder: workOrderCalls,
  inspectionReport: inspectionReportCalls,
  reportSchedule: reportScheduleCalls,
  compare: compareCalls,
  file: fileCalls,
  keeping: keepingCalls,
  mark: markCalls,
  media: mediaCalls,
  playback: playbackCalls,
  pyramid: pyramidCalls,
  sidecar: sidecarCalls,
  storage: storageCalls,
  thermal: thermalCalls,
  upload: uploadCalls,
  flightControl: flightControlCalls,
  drc: drcCalls,
  command: commandCalls,
  video: videoCalls,
  department: departmentCalls,
  invitation: invitationCalls,
  licence: licenceCalls,
  member: memberCalls,
  role: roleCalls,
  session: sessionCalls,
  accessToken: accessTokenCalls,
  webhook: webhookCalls,
  organisation: organisationCalls,
  deviceHealth: deviceHealthCalls,
  flightError: flightErrorCalls,
  deviceMessage: deviceMessageCalls,
  appearance: appearanceCalls,
  dictionary: dictionaryCalls,
  auditLog: auditLogCalls,
  notice: noticeCalls,
  operation: operationCalls,
  notification: notificationCalls,
  lease: leaseCalls,
  asyncTable: asyncTableCalls,
  mapShare: mapShareCalls,
  search: searchCalls,
  desk: deskCalls,
  detectorModel: detectorModelCalls,
} as const;
