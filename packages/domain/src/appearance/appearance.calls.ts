import { z } from 'zod';
import { call } from '../call.ts';
import { cockpitPages } from '../cockpit/cockpit.ts';
import { limits } from '../limits.ts';
import {
  empty,
  identifier,
  latitude,
  listOf,
  longitude,
  mark,
  oid,
  optionalText,
  pageShape,
  sentInstant,
} from '../shape.ts';
import { imagePath, tilePath } from './files.calls.ts';

const zoom = z.number().min(0).max(30);

/** What everybody may see who opens the sign-in page. */
export const publicAppearance = z.object({
  pcName: z.string(),
  /** 1 light, other dark. */
  menuTheme: z.number().int(),
  menuColor: z.string().nullable(),
  accentColor: z.string().nullable(),
  backgroundColor: z.string().nullable(),
  backgroundPIC: z.string().nullable(),
});
export type PublicAppearance = z.output<typeof publicAppearance>;

const mapSettings = z.object({
  longitude,
  latitude,
  levelMAX: z.number(),
  levelMIN: z.number(),
  level: z.number(),
  /** Default tile layer: `builtin`, an uploaded map file, or an address elsewhere. */
  url: z.string(),
  /** Zoom levels that an uploaded map file has; null for the others. */
  tileLevels: z.object({ min: z.number().int(), max: z.number().int() }).nullable(),
});
export type MapSettings = z.output<typeof mapSettings>;

export const appearance = publicAppearance.extend({
  /** At the head of reports; missing: from a server of the release before. */
  logoPIC: z.string().nullable().optional(),
  ...mapSettings.shape,
  nameChineseOnly: z.boolean(),
  insuranceRequired: z.boolean(),
  /** Rises with every change; 0: nothing was changed yet. */
  version: z.number().int(),
});
export type Appearance = z.output<typeof appearance>;

const wholeAppearance = publicAppearance.extend({
  logoPIC: z.string().nullable(),
  ...mapSettings.omit({ tileLevels: true }).shape,
});

const mapChange = {
  longitude: longitude.optional(),
  latitude: latitude.optional(),
  levelMAX: zoom.optional(),
  levelMIN: zoom.optional(),
  level: zoom.optional(),
  url: optionalText(limits.appearance.urlMax).optional(),
};
const colour = optionalText(20).nullable().optional();
const appearanceChange = {
  pcName: optionalText(200).optional(),
  menuTheme: z.number().int().min(0).max(9).optional(),
  menuColor: colour,
  accentColor: colour,
  backgroundColor: colour,
  backgroundPIC: optionalText(200).nullable().optional(),
  logoPIC: optionalText(200).nullable().optional(),
  ...mapChange,
};
/** The version that was looked at; when another one is in force by now, nothing is changed. */
const seen = { version: z.number().int().min(0).max(1_000_000_000).optional() };

const pastAppearance = wholeAppearance.extend({
  oid,
  version: z.number().int(),
  /** What made it: a change, a return to the last one or to the factory's, or an earlier release. */
  origin: z.enum(['edit', 'last', 'factory', 'moved']),
  byName: z.string().nullable(),
  at: sentInstant,
});
export type PastAppearance = z.output<typeof pastAppearance>;

const uploadedImage = z.object({
  /** For `backgroundPIC` or `logoPIC`. */
  address: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  size: z.number().int(),
});
export type UploadedImage = z.output<typeof uploadedImage>;

const uploadedTiles = z.object({
  url: z.string(),
  tiles: z.number().int(),
  size: z.number().int(),
  tileLevels: z.object({ min: z.number().int(), max: z.number().int() }),
  /** Middle of the tiles of the deepest level. */
  longitude,
  latitude,
});
export type UploadedTiles = z.output<typeof uploadedTiles>;

/** What `screen_config/get` carries as JSON text: a live-messaging credential of this session. */
export const liveCredential = z.object({
  account: z.string(),
  password: z.string(),
  url: z.string(),
  clientId: z.string(),
  expiresAt: sentInstant,
});
export type LiveCredential = z.output<typeof liveCredential>;

/** The credential, and beside it the look of the large screens; null while none was saved. */
export const screenConfiguration = liveCredential.extend({ screen: wholeAppearance.nullable() });
export type ScreenConfiguration = z.output<typeof screenConfiguration>;

/** What the file was called where the person chose it: for the audit log alone. */
const sentFile = z.object({ name: optionalText(255).optional() });

const editors = ['appearance:edit'] as const;

