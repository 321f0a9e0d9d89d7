import {
  deviceDocumentCalls,
  documentEndings,
  documentedKinds,
  endOfDay,
  limits,
  type DeviceDocument,
  type DocumentType,
  type DocumentedKind,
  type ParsedRequestOf,
} from '@eyrie/domain';
import { attachment } from '../../platform/http/attachment.ts';
import {
  BytesAnswer,
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
} from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { readDocument } from './document-content.ts';
import {
  countDocuments,
  deleteDocuments,
  documentedDevice,
  documentsOf,
  insertDocument,
  type DocumentRow,
} from './device-document.store.ts';

export { readDocument } from './document-content.ts';
export { remindOfDocuments } from './device-document.reminder.ts';

export interface DeviceDocumentDeps {
  audit: AuditLog;
  objects: Objects;
  timeZoneOf(groupRoot: string): Promise<string>;
}

/** The page on which the documents of a kind of device stand; who does not see the page sees none of them. */
const pageOf: Readonly<Record<DocumentedKind, string>> = {
  dock: '/DaJiAirport',
  drone: '/UAVAdmin',
  battery: '/BatteryAdmin',
  gimbal: '/PTZAdmin',
  remoteController: '/DaJiHandle',
  robot: '/RobotAdmin',
};
const writerOf = (kind: DocumentedKind): string => (kind === 'dock' ? 'dock:edit' : 'device:edit');
const readable = ({ resources }: Pick<Caller, 'resources'>): DocumentedKind[] =>
  documentedKinds.filter((kind) => resources.has(pageOf[kind]));
const writable = ({ resources }: Pick<Caller, 'resources'>): DocumentedKind[] =>
  documentedKinds.filter((kind) => resources.has(writerOf(kind)));

/** The dock that a row of the audit log is about. */
const dockOf = ({ kind, oid }: { kind: DocumentedKind; oid: string }): string | undefined =>
  kind === 'dock' ? oid : undefined;

/**
 * A document as it is sent: to be saved, never shown.
 * @param isSeen whether the caller, as they are by now, still sees it
 */
export const documentAnswer = (
  { info, stream }: NonNullable<Awaited<ReturnType<Objects['get']>>>,
  { name, contentType }: { name: string; contentType: DocumentType },
  isSeen: (now: Caller) => Promise<boolean>,
): BytesAnswer =>
  new BytesAnswer(
    stream,
    {
      'content-type': contentType,
      'content-length': String(info.size),
      'content-disposition': attachment(name, documentEndings[contentType]),
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    200,
    isSeen,
  );

/** A name without the ending of the file that was sent: what is stored may be another format. */
const bareName = (name: string): string => name.replace(/\.(?:pdf|png|jpe?g|webp)$/iu, '') || name;

const present = (
  { objectKey: _objectKey, deviceName: _deviceName, deviceKind, ...document }: DocumentRow,
  { resources }: Pick<Caller, 'resources'>,
): DeviceDocument => ({ ...document, allowed: resources.has(writerOf(deviceKind)) ? ['delete'] : [] });

/** What is kept of devices on paper: policies, papers, files of their maintenance. */
export function deviceDocumentEndpoints(
  { db, log, newOid, serverTime }: Runtime,
  { audit, objects, timeZoneOf }: DeviceDocumentDeps,
): Endpoint[] {
  type AddRequest = ParsedRequestOf<typeof deviceDocumentCalls.add>;

  /** What nobody names any more; a file that stays behind is no reason to refuse. */
  const discard = (key: string): Promise<void> =>
    objects.delete(key).catch((error: unknown) => log.warn({ err: error, key }, 'object not deleted'));

  async function lastMoment(groupRoot: string, day: string | undefined): Promise<number | null> {
    if (!day) return null;
    const end = endOfDay(await timeZoneOf(groupRoot), day);
    if (end === null) throw invalidField('validUntil', 'format', { value: day });
    return end;
  }

  async function add(request: AddRequest, context: CallContext): Promise<DeviceDocument> {
    const { caller, file } = context;
    if (!file) throw new Refusal('malformed');
    const device = await documentedDevice(db, caller, writable(caller), request.deviceOID);
    if (!device) throw notFound();
    const validUntil = await lastMoment(caller.groupRoot, request.validUntil);
    const { bytes, contentType } = await readDocument(file.bytes);
    const oid = newOid();
    const objectKey = `device-document/${caller.groupRoot}/${oid}`;
    const row = {
      oid,
      name: bareName(request.name),
      kind: request.kind,
      remark: request.remark || null,
      contentType,
      size: bytes.length,
      validUntil,
      createdAt: Math.round(serverTime()),
      objectKey,
    };
    await objects.put(objectKey, Buffer.from(bytes), { contentType });
    try {
      await db.transaction().execute(async (trx) => {
        const { most } = limits.deviceDocument;
        if ((await countDocuments(trx, device.oid)) >= most)
          throw new Refusal('documentsFull', { values: { max: most, name: device.name } });
        await insertDocument(trx, { ...row, device, by: caller.memberOID });
        const { name, kind, size } = row;
        const detail = { oid, device: device.name, name, kind, size };
        await audit.done(trx, context, 'deviceDocument.add', detail, dockOf(device));
      });
    } catch (error) {
      await discard(objectKey);
      throw error;
    }
    const { oid: deviceOID, kind: deviceKind, name: deviceName } = device;
    return present({ ...row, deviceOID, deviceKind, deviceName, createdBy: caller.name }, caller);
  }

  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    const wanted = [...new Set(oids)];
    const rows = await db.transaction().execute(async (trx) => {
      const found = await documentsOf(trx, context.caller, writable(context.caller), { oids: wanted });
      if (found.length < wanted.length) throw notFound();
      await deleteDocuments(trx, wanted);
      await audit.done(trx, context, 'deviceDocument.delete', {
        rows: found.map(({ oid, deviceName: device, name, kind }) => ({ oid, device, name, kind })),
      });
      return found;
    });
    for (const { objectKey } of rows) await discard(objectKey);
  }

  const one = async (caller: Caller, oid: string): Promise<DocumentRow | undefined> =>
    (await documentsOf(db, caller, readable(caller), { oids: [oid] }))[0];

  return [
    serve(deviceDocumentCalls.query, async ({ deviceOID }, { caller }) => {
      const kinds = readable(caller);
      if (!(await documentedDevice(db, caller, kinds, deviceOID))) throw notFound();
      const rows = await documentsOf(db, caller, kinds, { deviceOID });
      return { list: rows.map((row) => present(row, caller)) };
    }),
    serve(deviceDocumentCalls.add, add),
    serve(deviceDocumentCalls.download, async ({ oid }, { caller }) => {
      const row = await one(caller, oid);
      const found = row ? await objects.get(row.objectKey) : null;
      if (!row || !found) throw notFound();
      return documentAnswer(found, row, async (now) => (await one(now, oid)) !== undefined);
    }),
    serve(deviceDocumentCalls.remove, async ({ oids }, context) => {
      await remove(oids, context);
      return { ok: true as const };
    }),
  ];
}
