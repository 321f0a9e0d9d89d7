import { isObjectKey, limits } from '@eyrie/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { cutConnection, type AccessHolds } from '../http/access.ts';
import type { Log } from '../log.ts';
import { readClaim } from './sigv4.ts';
import { authorise } from './authorise.ts';
import type { StorageCredential } from './credential.ts';
import type { Grant } from './authorise.ts';
import { readText, useBody } from './body.ts';
import { objectsBucket } from './link.ts';
import { ObjectRefused } from './objects.ts';
import type { ByteRange, ObjectInfo, Objects } from './objects.ts';
import { isNoRoom } from '../no-room.ts';
import { S3Error } from './s3-error.ts';
import { readPartList, Uploads } from './uploads.ts';

export interface StoredObject extends ObjectInfo {
  dockOID: string;
}

export interface ObjectsEndpointOptions {
  objects: Objects;
  /** Secret of this server's own links; undefined when links lead to an outside store. */
  linkSecret: string | undefined;
  findCredential: (accessKeyId: string) => Promise<StorageCredential | null>;
  /** Called before the device gets the answer that its object is stored; when it throws, the device tries again. */
  onStored: (stored: StoredObject) => Promise<void> | void;
  /** Ends an upload whose dock is gone, or has another secret. */
  access: AccessHolds;
  clock: Clock;
  log: Log;
  /** Where unfinished uploads lie. */
  dataDir: string;
  /** Such as `/objects/`. */
  publicPath: string;
  /** How long the sender of a body may fall silent; shorter in tests. */
  silence?: number;
}

interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  grant: Grant;
  key: string;
  query: ReadonlyMap<string, string>;
}

/**
 * A small S3: what docks and the SDKs in them need to upload files, plus signed links for download. Path style,
 * one bucket, signature version 4; a credential reaches only its own prefix and can write, not read.
 */
export async function objectsEndpoint(
  fastify: FastifyInstance,
  options: ObjectsEndpointOptions,
): Promise<void> {
  const uploads = new Uploads(options.dataDir, options.objects, options.clock);
  const timer = setInterval(() => {
    uploads.sweep().catch((err: unknown) => options.log.warn({ err }, 'old uploads could not be swept'));
  }, limits.objects.uploadLife / 24);
  fastify.addHook('onClose', () => clearInterval(timer));
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body stays a stream: nothing of it is read before its sender is known.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply, options.log));
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
      url: `${options.publicPath}*`,
      exposeHeadRoute: false,
      bodyLimit: limits.media.objectBytes + limits.objects.listBytes,
      handler: (request, reply) => serve(request, reply, options, uploads),
    });
    await Promise.resolve();
  });
}

/** Which device asked for what, once its signature has been checked: a refusal is written down with it. */
const senders = new WeakMap<FastifyRequest, { dockOID: string; path: string }>();

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ObjectsEndpointOptions,
  uploads: Uploads,
): Promise<FastifyReply> {
  const url = request.raw.url ?? '';
  const path = (url.split('?')[0] ?? '').slice(options.publicPath.length);
  const signed = { method: request.method, url, headers: request.headers };
  const since = options.access.stamp();
  const grant = await authorise(signed, readClaim(signed), options);
  if (grant.credential)
    senders.set(request, { dockOID: grant.credential.dockOID, path: path.slice(0, 1_200) });
  const [bucket = '', ...rest] = decodePath(path);
  if (bucket !== (grant.credential?.bucket ?? objectsBucket)) throw new S3Error('AccessDenied');
  const visit: Visit = {
    request,
    reply: reply.header('x-amz-request-id', request.id).header('Cache-Control', 'no-store'),
    grant,
    key: rest.join('/'),
    query: new Map(new URL(url, 'http://host').searchParams),
  };
  if (visit.key === '') return serveBucket(visit);
  if (!isObjectKey(visit.key)) throw new S3Error('InvalidURI');
  if (!grant.credential) return request.method === 'GET' ? download(visit, options.objects) : refuse();
  if (!visit.key.startsWith(grant.credential.prefix)) throw new S3Error('AccessDenied');
  const release = options.access.hold({
    caller: grant.credential.caller ?? null,
    dockOID: grant.credential.dockOID,
    since,
    allows: async () => (await options.findCredential(grant.accessKeyId)) !== null,
    end: () => cutConnection(request.raw.socket),
  });
  return serveDevice(visit, grant.credential, options, uploads).finally(release);
}

const refuse = (): never => {
  throw new S3Error('MethodNotAllowed');
};

function decodePath(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    throw new S3Error('InvalidURI');
  }
}

/** SDKs ask whether the bucket is there and where, before they begin. */
function serveBucket({ request, reply, query }: Visit): FastifyReply {
  if (request.method === 'HEAD') return reply.code(200).send();
  if (request.method !== 'GET' || !query.has('location')) return refuse();
  return reply.type('application/xml').send('<?xml version="1.0" encoding="UTF-8"?>\n<LocationConstraint/>');
}

