import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { CallDeclaration } from '../call.ts';
import { commandCalls } from './command.calls.ts';
import { orders } from '../orders.generated.ts';
import { cloudMethods, commandMethods, commandRules, formOf, openMethods } from './command.ts';

/** As it was decided: one line for each order, by their names. */
const orderTable = `
airConditionerCool | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/airConditionerCool.rest dock:control: epoch? issuedAt key nonce? oid tabId
airConditionerDry | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/airConditionerDry.rest dock:control: epoch? issuedAt key nonce? oid tabId
airConditionerHeat | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/airConditionerHeat.rest dock:control: epoch? issuedAt key nonce? oid tabId
airConditionerStop | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/airConditionerStop.rest dock:control: epoch? issuedAt key nonce? oid tabId
alarmClose | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/alarmClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
alarmOpen | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/alarmOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
authorityFlight | 5000/5000 | flight | - | cloud | live | uavdockmonitor/authorityFlight.rest dock:control: epoch? issuedAt key nonce? oid tabId
authorityPayload | 5000/5000 | payload | - | cloud | live | uavdockmonitor/authorityPayload.rest dock:control: epoch? issuedAt key nonce? oid payloadIndex tabId
batteryMaintenanceClose | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/batteryMaintenanceClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
batteryMaintenanceOpen | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/batteryMaintenanceOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
chargeClose | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/chargeClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
chargeOpen | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/chargeOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
controlRelease | 5000/5000 | no lease | - | both | consent | uavrc/controlRelease.rest dock:control: epoch? issuedAt? key nonce? oid tabId?
controlRequest | 5000/5000 | flight | tracked | both | consent | uavrc/controlRequest.rest dock:control: epoch? issuedAt key nonce? oid tabId
coverClose | 5000/5000 | flight | confirm+tracked | both | dockState | uavdockmonitor/coverClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
coverForceClose | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/coverForceClose.rest dock:control: epoch? issuedAt key nonce? oid padEmpty tabId
coverOpen | 5000/5000 | flight | tracked | both | dockState | uavdockmonitor/coverOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
debugModeClose | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/debugModeClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
debugModeOpen | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/debugModeOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
deviceFormat | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/deviceFormat.rest dock:control: epoch? issuedAt key nonce? oid serial tabId
deviceReboot | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/deviceReboot.rest dock:control: epoch? issuedAt key nonce? oid tabId
drcEnd | 5000/5000 | no lease | - | cloud | live | the server alone
drcEnter | 5000/10000 | flight | - | cloud | live | uavdockmonitor/drcEnter.rest dock:control: epoch? issuedAt key nonce? oid tabId
drcExit | 5000/5000 | flight | - | cloud | live | uavdockmonitor/drcExit.rest dock:control: epoch? issuedAt key nonce? oid tabId
droneClose | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/droneClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
droneFormat | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/droneFormat.rest dock:control: epoch? issuedAt key nonce? oid serial tabId
droneOpen | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/droneOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
esimActivate | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/esimActivate.rest dock:control: device epoch? imei issuedAt key nonce? oid tabId
esimOperatorSwitch | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/esimOperatorSwitch.rest dock:control: device epoch? imei issuedAt key nonce? oid operator tabId
flightAreasUpdate | 5000/5000 | no lease | - | cloud | live | the server alone
flightPause | 5000/5000 | flight | tracked | cloud | pause | uavdockmonitor/flightPause.rest dock:control: epoch? issuedAt key nonce? oid tabId
flightResume | 5000/5000 | flight | tracked | cloud | resume | uavdockmonitor/flightResume.rest dock:control: epoch? issuedAt key nonce? oid tabId
flyTo | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/flyTo.rest dock:control: epoch? height issuedAt key lat lng maxSpeed nonce? oid tabId
flyToStop | 5000/5000 | flight | tracked | cloud | stopFlyTo | uavdockmonitor/flyToStop.rest dock:control: epoch? issuedAt key nonce? oid tabId
forceEndJob | 5000/5000 | flight | confirm+tracked | both | undo/returnHome | uavdockmonitor/forceEndJob.rest dock:control: epoch? flightOID issuedAt key nonce? oid tabId
hover | 5000/5000 | flight | emergency+withoutLease+tracked | both | pause/stopFlyTo/cancelReturn | uavdockmonitor/hover.rest dock:control,dock:emergency withoutDatabase: epoch? issuedAt? key nonce? oid tabId?
logQuery | 5000/15000 | no lease | - | cloud | live | uavdockmonitor/logQuery.rest dock:control: epoch? issuedAt? key modules nonce? oid tabId?
logUpload | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/logUpload.rest dock:control: epoch? files issuedAt? key nonce? oid tabId?
logUploadCancel | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/logUploadCancel.rest dock:control: epoch? issuedAt? key modules nonce? oid tabId?
lteClose | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/lteClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
lteOpen | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/lteOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
mediaFirst | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/mediaFirst.rest dock:control: epoch? flightOID issuedAt? key nonce? oid tabId?
ota | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/ota.rest dock:control: devices epoch? issuedAt key nonce? oid tabId
payloadCommands | 5000/5000 | payload | - | cloud | live | uavdockmonitor/payloadCommands.rest dock:control: cmd data epoch? issuedAt key nonce? oid tabId
poiEnter | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/poiEnter.rest dock:control: epoch? height issuedAt key lat lng nonce? oid tabId
poiExit | 5000/5000 | flight | tracked | cloud | stopFlyTo | uavdockmonitor/poiExit.rest dock:control: epoch? issuedAt key nonce? oid tabId
poiSpeed | 5000/5000 | flight | - | cloud | live | uavdockmonitor/poiSpeed.rest dock:control: circleSpeed epoch? issuedAt key nonce? oid tabId
prepareJob | 5000/15000 | no lease | - | cloud | live | the server alone
putterClose | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/putterClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
putterOpen | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/putterOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
returnHome | 5000/5000 | flight | emergency+withoutLease+tracked | both | returnHome | uavdockmonitor/returnHome.rest dock:control,dock:emergency withoutDatabase: epoch? issuedAt? key nonce? oid tabId?
returnHomeCancel | 5000/5000 | flight | confirm+tracked | cloud | cancelReturn | uavdockmonitor/returnHomeCancel.rest dock:control: epoch? issuedAt key nonce? oid tabId
robotGoTo | 5000/5000 | flight | confirm+tracked | open | openOrder | robot/goTo.rest dock:control: epoch? issuedAt key lat lng nonce? oid tabId
robotPatrol | 5000/5000 | flight | confirm+tracked | open | openOrder | robot/patrol.rest dock:control: epoch? issuedAt key name nonce? oid points tabId
robotReturn | 5000/5000 | flight | tracked | open | openOrder | robot/returnToBase.rest dock:control: epoch? issuedAt key nonce? oid tabId
robotStop | 5000/5000 | flight | withoutLease+tracked | open | openOrder | robot/stop.rest dock:control,dock:emergency withoutDatabase: epoch? issuedAt key nonce? oid tabId
rtkCalibration | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/rtkCalibration.rest dock:control: epoch? height issuedAt key lat lng nonce? oid tabId
searchlightBrightness | 5000/5000 | payload | - | cloud | live | uavdockmonitor/searchlightBrightness.rest dock:control: brightness epoch? issuedAt key nonce? oid psdkIndex tabId
searchlightCalibrate | 5000/5000 | payload | - | cloud | live | uavdockmonitor/searchlightCalibrate.rest dock:control: epoch? issuedAt key nonce? oid psdkIndex tabId
searchlightMode | 5000/5000 | payload | - | cloud | live | uavdockmonitor/searchlightMode.rest dock:control: epoch? issuedAt key lightMode nonce? oid psdkIndex tabId
searchlightTrim | 5000/5000 | payload | - | cloud | live | uavdockmonitor/searchlightTrim.rest dock:control: degrees epoch? issuedAt key lamp nonce? oid psdkIndex saved tabId
setParameter | 5000/5000 | no lease | tracked | cloud | setting | uavdock/paramSet.rest dock:edit: epoch? issuedAt? key name nonce? oid tabId? value
simSlotSwitch | 5000/5000 | flight | confirm+tracked | cloud | dockState | uavdockmonitor/simSlotSwitch.rest dock:control: device epoch? imei issuedAt key nonce? oid slot tabId
speakerMode | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/speakerMode.rest dock:control: epoch? issuedAt? key nonce? oid playMode psdkIndex tabId?
speakerPlay | 5000/5000 | no lease | tracked | cloud | dockState | uavdockmonitor/speakerPlay.rest dock:control: audioOID epoch? issuedAt? key nonce? oid psdkIndex tabId?
speakerReplay | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/speakerReplay.rest dock:control: epoch? issuedAt? key nonce? oid psdkIndex tabId?
speakerStop | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/speakerStop.rest dock:control: epoch? issuedAt? key nonce? oid psdkIndex tabId?
speakerVolume | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/speakerVolume.rest dock:control: epoch? issuedAt? key nonce? oid psdkIndex tabId? volume
startJob | 10000/15000 | flight | confirm+tracked | both | start | uavdockmonitor/startJob.rest flight:start: epoch? flightOID issuedAt key nonce? oid tabId
startLive | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/startLive.rest video:watch,dock:control: automatic? epoch? issuedAt? key nonce? oid quality? tabId? videoId
stealthClose | 5000/5000 | flight | - | cloud | live | uavdockmonitor/stealthClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
stealthOpen | 5000/5000 | flight | confirm | cloud | live | uavdockmonitor/stealthOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
stopLive | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/stopLive.rest video:watch,dock:control: automatic? epoch? issuedAt? key nonce? oid tabId? videoId
supplementLightClose | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/supplementLightClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
supplementLightOpen | 5000/5000 | flight | tracked | cloud | dockState | uavdockmonitor/supplementLightOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
switchQuality | 5000/5000 | no lease | - | cloud | live | uavdockmonitor/switchQuality.rest video:watch,dock:control: automatic? epoch? issuedAt? key nonce? oid quality tabId? videoId
switchVideo | 5000/5000 | payload | - | cloud | live | uavdockmonitor/switchVideo.rest dock:control: cameraPosition? epoch? issuedAt key nonce? oid tabId videoId videoType?
takeOff | 10000/15000 | flight | confirm+tracked | cloud | start | uavdockmonitor/takeOff.rest flight:start: epoch? height issuedAt key lat lng lostAction maxSpeed nonce? oid rthAltitude safeHeight tabId
undoJob | 5000/5000 | no lease | - | cloud | live | the server alone
widgetSet | 5000/5000 | payload | - | cloud | live | uavdockmonitor/widgetSet.rest dock:control: epoch? issuedAt key nonce? oid psdkIndex tabId value widget
widgetText | 5000/5000 | payload | - | cloud | live | uavdockmonitor/widgetText.rest dock:control: epoch? issuedAt key nonce? oid psdkIndex tabId text
`;

