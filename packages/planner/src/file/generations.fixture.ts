import { packKmz } from '@eyrie/testing';

/** What a planner of some generation writes into a route file. */
export interface Generation {
  readonly version: string;
  /** How the camera gets its pitch. */
  readonly gimbal: 'manual' | 'planned' | 'byAction' | 'evenly';
  readonly lens: 'global' | 'own' | 'unsaid';
  readonly photos: 'none' | 'point' | 'group' | 'record';
  readonly heading: 'followWayline' | 'fixed' | 'towardPOI' | 'smoothTransition';
  readonly turn:
    | 'toPointAndStopWithDiscontinuityCurvature'
    | 'toPointAndPassWithContinuityCurvature'
    | 'coordinateTurn';
  readonly heights: 'relativeToStartPoint' | 'WGS84' | 'realTimeFollowSurface';
  /** Whether the template leaves values of its points to those of the whole route. */
  readonly global: boolean;
  readonly points: number;
  readonly templateSpeed: number;
  readonly firstGroup: number;
  /** Of a waypoint: elements that no document describes, a third coordinate, white space. */
  readonly strange: boolean;
  readonly returnHeight: boolean;
}

export const generation = (changes: Partial<Generation> = {}): Generation => ({
  version: '1.0.6',
  gimbal: 'manual',
  lens: 'global',
  photos: 'none',
  heading: 'followWayline',
  turn: 'toPointAndStopWithDiscontinuityCurvature',
  heights: 'relativeToStartPoint',
  global: false,
  points: 5,
  templateSpeed: 10,
  firstGroup: 0,
  strange: false,
  returnHeight: true,
  ...changes,
});

const leaf = (name: string, value: string | number): string => `<wpml:${name}>${value}</wpml:${name}>`;
const node = (name: string, ...inner: string[]): string =>
  leaf(name, `\n${inner.filter(Boolean).join('\n')}\n`);

const action = (id: number, func: string, params: string): string =>
  node(
    'action',
    leaf('actionId', id),
    leaf('actionActuatorFunc', func),
    node('actionActuatorFuncParam', params),
  );

const group = (id: number, [start, end]: readonly [number, number], trigger: string, ...actions: string[]) =>
  node(
    'actionGroup',
    leaf('actionGroupId', id),
    leaf('actionGroupStartIndex', start),
    leaf('actionGroupEndIndex', end),
    leaf('actionGroupMode', 'sequence'),
    trigger,
    ...actions,
  );
const arrival = node('actionTrigger', leaf('actionTriggerType', 'reachPoint'));

const lensOf = ({ lens }: Generation): string => {
  if (lens === 'unsaid') return '';
  const own = leaf('payloadLensIndex', 'wide,ir');
  return lens === 'own'
    ? own + leaf('useGlobalPayloadLensIndex', 0)
    : own + leaf('useGlobalPayloadLensIndex', 1);
};

const photo = (id: number, whole: Generation): string =>
  action(id, 'takePhoto', leaf('fileSuffix', `p${id}`) + leaf('payloadPositionIndex', 0) + lensOf(whole));
const turned = (id: number, pitch: number): string =>
  action(
    id,
    'gimbalRotate',
    leaf('gimbalRotateMode', 'absoluteAngle') +
      leaf('gimbalPitchRotateEnable', 1) +
      leaf('gimbalPitchRotateAngle', pitch) +
      leaf('payloadPositionIndex', 0),
  );

