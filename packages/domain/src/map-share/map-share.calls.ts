import { z } from 'zod';
import { publicAppearance } from '../appearance/appearance.calls.ts';
import { call } from '../call.ts';
import { listCalls } from '../list-calls.ts';
import { drawnLayer } from '../layer/index.ts';
import { layerFileAt, layerFileKinds, layerTileAt, layerTileKinds } from '../layer/files.calls.ts';
import { mediaKinds } from '../media/media.shape.ts';
import { drawnRegion } from '../region/index.ts';
import { secret } from '../secret.ts';
import { instant, mark, oid, optionalText, recordVersion, sentInstant, text } from '../shape.ts';
import { limits } from './map-share.room.ts';

const { docks, regions, layers, media, passwordMin, passwordMax, openings, questions, fetches } =
  limits.mapShare;

/** How files are shared: small pictures alone, or the files themselves beside them. */
const sharedMediaForms = ['previews', 'originals'] as const;

/** What a link shows: nothing beside it can be reached by the link. */
const content = {
  /** Docks with their aircraft. */
  dockOIDs: z.array(oid).max(docks),
  regionOIDs: z.array(oid).max(regions),
  layerOIDs: z.array(oid).max(layers),
  /** A flight with its route, and where its aircraft is. */
  flightOID: oid.nullable(),
  /** Photos, videos and other files, as long as they are not deleted. */
  mediaOIDs: z.array(oid).max(media),
  mediaAs: z.enum(sharedMediaForms),
};

export const mapShareRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  ...content,
  /** What stands behind `#/share/` in the link; empty for who may not see the files of the share. */
  token: secret(z.string()),
  hasPassword: z.boolean(),
  expiresAt: sentInstant,
  /** Pages that look at it now, and how often it was opened. */
  viewers: z.number().int(),
  opened: z.number().int(),
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type MapShareRecord = z.output<typeof mapShareRecord>;

const listed = listCalls({
  path: '/nebula-five/mapshare',
  word: 'mapShare',
  many: 'Map shares',
  one: 'one map share',
  readers: ['/MapShare'],
  writers: ['map-share:edit'],
  record: mapShareRecord,
  filters: {
    keyword: optionalText(64).optional(),
    sort: z.enum(['-createdAt', 'createdAt', 'name', 'expiresAt', '-expiresAt']).optional(),
  },
  add: {
    name: text(64),
    dockOIDs: content.dockOIDs.optional(),
    regionOIDs: content.regionOIDs.optional(),
    layerOIDs: content.layerOIDs.optional(),
    flightOID: content.flightOID.optional(),
    mediaOIDs: content.mediaOIDs.optional(),
    mediaAs: content.mediaAs.optional(),
    expiresAt: instant,
    password: secret(mark(passwordMin, passwordMax)).optional(),
  },
  edit: { name: text(64).optional(), expiresAt: instant.optional() },
});

const outside = { method: 'POST', effect: 'reads', permission: 'public' } as const;
const gone = ['shareGone'] as const;
const figure = z.number().nullable();
const spot = z.tuple([z.number(), z.number()]).rest(z.number().nullable());

/** A dock as outsiders see it: numbers of its share, never ours. */
const sharedDock = z.object({
  id: z.number().int(),
  name: z.string(),
  online: z.boolean(),
  lng: figure,
  lat: figure,
  /** Of what is said of it, ms; null: never heard of. */
  ageMs: figure,
});
const sharedDrone = z.object({
  /** That of its dock. */
  id: z.number().int(),
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  /** Metres above the ellipsoid, and above the take-off point. */
  height: figure,
  elevation: figure,
  head: figure,
  speed: figure,
  percent: figure,
  ageMs: z.number(),
});
const ticket = secret(mark(20, 400));
/** Layers go by their place in the share, as docks do. */
const sharedLayer = z.string().regex(/^\d{1,2}$/);
const fetched = {
  method: 'GET',
  effect: 'reads',
  permission: 'public',
  rate: { name: 'mapShareFetch', perMinute: fetches },
  refuses: [...gone, 'layerSource'],
  response: z.unknown(),
} as const;

/** Files go by their place in the share, too. */
const sharedItem = z.string().regex(/^\d{1,3}$/);
const sharedMedia = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(mediaKinds),
  /** Bytes. */
  size: z.number(),
  /** When it was taken; null: not known. */
  shotAt: sentInstant.nullable(),
  /** Pixels; null: not known. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** ms of a video; null: not known. */
  duration: z.number().int().nullable(),
  /** Where its small picture is fetched; null: there is none. */
  thumbnailUrl: z.string().nullable(),
  /** Where the file itself is fetched; null: its preview alone is shared. */
  url: z.string().nullable(),
  /** A browser shows the file by itself. */
  shown: z.boolean(),
});
export type SharedMedia = z.output<typeof sharedMedia>;

