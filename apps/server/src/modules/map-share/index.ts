import { limits, mapShareCalls, type MapShareRecord, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext, Caller, Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, notFound } from '../../platform/http/refusal.ts';
import { allowedWords, createList, serveList } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { flights } from '../flight/index.ts';
import { drawnLayersOf } from '../layer/index.ts';
import { drawnRegionsOf } from '../region/index.ts';
import { hashToken, newToken } from '../session/index.ts';
import type { MapShareDeps } from './map-share.deps.ts';
import { mapShareList } from './map-share.list.store.ts';
import { outsideCalls } from './map-share.outside.ts';
import { docksOf, viewersOf } from './map-share.store.ts';

export type { MapShareDeps } from './map-share.deps.ts';

type ShareContent = Pick<MapShareRecord, 'dockOIDs' | 'regionOIDs' | 'layerOIDs' | 'flightOID'>;
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

/** What a link shows must be seen by who makes it. @throws Refusal `notFound`, `invalid` where it shows nothing */
async function requireContent(db: DbOrTrx, caller: Caller, content: ShareContent) {
  const { dockOIDs, regionOIDs, layerOIDs, flightOID } = content;
  if (dockOIDs.length + regionOIDs.length + layerOIDs.length === 0 && flightOID === null)
    throw invalidField('dockOIDs', 'required');
  const [docks, regions, layers, flight] = await Promise.all([
    docksOf(db, caller, dockOIDs),
    drawnRegionsOf(db, caller, regionOIDs),
    drawnLayersOf(db, caller, layerOIDs),
    flightOID === null ? null : flights.byOid(db, { caller }, flightOID),
  ]);
  const distinct = (oids: readonly string[]): number => new Set(oids).size;
  const missing =
    docks.length !== distinct(dockOIDs) ||
    regions.length !== distinct(regionOIDs) ||
    layers.length !== distinct(layerOIDs);
  if (missing || flight === undefined) throw notFound();
  const namesOf = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);
  return { docks: namesOf(docks), regions: namesOf(regions), layers: namesOf(layers) };
}

const made =
  ({ runtime, seal, passwords }: MapShareDeps) =>
  async (trx: DbOrTrx, request: Add, { caller }: Pick<CallContext, 'caller'>, createdAt: Date) => {
    requireEnd(request.expiresAt, runtime.serverTime());
    const { name, dockOIDs = [], regionOIDs = [], layerOIDs = [], flightOID = null } = request;
    const { expiresAt, password } = request;
    const content = { dockOIDs, regionOIDs, layerOIDs, flightOID };
    const named = await requireContent(trx, caller, content);
    const token = newToken();
    return {
      values: {
        groupRoot: caller.groupRoot,
        groupOID: caller.groupOID,
        name,
        ...content,
        expiresAt: new Date(expiresAt),
        token: await seal.close(token),
        tokenHash: hashToken(token),
        passwordHash: password === undefined ? null : await passwords.hash(password),
        createdByOID: caller.memberOID,
        createdAt,
      },
      detail: { name, ...named, flightOID, expiresAt },
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
            token: await seal.open(row.token),
            viewers: viewers.get(row.oid) ?? 0,
            allowed: allowedWords(caller.resources, [get, edit, remove]),
          })),
        );
      },
      make: made(deps),
      change: (_trx, _row, { name, expiresAt }) => {
        if (expiresAt !== undefined) requireEnd(expiresAt, runtime.serverTime());
        return { name, expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt) };
      },
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );
  return serveList(mapShareCalls, list, outsideCalls(deps));
}
