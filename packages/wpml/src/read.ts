import { openArchive, type PackedDocument, type RouteArchive } from './archive.ts';
import { child, children, figure, flag, word } from './fields.ts';
import { kmzLimits, type KmzLimits } from './limits.ts';
import { lintRoute } from './lint.ts';
import { readDocument, readPayloads, type RouteDocument, type RouteFolder } from './read-document.ts';
import {
  latitudeFirst,
  readActionGroup,
  readHeading,
  type Heading,
  type Placemark,
  type Turn,
} from './read-placemark.ts';
import { KmzRefused, type KmzRefusal } from './refusal.ts';
import type { WpmlLineHead, WpmlRoute, WpmlWarning, WpmlWaypoint } from './route.ts';
import { compareWithTemplate } from './template-differs.ts';
import { warning } from './warning.ts';

export type ReadResult =
  | { readonly ok: true; readonly route: WpmlRoute; readonly warnings: readonly WpmlWarning[] }
  | { readonly ok: false; readonly refusal: KmzRefusal };

/**
 * Reads a DJI route file. Nothing in it is trusted: it is either refused with one reason or comes back whole.
 * The warnings contain those of `lintRoute`.
 *
 * @param options.limits sizes at which to give up; those left out have the package's own values
 * @param options.ownFile it was just written here, both documents from one plan: only what is flown is read
 */