/** Where outsiders fetch the files of a share: by a ticket of its own, which ends soon and is good in their browser alone. */
export const sharedMediaPath = '/nebula-five/mapshare/media/{media}.rest';

/** Where outsiders fetch the tiles and files of layers: with the ticket of their page. */
export const sharedTilePath = '/nebula-five/mapshare/tile/{layer}/{z}/{x}/{y}.rest';
export const sharedFilePath = '/nebula-five/mapshare/file/{layer}/{name}.rest';

export const mapShareCalls = {
  ...listed,
  add: { ...listed.add, path: '/nebula-five/mapshare/create.rest' },
  open: call({
    ...outside,
    path: '/nebula-five/mapshare/open.rest',
    summary:
      'Outsiders: open a shared map by what its link carries; guessed, revoked and expired ones are answered alike',
    rate: { name: 'mapShareOpen', perMinute: openings },
    refuses: [...gone, 'sharePasswordNeeded'],
    request: z.object({
      token: secret(mark(1, 100)),
      password: secret(mark(1, passwordMax)).optional(),
    }),
    response: z.object({
      /** For the questions of this page, by the browser that opened it. */
      ticket: secret(z.string()),
      name: z.string(),
      expiresAt: sentInstant,
      look: publicAppearance.omit({ backgroundPIC: true }),
    }),
  }),
  scene: call({
    ...outside,
    path: '/nebula-five/mapshare/scene.rest',
    summary: 'Outsiders: what of a shared map stands still: regions, layers, and the route of its flight',
    rate: { name: 'mapShareAsk', perMinute: questions },
    refuses: gone,
    request: z.object({ ticket }),
    response: z.object({
      regions: z.array(drawnRegion.omit({ oid: true, groupOID: true })),
      /** The lowest first; fetched by `url` with the ticket in the query. */
      layers: z.array(drawnLayer.extend({ id: z.number().int() })),
      /** Longitude, latitude. */
      route: z.array(spot).nullable(),
    }),
  }),
  tile: call({
    ...fetched,
    path: sharedTilePath,
    summary: 'Outsiders: one tile of a layer of a shared map; 204 where it has none',
    request: z.object({ ticket, layer: sharedLayer, ...layerTileAt }),
    bytes: layerTileKinds,
  }),
  file: call({
    ...fetched,
    path: sharedFilePath,
    summary: 'Outsiders: one file of a layer of a shared map',
    request: z.object({ ticket, layer: sharedLayer, ...layerFileAt }),
    bytes: layerFileKinds,
  }),
  media: call({
    ...outside,
    path: '/nebula-five/mapshare/media.rest',
    summary:
      'Outsiders: the files of a shared map; their addresses are good for ten minutes, and in the browser that opened the share',
    rate: { name: 'mapShareAsk', perMinute: questions },
    refuses: gone,
    request: z.object({ ticket }),
    response: z.object({
      list: z.array(sharedMedia),
      /** When these addresses end. */
      until: sentInstant,
    }),
  }),
  mediaContent: call({
    ...fetched,
    refuses: gone,
    path: sharedMediaPath,
    summary: 'Outsiders: one file of a shared map, or its small picture',
    request: z.object({
      /** What its address carries: not that of the page. */
      ticket,
      media: sharedItem,
      thumbnail: z.enum(['true', 'false']).optional(),
    }),
    // What a browser may not show by itself is saved.
    bytes: ['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'application/octet-stream'],
  }),
  view: call({
    ...outside,
    path: '/nebula-five/mapshare/view.rest',
    summary: 'Outsiders: where the docks and aircraft of a shared map are now',
    rate: { name: 'mapShareAsk', perMinute: questions },
    refuses: gone,
    request: z.object({
      ticket,
      /** Only what was flown after it: `until` of the last answer. */
      since: instant.optional(),
    }),
    response: z.object({
      viewers: z.number().int(),
      docks: z.array(sharedDock),
      drones: z.array(sharedDrone),
      flight: z
        .object({
          state: z.enum(['created', 'inFlight', 'over']),
          percent: figure,
          /** Longitude, latitude, metres above the ellipsoid; thinned. */
          flown: z.array(spot),
          /** Of the last point that was recorded; null: there is none yet. */
          until: sentInstant.nullable(),
        })
        .nullable(),
    }),
  }),
};
export type SharedView = z.output<(typeof mapShareCalls)['view']['response']>;
export type SharedScene = z.output<(typeof mapShareCalls)['scene']['response']>;
export type OpenedShare = z.output<(typeof mapShareCalls)['open']['response']>;
