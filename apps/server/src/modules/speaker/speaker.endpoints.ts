import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { speakerCalls, limits, type ParsedRequestOf, type SoundRecord } from '@eyrie/domain';
import type { FileParser } from '../../platform/file-parser.ts';
import {
  BytesAnswer,
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
} from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { recordChanges, requireVersion } from '../../platform/list/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  countSounds,
  deleteSounds,
  insertSound,
  lockSounds,
  renameSound,
  soundOf,
  soundsOf,
  type ShownSound,
  type SoundRow,
} from './speaker.store.ts';
import type { DecodedSound } from './sound-decoder.ts';
import { wavHeader } from './sound-file.ts';

interface Deps {
  runtime: Runtime;
  objects: Objects;
  audit: AuditLog;
  parser: FileParser<DecodedSound>;
}
type Content = Pick<SoundRow, 'kind' | 'spoken' | 'duration' | 'size' | 'object_key' | 'md5'>;

const present = (row: ShownSound, { resources }: Pick<Caller, 'resources'>): SoundRecord => ({
  oid: row.oid,
  name: row.name,
  kind: row.kind,
  text: row.spoken,
  seconds: row.duration === null ? null : row.duration / 1_000,
  size: row.size,
  md5: row.md5,
  createdBy: row.created_by_name,
  createdAt: row.created_at.getTime(),
  version: row.version,
  allowed: resources.has('dock:control') ? ['edit', 'delete', 'play'] : [],
});

const md5Of = (bytes: Uint8Array | string): string => createHash('md5').update(bytes).digest('hex');
const nowOf = ({ serverTime }: Runtime): Date => new Date(Math.round(serverTime()));

const seen = async ({ runtime: { db } }: Deps, caller: Caller, oid: string): Promise<SoundRecord> => {
  const row = await soundOf(db, caller.groupRoot, oid);
  if (!row) throw notFound();
  return present(row, caller);
};

/** What nobody names any more; a file that stays behind is no reason to refuse. */
const discard = ({ objects, runtime: { log } }: Deps, key: string): Promise<void> =>
  objects.delete(key).catch((error: unknown) => log.warn({ err: error, key }, 'object not deleted'));

const insert = async (
  deps: Deps,
  action: string,
  { oid, name, content }: { oid: string; name: string; content: Content },
  context: CallContext,
): Promise<SoundRecord> => {
  const { caller } = context;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const { most } = limits.speaker;
    if ((await countSounds(trx, caller.groupRoot)) >= most)
      throw new Refusal('soundsFull', { values: { max: most } });
    await insertSound(trx, {
      oid,
      group_root: caller.groupRoot,
      name,
      ...content,
      created_by: caller.memberOID,
      created_at: nowOf(deps.runtime),
    });
    await deps.audit.done(trx, context, action, { oid, name });
  });
  return seen(deps, caller, oid);
};

const add = async (deps: Deps, name: string, context: CallContext): Promise<SoundRecord> => {
  if (!context.file) throw new Refusal('malformed');
  const sound = await deps.parser.parse(context.file.bytes);
  if (!sound.ok) throw new Refusal(sound.reason, { values: sound.values });
  const oid = deps.runtime.newOid();
  const key = `speaker/${context.caller.groupRoot}/${oid}.pcm`;
  const pcm = Buffer.from(sound.pcm);
  await deps.objects.put(key, pcm, { contentType: 'application/octet-stream' });
  const content: Content = {
    kind: 'sound',
    spoken: null,
    duration: sound.durationMs,
    size: pcm.length,
    object_key: key,
    md5: md5Of(pcm),
  };
  try {
    return await insert(deps, 'speaker.add', { oid, name, content }, context);
  } catch (error) {
    await discard(deps, key);
    throw error;
  }
};

const rename = async (
  deps: Deps,
  { oid, version, name }: ParsedRequestOf<typeof speakerCalls.edit>,
  context: CallContext,
): Promise<SoundRecord> => {
  const { groupRoot, memberOID } = context.caller;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const [row] = await lockSounds(trx, groupRoot, [oid]);
    if (!row) throw notFound();
    if (version !== undefined) await requireVersion(trx, oid, version);
    if (row.name === name) return;
    await renameSound(trx, oid, name);
    const by = { table: 'speaker_sound', groupRoot, memberOID, at: nowOf(deps.runtime) };
    await recordChanges(trx, by, [{ oid, changes: [{ field: 'name', from: row.name, to: name }] }]);
    await deps.audit.done(trx, context, 'speaker.edit', { oid, name });
  });
  return seen(deps, context.caller, oid);
};

const remove = async (deps: Deps, oids: readonly string[], context: CallContext): Promise<void> => {
  const wanted = [...new Set(oids)];
  const rows = await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await lockSounds(trx, context.caller.groupRoot, wanted);
    if (found.length < wanted.length) throw notFound();
    await deleteSounds(trx, wanted);
    await deps.audit.done(trx, context, 'speaker.delete', {
      rows: found.map(({ oid, name }) => ({ oid, name })),
    });
    return found;
  });
  for (const { object_key: key } of rows) if (key !== null) await discard(deps, key);
};

const preview = async ({ runtime: { db }, objects }: Deps, caller: Caller, oid: string) => {
  const row = await soundOf(db, caller.groupRoot, oid);
  const found = row?.object_key ? await objects.get(row.object_key) : null;
  if (!found) throw notFound();
  const { stream, info } = found;
  const head = wavHeader(info.size);
  const parts = async function* () {
    yield head;
    yield* stream;
  };
  const headers = {
    'content-type': 'audio/wav',
    'content-length': String(head.length + info.size),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  const body = Readable.from(parts(), { objectMode: false });
  const visible = async (now: Caller) => (await soundOf(db, now.groupRoot, oid)) !== undefined;
  return new BytesAnswer(body, headers, 200, visible);
};

export const speakerEndpoints = (deps: Deps): Endpoint[] => [
  serve(speakerCalls.query, async ({ keyword = '', pageNum, pageSize }, { caller }) => {
    const asked = { keyword, pageNum, pageSize };
    const { rows, total } = await soundsOf(deps.runtime.db, caller.groupRoot, asked);
    return { list: rows.map((row) => present(row, caller)), total, pageNum, pageSize };
  }),
  serve(speakerCalls.get, ({ oid }, { caller }) => seen(deps, caller, oid)),
  serve(speakerCalls.add, ({ name }, context) => add(deps, name, context)),
  serve(speakerCalls.addSpeech, ({ name, text }, context) => {
    const nothing = { duration: null, size: null, object_key: null };
    const content: Content = { kind: 'speech', spoken: text, ...nothing, md5: md5Of(text) };
    return insert(deps, 'speaker.addSpeech', { oid: deps.runtime.newOid(), name, content }, context);
  }),
  serve(speakerCalls.edit, (request, context) => rename(deps, request, context)),
  serve(speakerCalls.remove, async ({ oids }, context) => {
    await remove(deps, oids, context);
    return { ok: true as const };
  }),
  serve(speakerCalls.preview, ({ oid }, { caller }) => preview(deps, caller, oid)),
];