export function readKmz(
  bytes: Uint8Array,
  options: { limits?: Partial<KmzLimits>; ownFile?: boolean } = {},
): ReadResult {
  try {
    const limits = { ...kmzLimits, ...options.limits };
    const { route, warnings } = readArchive(openArchive(bytes, limits), limits, options.ownFile);
    return { ok: true, route, warnings: [...warnings, ...lintRoute(route, { imported: !options.ownFile })] };
  } catch (error) {
    if (error instanceof KmzRefused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

/** @throws KmzRefused */
export function readArchive(
  archive: RouteArchive,
  limits: KmzLimits,
  ownFile = false,
): { route: WpmlRoute; warnings: WpmlWarning[] } {
  const template = ownFile ? null : archive.template && readPacked(archive.template, limits);
  const waylines = archive.waylines && readPacked(archive.waylines, limits);
  const main = waylines ?? template;
  const planned = template?.folders[0] ?? null;
  const flown = waylines?.folders[0] ?? null;
  const executable = waylines ? flown : null;
  const folder = executable ?? planned;
  const count = folder?.placemarks.length ?? 0;
  if (!main || !folder || count === 0) throw new KmzRefused('kmzNoWaypoints', 'no waypoints');
  if (count === 1) throw new KmzRefused('kmzTooFewWaypoints', 'one waypoint');
  const route: WpmlRoute = {
    ...missionOf(main, waylines ? template : null),
    ...linesOf(folder, planned, executable !== null),
    waylineCount: main.folders.length,
    ...(waylines ? linesAfter(waylines, template) : { moreLines: [], lineHeads: [headOf(folder, 0)] }),
    gimbalPitchMode: word(planned?.element, 'gimbalPitchMode'),
    templateType: planned?.templateType ?? null,
    source: executable ? 'executable' : 'template',
  };
  const lines = 1 + route.moreLines.length;
  const warnings = compareWithTemplate(
    executable ? (waylines?.folders.slice(0, lines) ?? []) : [],
    template?.folders.slice(0, lines) ?? [],
  );
  if (ownFile) return { route, warnings };
  if (!template) warnings.push(warning('executableOnly', false));
  else if (!planned && executable) warnings.push(warning('consumerFile', false));
  if (archive.extra.length > 0) {
    warnings.push(warning('extraEntry', false, { entry: archive.extra[0] as string }, archive.extra.length));
  }
  return { route, warnings };
}

/** What was damaged on the way is said to be that, whatever its text looks like. */
function readPacked(document: PackedDocument, limits: KmzLimits): RouteDocument {
  try {
    return readDocument(document.text(), limits);
  } catch (error) {
    document.prove();
    throw error;
  }
}

/** The mission settings, from the flown document; what it leaves out, from the plan. */
function missionOf(main: RouteDocument, other: RouteDocument | null) {
  const first = main.missionConfig;
  const second = other?.missionConfig ?? null;
  const text = (local: string) => word(first, local) ?? word(second, local);
  const number = (local: string) => figure(first, local) ?? figure(second, local);
  const drone = child(first, 'droneInfo') ?? child(second, 'droneInfo');
  const payloads = readPayloads(first);
  return {
    namespaceVersion: main.namespaceVersion || (other?.namespaceVersion ?? ''),
    droneEnumValue: figure(drone, 'droneEnumValue'),
    droneSubEnumValue: figure(drone, 'droneSubEnumValue'),
    payloads: payloads.length > 0 ? payloads : readPayloads(second),
    flyToWaylineMode: text('flyToWaylineMode'),
    finishAction: text('finishAction'),
    exitOnRCLost: text('exitOnRCLost'),
    executeRCLostAction: text('executeRCLostAction'),
    takeOffSecurityHeight: number('takeOffSecurityHeight'),
    globalTransitionalSpeed: number('globalTransitionalSpeed'),
    globalRTHHeight: number('globalRTHHeight'),
    takeOff: latitudeFirst(text('takeOffRefPoint')),
  };
}

function linesOf(folder: RouteFolder, planned: RouteFolder | null, executable: boolean) {
  const { element } = folder;
  const heightMode = word(child(planned?.element, 'waylineCoordinateSysParam'), 'heightMode');
  const defaults = defaultsOf(element);
  const heights = executable
    ? { mode: word(element, 'executeHeightMode'), of: (one: Placemark) => one.executeHeight }
    : plannedHeights(folder, heightMode, defaults);
  return {
    executeHeightMode: heights.mode,
    heightMode,
    autoFlightSpeed: defaults.speed ?? figure(planned?.element, 'autoFlightSpeed'),
    declaredDistance: figure(element, 'distance'),
    declaredDuration: figure(element, 'duration'),
    startActions: children(element, 'startActionGroup').flatMap((group) => readActionGroup(group, 0)),
    waypoints: folder.placemarks.map((one, order) =>
      waypoint(one, order, heights.of(one), { ...defaults, pitch: pitchesOf(planned) }),
    ),
  };
}

const headOf = ({ element }: RouteFolder, order: number): WpmlLineHead => ({
  id: figure(element, 'waylineId') ?? order,
  startActions: children(element, 'startActionGroup').flatMap((group) => readActionGroup(group, 0)),
});

/**
 * The lines after the first, as oblique routes and other planners have them. All or none: lines that share a number, count their
 * heights from different planes or have less than two waypoints cannot be flown as one route.
 */
function linesAfter(
  { folders }: RouteDocument,
  template: RouteDocument | null,
): Pick<WpmlRoute, 'moreLines' | 'lineHeads'> {
  const heads = folders.map(headOf);
  const heightMode = word(folders[0]?.element, 'executeHeightMode');
  const together = folders.every(
    ({ element, placemarks }) => placemarks.length > 1 && word(element, 'executeHeightMode') === heightMode,
  );
  if (!together || new Set(heads.map(({ id }) => id)).size < heads.length)
    return { moreLines: [], lineHeads: heads.slice(0, 1) };
  const moreLines = folders.slice(1).map((folder, at) => {
    const pitch = pitchesOf(template?.folders[at + 1] ?? null);
    const defaults = { ...defaultsOf(folder.element), pitch };
    return folder.placemarks.map((one, order) => waypoint(one, order, one.executeHeight, defaults));
  });
  return { moreLines, lineHeads: heads };
}

/** A plan above sea level can still be flown where every point also carries its ellipsoidal height. */
function plannedHeights({ placemarks }: RouteFolder, heightMode: string | null, defaults: Defaults) {
  if (heightMode === 'EGM96' && placemarks.every((one) => one.ellipsoidHeight !== null)) {
    return { mode: 'WGS84', of: (one: Placemark) => one.ellipsoidHeight };
  }
  return { mode: heightMode, of: (one: Placemark) => one.height ?? defaults.height };
}

interface Defaults {
  readonly speed: number | null;
  readonly height: number | null;
  readonly heading: Heading | null;
  readonly turn: Turn | null;
  readonly useStraightLine: boolean | null;
}

/** The pitch that a planner has for each point of a line, where it has one for each. */
const pitchesOf = (planned: RouteFolder | null): ((order: number) => number | null) | null =>
  word(planned?.element, 'gimbalPitchMode') === 'usePointSetting'
    ? (order) => planned?.placemarks[order]?.plannedPitch ?? null
    : null;

function defaultsOf(folder: RouteFolder['element']): Defaults {
  const turnMode = word(folder, 'globalWaypointTurnMode');
  return {
    speed: figure(folder, 'autoFlightSpeed'),
    height: figure(folder, 'globalHeight'),
    heading: readHeading(child(folder, 'globalWaypointHeadingParam')),
    turn: turnMode === null ? null : { mode: turnMode, damping: 0 },
    useStraightLine: flag(folder, 'globalUseStraightLine'),
  };
}

function waypoint(
  one: Placemark,
  order: number,
  height: number | null,
  { pitch, ...defaults }: Defaults & { pitch: ReturnType<typeof pitchesOf> },
): WpmlWaypoint {
  const index = one.index ?? order;
  if (height === null) throw new KmzRefused('kmzBadCoordinates', `waypoint ${index}: no height`);
  const heading = one.heading ?? defaults.heading;
  const turn = one.turn ?? defaults.turn;
  return {
    index,
    lng: one.lng,
    lat: one.lat,
    height,
    speed: one.speed ?? defaults.speed ?? 0,
    headingMode: heading?.mode ?? '',
    headingAngle: heading?.angle ?? null,
    interest: heading?.interest ?? null,
    turnMode: turn?.mode ?? '',
    damping: turn?.damping ?? 0,
    useStraightLine: one.useStraightLine ?? defaults.useStraightLine ?? false,
    gimbalPitch: pitch ? pitch(order) : one.gimbalPitch,
    actions: one.actions,
  };
}
