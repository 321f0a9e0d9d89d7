import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { listCalls } from '../list-calls.ts';
import { secret } from '../secret.ts';
import {
  done,
  empty,
  latitude,
  longitude,
  oid,
  optionalText,
  recordVersion,
  sentInstant,
  text,
} from '../shape.ts';
import {
  layerFileAt,
  layerFileKinds,
  layerFilePath,
  layerTileAt,
  layerTileKinds,
  layerTilePath,
} from './files.calls.ts';
import { layerChange, layerChoices } from './layer-choices.shape.ts';
import { addressSources, cloudFaults, fileSources, layerRoles, rasterFaults } from './layer-source.ts';
import { mosaicRecord } from './mosaic.ts';
import { isProtocolHeader } from './key-header.ts';

/** 1 imagery, 2 map service, 3 vectors, 4 oblique model, 5 orthophoto, 6 point cloud. */
const type = z.number().int().min(1).max(6);
const role = z.enum(layerRoles);
/** Datum that a base map is drawn in; the display shifts it, nothing that is stored is. */
const datum = z.enum(['wgs84', 'gcj02', 'bd09']);
const encoding = z.enum(['terrarium', 'mapbox']);
const zoom = z.number().int().min(0).max(limits.layer.zoomMax);
/** West is greater than east where it crosses ±180°. */
const box = z
  .object({ west: longitude, south: latitude, east: longitude, north: latitude })
  .refine(({ west, east, south, north }) => west !== east && south < north);

export const layerRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  type,
  role,
  source: z.enum([...addressSources, ...fileSources]),
  parentOID: oid.nullable(),
  /** Lower lies lower on the map. */
  position: z.number().int(),
  /** What a member sees who has chosen nothing. */
  visible: z.boolean(),
  opacity: z.number().min(0).max(1),
  attribution: z.string(),
  /** Metres that a model is raised by. */
  heightOffset: z.number(),
  datum,
  /** How heights stand in the colours of terrain tiles. */
  encoding,
  bounds: box.nullable(),
  minZoom: zoom,
  maxZoom: zoom,
  /** As it was typed, `{key}` in place of the key; null where a file was sent. */
  address: z.string().nullable(),
  /** Header that carries the key; empty: it stands in the address. */
  keyHeader: z.string(),
  /** A key is kept; it is never answered. */
  hasKey: z.boolean(),
  /** Where maps fetch it from: tiles with {z}, {x}, {y}, the root of a tileset, GeoJSON, or the description of meshes. */
  url: z.string(),
  /** Bytes of what was sent; 0 for an address. */
  size: z.number(),
  deleteable: z.boolean(),
  /** Preparing: its tiles are being cut. */
  state: z.enum(['ready', 'preparing', 'failed']),
  /** 0 to 1 while it is prepared. */
  progress: z.number().min(0).max(1).nullable(),
  /** What the last failure was; null while there is none. */
  reason: z.string().nullable(),
  /** When it was last fetched or failed; null: never asked. */
  stateAt: sentInstant.nullable(),
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type LayerRecord = z.output<typeof layerRecord>;

/** What a map needs to draw a layer. */
export const drawnLayer = layerRecord.pick({
  name: true,
  type: true,
  role: true,
  source: true,
  visible: true,
  opacity: true,
  attribution: true,
  heightOffset: true,
  datum: true,
  encoding: true,
  bounds: true,
  minZoom: true,
  maxZoom: true,
  url: true,
});
export type DrawnLayer = z.output<typeof drawnLayer>;

const attribution = optionalText(limits.layer.attributionMax).optional();
const shown = {
  parentOID: oid.nullable().optional(),
  visible: z.boolean().optional(),
  opacity: z.number().min(0).max(1).optional(),
  attribution,
  heightOffset: z.number().min(-limits.layer.heightOffset).max(limits.layer.heightOffset).optional(),
  datum: datum.optional(),
  role: role.optional(),
  encoding: encoding.optional(),
  bounds: box.nullable().optional(),
  minZoom: zoom.optional(),
  maxZoom: zoom.optional(),
};

const asked = {
  keyHeader: z
    .string()
    .regex(/^(?:[A-Za-z][A-Za-z0-9-]{0,63})?$/)
    .refine((name) => !isProtocolHeader(name), { params: { rule: 'protocolHeader' } })
    .optional(),
  /** Empty: none is kept any longer. */
  sourceKey: secret(optionalText(limits.layer.keyMax)).optional(),
};
const address = text(limits.layer.addressMax);

const editors = ['layer:edit'] as const;

