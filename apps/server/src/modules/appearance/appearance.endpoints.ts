import {
  appearanceCalls,
  factoryAppearance,
  limits,
  publicAppearance,
  type Appearance,
  type AppearanceSettings,
  type PublicAppearance,
  type ScreenConfiguration,
} from '@eyrie/domain';
import {
  BytesAnswer,
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
} from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import type { LiveCredentials } from './live-credential.ts';
import type { AppearanceService } from './appearance.service.ts';
import { versionByOid } from './appearance.store.ts';
import type { Uploads } from './uploads.ts';
import { imageById, tileAt, tilesById } from './upload.store.ts';

interface EndpointDeps {
  audit: AuditLog;
  organisation: OrganisationRoom;
  objects: Objects;
  credentials: LiveCredentials;
  appearances: AppearanceService;
  uploads: Uploads;
}

/** On a public call there may be nobody. */
const callerIn = (context: CallContext): Caller | null => {
  const caller = context.caller as Caller | null | undefined;
  return caller ?? null;
};

/** Pictures of others are shown and never run: no type but their own, and nothing that they could do. */
const pictureHeaders = (contentType: string, cache: string): Record<string, string> => ({
  'content-type': contentType,
  'cache-control': cache,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
});

const whole = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** The appearance for the console: with its map file's levels and the rule for names. */
const appearanceReader =
  ({ organisation, appearances }: EndpointDeps) =>
  async (
    groupRoot: string,
    { settings, version }: { settings: AppearanceSettings; version: number },
  ): Promise<Appearance> => {
    const { nameChineseOnly, insuranceRequired } = await organisation.policyOf(groupRoot);
    const rules = { nameChineseOnly, insuranceRequired };
    return { ...settings, ...(await appearances.mapOf(groupRoot, settings)), ...rules, version };
  };

function settingsEndpoints(runtime: Runtime, deps: EndpointDeps): Endpoint[] {
  const { organisation, appearances } = deps;
  const appearanceOf = appearanceReader(deps);
  const { db } = runtime;

  /** Where an organisation works is nobody's business who has not signed in. */
  const shownBeforeSignIn = async (): Promise<Appearance> => {
    const first = await organisation.first();
    const shown = first ? (await appearances.inForce(first.oid)).settings : factoryAppearance;
    const policy = first ? await organisation.policyOf(first.oid) : null;
    return {
      ...factoryAppearance,
      ...publicAppearance.parse(shown),
      tileLevels: null,
      nameChineseOnly: policy?.nameChineseOnly ?? true,
      insuranceRequired: policy?.insuranceRequired ?? true,
      version: 0,
    };
  };

  /** Nobody sees what the sign-in page of an organisation shows; a member only what is the own organisation's. */
  const settingsOfId = async (caller: Caller | null, id: string): Promise<PublicAppearance> => {
    if (caller && caller.groupRoot !== id) {
      const own = await versionByOid(db, caller.groupRoot, id);
      if (!own) throw notFound();
      return own;
    }
    if (!caller && !(await organisation.find(id))) throw notFound();
    return (await appearances.inForce(id)).settings;
  };

  return [
    serve(appearanceCalls.background, async (_, context) => {
      const caller = callerIn(context);
      if (!caller) return shownBeforeSignIn();
      return appearanceOf(caller.groupRoot, await appearances.inForce(caller.groupRoot));
    }),
    serve(appearanceCalls.backgroundOf, ({ id }, context) => settingsOfId(callerIn(context), id)),
    serve(appearanceCalls.history, async ({ pageNum, pageSize }, { caller }) => {
      const { list, total } = await appearances.history(caller, { pageNum, pageSize });
      return { list, total, pageNum, pageSize };
    }),
    serve(appearanceCalls.mapSettings, async (_, { caller }) =>
      appearances.mapOf(caller.groupRoot, (await appearances.inForce(caller.groupRoot)).settings),
    ),
    serve(appearanceCalls.screenConfig, async (_, context) => {
      const credential = await deps.credentials.mint(context.caller.sessionOID);
      await deps.audit.done(db, context, 'appearance.screenConfig', { clientId: credential.clientId });
      const screen = (await appearances.screenOf(context.caller.groupRoot))?.settings ?? null;
      return JSON.stringify({ ...credential, screen } satisfies ScreenConfiguration);
    }),
  ];
}