async function serveDevice(
  visit: Visit,
  credential: StorageCredential,
  options: ObjectsEndpointOptions,
  uploads: Uploads,
): Promise<FastifyReply> {
  const { request, reply, grant, key, query } = visit;
  const id = query.get('uploadId');
  const owner = grant.accessKeyId;
  const stored = async (info: ObjectInfo): Promise<void> => {
    await options.onStored({ ...info, dockOID: credential.dockOID });
    options.log.info({ key, size: info.size, dockOID: credential.dockOID }, 'a device stored an object');
  };
  switch (
    `${request.method} ${id === null || id === undefined ? (query.has('uploads') ? 'uploads' : '') : 'part'}`
  ) {
    case 'HEAD ': {
      const info = await options.objects.head(key);
      if (!info) throw new S3Error('NoSuchKey');
      return describe(reply, info).header('Content-Length', info.size).send();
    }
    case 'PUT ': {
      const info = await useBody(
        request,
        grant,
        ({ stream, about }) => options.objects.put(key, stream, about),
        options.silence,
      );
      await stored(info);
      return reply.header('ETag', `"${info.etag}"`).code(200).send();
    }
    case 'POST uploads': {
      await readText(request, grant, options.silence);
      const contentType = request.headers['content-type'] ?? 'application/octet-stream';
      const uploadId = await uploads.create({ key, owner, contentType });
      return xml(reply, 'InitiateMultipartUploadResult', {
        Bucket: credential.bucket,
        Key: key,
        UploadId: uploadId,
      });
    }
    case 'PUT part': {
      const number = Number(query.get('partNumber'));
      const md5 = await useBody(
        request,
        grant,
        ({ stream, about }) => uploads.putPart(id ?? '', owner, key, number, stream, about),
        options.silence,
      );
      return reply.header('ETag', `"${md5}"`).code(200).send();
    }
    case 'POST part': {
      const parts = readPartList(await readText(request, grant, options.silence));
      const info = await uploads.complete(id ?? '', owner, key, parts);
      await stored(info);
      return xml(reply, 'CompleteMultipartUploadResult', {
        Bucket: credential.bucket,
        Key: key,
        ETag: `"${info.etag}"`,
      });
    }
    case 'DELETE part':
      await uploads.abort(id ?? '', owner, key);
      return reply.code(204).send();
    default:
      return refuse();
  }
}

const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

function xml(reply: FastifyReply, name: string, fields: Record<string, string>): FastifyReply {
  const inner = Object.entries(fields).map(([field, value]) => `<${field}>${escapeXml(value)}</${field}>`);
  const open = `<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">`;
  return reply
    .type('application/xml')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${open}${inner.join('')}</${name}>`);
}

function describe(reply: FastifyReply, info: ObjectInfo): FastifyReply {
  return reply
    .header('ETag', `"${info.etag}"`)
    .header('Last-Modified', new Date(info.storedAt).toUTCString())
    .header('Accept-Ranges', 'bytes')
    .header('Content-Type', shownType(info.contentType));
}

/** Only what a browser shows without running it keeps its type. */
const shownType = (type: string): string =>
  /^(image\/(jpeg|png|webp)|video\/mp4)$/.test(type) ? type : 'application/octet-stream';

async function download({ request, reply, key }: Visit, objects: Objects): Promise<FastifyReply> {
  const info = await objects.head(key);
  if (!info) throw new S3Error('NoSuchKey');
  const range = readRange(request.headers.range, info.size);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('Content-Range', `bytes */${info.size}`).send();
  }
  const found = await objects.get(key, range);
  if (!found) throw new S3Error('NoSuchKey');
  const { start, end } = { start: range?.start ?? 0, end: range?.end ?? info.size - 1 };
  describe(reply, info)
    .header('Content-Length', end - start + 1)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Security-Policy', "default-src 'none'; sandbox");
  if (range) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${info.size}`);
  return reply.send(found.stream);
}

/** One range of bytes; several at once are answered with the whole. */
export function readRange(
  header: string | undefined,
  size: number,
): Required<ByteRange> | undefined | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const last = size - 1;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? last : Math.min(Number(match[2]), last);
  return start > end || start > last ? 'unsatisfiable' : { start, end };
}

const refusedAs = {
  tooLarge: 'EntityTooLarge',
  sizeDiffers: 'IncompleteBody',
  hashDiffers: 'BadDigest',
  badKey: 'InvalidURI',
} as const;

/** A device that reaches for what is not its own is worth a warning; clocks and digests that are wrong are not. */
function noteRefusal({ code }: S3Error, request: FastifyRequest, log: Log): void {
  const sender = senders.get(request);
  const facts = { code, correlationId: request.id, method: request.method, ...sender };
  if (sender && code === 'AccessDenied')
    log.warn(facts, 'a device was refused an object that is not its own');
  else log.info(facts, 'an object request was refused');
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  let known = error instanceof S3Error ? error : undefined;
  if (error instanceof ObjectRefused) known = new S3Error(refusedAs[error.reason]);
  // What the port itself refuses before it is known who asks, such as a second host.
  const status = (error as { status?: number }).status ?? (error as { statusCode?: number }).statusCode ?? 0;
  if (!known && status === 413) known = new S3Error('EntityTooLarge');
  else if (!known && status === 429) known = new S3Error('SlowDown');
  else if (!known && status >= 400 && status < 500) known = new S3Error('InvalidArgument');
  if (isNoRoom(error)) {
    log.warn({ err: error, correlationId: request.id }, 'no room for an object');
    known = new S3Error('SlowDown', 'The disk of this server is full');
  } else if (!known) log.error({ err: error, correlationId: request.id }, 'an object request failed');
  else noteRefusal(known, request, log);
  known ??= new S3Error('SlowDown');
  return reply.code(known.status).type('application/xml').send(known.toXml(request.id));
}
