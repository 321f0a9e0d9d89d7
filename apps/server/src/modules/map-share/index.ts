import { limits, mapShareCalls, type MapShareRecord, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext, Caller, Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { allowedWords, createList, serveList } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { flights } from '../flight/index.ts';
import { drawnLayersOf } from '../layer/index.ts';
import { filesByOid } from '../media/index.ts';
import { drawnRegionsOf } from '../region/index.ts';
import { hashToken, newToken } from '../session/index.ts';
import type { MapShareDeps } from './map-share.deps.ts';
import { mapShareList } from './map-share.list.store.ts';
import { outsideCalls } from './map-share.outside.ts';
import { docksOf, viewersOf } from './map-share.store.ts';

export type { MapShareDeps } from './map-share.deps.ts';

type ShareContent = Pick<MapShareRecord, 'dockOIDs' | 'regionOIDs' | 'layerOIDs' | 'flightOID' | 'mediaOIDs'>;
type Add = ParsedRequestOf<typeof mapShareCalls.add>;
type Edit = ParsedRequestOf<typeof mapShareCalls.edit>;
const { get, edit, remove } = mapShareCalls;
const day = 86_400_000;

/** @throws Refusal `invalid` for an end that has passed or lies too far ahead */
const requireEnd = (expiresAt: number, now: number): void => {
  const most = Math.floor(now + limits.mapShare.daysMost * day);
  if (expiresAt <= now || expiresAt > most)
    throw invalidField('expiresAt', 'range', { min: Math.ceil(now), max: most });
};

/** Whoever may not look at files hands none of them on. */
const seesFiles = ({ resources }: Pick<Caller, 'resources'>): boolean => resources.has('/AchievementDisplay');

/** What a link shows must be seen by who makes it. @throws Refusal `notFound`, `notAllowed`, `invalid` where it shows nothing */
async function requireContent(db: DbOrTrx, caller: Caller, content: ShareContent) {
  const { dockOIDs, regionOIDs, layerOIDs, flightOID, mediaOIDs } = content;
  const chosen = [dockOIDs, regionOIDs, layerOIDs, mediaOIDs];
  if (chosen.every(({ length }) => length === 0) && flightOID === null)
    throw invalidField('dockOIDs', 'required');
  if (mediaOIDs.length > 0 && !seesFiles(caller)) throw new Refusal('notAllowed');
  const [docks, regions, layers, flight, files] = await Promise.all([
    docksOf(db, caller, dockOIDs),
    drawnRegionsOf(db, caller, regionOIDs),
    drawnLayersOf(db, caller, layerOIDs),
    flightOID === null ? null : flights.byOid(db, { caller }, flightOID),
    filesByOid(db, caller, mediaOIDs),
  ]);
  const distinct = (oids: readonly string[]): number => new Set(oids).size;
  const missing =
    docks.length !== distinct(dockOIDs) ||
    regions.length !== distinct(regionOIDs) ||
    layers.length !== distinct(layerOIDs) ||
    files.size !== distinct(mediaOIDs);
  if (missing || flight === undefined) throw notFound();
  const namesOf = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);
  return {
    docks: namesOf(docks),
    regions: namesOf(regions),
    layers: namesOf(layers),
    files: namesOf([...files.values()]),
  };
}

const made =
  ({ runtime, seal, passwords }: MapShareDeps) =>
  async (trx: DbOrTrx, request: Add, { caller }: Pick<CallContext, 'caller'>, createdAt: Date) => {
    requireEnd(request.expiresAt, runtime.serverTime());
    const { name, dockOIDs = [], regionOIDs = [], layerOIDs = [], flightOID = null } = request;
    const { mediaOIDs = [], mediaAs = 'previews', expiresAt, password } = request;
    const content = { dockOIDs, regionOIDs, layerOIDs, flightOID, mediaOIDs };
    const named = await requireContent(trx, caller, content);
    const token = newToken();
    return {
      values: {
        groupRoot: caller.groupRoot,
        groupOID: caller.groupOID,
        name,
        ...content,
        mediaAs,
        expiresAt: new Date(expiresAt),
        token: await seal.close(token),
        tokenHash: hashToken(token),
        passwordHash: password === undefined ? null : await passwords.hash(password),
        createdByOID: caller.memberOID,
        createdAt,
      },
      detail: { name, ...named, flightOID, mediaAs, expiresAt },
    };
  };

/** Links that show chosen things on a map to people without an account, until they end or are revoked. */
export function mapShareEndpoints(deps: MapShareDeps): Endpoint[] {
  const { runtime, seal } = deps;
  const list = createList<typeof mapShareList, MapShareRecord, Add, Edit>(
    {
      list: mapShareList,
      word: 'mapShare',
      present: async (rows, { caller }, db) => {
        const since = new Date(runtime.serverTime() - limits.mapShare.viewerFor);
        const viewers = await viewersOf(
          db,
          rows.map(({ oid }) => oid),
          since,
        );
        return Promise.all(
          rows.map(async ({ createdByOID: _by, ...row }) => ({
            ...row,
            // The link opens the files to whoever holds it.
            token: row.mediaOIDs.length === 0 || seesFiles(caller) ? await seal.open(row.token) : '',
            viewers: viewers.get(row.oid) ?? 0,
            allowed: allowedWords(caller.resources, [get, edit, remove]),
          })),
        );
      },
      make: made(deps),
      change: (_trx, row, { name, expiresAt }, { caller }) => {
        if (expiresAt !== undefined) {
          requireEnd(expiresAt, runtime.serverTime());
          if (row.mediaOIDs.length > 0 && !seesFiles(caller)) throw new Refusal('notAllowed');
        }
        return { name, expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt) };
      },
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );
  return serveList(mapShareCalls, list, outsideCalls(deps));
}