function pictureEndpoints({ db }: Runtime, { objects }: EndpointDeps): Endpoint[] {
  return [
    serve(appearanceCalls.image, async ({ id }) => {
      const image = await imageById(db, id);
      const found = image && (await objects.get(image.objectKey));
      if (!found) throw notFound();
      const lasting = `public, max-age=${limits.appearance.imageCacheSeconds}, immutable`;
      return new BytesAnswer(found.stream, {
        ...pictureHeaders(image.contentType, lasting),
        'content-length': String(found.info.size),
      });
    }),
    serve(appearanceCalls.tile, async ({ id, z, x, y }, { caller }) => {
      const tiles = await tilesById(db, caller.groupRoot, id);
      const at = { z: whole(z), x: whole(x), y: whole(y) };
      if (!tiles || at.z === null || at.x === null || at.y === null) throw notFound();
      const cache = `private, max-age=${limits.appearance.tileCacheSeconds}`;
      const { levelMin, levelMax } = tiles;
      const inside = at.z >= levelMin && at.z <= levelMax && at.x < 2 ** at.z && at.y < 2 ** at.z;
      const tile = inside ? await tileAt(db, id, { z: at.z, x: at.x, y: at.y }) : null;
      // A map has edges: a tile that is not there is no fault.
      if (!tile) return new BytesAnswer(new Uint8Array(), { 'cache-control': cache }, 204);
      const found = await objects.get(tiles.objectKey, {
        start: tile.start,
        end: tile.start + tile.length - 1,
      });
      if (!found) throw notFound();
      return new BytesAnswer(found.stream, {
        ...pictureHeaders(tile.contentType, cache),
        'content-length': String(tile.length),
      });
    }),
  ];
}

function changeEndpoints(deps: EndpointDeps): Endpoint[] {
  const { appearances, uploads } = deps;
  const appearanceOf = appearanceReader(deps);
  return [
    serve(appearanceCalls.edit, async ({ version, ...change }, context) =>
      appearanceOf(context.caller.groupRoot, await appearances.edit(context, change, version)),
    ),
    serve(appearanceCalls.restore, async ({ to, version }, context) =>
      appearanceOf(context.caller.groupRoot, await appearances.restore(context, to, version)),
    ),
    serve(appearanceCalls.editMap, async ({ version, ...change }, context) =>
      appearances.mapOf(
        context.caller.groupRoot,
        (await appearances.edit(context, change, version)).settings,
      ),
    ),
    serve(appearanceCalls.screenLook, async (_, { caller }) => {
      const saved = await appearances.screenOf(caller.groupRoot);
      return { version: saved?.version ?? 0, look: saved?.settings ?? null };
    }),
    serve(appearanceCalls.saveScreen, async ({ version: seen, ...change }, context) => {
      const { settings, version } = await appearances.saveScreen(context, change, seen);
      return { ...settings, version };
    }),
    serve(appearanceCalls.uploadImage, ({ name }, context) => {
      if (!context.file) throw new Refusal('malformed');
      return uploads.addImage({ ...context.file, ...(name ? { name } : {}) }, context);
    }),
    serve(appearanceCalls.uploadTiles, ({ name }, context) => {
      if (!context.spooled) throw new Refusal('malformed');
      return uploads.addTiles({ ...context.spooled, ...(name ? { name } : {}) }, context);
    }),
  ];
}

export const appearanceEndpoints = (runtime: Runtime, deps: EndpointDeps): Endpoint[] => [
  ...settingsEndpoints(runtime, deps),
  ...pictureEndpoints(runtime, deps),
  ...changeEndpoints(deps),
];