/** The groups of a point, in the flown document and, but for what a planner makes while it exports, in its own. */
function groups(index: number, whole: Generation, forAircraft: boolean): string[] {
  const { gimbal, photos, points, firstGroup } = whole;
  const id = firstGroup + index * 5;
  const last = points - 1;
  const here = [index, index] as const;
  const list: string[] = [];
  if (gimbal === 'byAction') list.push(group(id, here, arrival, turned(0, -30 - index), photo(1, whole)));
  if (gimbal === 'evenly' && forAircraft && index < last)
    list.push(
      group(
        id,
        [index, index + 1],
        node('actionTrigger', leaf('actionTriggerType', 'betweenAdjacentPoints')),
        action(
          0,
          'gimbalEvenlyRotate',
          leaf('gimbalPitchRotateAngle', -40 - index) + leaf('payloadPositionIndex', 0),
        ),
      ),
    );
  if (photos === 'point') list.push(group(id + 1, here, arrival, photo(0, whole)));
  if (photos === 'group' && index === 0)
    list.push(
      group(
        id + 2,
        [0, last],
        node('actionTrigger', leaf('actionTriggerType', 'multipleDistance'), leaf('actionTriggerParam', 25)),
        turned(0, -90),
        photo(1, whole),
      ),
    );
  if (photos === 'record' && index === 0)
    list.push(
      group(id + 3, here, arrival, action(0, 'startRecord', leaf('payloadPositionIndex', 0) + lensOf(whole))),
    );
  if (photos === 'record' && index === last)
    list.push(group(id + 4, here, arrival, action(0, 'stopRecord', leaf('payloadPositionIndex', 0))));
  return list;
}

const placeOf = (index: number, { heading, points }: Generation): readonly [number, number] => {
  const angle = (2 * Math.PI * index) / points;
  return heading === 'towardPOI'
    ? [113.95 + 0.0005 * Math.sin(angle), 22.54 + 0.0005 * Math.cos(angle)]
    : [113.95 + index * 0.001, 22.54 + (index % 2) * 0.0007];
};

/** Metres above what the flown document counts from; the sea lies 3.5 m below the ellipsoid. */
const heightOf = (index: number): number => 60 + index * 2.25;

const headingParam = (name: string, index: number, { heading }: Generation): string =>
  node(
    name,
    leaf('waypointHeadingMode', heading),
    leaf('waypointHeadingAngle', heading === 'followWayline' ? 0 : 10 + index),
    leaf(
      'waypointPoiPoint',
      heading === 'towardPOI' ? '22.54,113.95,0.000000' : '0.000000,0.000000,0.000000',
    ),
    heading === 'fixed' ? leaf('waypointHeadingAngleEnable', 1) : '',
    leaf('waypointHeadingPathMode', 'followBadArc'),
  );

const turnParam = (index: number, { turn, points }: Generation): string => {
  const atEnd = index === 0 || index === points - 1;
  const stops = atEnd || turn === 'toPointAndStopWithDiscontinuityCurvature';
  return node(
    'waypointTurnParam',
    leaf('waypointTurnMode', stops ? 'toPointAndStopWithDiscontinuityCurvature' : turn),
    leaf('waypointTurnDampingDist', stops ? 0 : 4),
  );
};

const strangeness =
  '<!-- of its planner --><wpml:isRisky>0</wpml:isRisky><wpml:waypointWorkType>0</wpml:waypointWorkType>';

function point(index: number, whole: Generation): string {
  const [lng, lat] = placeOf(index, whole);
  const text = `${lng.toFixed(9)},${lat.toFixed(9)}`;
  return `<Point>\n<coordinates>${whole.strange ? `\n  ${text},12.5\n` : text}</coordinates>\n</Point>`;
}

function planned(index: number, whole: Generation): string {
  const { global, gimbal, heights } = whole;
  const ellipsoid = heightOf(index);
  const height = heights === 'WGS84' ? ellipsoid + 3.5 : ellipsoid;
  return [
    '<Placemark>',
    point(index, whole),
    leaf('index', index),
    ...(global ? [] : [leaf('ellipsoidHeight', ellipsoid), leaf('height', height)]),
    leaf('useGlobalHeight', global ? 1 : 0),
    leaf('useGlobalSpeed', global ? 1 : 0),
    ...(global ? [] : [leaf('waypointSpeed', 7)]),
    leaf('useGlobalHeadingParam', global ? 1 : 0),
    ...(global ? [] : [headingParam('waypointHeadingParam', index, whole)]),
    leaf('useGlobalTurnParam', global ? 1 : 0),
    ...(global ? [] : [turnParam(index, whole)]),
    ...(gimbal === 'planned' || gimbal === 'evenly' ? [leaf('gimbalPitchAngle', -90 + index)] : []),
    ...groups(index, whole, false),
    whole.strange ? strangeness : '',
    '</Placemark>',
  ].join('\n');
}

