import { createHash } from 'node:crypto';
import { keyHeaders, limits, tileAddressOf, type TilePlace, type TileSource } from '@eyrie/domain';
import { tileKindOf } from '../../platform/archive/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { AddressRefused, type SourceFetch } from '../../platform/outgoing.ts';
import type { Seal } from '../../platform/seal.ts';
import { fetchedArchive, storedArchive } from './archive-source.ts';
import type { ArchiveReader } from './archive-thread.ts';
import type { ServedLayer } from './layer.store.ts';
import { PmtilesFault, SourceFault } from './source-fault.ts';
import { createShares, type Share } from './source-share.ts';

/** Null: the source has no tile there. */
export type FetchedTile = { bytes: Buffer; contentType: string } | null;

export interface SourceProxyDeps {
  fetch: SourceFetch;
  seal: Pick<Seal, 'open'>;
  objects: Objects;
  /** Monotonic milliseconds. */
  mono(): number;
  /** How the source answered; null: it did. */
  note(oid: string, failure: string | null): Promise<void>;
}

interface Kept {
  tile: FetchedTile;
  at: number;
}

/** Tiles that were fetched a short while ago, bounded in number, bytes and age; the longest kept goes first. */
export const createKept = (
  mono: () => number,
  most: { count: number; bytes: number } = { count: limits.layer.kept, bytes: limits.layer.keptBytes },
) => {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= kept.get(key)?.tile?.bytes.length ?? 0;
    kept.delete(key);
  };
  return {
    /** @param within ms that it may be old */
    get(key: string, within: number = limits.layer.keptFor): Kept | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      const age = mono() - found.at;
      if (age > limits.layer.keptFor) drop(key);
      return age > Math.min(within, limits.layer.keptFor) ? undefined : found;
    },
    put(key: string, tile: FetchedTile): void {
      drop(key);
      kept.set(key, { tile, at: mono() });
      bytes += tile?.bytes.length ?? 0;
      for (const oldest of kept.keys()) {
        if (kept.size <= most.count && bytes <= most.bytes) break;
        drop(oldest);
      }
    },
  };
};

/** Why a source could not be used, in words that stand on the screen of whoever looks after it; never its address. */
export const failureOf = (error: unknown): string => {
  if (error instanceof AddressRefused)
    return error.message === 'the answer is too long' ? 'tooLong' : 'addressRefused';
  if (error instanceof SourceFault || error instanceof PmtilesFault) return error.message;
  // Too much for the thread that reads it.
  if (error instanceof Refusal) return 'tooLong';
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  if (name === 'TimeoutError' || message === 'timeout' || code === 'ABORT_ERR') return 'timeout';
  return 'unreachable';
};

/** Names a layer with how it is fetched: what came from another address or by another key is another thing. */
export const settingOf = ({ oid, source, address, keyHeader, accessKey }: ServedLayer): string =>
  `${oid}/${createHash('sha256')
    .update(JSON.stringify([source, address, keyHeader, accessKey]))
    .digest('hex')}`;

/** In whose queue a layer's requests stand. */
export const shareOf = ({ groupRoot, address, objectKey }: ServedLayer): Share => ({
  organisation: groupRoot,
  source: objectKey ?? (URL.canParse(address ?? '') ? new URL(address ?? '').origin : ''),
});

/** The key of a layer in the clear; empty: none is kept. */
export const openKey = async (
  seal: Pick<Seal, 'open'>,
  { accessKey }: Pick<ServedLayer, 'accessKey'>,
): Promise<string> => (accessKey === null ? '' : seal.open(Buffer.from(accessKey, 'base64')));

/** Fetches tiles from the addresses and archives of layers, with their keys, and nothing but pictures. */
export function createSourceProxy(deps: SourceProxyDeps & { archives: Pick<ArchiveReader, 'tile'> }) {
  const { fetch, seal, objects, mono, note, archives } = deps;
  const kept = createKept(mono);
  const underWay = new Map<string, Promise<FetchedTile>>();
  const shared = createShares({ ...limits.layer.tileShares, wait: limits.layer.answer });

  async function ask(
    layer: ServedLayer,
    place: TilePlace,
    { setting, within }: { setting: string; within: number },
  ): Promise<FetchedTile> {
    const { keyHeader, address, source, objectKey } = layer;
    if (objectKey !== null)
      return archives.tile(storedArchive(objects, objectKey, Number(layer.size)), place);
    const key = await openKey(seal, layer);
    const url = tileAddressOf(source as TileSource, address ?? '', place, key);
    const headers = keyHeaders(keyHeader, key);
    if (source === 'pmtiles') {
      // Directories are read anew after a while, also where the server does not say that they changed.
      const turn = `${within} ${Math.floor(mono() / within)}`;
      return archives.tile(fetchedArchive(fetch, { url, headers, key: `${setting} ${turn}` }), place);
    }
    const answer = await fetch(url, headers);
    if (answer.status === 404 || answer.status === 204) return null;
    if (answer.status !== 200) throw new SourceFault(`status ${answer.status}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const contentType = tileKindOf(bytes);
    if (contentType === null) throw new SourceFault('noPicture');
    return { bytes, contentType };
  }

  async function fetched(
    layer: ServedLayer,
    place: TilePlace,
    { key, ...how }: { key: string; setting: string; within: number },
  ): Promise<FetchedTile> {
    try {
      const tile = await ask(layer, place, how);
      kept.put(key, tile);
      await note(layer.oid, null);
      return tile;
    } catch (error) {
      const failure = failureOf(error);
      await note(layer.oid, failure);
      throw new Refusal('layerSource', { values: { reason: failure } });
    }
  }

  /**
   * @param within ms that a tile may have been kept
   * @throws Refusal layerSource with the reason, tooManyRequests
   */
  return async (
    layer: ServedLayer,
    place: TilePlace,
    within: number = limits.layer.keptFor,
  ): Promise<FetchedTile> => {
    const setting = settingOf(layer);
    const key = `${setting}/${place.z}/${place.x}/${place.y}`;
    const known = kept.get(key, within);
    if (known) return known.tile;
    const running = underWay.get(key);
    if (running) return running;
    const work = shared(shareOf(layer), () => fetched(layer, place, { setting, within, key })).finally(() =>
      underWay.delete(key),
    );
    underWay.set(key, work);
    return work;
  };
}
export type SourceProxy = ReturnType<typeof createSourceProxy>;
