import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { dockAudioCalls, limits, type SoundRecord } from '@eyrie/domain';
import { createFileParser } from '../../platform/file-parser.ts';
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
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { dockAudioPlans } from './dock-audio.plans.ts';
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
} from './dock-audio.store.ts';
import type { DecodedSound } from './sound-decoder.ts';
import { wavHeader } from './sound-file.ts';

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

export { dockAudioPlans };

/** Sounds of organisations: what is kept of them, and what loudspeakers are ordered to do with them. */
export const createDockAudio = (runtime: Runtime, { objects }: { objects: Objects }) => {
  const { db, log, newOid, serverTime } = runtime;
  const parser = createFileParser<DecodedSound>({
    name: 'sound decoder',
    timeout: limits.dockAudio.decodeTime,
    waiting: limits.dockAudio.waiting,
    script: new URL('./sound.worker.ts', import.meta.url),
    tooMuch: 'soundTooMuch',
    handsOver: true,
  });

  /** What nobody names any more; a file that stays behind is no reason to refuse. */
  const discard = (key: string): Promise<void> =>
    objects.delete(key).catch((error: unknown) => log.warn({ err: error, key }, 'object not deleted'));

  const seen = async (caller: Caller, oid: string): Promise<SoundRecord> => {
    const row = await soundOf(db, caller.groupRoot, oid);
    if (!row) throw notFound();
    return present(row, caller);
  };

  const endpoints = ({ audit }: { audit: AuditLog }): Endpoint[] => {
    type Content = Pick<SoundRow, 'kind' | 'spoken' | 'duration' | 'size' | 'object_key' | 'md5'>;
    const insert = async (
      action: string,
      { oid, name }: { oid: string; name: string },
      content: Content,
      context: CallContext,
    ): Promise<SoundRecord> => {
      const { caller } = context;
      await db.transaction().execute(async (trx) => {
        const { most } = limits.dockAudio;
        if ((await countSounds(trx, caller.groupRoot)) >= most)
          throw new Refusal('soundsFull', { values: { max: most } });
        await insertSound(trx, {
          oid,
          group_root: caller.groupRoot,
          name,
          ...content,
          created_by: caller.memberOID,
          created_at: new Date(Math.round(serverTime())),
        });
        await audit.done(trx, context, action, { oid, name });
      });
      return seen(caller, oid);
    };

    return [
      serve(dockAudioCalls.query, async ({ keyword = '', pageNum, pageSize }, { caller }) => {
        const { rows, total } = await soundsOf(db, caller.groupRoot, { keyword, pageNum, pageSize });
        return { list: rows.map((row) => present(row, caller)), total, pageNum, pageSize };
      }),

      serve(dockAudioCalls.get, ({ oid }, { caller }) => seen(caller, oid)),

      serve(dockAudioCalls.add, async ({ name }, context) => {
        if (!context.file) throw new Refusal('malformed');
        const sound = await parser.parse(context.file.bytes);
        if (!sound.ok) throw new Refusal(sound.reason, { values: sound.values });
        const oid = newOid();
        const key = `dock-audio/${context.caller.groupRoot}/${oid}.pcm`;
        const pcm = Buffer.from(sound.pcm);
        await objects.put(key, pcm, { contentType: 'application/octet-stream' });
        try {
          const content = {
            kind: 'sound',
            spoken: null,
            duration: sound.durationMs,
            size: pcm.length,
            object_key: key,
            md5: md5Of(pcm),
          } as const;
          return await insert('dockAudio.add', { oid, name }, content, context);
        } catch (error) {
          await discard(key);
          throw error;
        }
      }),

      serve(dockAudioCalls.addSpeech, ({ name, text }, context) => {
        const nothing = { duration: null, size: null, object_key: null };
        const content = { kind: 'speech', spoken: text, ...nothing, md5: md5Of(text) } as const;
        return insert('dockAudio.addSpeech', { oid: newOid(), name }, content, context);
      }),

      serve(dockAudioCalls.edit, async ({ oid, version, name }, context) => {
        const { caller } = context;
        await db.transaction().execute(async (trx) => {
          const [row] = await lockSounds(trx, caller.groupRoot, [oid]);
          if (!row) throw notFound();
          if (version !== undefined) await requireVersion(trx, oid, version);
          if (row.name === name) return;
          await renameSound(trx, oid, name);
          const by = { table: 'dock_audio', groupRoot: caller.groupRoot, memberOID: caller.memberOID };
          await recordChanges(trx, { ...by, at: new Date(Math.round(serverTime())) }, [
            { oid, changes: [{ field: 'name', from: row.name, to: name }] },
          ]);
          await audit.done(trx, context, 'dockAudio.edit', { oid, name, was: row.name });
        });
        return seen(caller, oid);
      }),

      serve(dockAudioCalls.remove, async ({ oids }, context) => {
        const wanted = [...new Set(oids)];
        const rows = await db.transaction().execute(async (trx) => {
          const found = await lockSounds(trx, context.caller.groupRoot, wanted);
          if (found.length < wanted.length) throw notFound();
          await deleteSounds(trx, wanted);
          await audit.done(trx, context, 'dockAudio.delete', {
            rows: found.map(({ oid, name }) => ({ oid, name })),
          });
          return found;
        });
        for (const { object_key: key } of rows) if (key !== null) await discard(key);
        return { ok: true as const };
      }),

      serve(dockAudioCalls.preview, async ({ oid }, { caller }) => {
        const row = await soundOf(db, caller.groupRoot, oid);
        const found = row?.object_key ? await objects.get(row.object_key) : null;
        if (!found) throw notFound();
        const { stream, info } = found;
        const head = wavHeader(info.size);
        const body = Readable.from(
          (async function* () {
            yield head;
            yield* stream;
          })(),
          { objectMode: false },
        );
        const headers = {
          'content-type': 'audio/wav',
          'content-length': String(head.length + info.size),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        };
        return new BytesAnswer(
          body,
          headers,
          200,
          async (now) => (await soundOf(db, now.groupRoot, oid)) !== undefined,
        );
      }),
    ];
  };

  return { endpoints, plans: dockAudioPlans(runtime, objects), units: [parser] as readonly Unit[] };
};
export type DockAudioRoom = ReturnType<typeof createDockAudio>;
