import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, deleteRequest, done, oid, optionalText, text } from '../shape.ts';
import { deviceDocument, documentKinds, documentTypes } from './device-document.ts';
import { limits } from './device-document.room.ts';

/** Pages of the kinds of device. Which of them opens a document, the kind of its device says. */
const readers = [
  '/DaJiAirport',
  '/UAVAdmin',
  '/PTZAdmin',
  '/BatteryAdmin',
  '/DaJiHandle',
  '/RobotAdmin',
] as const;
const writers = ['device:edit', 'dock:edit'] as const;
const { bytes, most, nameMax, remarkMax } = limits.deviceDocument;

export const deviceDocumentCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/deviceDocument/query.rest',
    effect: 'reads',
    summary: `Documents of a dock or another device, the newest first; at most ${most}`,
    permission: readers,
    request: z.object({ deviceOID: oid }),
    response: z.object({ list: z.array(deviceDocument) }),
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/deviceDocument/add.rest',
    effect: 'changes',
    audit: 'deviceDocument.add',
    refuses: ['documentFormat', 'documentsFull', 'imageDimensions', 'tooManyRequests'],
    summary:
      'Add a PDF or a picture (png, jpg, webp) to a device; its content decides, whatever its name says',
    permission: writers,
    upload: { maxBytes: bytes },
    request: z.object({
      deviceOID: oid,
      name: text(nameMax),
      kind: z.enum(documentKinds),
      /** A day of the organisation, `2027-03-31`. */
      validUntil: z
        .string()
        .regex(/^(\d{4}-\d{2}-\d{2})?$/)
        .optional(),
      remark: optionalText(remarkMax).optional(),
    }),
    response: deviceDocument,
  }),
  download: call({
    method: 'GET',
    path: '/nebula-five/deviceDocument/download.rest',
    effect: 'reads',
    summary: 'The file of a document, to be saved',
    permission: readers,
    request: byOid,
    response: z.unknown(),
    bytes: [...documentTypes],
  }),
  remove: call({
    method: 'POST',
    path: '/nebula-five/deviceDocument/delete.rest',
    effect: 'changes',
    audit: 'deviceDocument.delete',
    summary: 'Delete documents with their files, all or none',
    permission: writers,
    request: deleteRequest,
    response: done,
  }),
};
