// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import * as m0001First from './0001-first.ts';
import * as m0002People from './0002-people.ts';
import * as m0003Role from './0003-role.ts';
import * as m0004SignIn from './0004-sign-in.ts';
import * as m0005Appearance from './0005-appearance.ts';
import * as m0006Dictionary from './0006-dictionary.ts';
import * as m0007Notification from './0007-notification.ts';
import * as m0008DeviceHealth from './0008-device-health.ts';
import * as m0009Operation from './0009-operation.ts';
import * as m0010LoginTry from './0010-login-try.ts';
import * as m0011Display from './0011-display.ts';
import * as m0012Notice from './0012-notice.ts';
import * as m0013CommandAddress from './0013-command-address.ts';
import * as m0014StepClaims from './0014-step-claims.ts';
import * as m0015FlightPhase from './0015-flight-phase.ts';
import * as m0016UnknownOutcome from './0016-unknown-outcome.ts';
import * as m0017RecordChange from './0017-record-change.ts';
import * as m0018KeywordSearch from './0018-keyword-search.ts';
import * as m0019TopDepartment from './0019-top-department.ts';
import * as m0020DockPage from './0020-dock-page.ts';
import * as m0021DeviceBook from './0021-device-book.ts';
import * as m0022MaintenanceProgramme from './0022-maintenance-programme.ts';
import * as m0023UnusableMessage from './0023-unusable-message.ts';
import * as m0024Parameters from './0024-parameters.ts';
import * as m0025Connection from './0025-connection.ts';
import * as m0026LinkKind from './0026-link-kind.ts';
import * as m0028UnusableRule from './0028-unusable-rule.ts';
import * as m0030DeviceDocument from './0030-device-document.ts';
import * as m0031DockRetired from './0031-dock-retired.ts';
import * as m0032Counters from './0032-counters.ts';
import * as m0033BatteryTrend from './0033-battery-trend.ts';
import * as m0034ControllerConnect from './0034-controller-connect.ts';
import * as m0035ControllerMonitor from './0035-controller-monitor.ts';
import * as m0036Pilot from './0036-pilot.ts';
import * as m0037Region from './0037-region.ts';
import * as m0038WaitingSerialNumbers from './0038-waiting-serial-numbers.ts';
import * as m0040Layer from './0040-layer.ts';
import * as m0042RegionRules from './0042-region-rules.ts';
import * as m0043FlightArea from './0043-flight-area.ts';
import * as m0044DeviceTrack from './0044-device-track.ts';
import * as m0045Weather from './0045-weather.ts';
import * as m0046MapShare from './0046-map-share.ts';
import * as m0047LayerPreparing from './0047-layer-preparing.ts';
import * as m0048MapShareLayers from './0048-map-share-layers.ts';
import * as m0049RouteVersion from './0049-route-version.ts';
import * as m0050RouteRecording from './0050-route-recording.ts';
import * as m0051RouteLines from './0051-route-lines.ts';
import * as m0053RouteTemplate from './0053-route-template.ts';
import * as m0055LayerChoice from './0055-layer-choice.ts';
import * as m0060ProvedLink from './0060-proved-link.ts';
import * as m0061FlightTruth from './0061-flight-truth.ts';
import * as m0064MapShareViewerAddress from './0064-map-share-viewer-address.ts';
import * as m0074LayerSurface from './0074-layer-surface.ts';
import * as m0077RouteFlightTime from './0077-route-flight-time.ts';
import * as m0080RouteLook from './0080-route-look.ts';
import * as m0081FlightJudged from './0081-flight-judged.ts';
import * as m0084FlownByHand from './0084-flown-by-hand.ts';
import * as m0092Timers from './0092-timers.ts';
import * as m0094LayerContent from './0094-layer-content.ts';
import * as m0096AuditChains from './0096-audit-chains.ts';
import * as m0097TaskSchedule from './0097-task-schedule.ts';
import * as m0098TaskCalendar from './0098-task-calendar.ts';
import * as m0099TaskException from './0099-task-exception.ts';
import * as m0101TaskFavourite from './0101-task-favourite.ts';
import * as m0102TaskTemplate from './0102-task-template.ts';
import * as m0105DockLog from './0105-dock-log.ts';
import * as m0106Speaker from './0106-speaker.ts';
import * as m0110MediaList from './0110-media-list.ts';
import * as m0115Detection from './0115-detection.ts';
import * as m0116WorkOrder from './0116-work-order.ts';
import * as m0120FlightDay from './0120-flight-day.ts';
import * as m0130FlightByHand from './0130-flight-by-hand.ts';
import * as m0140Upload from './0140-upload.ts';
import * as m0145InspectionReport from './0145-inspection-report.ts';
import * as m0150FindingDay from './0150-finding-day.ts';
import * as m0151WorkOrderDistribution from './0151-work-order-distribution.ts';
import * as m0152DetectionPages from './0152-detection-pages.ts';
import * as m0153PictureLock from './0153-picture-lock.ts';
import * as m0165Drc from './0165-drc.ts';
import * as m0170TakeOff from './0170-take-off.ts';
import * as m0175Firmware from './0175-firmware.ts';
import * as m0180AsyncTable from './0180-async-table.ts';
import * as m0181WorkDay from './0181-work-day.ts';
import * as m0185CockpitPages from './0185-cockpit-pages.ts';
import * as m0190MediaReading from './0190-media-reading.ts';
import * as m0200FlightApproval from './0200-flight-approval.ts';
import * as m0201TaskQueue from './0201-task-queue.ts';
import * as m0210RunVerdict from './0210-run-verdict.ts';
import * as m0211GateWaiver from './0211-gate-waiver.ts';
import * as m0220ReportPdf from './0220-report-pdf.ts';
import * as m0230FlightAgain from './0230-flight-again.ts';
import * as m0231OrderVerified from './0231-order-verified.ts';
import * as m0232FalseAlarmReason from './0232-false-alarm-reason.ts';
import * as m0250VideoStream from './0250-video-stream.ts';
import * as m0255MediaMark from './0255-media-mark.ts';
import * as m0256MediaKeeping from './0256-media-keeping.ts';
import * as m0270AccessToken from './0270-access-token.ts';
import * as m0271Webhook from './0271-webhook.ts';
import * as m0290HandedOver from './0290-handed-over.ts';
import * as m0295ListedCode from './0295-listed-code.ts';
import * as m0300MissedChoice from './0300-missed-choice.ts';
import * as m0301WindAbort from './0301-wind-abort.ts';
import * as m0310FlightRecord from './0310-flight-record.ts';
import * as m0320Defect from './0320-defect.ts';
import * as m0321AffirmRule from './0321-affirm-rule.ts';
import * as m0330Search from './0330-search.ts';
import * as m0331Desk from './0331-desk.ts';
import * as m0340BreakPoint from './0340-break-point.ts';
import * as m0341Checklist from './0341-checklist.ts';
import * as m0350OrderTarget from './0350-order-target.ts';
import * as m0351DefectList from './0351-defect-list.ts';
import * as m0352ReportSchedule from './0352-report-schedule.ts';
import * as m0360DisplayMember from './0360-display-member.ts';
import * as m0370StorageQuota from './0370-storage-quota.ts';
import * as m0371LayerMosaic from './0371-layer-mosaic.ts';
import * as m0390DockHistory from './0390-dock-history.ts';
import * as m0400FlightSeries from './0400-flight-series.ts';
import * as m0401MemberLicence from './0401-member-licence.ts';
import * as m0410MediaVideo from './0410-media-video.ts';
import * as m0411MosaicAttempts from './0411-mosaic-attempts.ts';
import * as m0420OrderFieldWork from './0420-order-field-work.ts';
import * as m0421AffirmRuleRegion from './0421-affirm-rule-region.ts';
import * as m0450ClaimsByGateway from './0450-claims-by-gateway.ts';
import * as m0460FlightTurn from './0460-flight-turn.ts';
import * as m0461FlightKeeping from './0461-flight-keeping.ts';
import * as m0462OwnLicence from './0462-own-licence.ts';
import * as m0470DetectionTask from './0470-detection-task.ts';
import * as m0480ScreenLayout from './0480-screen-layout.ts';
import * as m0490MediaView from './0490-media-view.ts';
import * as m0500FirmwareRollout from './0500-firmware-rollout.ts';
import * as m0512FlightChoices from './0512-flight-choices.ts';
import * as m0540MissedRunNotice from './0540-missed-run-notice.ts';
import * as m0550FlightCondition from './0550-flight-condition.ts';
import * as m0560WebhookPlaces from './0560-webhook-places.ts';
import * as m0570DetectorModel from './0570-detector-model.ts';
import * as m0605ClusterBroker from './0605-cluster-broker.ts';
import * as m0610MediaFirst from './0610-media-first.ts';
import * as m0620VideoTab from './0620-video-tab.ts';
import * as m0625VideoRecord from './0625-video-record.ts';
import * as m0626VideoRecording from './0626-video-recording.ts';
import * as m0630FrameOfVideo from './0630-frame-of-video.ts';
import * as m0640LicenceScan from './0640-licence-scan.ts';
import * as m0645BrokerAdmission from './0645-broker-admission.ts';
import * as m0650MapShareMedia from './0650-map-share-media.ts';
import * as m0660MediaMade from './0660-media-made.ts';
import * as m0670LiveLook from './0670-live-look.ts';
import * as m0675PastRecordings from './0675-past-recordings.ts';
import * as m0690UploadInPlace from './0690-upload-in-place.ts';
import * as m0695DetectionQuality from './0695-detection-quality.ts';
import * as m0700OrderMerged from './0700-order-merged.ts';
import * as m0701DetectionSample from './0701-detection-sample.ts';
import * as m0710ThermalTiff from './0710-thermal-tiff.ts';
import * as m0720Photogrammetry from './0720-photogrammetry.ts';
import * as m0730ServiceLevel from './0730-service-level.ts';
import * as m0740DetectionUnlooked from './0740-detection-unlooked.ts';
import * as m0760DetectionReviewed from './0760-detection-reviewed.ts';
import * as m0770RuleTrial from './0770-rule-trial.ts';
import * as m0771MergedSeverity from './0771-merged-severity.ts';
import * as m0790DroneDays from './0790-drone-days.ts';
import * as m0800FindingRange from './0800-finding-range.ts';
import * as m0810MediaPlayback from './0810-media-playback.ts';