function flown(index: number, whole: Generation): string {
  return [
    '<Placemark>',
    point(index, whole),
    leaf('index', index),
    leaf('executeHeight', heightOf(index)),
    leaf('waypointSpeed', 7),
    headingParam('waypointHeadingParam', index, whole),
    turnParam(index, whole),
    leaf('useStraightLine', 1),
    ...groups(index, whole, true),
    // Filled with 0 by many planners, whatever turns the gimbal.
    node(
      'waypointGimbalHeadingParam',
      leaf('waypointGimbalPitchAngle', 0),
      leaf('waypointGimbalYawAngle', 0),
    ),
    whole.strange ? strangeness : '',
    '</Placemark>',
  ].join('\n');
}

function mission({ returnHeight, strange }: Generation): string {
  return node(
    'missionConfig',
    leaf('flyToWaylineMode', 'safely'),
    leaf('finishAction', 'noAction'),
    leaf('exitOnRCLost', 'goContinue'),
    leaf('takeOffSecurityHeight', 20),
    leaf('globalTransitionalSpeed', 8),
    returnHeight ? leaf('globalRTHHeight', 80) : '',
    node('droneInfo', leaf('droneEnumValue', 67), leaf('droneSubEnumValue', 1)),
    strange ? leaf('waylineAvoidLimitAreaMode', 1) : '',
    node('payloadInfo', leaf('payloadEnumValue', 53), leaf('payloadPositionIndex', 0)),
  );
}

const documentOf = ({ version }: Generation, ...inner: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/${version}">\n<Document>\n${inner.join('\n')}\n</Document>\n</kml>\n`;

/** A route file as that planner would write it. */
export function fileOf(whole: Generation): Uint8Array {
  const { gimbal, heights, templateSpeed } = whole;
  const places = Array.from({ length: whole.points }, (_, index) => index);
  const heightMode = {
    relativeToStartPoint: 'relativeToStartPoint',
    WGS84: 'EGM96',
    realTimeFollowSurface: 'aboveGroundLevel',
  };
  const template = documentOf(
    whole,
    leaf('createTime', 1_700_000_000_000),
    leaf('updateTime', 1_700_000_000_000),
    mission(whole),
    '<Folder>',
    leaf('templateType', 'waypoint'),
    leaf('templateId', 0),
    node(
      'waylineCoordinateSysParam',
      leaf('coordinateMode', 'WGS84'),
      leaf('heightMode', heightMode[heights]),
    ),
    leaf('autoFlightSpeed', templateSpeed),
    leaf('globalHeight', 77),
    leaf('caliFlightEnable', 0),
    leaf('gimbalPitchMode', gimbal === 'planned' || gimbal === 'evenly' ? 'usePointSetting' : 'manual'),
    headingParam('globalWaypointHeadingParam', 0, whole),
    leaf('globalWaypointTurnMode', whole.turn),
    leaf('globalUseStraightLine', 1),
    ...places.map((index) => planned(index, whole)),
    node('payloadParam', leaf('payloadPositionIndex', 0), leaf('imageFormat', 'wide,ir')),
    '</Folder>',
  );
  const waylines = documentOf(
    whole,
    mission(whole),
    '<Folder>',
    leaf('templateId', 0),
    leaf('executeHeightMode', heights),
    leaf('waylineId', 0),
    leaf('distance', 400.5),
    leaf('duration', 99.25),
    leaf('autoFlightSpeed', templateSpeed),
    ...places.map((index) => flown(index, whole)),
    '</Folder>',
  );
  const encoder = new TextEncoder();
  return packKmz({
    'wpmz/template.kml': encoder.encode(template),
    'wpmz/waylines.wpml': encoder.encode(waylines),
  });
}