const both = [false, true];
const moments = both.flatMap((airborne) =>
  both.flatMap((returning) => both.map((flyingTo) => ({ airborne, returning, flyingTo }))),
);
const has = (methods: readonly string[], method: string): boolean => methods.includes(method);

const fieldsOf = ({ request }: CallDeclaration): string =>
  Object.entries((request as z.ZodObject).shape)
    .map(([name, field]) => (field.safeParse(undefined).success ? `${name}?` : name))
    .toSorted()
    .join(' ');

/** What is decided of an order before anything is known of its device, in one line. */
const lineOf = (method: (typeof commandMethods)[number]): string => {
  const { ttl, ack, control, ...flags } = commandRules[method];
  const raised = Object.entries(flags).flatMap(([name, raises]) => (raises ? [name] : []));
  const wire = has(cloudMethods, method) ? 'cloud' : has(openMethods, method) ? 'open' : 'both';
  const forms = [...new Set(moments.map((then) => formOf(method, then)))].join('/');
  const call = Object.entries(commandCalls).find(([name]) => name === method)?.[1] as
    | CallDeclaration
    | undefined;
  const said = call
    ? `${call.path.replace('/nebula-five/', '')} ${String(call.permission)}${call.withoutDatabase ? ' withoutDatabase' : ''}: ${fieldsOf(call)}`
    : orders[method].permission === null
      ? 'the server alone'
      : 'nobody';
  return [method, `${ttl}/${ack}`, control ?? 'no lease', raised.join('+') || '-', wire, forms, said].join(
    ' | ',
  );
};

// Whoever changes a line here changes who may move an aircraft, when, and what counts as done.
it('the table of orders is what it was decided to be', () => {
  expect(`\n${commandMethods.map(lineOf).toSorted().join('\n')}\n`).toBe(orderTable);
});
