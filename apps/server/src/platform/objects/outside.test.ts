import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { limits } from '@eyrie/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createOutsideObjects } from './outside.ts';
import { readObjectPage } from './outside-list.ts';
import type { Objects } from './objects.ts';
import { openTestStore, type TestStore } from './test-outside-store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-outside-'));
let kept: TestStore['kept'];
let store: Server;
let objects: Objects;

beforeAll(async () => {
  const opened = await openTestStore();
  store = opened.server;
  kept = opened.kept;
  objects = await createOutsideObjects(opened.settings, dataDir, systemClock);
});
afterAll(async () => {
  await new Promise((resolve) => {
    store.close(resolve);
  });
  rmSync(dataDir, { recursive: true, force: true });
});

test('an object goes to the outside store, comes back whole and in part, and is deleted', async () => {
  const key = 'media/照片 (1).jpg';
  await objects.put(key, Readable.from([Buffer.from('01234'), Buffer.from('56789')]), {
    contentType: 'image/jpeg',
  });
  expect([...kept.keys()]).toEqual([`/eyrie-media/${key}`]);
  const crc32 = 0xa684c7c6;
  expect(await objects.head(key)).toMatchObject({ key, size: 10, contentType: 'image/jpeg', crc32 });
  const whole = await objects.get(key);
  expect(whole && (await text(whole.stream))).toBe('0123456789');
  const part = await objects.get(key, { start: 2, end: 4 });
  expect(part?.info.size).toBe(10);
  expect(part && (await text(part.stream))).toBe('234');
  expect(await (await fetch(await objects.presignGet(key, 60_000))).text()).toBe('0123456789');
  await objects.delete(key);
  expect(await objects.get(key)).toBeNull();
  expect(readdirSync(join(dataDir, 'outgoing'))).toEqual([]);
});

test('nothing is sent of an object that is not what was announced', async () => {
  await expect(objects.put('a', Buffer.from('x'), { size: 2 })).rejects.toThrow('announced');
  expect(kept.size).toBe(0);
});

test('a store that refuses is an error that names its answer', async () => {
  const keys = { region: 'us-east-1', bucket: 'eyrie-media', accessKeyId: 'id', secretAccessKey: 'wrong' };
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const other = await createOutsideObjects({ endpoint, ...keys }, join(dataDir, 'other'), systemClock);
  await expect(other.put('a', Buffer.from('x'))).rejects.toThrow('answers 403 to PUT a');
});

test('a store that is slow but gives or takes bytes is waited for; one that says nothing is not', async () => {
  const half = 300;
  const pause = () => new Promise((resolve) => setTimeout(resolve, half));
  const taken: number[] = [];
  const slow = createServer((request, response) => {
    void (async () => {
      if (request.method === 'PUT') {
        await pause();
        taken.push((await buffer(request)).length);
        response.writeHead(200).end();
      } else if (request.url?.endsWith('/silent')) await buffer(request);
      else {
        response.writeHead(200, { 'content-length': 10 }).write('01234');
        await pause();
        response.end('56789');
      }
    })();
  });
  await new Promise<void>((resolve) => {
    slow.listen(0, '127.0.0.1', resolve);
  });
  const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const keys = { region: 'us-east-1', bucket: 'b', accessKeyId: 'id', secretAccessKey: 's' };
  const patience = half / 3;
  const other = await createOutsideObjects(
    { endpoint, ...keys },
    join(dataDir, 'slow'),
    systemClock,
    patience,
  );
  const found = await other.get('slow');
  expect(found && (await text(found.stream))).toBe('0123456789');
  await other.put('slow', Buffer.alloc(limits.objects.outsideSlowest));
  expect(taken).toEqual([limits.objects.outsideSlowest]);
  await expect(other.get('silent')).rejects.toThrow('did not answer');
  slow.closeAllConnections();
  slow.close();
});

test('objects are listed by what their keys begin with, over all pages', async () => {
  const keys = ['a/1', 'a/2', 'a/3 & more', 'a/4', 'a/5', 'b/1', 'd/1'];
  for (const key of keys) await objects.put(key, Buffer.from(key));
  const found: string[] = [];
  const asked = Date.now();
  let after: string | null = null;
  do {
    const page = await objects.list(['a/', 'c/', 'd/'], after);
    for (const { key, size, storedAt } of page.objects) {
      found.push(key);
      expect([size, Math.abs(storedAt - asked) < 60_000]).toEqual([key.length, true]);
    }
    after = page.next;
  } while (after !== null);
  expect(found).toEqual(keys.filter((key) => key !== 'b/1'));
  expect(await objects.list([], null)).toEqual({ objects: [], next: null });
  for (const key of keys) await objects.delete(key);
});

test('an answer that is no list is an error, and not an empty one', () => {
  expect(() => readObjectPage('<html>back soon</html>', 0)).toThrow('ListObjectsV2');
  expect(() => readObjectPage('<R><IsTruncated>true</IsTruncated></R>', 0)).toThrow('ListObjectsV2');
  expect(readObjectPage('<R><IsTruncated>false</IsTruncated></R>', 0)).toEqual({ objects: [], next: null });
  const undated = '<R><IsTruncated>false</IsTruncated><Contents><Key>k</Key><Size>1</Size></Contents></R>';
  expect(readObjectPage(undated, 7).objects).toEqual([{ key: 'k', size: 1, storedAt: 7 }]);
});