export const appearanceCalls = {
  background: call({
    method: 'GET',
    path: '/nebula-five/background/get.rest',
    effect: 'reads',
    summary:
      'System name, colours and map start; before sign-in those of the first organisation, without its map',
    permission: 'public',
    request: empty,
    response: appearance,
  }),
  backgroundOf: call({
    method: 'GET',
    path: '/nebula-five/background/get/{id}.rest',
    effect: 'reads',
    summary: 'What the sign-in page shows of an organisation; members read their own, also earlier versions',
    permission: 'public',
    request: z.object({ id: oid }),
    response: publicAppearance,
  }),
  edit: call({
    method: 'POST',
    path: '/nebula-five/background/edit.rest',
    effect: 'changes',
    audit: 'appearance.edit',
    publishes: 'appearance',
    summary: 'Change name, colours, sign-in page and map of the organisation; what is not given stays',
    permission: editors,
    request: z.object({ ...appearanceChange, ...seen }),
    response: appearance,
  }),
  restore: call({
    method: 'POST',
    path: '/nebula-five/background/restore.rest',
    effect: 'changes',
    audit: 'appearance.restore',
    publishes: 'appearance',
    refuses: ['noEarlierLook'],
    summary: 'Back to the look before the present one, or to the one the product came with',
    permission: editors,
    request: z.object({ to: z.enum(['last', 'factory']), ...seen }),
    response: appearance,
  }),
  history: call({
    method: 'POST',
    path: '/nebula-five/background/history.rest',
    effect: 'reads',
    summary: 'Earlier looks, the newest first',
    permission: ['/customized', 'appearance:edit'],
    request: z.object({ ...pageShape }),
    response: listOf(pastAppearance),
  }),
  uploadImage: call({
    method: 'POST',
    path: '/nebula-five/background/uploadImage.rest',
    effect: 'changes',
    audit: 'appearance.uploadImage',
    refuses: ['fileFormat', 'imageDimensions', 'imageFormat', 'imageTooLarge', 'tooManyRequests'],
    summary:
      'A png or jpg of at most 4 MB for the sign-in page or the head of reports; nothing is kept of it but the picture',
    permission: editors,
    upload: { maxBytes: limits.appearance.imageBytes },
    request: sentFile,
    response: uploadedImage,
  }),
  image: call({
    method: 'GET',
    path: imagePath,
    effect: 'reads',
    summary: 'An uploaded picture; its id cannot be guessed',
    permission: 'public',
    request: z.object({ id: identifier(mark(1, 64)) }),
    response: z.unknown(),
    bytes: ['image/png', 'image/jpeg'],
  }),
  mapSettings: call({
    method: 'GET',
    path: '/nebula-five/map_config/get.rest',
    effect: 'reads',
    summary: 'Where the map starts, how far it zooms and what lies under it',
    permission: 'session',
    request: empty,
    response: mapSettings,
  }),
  editMap: call({
    method: 'POST',
    path: '/nebula-five/map_config/edit.rest',
    effect: 'changes',
    audit: 'appearance.edit',
    publishes: 'appearance',
    summary: 'Change where the map starts, how far it zooms and what lies under it',
    permission: editors,
    request: z.object({ ...mapChange, ...seen }),
    response: mapSettings,
  }),
  uploadTiles: call({
    method: 'POST',
    path: '/nebula-five/map_config/uploadTiles.rest',
    effect: 'changes',
    audit: 'appearance.uploadTiles',
    refuses: ['fileFormat', 'tooManyRequests', 'zipNotTiles', 'zipUnsafe'],
    summary: 'A zip of map tiles, z/x/y.png, jpg or webp; takes effect when its address is set',
    permission: editors,
    upload: { maxBytes: limits.appearance.tilesBytes, toDisk: true },
    request: sentFile,
    response: uploadedTiles,
  }),
  tile: call({
    method: 'GET',
    path: tilePath,
    effect: 'reads',
    summary: 'One tile of an uploaded map file of the own organisation; 204 where it has none',
    permission: 'session',
    request: z.object({ id: identifier(mark(1, 64)), z: mark(1, 10), x: mark(1, 10), y: mark(1, 10) }),
    response: z.unknown(),
    bytes: ['image/png', 'image/jpeg', 'image/webp'],
    cookieAllowed: true,
  }),
  screenConfig: call({
    method: 'GET',
    path: '/nebula-five/screen_config/get.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'appearance.screenConfig',
    // Its credential is made anew each time it is read: whoever looks through a role sees live values too.
    whileViewing: true,
    summary:
      'JSON text with a live-messaging credential minted for this session, subscribe only, 10 min, and the look of the large screens',
    permission: 'session',
    request: empty,
    response: z.string(),
  }),
  screenLook: call({
    method: 'GET',
    path: '/nebula-five/screen_config/look.rest',
    effect: 'reads',
    summary: 'The look of the large screens with its version; null and 0 while they look as the console does',
    permission: ['/customized', 'appearance:edit', ...cockpitPages],
    request: empty,
    response: z.object({ version: z.number().int(), look: wholeAppearance.nullable() }),
  }),
  saveScreen: call({
    method: 'POST',
    path: '/nebula-five/screen_config/add.rest',
    effect: 'changes',
    audit: 'appearance.saveScreen',
    publishes: 'appearance',
    summary: 'Save the look of the large screens; what is not given is as in the console',
    permission: editors,
    request: z.object({ ...appearanceChange, ...seen }),
    response: wholeAppearance.extend({ version: z.number().int() }),
  }),
};
