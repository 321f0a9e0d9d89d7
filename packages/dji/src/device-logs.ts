import { limits, type LogModule, type LogReport, type LogStart, type LogStep } from '@eyrie/domain';
import { z } from 'zod';
import type { StorageCredential } from './requests.ts';
import type { Service } from './services.ts';
import { figure, listOrNull, part, readOrNull, whole, words } from './tolerant.ts';
import { isRecord, readInstant } from './wire.ts';

export const logListMethod = 'fileupload_list';
/** The event in which a dock reports how far it is with its uploads. */
export const logProgressEvent = 'fileupload_progress';

/** Modules are typed numbers, and sent as text. */
const codes: Readonly<Record<LogModule, string>> = { dock: '3', drone: '0' };
const moduleOf = (code: number | null): LogModule | null =>
  code === 3 ? 'dock' : code === 0 ? 'drone' : null;
const codesOf = (modules: readonly LogModule[]): string[] => modules.map((module) => codes[module]);

export const logListService = (modules: readonly LogModule[]): Service => ({
  method: logListMethod,
  data: { module_list: codesOf(modules) },
});

export interface LogUploadInput {
  credential: Omit<StorageCredential, 'objectKeyPrefix' | 'expire'>;
  /** Until when the credential is good, epoch ms: of logs the documents give the moment, not the life. */
  expiresAt: number;
  files: readonly { module: LogModule; objectKey: string; bootIndexes: readonly number[] }[];
}

/** One object for each module, all its chosen starts packed into it. */
export const logUploadService = ({ credential, expiresAt, files }: LogUploadInput): Service => ({
  method: 'fileupload_start',
  data: {
    bucket: credential.bucket,
    region: credential.region,
    endpoint: credential.endpoint,
    provider: credential.provider,
    credentials: {
      access_key_id: credential.accessKeyId,
      access_key_secret: credential.accessKeySecret,
      security_token: credential.securityToken,
      expire: expiresAt,
    },
    params: {
      files: files.map(({ module, objectKey, bootIndexes }) => ({
        module: codes[module],
        object_key: objectKey,
        list: bootIndexes.map((boot_index) => ({ boot_index })),
      })),
    },
  },
});

export const logCancelService = (modules: readonly LogModule[]): Service => ({
  method: 'fileupload_update',
  data: { status: 'cancel', module_list: codesOf(modules) },
});

const start = z.object({
  boot_index: whole,
  start_time: z.unknown().optional(),
  end_time: z.unknown().optional(),
  // A sample of the documents spells it so.
  end_ime: z.unknown().optional(),
  size: figure,
});
const listed = z.object({
  module: whole,
  device_sn: words,
  result: whole,
  list: listOrNull(start, limits.dockLog.starts),
});

/** What a dock lists of one module. */
export interface ListedModule {
  module: LogModule;
  deviceSn: string | null;
  /** 0: it is listed. */
  result: number;
  starts: LogStart[];
}

const bytes = (size: number | null): number | null => (size !== null && size >= 0 ? size : null);
/** Until it has packed a file a dock names none, or zero. */
const named = (size: number | null): number | null => bytes(size) || null;

const startOf = (read: z.output<typeof start>): LogStart[] => {
  const { boot_index: bootIndex, start_time, end_time, end_ime, size } = read;
  if (bootIndex === null || bootIndex < 0) return [];
  return [
    {
      bootIndex,
      startTime: readInstant(start_time),
      endTime: readInstant(end_time ?? end_ime),
      size: bytes(size),
    },
  ];
};

/**
 * The answer to a list: of each module that the dock says something of. Null: it lists nothing at all, which is no empty
 * list. `files` stands beside `result`, in `output` of some.
 */
export const logListOf = (data: unknown): ListedModule[] | null => {
  if (!isRecord(data)) return null;
  const inside = isRecord(data['output']) ? data['output']['files'] : undefined;
  const files = readOrNull(listOrNull(listed, 8), data['files'] ?? inside);
  return (
    files?.flatMap((file) => {
      const module = moduleOf(file.module);
      const result = file.result ?? 0;
      // A module without a list and without a number has said nothing.
      if (module === null || (result === 0 && file.list === null)) return [];
      return [{ module, deviceSn: file.device_sn, result, starts: (file.list ?? []).flatMap(startOf) }];
    }) ?? null
  );
};

const states: ReadonlyMap<string, LogReport['state']> = new Map([
  ['file_pull', 'uploading'],
  ['file_zip', 'uploading'],
  ['file_uploading', 'uploading'],
  ['in_progress', 'uploading'],
  ['ok', 'done'],
  ['failed', 'failed'],
  ['timeout', 'failed'],
  ['canceled', 'cancelled'],
]);
const steps: ReadonlyMap<string, LogStep> = new Map([
  ['file_pull', 'pulling'],
  ['file_zip', 'packing'],
  ['file_uploading', 'sending'],
]);

const progressed = z.object({
  key: words,
  size: figure,
  // The documents name the percentage in two ways.
  progress: part({ progress: figure, prgress: figure, status: words, result: whole }),
});
const progressShape = z.object({
  result: whole,
  output: part({ status: words, ext: part({ files: listOrNull(progressed, 8) }) }),
});

/** What a dock says of one file, by the key that it was given; key null: of everything of the order it names. */
export interface LogFileReport extends LogReport {
  key: string | null;
}

const reportOf = (
  key: string | null,
  word: string | null,
  result: number | null,
  more: { percent: number | null; size: number | null },
): LogFileReport[] => {
  // A number is a failure, whatever the word beside it; a word that nobody wrote down says nothing.
  const known = states.get(word ?? '');
  const state = result && known !== 'cancelled' ? 'failed' : known;
  if (!state) return [];
  const percent = more.percent === null ? null : Math.round(Math.min(100, Math.max(0, more.percent)));
  return [
    {
      key,
      state,
      percent,
      step: steps.get(word ?? '') ?? null,
      size: named(more.size),
      code: result || null,
    },
  ];
};

/** How far a dock is with each file; empty for anything that says nothing of one. */
export const logProgressOf = (data: unknown): LogFileReport[] => {
  const read = readOrNull(progressShape, data);
  if (!read) return [];
  const { result, output } = read;
  const files = (output.ext.files ?? []).flatMap(({ key, size, progress }) =>
    key === null
      ? []
      : reportOf(key, progress.status ?? output.status, progress.result ?? result, {
          percent: progress.progress ?? progress.prgress,
          size,
        }),
  );
  if (files.length > 0) return files;
  // Without a file it can only be the end of all of them.
  return reportOf(null, output.status, result, { percent: null, size: null }).filter(
    ({ state }) => state === 'failed' || state === 'cancelled',
  );
};
