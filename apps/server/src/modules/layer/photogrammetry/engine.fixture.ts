import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A task of the stand-in: what it was asked for, and how it stands. */
interface StandInTask {
  name: string;
  options: { name: string; value: unknown }[];
  outputs: string[];
  photos: Map<string, Buffer>;
  status: { code: number; errorMessage?: string };
  progress: number;
  output: string[];
}

/** What the stand-in does wrong next; each once. */
type StandInFault =
  | { at: string; does: 'loses' }
  | { at: string; does: 'breaks' }
  | { at: string; does: 'fails'; status: number; location?: string }
  | { at: string; does: 'says'; body: unknown; type?: string }
  | { at: string; does: 'halves' }
  | { at: string; does: 'promises'; bytes: number };

/**
 * A server with NodeODM's API as it is published (docs/index.adoc, 2.2), and as it behaves: errors are answers of
 * status 200, ids of its callers are of version 1 to 5, a task is known from its commit on, a second photo of one name is
 * kept beside the first one, also beside half of it, and what lies under an id that is opened again stays there.
 */
export interface StandIn {
  url: string;
  /** Undefined: it asks for none. */
  token: string | undefined;
  maxImages: number | null;
  /** What it makes of any photos. */
  result: Uint8Array;
  /** Each task that was begun is at once over, and known as such. */
  atOnce: boolean;
  /** As before 2020: a second call that opens a task is refused, and throws away what was sent. */
  isOld: boolean;
  opened: Map<string, StandInTask>;
  tasks: Map<string, StandInTask>;
  /** Calls in their order, such as `POST commit`. */
  calls: string[];
  faults: StandInFault[];
  server: Server;
}

const idOf = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Fields and files of a form, by their names. */
const partsOf = (body: Buffer, type: string): { name: string; file: string | null; bytes: Buffer }[] => {
  const boundary = `--${/boundary=([^;]+)/.exec(type)?.[1] ?? ''}`;
  const parts: { name: string; file: string | null; bytes: Buffer }[] = [];
  for (let at = body.indexOf(boundary); at >= 0;) {
    const next = body.indexOf(boundary, at + boundary.length);
    if (next < 0) break;
    const part = body.subarray(at + boundary.length + 2, next - 2);
    const end = part.indexOf('\r\n\r\n');
    const head = part.toString('utf8', 0, end);
    parts.push({
      name: /[^e]name="([^"]*)"/.exec(head)?.[1] ?? '',
      file: /filename="([^"]*)"/.exec(head)?.[1] ?? null,
      bytes: part.subarray(end + 4),
    });
    at = next;
  }
  return parts;
};

type Reply = { body: unknown } | { file: Uint8Array };
const says = (body: unknown): Reply => ({ body });
const refuses = (error: string): Reply => says({ error });

const open = (it: StandIn, request: IncomingMessage, body: Buffer): Reply => {
  const uuid = String(request.headers['set-uuid'] ?? '');
  if (!idOf.test(uuid) || it.tasks.has(uuid)) return refuses(`Invalid set-uuid: ${uuid}`);
  if (it.isOld && it.opened.delete(uuid))
    return refuses('Directory exists (should not have happened: undefined)');
  const fields = new Map(
    partsOf(body, request.headers['content-type'] ?? '').map(({ name, bytes }) => [name, bytes.toString()]),
  );
  it.opened.set(uuid, {
    name: fields.get('name') ?? '',
    options: JSON.parse(fields.get('options') ?? '[]') as StandInTask['options'],
    outputs: JSON.parse(fields.get('outputs') ?? '[]') as string[],
    photos: it.opened.get(uuid)?.photos ?? new Map(),
    status: { code: 20 },
    progress: 0,
    output: [],
  });
  return says({ uuid });
};

const freeName = (task: StandInTask, name: string): string =>
  task.photos.has(name) ? freeName(task, name.replace(/([.][^.]*)?$/, '_$1')) : name;

const upload = (it: StandIn, uuid: string, request: IncomingMessage, body: Buffer): Reply => {
  const task = it.opened.get(uuid);
  if (!task) return refuses('Invalid uuid (not found)');
  const files = partsOf(body, request.headers['content-type'] ?? '').filter(({ name }) => name === 'images');
  for (const { file, bytes } of files) task.photos.set(freeName(task, file ?? ''), Buffer.from(bytes));
  return files.length > 0 ? says({ success: true }) : refuses('Need at least 1 file.');
};