export const layerCalls = {
  ...listCalls({
    path: '/nebula-five/layer',
    word: 'layer',
    many: 'Layers',
    one: 'one layer',
    readers: 'session',
    writers: editors,
    refuses: ['layersFull', 'layerAddress', 'layerInside', 'layerRole'],
    filters: {
      keyword: optionalText(64).optional(),
      sort: z.enum(['position', '-createdAt', 'name']).optional(),
    },
    record: layerRecord,
    add: { name: text(64), source: z.enum(addressSources), address, ...asked, ...shown },
    edit: { name: text(64).optional(), address: address.optional(), ...asked, ...shown },
    removalRefuses: ['layerInside'],
  }),
  order: call({
    method: 'POST',
    path: '/nebula-five/layer/order.rest',
    effect: 'changes',
    audit: 'layer.order',
    summary: 'In which order layers lie, from bottom to top; those not named keep theirs',
    permission: editors,
    request: z.object({ oids: z.array(oid).min(1).max(limits.layer.most) }),
    response: done,
  }),
  choices: call({
    method: 'GET',
    path: '/nebula-five/layer/choices.rest',
    effect: 'reads',
    summary: 'What the caller chose for layers; what is missing is as the organisation has it',
    permission: 'session',
    request: empty,
    response: layerChoices,
  }),
  choose: call({
    method: 'POST',
    path: '/nebula-five/layer/choose.rest',
    effect: 'changes',
    audit: { none: 'what a member sees of layers is the business of nobody else, and sliders move often' },
    summary: 'Change what the caller sees of layers, on all computers; layers that are not there are ignored',
    permission: 'session',
    request: layerChange,
    response: layerChoices,
  }),
  upload: call({
    method: 'POST',
    path: '/nebula-five/layer/upload.rest',
    effect: 'changes',
    audit: 'layer.upload',
    refuses: [
      'fileFormat',
      'layerRole',
      'tooManyRequests',
      'zipUnsafe',
      'zipNotTiles',
      'layersFull',
      'layerVector',
      'layerVectorTooBig',
      'layerDxfSystem',
      'layerPlace',
      'layerTileset',
      'layerConvert',
      ...rasterFaults,
      ...cloudFaults,
      'layerPmtiles',
    ],
    summary:
      'A zip of map or terrain tiles (z/x/y), a zip of 3D Tiles, GeoJSON, KML, KMZ, a zipped Shapefile, DXF, a GeoTIFF, PMTiles or a point cloud (LAS, LAZ, COPC), as a new layer',
    permission: editors,
    upload: { maxBytes: limits.layer.rasterBytes, toDisk: true },
    request: z.object({
      /** Missing: the name of the file. */
      name: text(64).optional(),
      fileName: optionalText(255).optional(),
      source: z.enum(fileSources),
      role: role.optional(),
      /** `5` for tiles of an orthophoto, `6` for a tileset that is a point cloud. */
      type: z.enum(['1', '3', '4', '5', '6']).optional(),
      encoding: encoding.optional(),
      /** Code of the system of a DXF, which names none, and of a point cloud that names none. */
      epsg: z
        .string()
        .regex(/^\d{4,6}$/)
        .optional(),
      attribution,
    }),
    response: layerRecord,
  }),
  surface: call({
    method: 'POST',
    path: '/nebula-five/layer/surface.rest',
    effect: 'reads',
    summary: 'What stands on the ground in some boxes, by the layers with the role of a surface',
    permission: 'session',
    request: z.object({ boxes: z.array(box).min(1).max(limits.layer.surface.boxes) }),
    response: z.object({
      /** Whether any layer says what stands there. */
      known: z.boolean(),
      /** Bytes of `packBlocks` as base64; tops are metres above the WGS-84 ellipsoid. */
      blocks: z.string(),
      labels: z.array(z.object({ name: z.string(), layer: z.string() })),
      /** Names of layers that could not be read. */
      unread: z.array(z.string()),
    }),
    rate: { name: 'surface', perMinute: 120 },
  }),
  difference: call({
    method: 'POST',
    path: '/nebula-five/layer/difference.rest',
    effect: 'reads',
    refuses: ['layerNoSurface'],
    summary:
      'What lies between two surface models, within an outline or where both lie: the difference of heights cell by cell, and the volumes',
    permission: 'session',
    request: z.object({
      olderOID: oid,
      newerOID: oid,
      /** Corners, not closed; null: all that both have in common. */
      ring: z
        .array(z.object({ lng: longitude, lat: latitude }))
        .min(3)
        .max(limits.layer.differenceCorners)
        .nullable(),
    }),
    response: z.object({
      columns: z.number().int(),
      rows: z.number().int(),
      /** Metres of the side of a cell. */
      cell: z.number(),
      bounds: z.object({ west: longitude, south: latitude, east: longitude, north: latitude }),
      /** Metres by which the newer one is higher: 32-bit fractions, low byte first, rows from the north, as base64; NaN where unknown. */
      values: z.string(),
      /** Cubic metres that went and that came. */
      cut: z.number(),
      fill: z.number(),
      /** Square metres of the outline that both know, and those that they do not. */
      known: z.number(),
      unknown: z.number(),
      lowest: z.number().nullable(),
      highest: z.number().nullable(),
    }),
    rate: { name: 'surfaceDifference', perMinute: 30 },
  }),
  mosaics: call({
    method: 'POST',
    path: '/nebula-five/layer/queryMosaic.rest',
    effect: 'reads',
    summary:
      'Maps that are made of the photos of mapping flights while they arrive, the newest first, and which photos are not on them',
    permission: ['/AchievementDisplay'],
    request: empty,
    response: z.object({ list: z.array(mosaicRecord) }),
  }),
  tile: call({
    method: 'GET',
    path: layerTilePath,
    effect: 'reads',
    refuses: ['layerSource', 'tooManyRequests'],
    summary: 'One tile of a layer, of a file or from its address: a picture or a mesh; 204 where it has none',
    permission: 'session',
    request: z.object({ id: oid, ...layerTileAt }),
    response: z.unknown(),
    bytes: layerTileKinds,
    cookieAllowed: true,
  }),
  file: call({
    method: 'GET',
    path: layerFilePath,
    effect: 'reads',
    refuses: ['layerSource', 'tooManyRequests'],
    summary:
      'One file of a layer: `0` is the root of a tileset, the GeoJSON of vectors or the description of meshes; with `at` a file that the root of an address leads to',
    permission: 'session',
    request: z.object({ id: oid, ...layerFileAt }),
    response: z.unknown(),
    bytes: layerFileKinds,
    cookieAllowed: true,
  }),
};
