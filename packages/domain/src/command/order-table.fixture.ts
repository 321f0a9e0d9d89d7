/** The table of orders as it was decided: one line each, in the order of their names. */
export const orderTable = `
controlRelease | 5000/5000 | no lease | - | both | consent | /nebula-five/uavrc/controlRelease.rest dock:control: epoch? issuedAt? key nonce? oid tabId?
controlRequest | 5000/5000 | flight | tracked | both | consent | /nebula-five/uavrc/controlRequest.rest dock:control: epoch? issuedAt key nonce? oid tabId
coverClose | 5000/5000 | flight | confirm+tracked | open | openOrder | /nebula-five/zyjc/coverClose.rest dock:control: epoch? issuedAt key nonce? oid tabId
coverOpen | 5000/5000 | flight | tracked | open | openOrder | /nebula-five/zyjc/coverOpen.rest dock:control: epoch? issuedAt key nonce? oid tabId
flightAreasUpdate | 5000/5000 | no lease | - | cloud | live | the server alone
flightPause | 5000/5000 | flight | tracked | cloud | pause | /nebula-five/uavdockmonitor/flightPause.rest dock:control: epoch? issuedAt key nonce? oid tabId
flightResume | 5000/5000 | flight | tracked | cloud | resume | /nebula-five/uavdockmonitor/flightResume.rest dock:control: epoch? issuedAt key nonce? oid tabId
forceEndJob | 5000/5000 | flight | confirm+tracked | both | undo/returnHome | /nebula-five/uavdockmonitor/forceEndJob.rest dock:control: epoch? flightOID issuedAt key nonce? oid tabId
hover | 5000/5000 | flight | emergency+withoutLease+tracked | both | pause/stopFlyTo/cancelReturn | /nebula-five/uavdockmonitor/hover.rest dock:control,dock:emergency withoutDatabase: epoch? issuedAt? key nonce? oid tabId?
returnHome | 5000/5000 | flight | emergency+withoutLease+tracked | both | returnHome | /nebula-five/uavdockmonitor/returnHome.rest dock:control,dock:emergency withoutDatabase: epoch? issuedAt? key nonce? oid tabId?
returnHomeCancel | 5000/5000 | flight | confirm+tracked | cloud | cancelReturn | /nebula-five/uavdockmonitor/returnHomeCancel.rest dock:control: epoch? issuedAt key nonce? oid tabId
robotGoTo | 5000/5000 | flight | confirm+tracked | open | openOrder | /nebula-five/robot/goTo.rest dock:control: epoch? issuedAt key lat lng nonce? oid tabId
robotPatrol | 5000/5000 | flight | confirm+tracked | open | openOrder | /nebula-five/robot/patrol.rest dock:control: epoch? issuedAt key name nonce? oid points tabId
robotReturn | 5000/5000 | flight | tracked | open | openOrder | /nebula-five/robot/returnToBase.rest dock:control: epoch? issuedAt key nonce? oid tabId
robotStop | 5000/5000 | flight | withoutLease+tracked | open | openOrder | /nebula-five/robot/stop.rest dock:control,dock:emergency withoutDatabase: epoch? issuedAt key nonce? oid tabId
setParameter | 5000/5000 | no lease | tracked | cloud | setting | /nebula-five/uavdock/paramSet.rest dock:edit: epoch? issuedAt? key name nonce? oid tabId? value
startJob | 10000/15000 | flight | confirm+tracked | both | start | /nebula-five/uavdockmonitor/startJob.rest flight:start: epoch? flightOID issuedAt key nonce? oid tabId
startLive | 5000/5000 | no lease | - | cloud | live | /nebula-five/uavdockmonitor/startLive.rest video:watch,dock:control: automatic? epoch? issuedAt? key nonce? oid quality? tabId? videoId
stopLive | 5000/5000 | no lease | - | cloud | live | /nebula-five/uavdockmonitor/stopLive.rest video:watch,dock:control: automatic? epoch? issuedAt? key nonce? oid tabId? videoId
switchQuality | 5000/5000 | no lease | - | cloud | live | /nebula-five/uavdockmonitor/switchQuality.rest video:watch,dock:control: automatic? epoch? issuedAt? key nonce? oid quality tabId? videoId
`;
