import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import {
  byOid,
  deleteRequest,
  done,
  listOf,
  oid,
  optionalText,
  pageShape,
  recordVersion,
  sentInstant,
  text,
} from '../shape.ts';
import { soundKinds } from './speaker.ts';

const readers = ['/PortMonitorSee', 'dock:control'] as const;
const writers = ['dock:control'] as const;
const { bytes, nameMax, seconds, textMax } = limits.speaker;
const name = text(nameMax);

/** A sound or a text of an organisation. */
const soundRecord = z.object({
  oid,
  name: z.string(),
  kind: z.enum(soundKinds),
  /** What is said; null: it is a sound. */
  text: z.string().nullable(),
  /** How long it plays; null: a loudspeaker says it, as long as that takes. */
  seconds: z.number().nullable(),
  /** Bytes that a device fetches; null for a text. */
  size: z.number().int().nullable(),
  md5: z.string(),
  createdBy: z.string().nullable(),
  createdAt: sentInstant,
  version: recordVersion,
  allowed: z.array(z.string()),
});
export type SoundRecord = z.output<typeof soundRecord>;

export const speakerCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/dockaudio/query.rest',
    effect: 'reads',
    summary: 'Sounds and texts of the organisation for loudspeakers, by name',
    permission: readers,
    request: z.object({ ...pageShape, keyword: optionalText(nameMax).optional() }),
    response: listOf(soundRecord),
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/dockaudio/get.rest',
    effect: 'reads',
    summary: 'Get a sound',
    permission: readers,
    request: byOid,
    response: soundRecord,
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/dockaudio/add.rest',
    effect: 'changes',
    audit: 'speaker.add',
    refuses: ['soundFormat', 'soundTooLong', 'soundEmpty', 'soundTooMuch', 'soundsFull', 'tooManyRequests'],
    summary: `Add a sound (wav, mp3, ogg, opus) of at most ${seconds} seconds; its content decides, whatever its name says. It is kept as 16 kHz, one channel, 16 bits`,
    permission: writers,
    upload: { maxBytes: bytes },
    request: z.object({ name }),
    response: soundRecord,
  }),
  edit: call({
    method: 'POST',
    path: '/nebula-five/dockaudio/edit.rest',
    effect: 'changes',
    audit: 'speaker.edit',
    summary: 'Rename a sound; `version`: the one that was read, else the later change is refused',
    permission: writers,
    request: z.object({ oid, version: recordVersion.optional(), name }),
    response: soundRecord,
  }),
  remove: call({
    method: 'POST',
    path: '/nebula-five/dockaudio/delete.rest',
    effect: 'changes',
    audit: 'speaker.delete',
    summary: 'Delete sounds, all or none; what a loudspeaker has fetched it plays on',
    permission: writers,
    request: deleteRequest,
    response: done,
  }),
  preview: call({
    method: 'GET',
    path: '/nebula-five/dockaudio/preview.rest',
    effect: 'reads',
    summary: 'A sound as a loudspeaker gets it, to be heard here',
    permission: readers,
    request: byOid,
    response: z.unknown(),
    bytes: 'audio/wav',
  }),
  addSpeech: call({
    method: 'POST',
    path: '/nebula-five/docktts/add.rest',
    effect: 'changes',
    audit: 'speaker.addSpeech',
    refuses: ['soundsFull'],
    summary: 'Add a text that a loudspeaker says itself',
    permission: writers,
    request: z.object({ name, text: text(textMax) }),
    response: soundRecord,
  }),
};
