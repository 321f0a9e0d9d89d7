import { keyHeaders, limits, type TilePlace } from '@eyrie/domain';
import { createKeyedLimiter } from '../../platform/concurrency-limiter.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { LayerThreads } from './layer-threads.ts';
import type { ServedLayer } from './layer.store.ts';
import type { ContentQuestion } from './remote-content.ts';
import { judgedLink, meantBy, meshTiles, type RemoteRoot } from './remote-links.ts';
import { isModel, isPart } from './remote-model.ts';
import { SourceFault } from './source-fault.ts';
import {
  createKept,
  failureOf,
  openKey,
  settingOf,
  shareOf,
  type FetchedTile,
  type SourceProxyDeps,
} from './source-proxy.ts';
import { createShares } from './source-share.ts';

const rootOf = (address: string, key: string): RemoteRoot => ({
  url: new URL(address.replace('{key}', () => encodeURIComponent(key))),
  key,
});

const openBrace = 0x7b;

/** What a file that is no JSON of tiles should be, by its name. */
const fileQuestion = (root: RemoteRoot, url: URL): ContentQuestion => {
  if (isModel(url)) return { kind: 'model', root: root.url.href, key: root.key, url: url.href };
  if (isPart(url)) return { kind: 'part', url: url.href };
  return { kind: /\.subtree$/i.test(url.pathname) ? 'subtree' : 'tile' };
};

/** Which file of a source is asked for: `at`, `place` and `over` of the request. */
export interface RemoteFile {
  at?: string | undefined;
  place?: string | undefined;
  over?: string | undefined;
}

export interface RemoteDeps extends SourceProxyDeps {
  content: LayerThreads['content'];
}

/** Fetches 3D Tiles and meshes from the addresses of layers: what they name is judged and asked for through this server. */
export function createRemote({ fetch, seal, mono, note, content }: RemoteDeps) {
  const kept = createKept(mono);
  const documents = createKept(mono, { count: limits.layer.kept, bytes: limits.layer.documentsBytes });
  const shared = createShares({ ...limits.layer.remoteShares, wait: limits.layer.remoteAnswer });
  // One organisation at a time: heavy files of one are never in a row before those of others.
  const inTurn = createKeyedLimiter({
    atOnce: 1,
    queue: limits.layer.remoteShares.all,
    wait: limits.layer.contentTime,
  });
  const underWay = new Map<string, Promise<FetchedTile>>();

  /** The bytes at an address; null: there are none. @throws SourceFault, AddressRefused */
  async function ask(
    { keyHeader }: ServedLayer,
    { key }: RemoteRoot,
    url: URL,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const answer = await fetch(url.href, {
      accept: 'application/vnd.quantized-mesh,application/json,application/octet-stream,*/*;q=0.1',
      ...keyHeaders(keyHeader, key),
    });
    if (answer.status === 404 || answer.status === 204) return null;
    if (answer.status !== 200) throw new SourceFault(`status ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  }

  /** What is given out in place of a file. @throws SourceFault */
  async function judged(
    { groupRoot }: ServedLayer,
    bytes: Uint8Array<ArrayBuffer>,
    question: ContentQuestion,
  ): Promise<Buffer> {
    const answer = await inTurn(groupRoot, () => content.parse(bytes, JSON.stringify(question)));
    if (!answer.ok) throw new SourceFault(answer.fault);
    return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.length);
  }

  /** Keeps what came, and notes with the layer whether it did. @throws Refusal layerSource, tooManyRequests */
  async function fetched(
    layer: ServedLayer,
    key: string,
    work: (root: RemoteRoot) => Promise<FetchedTile>,
  ): Promise<FetchedTile> {
    try {
      const came = await work(rootOf(layer.address ?? '', await openKey(seal, layer)));
      if (came?.contentType === 'application/json') documents.put(key, came);
      else if ((came?.bytes.length ?? 0) <= limits.layer.tileBytes) kept.put(key, came);
      await note(layer.oid, null);
      return came;
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'tooManyRequests') throw error;
      const failure = failureOf(error);
      await note(layer.oid, failure);
      throw new Refusal('layerSource', { values: { reason: failure } });
    }
  }

  /** The same for everybody who asks at the same time, and after. @throws Refusal layerSource, tooManyRequests */
  async function get(
    layer: ServedLayer,
    name: string,
    work: (root: RemoteRoot) => Promise<FetchedTile>,
    within: number = limits.layer.keptFor,
  ): Promise<FetchedTile> {
    const key = `${settingOf(layer)}/${name}`;
    const known = kept.get(key, within) ?? documents.get(key, within);
    if (known) return known.tile;
    const running = underWay.get(key);
    if (running) return running;
    const begun = shared(shareOf(layer), () => fetched(layer, key, work)).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  }

  /** @param within ms that it may have been kept */
  const tileset = (
    layer: ServedLayer,
    { at, place, over }: RemoteFile,
    within?: number,
  ): Promise<FetchedTile> => {
    const came = async (root: RemoteRoot): Promise<FetchedTile> => {
      const url = meantBy(root, at, place);
      const bytes = await ask(layer, root, url);
      if (!bytes) {
        if (at === undefined) throw new SourceFault('status 404');
        return null;
      }
      if (at !== undefined && !/\.json$/i.test(url.pathname)) {
        const given = await judged(layer, bytes, fileQuestion(root, url));
        // A model may be JSON, and is looked at as such by whoever reads what stands on the ground.
        const json = isModel(url) && given[0] === openBrace;
        return { bytes: given, contentType: json ? 'application/json' : 'application/octet-stream' };
      }
      const question: ContentQuestion = {
        kind: 'tileset',
        root: root.url.href,
        key: root.key,
        url: url.href,
        isRoot: at === undefined,
        ...(over === undefined ? {} : { over }),
      };
      return { bytes: await judged(layer, bytes, question), contentType: 'application/json' };
    };
    return get(layer, `${at ?? ''}/${place ?? ''}/${over ?? ''}`, came, within);
  };

  /** The description of meshes as it is given out, with the pattern of their addresses before a line break. */
  const described = (layer: ServedLayer): Promise<FetchedTile> =>
    get(layer, 'mesh', async (root) => {
      const bytes = await ask(layer, root, root.url);
      if (!bytes) throw new SourceFault('status 404');
      const question = { kind: 'meshSource', root: root.url.href, key: root.key } as const;
      return { bytes: await judged(layer, bytes, question), contentType: 'application/json' };
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
      const at = description.indexOf(meshTiles);
      const parts = [
        description.subarray(0, at),
        Buffer.from(tiles),
        description.subarray(at + meshTiles.length),
      ];
      return { bytes: at < 0 ? description : Buffer.concat(parts), contentType: 'application/json' };
    },
    /** One mesh; rows are counted as its description says. */
    async mesh(layer: ServedLayer, { z, x, y }: TilePlace): Promise<FetchedTile> {
      const { template } = partsOf(await described(layer));
      return get(layer, `${z}/${x}/${y}`, async (root) => {
        const places = template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
        const bytes = await ask(layer, root, judgedLink(root, root.url, places));
        if (!bytes) return null;
        return {
          bytes: await judged(layer, bytes, { kind: 'mesh' }),
          contentType: 'application/octet-stream',
        };
      });
    },
  };
}
export type Remote = ReturnType<typeof createRemote>;
