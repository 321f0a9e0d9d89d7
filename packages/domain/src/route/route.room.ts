import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/RoutePlanning': { group: 'fly' } } as const satisfies RoomPages;

export const actions = {
  'route:edit': { page: '/RoutePlanning', inspection: true },
} as const satisfies RoomActions;

export const limits = {
  route: {
    kmzBytes: 20_000_000,
    /** Documents of 65,535 waypoints with a few actions each. */
    expandedBytes: 400_000_000,
    entryBytes: 200_000_000,
    entries: 200,
    ratio: 200,
    waypoints: 65_535,
    xmlDepth: 64,
    parseTimeout: 2_000,
    /** Of the thread that reads or writes files: MB of objects that live or are just made, and ms that a million bytes may take more. */
    thread: { memory: 400, young: 32, moreTime: 3_000 },
    /** Expanded bytes of a map file from which shapes are taken. */
    shapeBytes: 64_000_000,
    /** Of laying out a plan and writing its file. */
    makeTimeout: 30_000,
    /** A recording that nobody ended for so long gives way to the next. */
    recordingTime: 6 * 3_600_000,
    uploadsAtOnce: 10,
    /** Of a plan that is drawn here. */
    plan: {
      /** JSON of one plan. */
      bytes: 40_000_000,
      heightMin: -500,
      heightMax: 9_000,
      speedMin: 1,
      speedMax: 15,
      overlapMax: 95,
      /** Of the lines of an area, degrees: a turn less or more is the same direction, and is kept as 0 to 360. */
      directionMin: -360,
      directionMax: 720,
      suffix: 60,
      hoverMax: 1_800,
      zoomMax: 200,
      intervalMin: 0.5,
      intervalMax: 1_000,
      id: 24,
      dampingMax: 1_000,
      actions: 60,
      takeOffMin: 1.2,
      takeOffMax: 1_500,
      returnMin: 2,
      returnMax: 1_500,
      /** Corners of one ring, and rings of one kind. */
      places: 2_000,
      rings: 50,
      /** Lines of a regional route. */
      lines: 1_000,
      /** Versions of one route that are kept. */
      versions: 500,
    },
  },
} as const;

export const refusals = {
  kmzNotZip: 422,
  kmzNoWpml: 422,
  kmzRootLevel: 422,
  kmzTemplateType: 422,
  kmzNoWaypoints: 422,
  kmzTooFewWaypoints: 422,
  kmzBrokenXml: 422,
  kmzBadCoordinates: 422,
  kmzTooBig: 413,
  kmzUnsafePath: 422,
  kmzEncrypted: 422,
  kmzEntities: 422,
  routeChanged: 409,
  routeBlocked: 409,
  /** One battery flies it already; a single piece of it is too long; it becomes more flights than one arrangement has. */
  splitNeedless: 409,
  splitImpossible: 409,
  splitTooMany: 409,
  routeRows: 422,
  routeFile: 422,
  planFaults: 422,
  areaPoints: 422,
  linePoints: 422,
  recordingUnderWay: 409,
  recordingEmpty: 422,
} as const satisfies RoomRefusals;

type FileRefusal = Extract<keyof typeof refusals, `kmz${string}`>;
/** Reasons of a file; those of a plan and of a recording are of other calls. */
export const fileRefusals: readonly FileRefusal[] = (Object.keys(refusals) as FileRefusal[]).filter(
  (reason) => reason.startsWith('kmz'),
);

/** Why no file can be made of a plan, or not now. */
export const makingRefusals = [
  'planFaults',
  'areaPoints',
  'linePoints',
  'kmzTooBig',
  'tooManyRequests',
] as const;
