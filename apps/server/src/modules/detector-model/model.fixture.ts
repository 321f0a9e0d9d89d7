import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ResponseOf } from '@eyrie/domain';
import type { ObjectInfo } from '../../platform/objects/index.ts';
import type { TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints as detectionEndpoints } from '../detection/index.ts';
import { endpoints } from './index.ts';

/** What is said of the model of tests, which finds what is red. */
export const hotManifest = {
  name: 'hot spots',
  version: '1',
  family: 'yolov8',
  input: { width: 64, height: 64 },
  classes: [{ name: 'hot', aiType: 'hotSpot' }],
  threshold: 0.6,
};

const infoOf = (key: string, bytes: Buffer): ObjectInfo => ({
  key,
  size: bytes.length,
  contentType: '',
  etag: '',
  storedAt: 0,
});

/** Files in memory, by their keys. */
export const memoryObjects = () => {
  const stored = new Map<string, Buffer>();
  const objects = {
    async put(key: string, body: Readable | Buffer): Promise<ObjectInfo> {
      const bytes = Buffer.isBuffer(body) ? body : await buffer(body);
      stored.set(key, bytes);
      return infoOf(key, bytes);
    },
    delete: async (key: string): Promise<void> => void stored.delete(key),
    head: async (key: string): Promise<ObjectInfo | null> => {
      const bytes = stored.get(key);
      return bytes ? infoOf(key, bytes) : null;
    },
    get: async (key: string) => {
      const bytes = stored.get(key);
      return bytes ? { info: infoOf(key, bytes), stream: Readable.from([bytes]) } : null;
    },
  };
  return { stored, objects };
};

type Declaration = Parameters<TestRooms['call']>[0];

/** Makes calls of models and of detections, as whoever holds the token. */
export const modelCaller =
  (rooms: () => TestRooms, objects: ReturnType<typeof memoryObjects>['objects'], token: () => string) =>
  async <One extends Declaration>(
    declaration: One,
    request: object,
    more: object = {},
  ): Promise<ResponseOf<One>> => {
    const { audit, department, runtime, call } = rooms();
    const defects = createDefects({
      runtime,
      audit,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    const extra = [
      ...endpoints({ runtime, audit, objects }),
      ...detectionEndpoints({ runtime }, { auditLog: audit, department }, defects),
    ];
    return (await call(declaration, request, { token: token(), extra, ...more })).data as ResponseOf<One>;
  };
