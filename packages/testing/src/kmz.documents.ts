import type { KmzModel, KmzPoint, KmzRecipe } from './kmz.recipe.ts';
import { kmzDistance, kmzDuration } from './kmz.figures.ts';

function head(version: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/${version}">
<Document>`;
}

function mission({ model, returnHeight, finishAction, unknown }: KmzRecipe): string {
  const rth = returnHeight === null ? '' : `<wpml:globalRTHHeight>${returnHeight}</wpml:globalRTHHeight>`;
  return `<wpml:missionConfig>
<wpml:flyToWaylineMode>safely</wpml:flyToWaylineMode>
<wpml:finishAction>${finishAction}</wpml:finishAction>
<wpml:exitOnRCLost>executeLostAction</wpml:exitOnRCLost>
<wpml:executeRCLostAction>hover</wpml:executeRCLostAction>
<wpml:takeOffSecurityHeight>20</wpml:takeOffSecurityHeight>
<wpml:globalTransitionalSpeed>10</wpml:globalTransitionalSpeed>
${rth}
<wpml:droneInfo>
<wpml:droneEnumValue>${model.drone[0]}</wpml:droneEnumValue>
<wpml:droneSubEnumValue>${model.drone[1]}</wpml:droneSubEnumValue>
</wpml:droneInfo>
<wpml:payloadInfo>
<wpml:payloadEnumValue>${model.payload[0]}</wpml:payloadEnumValue>
<wpml:payloadSubEnumValue>0</wpml:payloadSubEnumValue>
<wpml:payloadPositionIndex>${model.payload[1]}</wpml:payloadPositionIndex>
</wpml:payloadInfo>${unknown}
</wpml:missionConfig>`;
}

const heading = `<wpml:waypointHeadingMode>followWayline</wpml:waypointHeadingMode>
<wpml:waypointHeadingAngle>0</wpml:waypointHeadingAngle>
<wpml:waypointPoiPoint>0.000000,0.000000,0.000000</wpml:waypointPoiPoint>
<wpml:waypointHeadingPathMode>followBadArc</wpml:waypointHeadingPathMode>`;

const stopTurn = `<wpml:waypointTurnParam>
<wpml:waypointTurnMode>toPointAndStopWithDiscontinuityCurvature</wpml:waypointTurnMode>
<wpml:waypointTurnDampingDist>0</wpml:waypointTurnDampingDist>
</wpml:waypointTurnParam>`;

/** The planner's document. */
export function templateXml(whole: KmzRecipe): string {
  const { model, points, templateType, version } = whole;
  return `${head(version)}
<wpml:author>pilot</wpml:author>
<wpml:createTime>1714564800000</wpml:createTime>
<wpml:updateTime>1714564800000</wpml:updateTime>
${mission(whole)}
<Folder>
<wpml:templateType>${templateType}</wpml:templateType>
<wpml:templateId>0</wpml:templateId>
<wpml:waylineCoordinateSysParam>
<wpml:coordinateMode>WGS84</wpml:coordinateMode>
<wpml:heightMode>relativeToStartPoint</wpml:heightMode>
<wpml:positioningType>GPS</wpml:positioningType>
</wpml:waylineCoordinateSysParam>
<wpml:autoFlightSpeed>10</wpml:autoFlightSpeed>
<wpml:globalHeight>50</wpml:globalHeight>
<wpml:caliFlightEnable>0</wpml:caliFlightEnable>
<wpml:gimbalPitchMode>manual</wpml:gimbalPitchMode>
<wpml:globalWaypointHeadingParam>${heading}</wpml:globalWaypointHeadingParam>
<wpml:globalWaypointTurnMode>toPointAndStopWithDiscontinuityCurvature</wpml:globalWaypointTurnMode>
<wpml:globalUseStraightLine>1</wpml:globalUseStraightLine>
${points.map((point, i) => plannedPlacemark(point, i, whole)).join('\n')}
<wpml:payloadParam>
<wpml:payloadPositionIndex>${model.payload[1]}</wpml:payloadPositionIndex>
<wpml:imageFormat>${model.lenses}</wpml:imageFormat>
</wpml:payloadParam>
</Folder>
</Document>
</kml>
`;
}

function plannedPlacemark(point: KmzPoint, index: number, whole: KmzRecipe): string {
  return `<Placemark>
<Point>
<coordinates>
${point.lng},${point.lat}
</coordinates>
</Point>
<wpml:index>${index}</wpml:index>
<wpml:ellipsoidHeight>${point.height}</wpml:ellipsoidHeight>
<wpml:height>${point.height}</wpml:height>
<wpml:useGlobalHeight>0</wpml:useGlobalHeight>
<wpml:useGlobalSpeed>0</wpml:useGlobalSpeed>
<wpml:waypointSpeed>${point.speed}</wpml:waypointSpeed>
<wpml:useGlobalHeadingParam>1</wpml:useGlobalHeadingParam>
<wpml:useGlobalTurnParam>1</wpml:useGlobalTurnParam>
<wpml:useStraightLine>1</wpml:useStraightLine>
${actions(point, index, whole)}<wpml:isRisky>0</wpml:isRisky>
</Placemark>`;
}

/** The document the aircraft flies. */
export function waylinesXml(whole: KmzRecipe): string {
  const { points, version } = whole;
  return `${head(version)}
${mission(whole)}
<Folder>
<wpml:templateId>0</wpml:templateId>
<wpml:executeHeightMode>relativeToStartPoint</wpml:executeHeightMode>
<wpml:waylineId>0</wpml:waylineId>
<wpml:distance>${kmzDistance(points)}</wpml:distance>
<wpml:duration>${kmzDuration(points)}</wpml:duration>
<wpml:autoFlightSpeed>10</wpml:autoFlightSpeed>
${points.map((point, i) => flownPlacemark(point, i, whole)).join('\n')}
</Folder>
</Document>
</kml>
`;
}

function flownPlacemark(point: KmzPoint, index: number, whole: KmzRecipe): string {
  return `<Placemark>
<Point>
<coordinates>
${point.lng},${point.lat}
</coordinates>
</Point>
<wpml:index>${index}</wpml:index>
<wpml:executeHeight>${point.height}</wpml:executeHeight>
<wpml:waypointSpeed>${point.speed}</wpml:waypointSpeed>
<wpml:waypointHeadingParam>${heading}</wpml:waypointHeadingParam>
${stopTurn}
<wpml:useStraightLine>1</wpml:useStraightLine>
${actions(point, index, whole)}<wpml:waypointWorkType>0</wpml:waypointWorkType>
</Placemark>`;
}

function actions({ hover, photo, pitch }: KmzPoint, index: number, { model }: KmzRecipe): string {
  const list: string[] = [];
  if (pitch !== undefined) list.push(action(list.length, 'gimbalRotate', pitchParams(model, pitch)));
  if (hover !== undefined)
    list.push(action(list.length, 'hover', `<wpml:hoverTime>${hover}</wpml:hoverTime>`));
  if (photo) list.push(action(list.length, 'takePhoto', photoParams(model)));
  if (list.length === 0) return '';
  return `<wpml:actionGroup>
<wpml:actionGroupId>${index}</wpml:actionGroupId>
<wpml:actionGroupStartIndex>${index}</wpml:actionGroupStartIndex>
<wpml:actionGroupEndIndex>${index}</wpml:actionGroupEndIndex>
<wpml:actionGroupMode>sequence</wpml:actionGroupMode>
<wpml:actionTrigger><wpml:actionTriggerType>reachPoint</wpml:actionTriggerType></wpml:actionTrigger>
${list.join('\n')}
</wpml:actionGroup>
`;
}

function action(id: number, name: string, params: string): string {
  return `<wpml:action>
<wpml:actionId>${id}</wpml:actionId>
<wpml:actionActuatorFunc>${name}</wpml:actionActuatorFunc>
<wpml:actionActuatorFuncParam>${params}</wpml:actionActuatorFuncParam>
</wpml:action>`;
}

function pitchParams(model: KmzModel, pitch: number): string {
  return `<wpml:payloadPositionIndex>${model.payload[1]}</wpml:payloadPositionIndex>
<wpml:gimbalHeadingYawBase>north</wpml:gimbalHeadingYawBase>
<wpml:gimbalRotateMode>absoluteAngle</wpml:gimbalRotateMode>
<wpml:gimbalPitchRotateEnable>1</wpml:gimbalPitchRotateEnable>
<wpml:gimbalPitchRotateAngle>${pitch}</wpml:gimbalPitchRotateAngle>
<wpml:gimbalRollRotateEnable>0</wpml:gimbalRollRotateEnable>
<wpml:gimbalRollRotateAngle>0</wpml:gimbalRollRotateAngle>
<wpml:gimbalYawRotateEnable>0</wpml:gimbalYawRotateEnable>
<wpml:gimbalYawRotateAngle>0</wpml:gimbalYawRotateAngle>
<wpml:gimbalRotateTimeEnable>0</wpml:gimbalRotateTimeEnable>
<wpml:gimbalRotateTime>0</wpml:gimbalRotateTime>`;
}

function photoParams(model: KmzModel): string {
  return `<wpml:payloadPositionIndex>${model.payload[1]}</wpml:payloadPositionIndex>
<wpml:fileSuffix></wpml:fileSuffix>
<wpml:payloadLensIndex>${model.lenses}</wpml:payloadLensIndex>
<wpml:useGlobalPayloadLensIndex>0</wpml:useGlobalPayloadLensIndex>`;
}