const commit = (it: StandIn, uuid: string): Reply => {
  const task = it.opened.get(uuid);
  if (!task) return refuses('Invalid uuid (not found)');
  it.opened.delete(uuid);
  if (task.photos.size === 0) return refuses('Need at least 1 file.');
  it.tasks.set(uuid, task);
  if (it.atOnce) Object.assign(task, { status: { code: 40 }, progress: 100 });
  return says({ uuid });
};

const ofTask = (it: StandIn, uuid: string, [what, asset]: string[], line: number): Reply => {
  const task = it.tasks.get(uuid);
  if (!task) return refuses(`${uuid} not found`);
  const { name, status, progress, options, photos, output } = task;
  if (what === 'output') return says(output.slice(line));
  if (what === 'download') {
    if (asset !== 'all.zip') return refuses('Invalid asset');
    return status.code === 40 ? { file: it.result } : refuses('Asset not ready');
  }
  const rest = { dateCreated: 1, processingTime: 1, imagesCount: photos.size };
  return says({ uuid, name, status, progress, options, ...rest });
};

const answerTo = (it: StandIn, url: URL, request: IncomingMessage, body: Buffer): Reply => {
  if (it.token !== undefined && url.searchParams.get('token') !== it.token)
    return refuses('Invalid authentication token: no match');
  const [, first = '', second = '', third = '', ...rest] = url.pathname.split('/');
  if (first === 'info')
    return says({
      version: '2.2.1',
      engine: 'odm',
      engineVersion: '3.5',
      taskQueueCount: 0,
      maxImages: it.maxImages,
    });
  if (second === 'new' && third === 'init') return open(it, request, body);
  if (second === 'new' && third === 'upload') return upload(it, rest[0] ?? '', request, body);
  if (second === 'new' && third === 'commit') return commit(it, rest[0] ?? '');
  if (second === 'remove') {
    const uuid = new URLSearchParams(body.toString()).get('uuid') ?? '';
    return says(it.tasks.delete(uuid) ? { success: true } : { success: false, error: `${uuid} not found` });
  }
  return ofTask(it, second, [third, ...rest], Number(url.searchParams.get('line') ?? 0));
};

const callOf = (url: URL, method = ''): string => {
  const words = url.pathname.split('/').filter((word) => !/^[0-9a-f-]{36}$/.test(word));
  return `${method} ${words.filter((word) => word !== '' && word !== 'task' && word !== 'new').join('/')}`;
};

/** A photo that broke off leaves what came of it. */
const halveLast = (it: StandIn): void => {
  for (const { photos } of it.opened.values()) {
    const [name, bytes] = [...photos].at(-1) ?? [];
    if (name !== undefined && bytes) photos.set(name, bytes.subarray(0, bytes.length >> 1));
  }
};

const misbehave = (fault: StandInFault, reply: ServerResponse, done: Reply): void => {
  if (fault.does === 'loses') return void reply.destroy();
  if (fault.does === 'fails')
    return void reply.writeHead(fault.status, fault.location ? { location: fault.location } : {}).end();
  if (fault.does === 'breaks') return void reply.destroy();
  if (fault.does === 'says') {
    const { body, type = 'application/json' } = fault;
    return void reply.writeHead(200, { 'content-type': type }).end(JSON.stringify(body));
  }
  const bytes = 'file' in done ? done.file : new Uint8Array();
  const length = fault.does === 'promises' ? fault.bytes : bytes.length;
  reply.writeHead(200, { 'content-type': 'application/zip', 'content-length': String(length) });
  reply.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => reply.destroy());
};

const handle = async (it: StandIn, request: IncomingMessage, reply: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://engine');
  const call = callOf(url, request.method);
  const body = await buffer(request);
  it.calls.push(call);
  const at = it.faults.findIndex((one) => one.at === call);
  const [fault] = at < 0 ? [] : it.faults.splice(at, 1);
  // A lost answer is of something that was done.
  const isDone = !fault || ['loses', 'halves', 'breaks'].includes(fault.does);
  const done = isDone ? answerTo(it, url, request, body) : says(null);
  if (fault?.does === 'breaks') halveLast(it);
  if (fault) return misbehave(fault, reply, done);
  if ('file' in done) {
    reply.writeHead(200, { 'content-type': 'application/zip', 'content-length': String(done.file.length) });
    return void reply.end(done.file);
  }
  reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(done.body));
};

/** Starts the stand-in on a free port. It does not keep a process alive. */
export async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, reply) => {
    handle(it, request, reply).catch(() => reply.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  const it: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: undefined,
    maxImages: null,
    result: new Uint8Array(),
    atOnce: false,
    isOld: false,
    opened: new Map(),
    tasks: new Map(),
    calls: [],
    faults: [],
    server,
  };
  return it;
}
