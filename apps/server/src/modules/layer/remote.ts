import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { keyHeaders, limits, type TilePlace } from '@eyrie/domain';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { parseForeignJson } from '../../platform/json-depth.ts';
import type { ServedLayer } from './layer.store.ts';
import { checkMesh, meshTiles, readMeshSource } from './mesh.ts';
import { judgedLink, meantBy, rewriteLinks, type RemoteRoot } from './remote-links.ts';
import {
  createKept,
  failureOf,
  openKey,
  settingOf,
  SourceFault,
  type FetchedTile,
  type SourceProxyDeps,
} from './source-proxy.ts';
import { checkTileContent } from './tileset-content.ts';
import { checkSubtree } from './tileset-implicit.ts';
import { checkRoot } from './tileset.ts';

const unzip = promisify(gunzip);

const rootOf = (address: string, key: string): RemoteRoot => ({
  url: new URL(address.replace('{key}', () => encodeURIComponent(key))),
  key,
});

/** Servers keep meshes and models packed and send them so, whatever is asked for. */
const unpacked = async (bytes: Buffer): Promise<Buffer> =>
  bytes[0] === 0x1f && bytes[1] === 0x8b
    ? unzip(bytes, { maxOutputLength: limits.layer.remoteBytes }).catch(() => {
        throw new SourceFault('tooLong');
      })
    : bytes;

const jsonOf = (bytes: Buffer): Record<string, unknown> => {
  if (bytes.length > limits.layer.tilesetJsonBytes) throw new SourceFault('tooLong');
  try {
    const json = parseForeignJson(bytes.toString('utf8'));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as never;
  } catch {
    // Named below like everything else that is no tileset.
  }
  throw new SourceFault('noTileset');
};

/** What the kit says of a file in a zip, said of one from a server. */
const checked = (check: () => void): void => {
  try {
    check();
  } catch (error) {
    throw error instanceof Refusal ? new SourceFault('noTileset') : error;
  }
};

/** Which file of a source is asked for: `at`, `place` and `over` of the request. */
export interface RemoteFile {
  at?: string | undefined;
  place?: string | undefined;
  over?: string | undefined;
}

/** Fetches 3D Tiles and meshes from the addresses of layers: what they name is judged and asked for through this server. */
export function createRemote({ fetch, seal, mono, note }: SourceProxyDeps) {
  const kept = createKept(mono);
  const line = createConcurrencyLimiter({
    atOnce: limits.layer.remoteAtOnce,
    queue: limits.layer.remoteWaiting,
    wait: limits.layer.remoteAnswer,
  });

  /** The bytes at an address, unpacked; null: there are none. @throws SourceFault, AddressRefused */
  async function ask({ keyHeader }: ServedLayer, { key }: RemoteRoot, url: URL): Promise<Buffer | null> {
    const answer = await fetch(url.href, {
      accept: 'application/vnd.quantized-mesh,application/json,application/octet-stream,*/*;q=0.1',
      ...keyHeaders(keyHeader, key),
    });
    if (answer.status === 404 || answer.status === 204) return null;
    if (answer.status !== 200) throw new SourceFault(`status ${answer.status}`);
    return unpacked(Buffer.from(await answer.arrayBuffer()));
  }

  /** Keeps what came, and notes with the layer whether it did. @throws Refusal layerSource, tooManyRequests */
  async function get(
    layer: ServedLayer,
    name: string,
    work: (root: RemoteRoot) => Promise<FetchedTile>,
  ): Promise<FetchedTile> {
    const key = `${settingOf(layer)}/${name}`;
    const known = kept.get(key);
    if (known) return known.tile;
    return line(async () => {
      try {
        const came = await work(rootOf(layer.address ?? '', await openKey(seal, layer)));
        if ((came?.bytes.length ?? 0) <= limits.layer.tileBytes) kept.put(key, came);
        await note(layer.oid, null);
        return came;
      } catch (error) {
        const failure = failureOf(error);
        await note(layer.oid, failure);
        throw new Refusal('layerSource', { values: { reason: failure } });
      }
    });
  }

  const tileset = (layer: ServedLayer, { at, place, over }: RemoteFile): Promise<FetchedTile> =>
    get(layer, `${at ?? ''}/${place ?? ''}/${over ?? ''}`, async (root) => {
      const url = meantBy(root, at, place);
      const bytes = await ask(layer, root, url);
      if (!bytes) {
        if (at === undefined) throw new SourceFault('status 404');
        return null;
      }
      if (at !== undefined && !/\.json$/i.test(url.pathname)) {
        const check = /\.subtree$/i.test(url.pathname) ? checkSubtree : checkTileContent;
        checked(() => check(bytes, 'tile'));
        return { bytes, contentType: 'application/octet-stream' };
      }
      const json = jsonOf(bytes);
      if (at === undefined || json['asset'] !== undefined) checked(() => checkRoot('root', json));
      checked(() => rewriteLinks(root, url, json, over));
      return { bytes: Buffer.from(JSON.stringify(json)), contentType: 'application/json' };
    });

  /** The description of meshes as it is given out, with the pattern of their addresses behind a line break. */
  const described = (layer: ServedLayer): Promise<FetchedTile> =>
    get(layer, 'mesh', async (root) => {
      const bytes = await ask(layer, root, root.url);
      if (!bytes) throw new SourceFault('status 404');
      if (bytes.length > limits.layer.tilesetJsonBytes) throw new SourceFault('tooLong');
      const { description, template } = readMeshSource(bytes.toString('utf8'));
      judgedLink(root, root.url, template.replaceAll(/\{[xyz]\}/g, '0'));
      const text = `${template.replaceAll('\n', '')}\n${JSON.stringify(description)}`;
      return { bytes: Buffer.from(text), contentType: 'application/json' };
    });
  const partsOf = (known: FetchedTile): { template: string; description: Buffer } => {
    const bytes = known?.bytes ?? Buffer.from('\n');
    const end = bytes.indexOf('\n');
    return { template: bytes.toString('utf8', 0, end), description: bytes.subarray(end + 1) };
  };

  return {
    tileset,
    /** The description of meshes. @param tiles path by which whoever asks fetches them */
    async meshes(layer: ServedLayer, tiles: string): Promise<FetchedTile> {
      const { description } = partsOf(await described(layer));
      const bytes = Buffer.from(description.toString('utf8').replace(meshTiles, () => tiles));
      return { bytes, contentType: 'application/json' };
    },
    /** One mesh; rows are counted as its description says. */
    async mesh(layer: ServedLayer, { z, x, y }: TilePlace): Promise<FetchedTile> {
      const { template } = partsOf(await described(layer));
      return get(layer, `${z}/${x}/${y}`, async (root) => {
        const places = template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
        const bytes = await ask(layer, root, judgedLink(root, root.url, places));
        if (!bytes) return null;
        checkMesh(bytes);
        return { bytes, contentType: 'application/octet-stream' };
      });
    },
  };
}
export type Remote = ReturnType<typeof createRemote>;
