import { Readable } from 'node:stream';
import { photogrammetryLimits } from '@eyrie/domain';
import { z } from 'zod';
import { askEngine, EngineRefuses, EngineStrange, fetchFile, fileForm, formOf } from './engine-http.ts';
import type { Asked, Body, EngineAddress } from './engine-http.ts';

const bounds = photogrammetryLimits;

const about = z.object({ maxImages: z.number().int().min(1).nullish() });

const states = {
  10: 'queued',
  20: 'running',
  30: 'failed',
  40: 'completed',
  50: 'cancelled',
} as const;
type StateCode = keyof typeof states;
const stateCodes = [10, 20, 30, 40, 50] as const satisfies readonly StateCode[];

const taskInfo = z.object({
  uuid: z.string(),
  status: z.object({ code: z.literal(stateCodes), errorMessage: z.string().optional() }),
  progress: z.number().optional(),
});
const named = z.object({ uuid: z.string() });
const answered = z.object({ success: z.boolean(), error: z.string().optional() });
const output = z.array(z.string());

/** How a task stands at the engine. */
interface EngineTask {
  state: (typeof states)[StateCode];
  /** 0 to 100. */
  percent: number;
  /** Why it failed, in the engine's words. */
  failure: string;
}

/** NodeODM's API as far as it is needed. Every method throws EngineSilent, EngineToken, EngineRefuses, EngineStrange. */
export interface Engine {
  /** Photos that it takes for one task; null: any number. */
  about(signal: AbortSignal): Promise<{ maxPhotos: number | null }>;
  /** Null: it does not know the task, or has not begun with it. */
  task(uuid: string, signal: AbortSignal): Promise<EngineTask | null>;
  /** Opens a task for photos, under our own id. @param outputs paths of what it is to keep */
  open(
    uuid: string,
    task: { name: string; options: Readonly<Record<string, unknown>>; outputs: readonly string[] },
    signal: AbortSignal,
  ): Promise<void>;
  /** Sends one photo. A second one of its name is another photo to engines since 2020, also where the first broke off. */
  send(
    uuid: string,
    photo: { name: string; size: number; stream: Readable },
    signal: AbortSignal,
  ): Promise<void>;
  begin(uuid: string, signal: AbortSignal): Promise<void>;
  /** What it wrote about a task from a line on. */
  log(uuid: string, line: number, signal: AbortSignal): Promise<string[]>;
  /** Ends a task and throws away what is of it. @returns false where it does not know it */
  remove(uuid: string, signal: AbortSignal): Promise<boolean>;
  /** Lays all that it made on our disk, as a zip. @throws ResultTooLarge */
  fetch(
    uuid: string,
    to: { path: string; most: number; onBytes: (bytes: number) => void },
    signal: AbortSignal,
  ): Promise<void>;
}

/** @throws EngineStrange where an answer has not the shape that the API says */
const shaped = <T extends z.ZodType>(shape: T, path: string, answer: unknown): z.output<T> => {
  const parsed = shape.safeParse(answer);
  if (!parsed.success) throw new EngineStrange(`${path}: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  return parsed.data;
};

const unknown = /not found/i;
const withoutIds = (path: string): string => path.replaceAll(/[0-9a-f-]{36}/g, '…');

export const createEngine = (address: EngineAddress): Engine => {
  const ask = async <T extends z.ZodType>(shape: T, asked: Omit<Asked, 'within'> & { within?: number }) =>
    shaped(shape, withoutIds(asked.path), await askEngine(address, { within: bounds.answer, ...asked }));
  const post = (path: string, signal: AbortSignal, more: { body?: Body; within?: number } = {}) =>
    ({ method: 'POST', path, signal, ...more }) as const;
  return {
    async about(signal) {
      return { maxPhotos: (await ask(about, { path: '/info', signal })).maxImages ?? null };
    },
    async task(uuid, signal) {
      try {
        const { status, progress = 0 } = await ask(taskInfo, { path: `/task/${uuid}/info`, signal });
        const failure = (status.errorMessage ?? '').slice(0, bounds.detailChars);
        return { state: states[status.code], percent: Math.min(100, Math.max(0, progress)), failure };
      } catch (error) {
        if (error instanceof EngineRefuses && unknown.test(error.message)) return null;
        throw error;
      }
    },
    async open(uuid, { name, options, outputs }, signal) {
      const body = (): Body =>
        formOf({
          name,
          options: JSON.stringify(
            Object.entries(options).map(([option, value]) => ({ name: option, value })),
          ),
          outputs: JSON.stringify(outputs),
          skipPostProcessing: 'true',
        });
      const opening = () =>
        ask(named, {
          ...post('/task/new/init', signal, { body: body() }),
          headers: { 'set-uuid': uuid },
        });
      // Where its answer to an earlier call was lost, engines before 2020 refuse the second one, and take the next.
      const { uuid: taken } = await opening().catch((error: unknown) => {
        if (error instanceof EngineRefuses) return opening();
        throw error;
      });
      // Under another id it could not be found again.
      if (taken !== uuid) throw new EngineStrange('/task/new/init: uuid');
    },
    async send(uuid, photo, signal) {
      const more = { body: fileForm('images', photo), within: bounds.photoTime };
      const { success, error = '' } = await ask(answered, post(`/task/new/upload/${uuid}`, signal, more));
      if (!success) throw new EngineRefuses(error);
    },
    async begin(uuid, signal) {
      await ask(named, post(`/task/new/commit/${uuid}`, signal, { within: bounds.beginTime }));
    },
    log: (uuid, line, signal) => ask(output, { path: `/task/${uuid}/output?line=${line}`, signal }),
    async remove(uuid, signal) {
      const text = Buffer.from(new URLSearchParams({ uuid }).toString());
      const body = {
        type: 'application/x-www-form-urlencoded',
        length: text.length,
        bytes: Readable.from([text]),
      };
      try {
        const { success, error = '' } = await ask(answered, post('/task/remove', signal, { body }));
        if (!success && !unknown.test(error)) throw new EngineRefuses(error);
        return success;
      } catch (error) {
        if (error instanceof EngineRefuses && unknown.test(error.message)) return false;
        throw error;
      }
    },
    fetch: (uuid, to, signal) =>
      fetchFile(
        address,
        {
          path: `/task/${uuid}/download/all.zip`,
          within: bounds.fetchTime,
          silence: bounds.fetchSilence,
          signal,
        },
        to,
      ),
  };
};
