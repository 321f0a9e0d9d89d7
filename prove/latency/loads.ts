/** What people, files and strangers bring, each again and again until it is told to stop. */
import { connect } from 'node:net';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, type CallDeclaration } from '@eyrie/domain';
import { callAt, type Answer } from '../../apps/server/src/testing/caller.ts';
import { hugeRaster, largeGeoJson, longPlan, longRoute, manyLinks, nestedGeoJson } from './files.ts';

/** The product and what a load needs of it. */
export interface LoadPlace {
  url: string;
  token: string;
  /** Of a long route. */
  points: number;
}

/** What a load was answered, and how often. */
export type LoadCounts = Readonly<Record<string, number>>;

const links = 100_000;
const strangers = 10;
const shareName = 'all';

/** Answers whatever it is asked with a tileset of many links. */
const openSource = async (): Promise<{ address: string; close(): void }> => {
  const text = manyLinks(links);
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tileset.json`,
    close: () => {
      server.close().closeAllConnections();
    },
  };
};

const sendTo = async (
  { url, token }: LoadPlace,
  { path }: CallDeclaration,
  file: { name: string; bytes: Uint8Array },
  fields: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authToken: token },
    body: form,
  });
  await response.arrayBuffer();
  return response.status;
};

type Load = (go: () => boolean, count: (what: string, status: number | string) => void) => Promise<void>;

/** One layer by address, moved again and again so that nothing of it is kept, and ten strangers who ask for it at once. */
const sharedLayer =
  (place: LoadPlace): Load =>
  async (go, count) => {
    const { url, token } = place;
    const source = await openSource();
    const call = (declaration: CallDeclaration, request: Record<string, unknown>) =>
      callAt(url, token, declaration, request);
    try {
      const added = await call(calls.layer.add, {
        name: 'links',
        source: 'tilesetUrl',
        address: source.address,
      });
      const oid = added.data?.oid as string;
      const expiresAt = Date.now() + 3_600_000;
      const share = await call(calls.mapShare.add, { name: shareName, layerOIDs: [oid], expiresAt });
      const opening = await fetch(`${url}${calls.mapShare.open.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: share.data?.token }),
      });
      const opened = (await opening.json()) as Answer;
      // A share is open in the browser that opened it.
      const cookie = opening.headers
        .getSetCookie()
        .map((one) => one.split(';', 1)[0])
        .join('; ');
      const path = calls.mapShare.file.path.replace('{layer}', '0').replace('{name}', '0');
      const ticket = encodeURIComponent(String(opened.data?.ticket));
      for (let turn = 0; go(); turn += 1) {
        const edit = await call(calls.layer.edit, { oid, address: `${source.address}?turn=${turn}` });
        count('layer moved', edit.status);
        const asked = Array.from({ length: strangers }, async () => {
          const answer = await fetch(`${url}${path}?ticket=${ticket}`, { headers: { cookie } });
          await answer.arrayBuffer();
          count('tileset of 100,000 links', answer.status);
        });
        await Promise.all(asked);
      }
    } finally {
      source.close();
    }
  };

const rasters =
  (place: LoadPlace): Load =>
  async (go, count) => {
    const bytes = hugeRaster();
    for (let turn = 0; turn < 4 && go(); turn += 1)
      count(
        `GeoTIFF of ${bytes.length} bytes, 576 MP`,
        await sendTo(
          place,
          calls.layer.upload,
          { name: `ortho${turn}.tif`, bytes },
          {
            source: 'geotiff',
            name: `ortho ${turn}`,
            fileName: `ortho${turn}.tif`,
          },
        ),
      );
  };

const vectors =
  (place: LoadPlace): Load =>
  async (go, count) => {
    const nested = { name: 'nested.geojson', bytes: nestedGeoJson() };
    const large = { name: 'large.geojson', bytes: largeGeoJson(1_900, 100) };
    const rows = { name: 'rows.geojson', bytes: largeGeoJson(1_000, 190) };
    for (let turn = 0; go(); turn += 1) {
      const vector = { source: 'vector', name: `vector ${turn}`, fileName: 'a.geojson' };
      count('nested GeoJSON as layer', await sendTo(place, calls.layer.upload, nested, vector));
      count(
        'nested GeoJSON as regions',
        await sendTo(place, calls.region.upload, nested, { preview: 'true' }),
      );
      count('large GeoJSON as layer', await sendTo(place, calls.layer.upload, large, vector));
      count('1,000 regions', await sendTo(place, calls.region.upload, rows, { preview: 'true' }));
    }
  };

const routes =
  (place: LoadPlace): Load =>
  async (go, count) => {
    const { url, token, points } = place;
    const kmz = { name: 'long.kmz', bytes: longRoute(points) };
    const body = JSON.stringify({ name: 'long', plan: longPlan(points) });
    const headers = { authToken: token, 'content-type': 'application/json' };
    while (go()) {
      count(`KMZ of ${points} points`, await sendTo(place, calls.route.uploadKmz, kmz, { preview: 'true' }));
      const added = await fetch(`${url}${calls.route.add.path}`, { method: 'POST', headers, body });
      await added.arrayBuffer();
      count(`plan of ${points} points`, added.status);
    }
  };

/** Connections that ask far ahead and never read. */
const pipelines =
  ({ url }: LoadPlace): Load =>
  async (go, count) => {
    const { port } = new URL(url);
    const ask = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(500);
    while (go()) {
      const sockets = Array.from({ length: 20 }, () => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(ask));
        socket.pause();
        return socket.on('error', () => undefined);
      });
      count('pipelines of strangers', 'sent');
      await pause(1_000);
      for (const socket of sockets) socket.destroy();
    }
  };

const wrongSignIns =
  ({ url }: LoadPlace): Load =>
  async (go, count) => {
    for (let turn = 0; go(); turn += 1) {
      const request = { account: `nobody${turn % 7}`, password: `Wrong#${turn}aA1` };
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => callAt(url, null, calls.session.login, request)),
      );
      for (const { status } of answers) count('wrong sign-in', status);
      await pause(50);
    }
  };

/** All at once, until `go` says no. @param counts what they are answered */
export const runLoads = async (
  place: LoadPlace,
  go: () => boolean,
  counts: Record<string, number>,
): Promise<void> => {
  const count = (what: string, status: number | string): void => {
    const key = `${what}: ${status}`;
    counts[key] = (counts[key] ?? 0) + 1;
  };
  const all = { sharedLayer, rasters, vectors, routes, pipelines, wrongSignIns };
  await Promise.all(
    Object.entries(all).map(async ([name, load]) => {
      try {
        await load(place)(go, count);
      } catch (error) {
        count(name, `ended by ${String(error)}`);
      }
    }),
  );
};