export const list = {
  '0001-first': m0001First,
  '0002-people': m0002People,
  '0003-role': m0003Role,
  '0004-sign-in': m0004SignIn,
  '0005-appearance': m0005Appearance,
  '0006-dictionary': m0006Dictionary,
  '0007-notification': m0007Notification,
  '0008-device-health': m0008DeviceHealth,
  '0009-operation': m0009Operation,
  '0010-login-try': m0010LoginTry,
  '0011-display': m0011Display,
  '0012-notice': m0012Notice,
  '0013-command-address': m0013CommandAddress,
  '0014-step-claims': m0014StepClaims,
  '0015-flight-phase': m0015FlightPhase,
  '0016-unknown-outcome': m0016UnknownOutcome,
  '0017-record-change': m0017RecordChange,
  '0018-keyword-search': m0018KeywordSearch,
  '0019-top-department': m0019TopDepartment,
  '0020-dock-page': m0020DockPage,
  '0021-device-book': m0021DeviceBook,
  '0022-maintenance-programme': m0022MaintenanceProgramme,
  '0023-unusable-message': m0023UnusableMessage,
  '0024-parameters': m0024Parameters,
  '0025-connection': m0025Connection,
  '0026-link-kind': m0026LinkKind,
  '0028-unusable-rule': m0028UnusableRule,
  '0030-device-document': m0030DeviceDocument,
  '0031-dock-retired': m0031DockRetired,
  '0032-counters': m0032Counters,
  '0033-battery-trend': m0033BatteryTrend,
  '0034-controller-connect': m0034ControllerConnect,
  '0035-controller-monitor': m0035ControllerMonitor,
  '0036-pilot': m0036Pilot,
  '0037-region': m0037Region,
  '0038-waiting-serial-numbers': m0038WaitingSerialNumbers,
  '0040-layer': m0040Layer,
  '0042-region-rules': m0042RegionRules,
  '0043-flight-area': m0043FlightArea,
  '0044-device-track': m0044DeviceTrack,
  '0045-weather': m0045Weather,
  '0046-map-share': m0046MapShare,
  '0047-layer-preparing': m0047LayerPreparing,
  '0048-map-share-layers': m0048MapShareLayers,
  '0049-route-version': m0049RouteVersion,
  '0050-route-recording': m0050RouteRecording,
  '0051-route-lines': m0051RouteLines,
  '0053-route-template': m0053RouteTemplate,
  '0055-layer-choice': m0055LayerChoice,
  '0060-proved-link': m0060ProvedLink,
  '0061-flight-truth': m0061FlightTruth,
  '0064-map-share-viewer-address': m0064MapShareViewerAddress,
  '0074-layer-surface': m0074LayerSurface,
  '0077-route-flight-time': m0077RouteFlightTime,
  '0080-route-look': m0080RouteLook,
  '0081-flight-judged': m0081FlightJudged,
  '0084-flown-by-hand': m0084FlownByHand,
  '0092-timers': m0092Timers,
  '0094-layer-content': m0094LayerContent,
  '0096-audit-chains': m0096AuditChains,
  '0097-task-schedule': m0097TaskSchedule,
  '0098-task-calendar': m0098TaskCalendar,
  '0099-task-exception': m0099TaskException,
  '0101-task-favourite': m0101TaskFavourite,
  '0102-task-template': m0102TaskTemplate,
  '0105-dock-log': m0105DockLog,
  '0106-speaker': m0106Speaker,
  '0110-media-list': m0110MediaList,
  '0115-detection': m0115Detection,
  '0116-work-order': m0116WorkOrder,
  '0120-flight-day': m0120FlightDay,
  '0130-flight-by-hand': m0130FlightByHand,
  '0140-upload': m0140Upload,
  '0145-inspection-report': m0145InspectionReport,
  '0150-finding-day': m0150FindingDay,
  '0151-work-order-distribution': m0151WorkOrderDistribution,
  '0152-detection-pages': m0152DetectionPages,
  '0153-picture-lock': m0153PictureLock,
  '0165-drc': m0165Drc,
  '0170-take-off': m0170TakeOff,
  '0175-firmware': m0175Firmware,
  '0180-async-table': m0180AsyncTable,
  '0181-work-day': m0181WorkDay,
  '0185-cockpit-pages': m0185CockpitPages,
  '0190-media-reading': m0190MediaReading,
  '0200-flight-approval': m0200FlightApproval,
  '0201-task-queue': m0201TaskQueue,
  '0210-run-verdict': m0210RunVerdict,
  '0211-gate-waiver': m0211GateWaiver,
  '0220-report-pdf': m0220ReportPdf,
  '0230-flight-again': m0230FlightAgain,
  '0231-order-verified': m0231OrderVerified,
  '0232-false-alarm-reason': m0232FalseAlarmReason,
  '0250-video-stream': m0250VideoStream,
  '0255-media-mark': m0255MediaMark,
  '0256-media-keeping': m0256MediaKeeping,
  '0270-access-token': m0270AccessToken,
  '0271-webhook': m0271Webhook,
  '0290-handed-over': m0290HandedOver,
  '0295-listed-code': m0295ListedCode,
  '0300-missed-choice': m0300MissedChoice,
  '0301-wind-abort': m0301WindAbort,
  '0310-flight-record': m0310FlightRecord,
  '0320-defect': m0320Defect,
  '0321-affirm-rule': m0321AffirmRule,
  '0330-search': m0330Search,
  '0331-desk': m0331Desk,
  '0340-break-point': m0340BreakPoint,
  '0341-checklist': m0341Checklist,
  '0350-order-target': m0350OrderTarget,
  '0351-defect-list': m0351DefectList,
  '0352-report-schedule': m0352ReportSchedule,
  '0360-display-member': m0360DisplayMember,
  '0370-storage-quota': m0370StorageQuota,
  '0371-layer-mosaic': m0371LayerMosaic,
  '0390-dock-history': m0390DockHistory,
  '0400-flight-series': m0400FlightSeries,
  '0401-member-licence': m0401MemberLicence,
  '0410-media-video': m0410MediaVideo,
  '0411-mosaic-attempts': m0411MosaicAttempts,
  '0420-order-field-work': m0420OrderFieldWork,
  '0421-affirm-rule-region': m0421AffirmRuleRegion,
  '0450-claims-by-gateway': m0450ClaimsByGateway,
  '0460-flight-turn': m0460FlightTurn,
  '0461-flight-keeping': m0461FlightKeeping,
  '0462-own-licence': m0462OwnLicence,
  '0470-detection-task': m0470DetectionTask,
  '0480-screen-layout': m0480ScreenLayout,
  '0490-media-view': m0490MediaView,
  '0500-firmware-rollout': m0500FirmwareRollout,
  '0512-flight-choices': m0512FlightChoices,
  '0540-missed-run-notice': m0540MissedRunNotice,
  '0550-flight-condition': m0550FlightCondition,
  '0560-webhook-places': m0560WebhookPlaces,
  '0570-detector-model': m0570DetectorModel,
  '0605-cluster-broker': m0605ClusterBroker,
  '0610-media-first': m0610MediaFirst,
  '0620-video-tab': m0620VideoTab,
  '0625-video-record': m0625VideoRecord,
  '0626-video-recording': m0626VideoRecording,
  '0630-frame-of-video': m0630FrameOfVideo,
  '0640-licence-scan': m0640LicenceScan,
  '0645-broker-admission': m0645BrokerAdmission,
  '0650-map-share-media': m0650MapShareMedia,
  '0660-media-made': m0660MediaMade,
  '0670-live-look': m0670LiveLook,
  '0675-past-recordings': m0675PastRecordings,
  '0690-upload-in-place': m0690UploadInPlace,
  '0695-detection-quality': m0695DetectionQuality,
  '0700-order-merged': m0700OrderMerged,
  '0701-detection-sample': m0701DetectionSample,
  '0710-thermal-tiff': m0710ThermalTiff,
  '0720-photogrammetry': m0720Photogrammetry,
  '0730-service-level': m0730ServiceLevel,
  '0740-detection-unlooked': m0740DetectionUnlooked,
  '0760-detection-reviewed': m0760DetectionReviewed,
  '0770-rule-trial': m0770RuleTrial,
  '0771-merged-severity': m0771MergedSeverity,
  '0790-drone-days': m0790DroneDays,
  '0800-finding-range': m0800FindingRange,
  '0810-media-playback': m0810MediaPlayback,
};
