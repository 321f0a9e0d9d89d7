import type { RoomActions, RoomPages, RoomRefusals } from '../room.ts';

export const pages = { '/RoutePlanning': { group: 'fly' } } as const satisfies RoomPages;

export const actions = {
  'route:edit': { page: '/RoutePlanning', inspection: true },
} as const satisfies RoomActions;

export const limits = {
  route: {
    kmzBytes: 20_000_000,
    expandedBytes: 64_000_000,
    entryBytes: 32_000_000,
    entries: 200,
    ratio: 200,
    waypoints: 65_535,
    xmlDepth: 64,
    parseTimeout: 2_000,
    uploadsAtOnce: 10,
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
} as const satisfies RoomRefusals;
